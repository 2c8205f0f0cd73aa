/** Sounds made on the spot, without files. Never the only sign of anything; one switch. */
import { settings } from '../ui/settings.svelte';

export type Sound =
  'pick' | 'turn' | 'place' | 'other' | 'refused' | 'your_turn' | 'end' | 'all_placed';

const LOUDNESS = 0.4;
let context: AudioContext | null = null;
let out: GainNode | null = null;
let noise: AudioBuffer | null = null;

/** Browsers let a page sound only after a press: this is called with each one. */
export function wakeSound(): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  if (!context) {
    context = new AudioContext();
    out = context.createGain();
    out.gain.value = LOUDNESS;
    out.connect(context.destination);
    noise = context.createBuffer(1, context.sampleRate * 0.1, context.sampleRate);
    const data = noise.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  if (context.state === 'suspended') void context.resume();
}

interface Tone {
  at?: number;
  hz: number;
  to?: number;
  seconds: number;
  gain: number;
  type?: OscillatorType;
}

function tone(
  c: AudioContext,
  dest: AudioNode,
  { at = 0, hz, to, seconds, gain, type = 'sine' }: Tone,
): void {
  const t = c.currentTime + at;
  const o = c.createOscillator();
  const g = c.createGain();
  o.type = type;
  o.frequency.setValueAtTime(hz, t);
  if (to) o.frequency.exponentialRampToValueAtTime(to, t + seconds);
  g.gain.setValueAtTime(0.0001, t);
  g.gain.exponentialRampToValueAtTime(gain, t + 0.006);
  g.gain.exponentialRampToValueAtTime(0.0001, t + seconds);
  o.connect(g).connect(dest);
  o.start(t);
  o.stop(t + seconds + 0.02);
}

function click(
  c: AudioContext,
  dest: AudioNode,
  at: number,
  hz: number,
  gain: number,
  seconds = 0.03,
): void {
  const t = c.currentTime + at;
  const s = c.createBufferSource();
  s.buffer = noise;
  const f = c.createBiquadFilter();
  f.type = 'bandpass';
  f.frequency.value = hz;
  f.Q.value = 2.5;
  const g = c.createGain();
  g.gain.setValueAtTime(gain, t);
  g.gain.exponentialRampToValueAtTime(0.0001, t + seconds);
  s.connect(f).connect(g).connect(dest);
  s.start(t);
  s.stop(t + seconds + 0.02);
}

/**
 * Plays a sound. `size`: cells of the piece, larger ones sound lower. `pan`: −1 left to 1 right.
 */
export function sound(
  name: Sound,
  { size = 3, pan = 0 }: { size?: number; pan?: number } = {},
): void {
  if (!settings.sound || !context || !out || context.state !== 'running') return;
  const c = context;
  const p = c.createStereoPanner();
  p.pan.value = Math.max(-0.7, Math.min(0.7, pan));
  p.connect(out);
  const low = Math.pow(0.88, size - 3);
  switch (name) {
    case 'pick':
      click(c, p, 0, 2600, 0.5, 0.02);
      break;
    case 'turn':
      click(c, p, 0, 3800, 0.3, 0.016);
      break;
    case 'place':
    case 'other': {
      const g = name === 'place' ? 1 : 0.6;
      click(c, p, 0, 1700 * low, 0.9 * g, 0.035);
      tone(c, p, { hz: 320 * low, to: 180 * low, seconds: 0.09, gain: 0.5 * g, type: 'triangle' });
      break;
    }
    case 'refused':
      tone(c, p, { hz: 150, to: 110, seconds: 0.07, gain: 0.6, type: 'triangle' });
      tone(c, p, { at: 0.11, hz: 140, to: 100, seconds: 0.08, gain: 0.6, type: 'triangle' });
      break;
    case 'your_turn':
      tone(c, p, { hz: 523, seconds: 0.14, gain: 0.28 });
      tone(c, p, { at: 0.12, hz: 659, seconds: 0.2, gain: 0.28 });
      break;
    case 'end':
    case 'all_placed':
      for (const [i, hz] of [392, 494, 587].entries())
        tone(c, p, { at: i * 0.02, hz, seconds: 0.7, gain: 0.2 });
      if (name === 'all_placed') tone(c, p, { at: 0.35, hz: 784, seconds: 0.7, gain: 0.24 });
      break;
  }
}
