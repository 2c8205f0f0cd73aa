import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GameStore } from '../game/store.svelte';
import { MockServer } from '../game/testing/mock';
import { variant } from '../game/testing/variants';

function server(kinds: ('human' | 'computer')[] = ['human', 'human']): MockServer {
  return new MockServer({
    variant: variant('duo'),
    seats: kinds.map((kind, i) => ({
      name: `P${String(i)}`,
      kind,
      level: kind === 'human' ? null : 1,
    })),
    pace: 50,
  });
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a game over the socket', () => {
  it('loads, plays, and hears of the computer', async () => {
    const s = server(['human', 'computer']);
    const store = new GameStore('g', s.open);
    store.start();
    await vi.advanceTimersByTimeAsync(1);
    expect(store.phase).toBe('ready');
    expect(store.connection).toBe('open');
    expect(store.now!.turn).toEqual({ colour: 'purple', seat: 0, by: 'seat' });
    store.play(0, store.now!.legal[0]!);
    expect(store.waiting?.type).toBe('play');
    await vi.advanceTimersByTimeAsync(1);
    expect(store.waiting).toBeNull();
    expect(store.past.plies).toHaveLength(1);
    expect(store.thinking?.colour).toBe('orange');
    await vi.advanceTimersByTimeAsync(100);
    expect(store.past.plies).toHaveLength(2);
    expect(store.thinking).toBeNull();
    store.close();
  });

  it('comes back after a cut and asks only for what it missed', async () => {
    const s = server();
    const store = new GameStore('g', s.open);
    store.start();
    await vi.advanceTimersByTimeAsync(1);
    const seq = store.events.at(-1)!.seq;
    s.cut();
    expect(store.connection).toBe('lost');
    expect(store.retryAt).not.toBeNull();
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.connection).toBe('open');
    expect(s.received.filter((m) => m.t === 'hello').at(-1)).toEqual({
      t: 'hello',
      v: 1,
      since: seq,
    });
    store.close();
  });

  it('sends a command that was not answered again, under the same id; it acts once', async () => {
    const s = server();
    const store = new GameStore('g', s.open);
    store.start();
    await vi.advanceTimersByTimeAsync(1);
    store.play(0, store.now!.legal[0]!);
    s.cut(); // before the command reaches the server's answer
    await vi.advanceTimersByTimeAsync(2000);
    const sent = s.received.filter((m) => m.t === 'command');
    expect(new Set(sent.map((m) => (m.t === 'command' ? m.id : '')))).toHaveProperty('size', 1);
    expect(sent.length).toBeGreaterThanOrEqual(1);
    expect(store.past.plies).toHaveLength(1);
    expect(store.waiting).toBeNull();
    store.close();
  });

  it('waits longer from try to try while the server is away', async () => {
    const s = server();
    const store = new GameStore('g', s.open);
    store.start();
    await vi.advanceTimersByTimeAsync(1);
    let opened = 0;
    const open = s.open;
    void open;
    s.up = false;
    const states: string[] = [];
    s.cut();
    for (let i = 0; i < 60; i++) {
      await vi.advanceTimersByTimeAsync(500);
      states.push(store.connection);
      if (store.retryAt === null) opened += 1;
    }
    expect(states.every((x) => x === 'lost')).toBe(true);
    expect(opened).toBeLessThan(8);
    s.up = true;
    store.retryNow();
    await vi.advanceTimersByTimeAsync(5);
    expect(store.connection).toBe('open');
    store.close();
  });

  it('says why a placing was refused and keeps it', async () => {
    const s = server();
    const store = new GameStore('g', s.open);
    store.start();
    await vi.advanceTimersByTimeAsync(1);
    store.play(0, 0); // the one-square piece on a1: not a start
    await vi.advanceTimersByTimeAsync(1);
    expect(store.refused?.refusal?.reason).toBe('start_not_covered');
    expect(store.past.plies).toHaveLength(0);
    store.close();
  });

  it('answers only the latest question why', async () => {
    const s = server();
    const store = new GameStore('g', s.open);
    store.start();
    await vi.advanceTimersByTimeAsync(1);
    const heard: string[] = [];
    store.askWhy('purple', 0, 0, [0, 0], (r) => heard.push(`a ${String(r?.reason)}`));
    store.askWhy('purple', 1, 0, [13, 0], (r) => heard.push(`b ${String(r?.reason)}`));
    await vi.advanceTimersByTimeAsync(1);
    expect(heard).toEqual(['b off_board']);
    store.close();
  });

  it('takes back once more when somebody placed in the same moment', async () => {
    const s = server();
    const store = new GameStore('g', s.open);
    store.start();
    await vi.advanceTimersByTimeAsync(1);
    store.play(0, store.now!.legal[0]!);
    await vi.advanceTimersByTimeAsync(1);
    s.staleOnce = true;
    store.undo(0);
    await vi.advanceTimersByTimeAsync(2);
    expect(store.past.plies).toHaveLength(0);
    expect(store.refused).toBeNull();
    expect(s.received.filter((m) => m.t === 'command' && m.command.type === 'undo')).toHaveLength(
      2,
    );
    store.close();
  });

  it.each([
    [4010, 'gone'],
    [4404, 'missing'],
    [4401, 'failed'],
  ] as const)('closed with %i, the game is %s and nothing is tried again', async (code, phase) => {
    const s = server();
    const store = new GameStore('g', s.open);
    store.start();
    await vi.advanceTimersByTimeAsync(1);
    s.cut(code);
    expect(store.phase).toBe(phase);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(s.received.filter((m) => m.t === 'hello')).toHaveLength(1);
    store.close();
  });

  it('takes back, and forgets what has been taken back', async () => {
    const s = server();
    const store = new GameStore('g', s.open);
    store.start();
    await vi.advanceTimersByTimeAsync(1);
    store.play(0, store.now!.legal[0]!);
    await vi.advanceTimersByTimeAsync(1);
    store.undo(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(store.past.plies).toHaveLength(0);
    expect(store.now!.turn?.colour).toBe('purple');
    store.close();
  });
});
