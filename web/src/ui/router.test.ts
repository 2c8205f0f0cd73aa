import { describe, expect, it } from 'vitest';
import { below } from './router.svelte';
import { sectionOf } from './sections';

describe('addresses', () => {
  it('have one parameter below a name', () => {
    expect(below('rules', '/rules')).toBe('');
    expect(below('rules', '/rules/duo')).toBe('duo');
    expect(below('game', '/game/a%20b')).toBe('a b');
  });

  it('do not match deeper or longer ones', () => {
    expect(below('rules', '/rules/duo/more')).toBeNull();
    expect(below('rules', '/rulesets')).toBeNull();
    expect(below('game', '/')).toBeNull();
  });

  it('do not break on half an escape', () => {
    expect(below('game', '/game/%E0%A4%A')).toBeNull();
  });

  it('belong to a section of the bar', () => {
    expect(sectionOf('/')).toBe('play');
    expect(sectionOf('/game/x')).toBe('play');
    expect(sectionOf('/rules/trigon')).toBe('learn');
    expect(sectionOf('/nowhere')).toBeNull();
  });
});
