import { describe, expect, it } from 'vitest';
import type { PieceTable, VariantTable } from '../../net/protocol';
import { countExamples } from './points';

const piece = (name: string, size: number, count = 1): PieceTable => ({
  name,
  size,
  count,
  orientations: [],
});
const variant = (bonus: [number, number], pieces: PieceTable[]) =>
  ({ bonus, pieces }) as VariantTable;

describe('the worked example', () => {
  it('counts as the published systems do', () => {
    // 89 squares a colour, as in Classic.
    const pieces = [piece('I5', 5), piece('I3', 3), piece('1', 1), piece('rest', 80)];
    const [kept, all, last] = countExamples(variant([15, 20], pieces));
    expect(kept?.scores).toEqual({ online: 81, advanced: -8, basic: 8, net: 73 });
    expect(all?.scores).toEqual({ online: 104, advanced: 15, basic: 0, net: 104 });
    expect(last?.scores).toEqual({ online: 109, advanced: 20, basic: 0, net: 109 });
  });

  it('has no third case where there is no bonus', () => {
    const junior = countExamples(variant([0, 0], [piece('I5', 5, 2), piece('I3', 3, 2)]));
    expect(junior.map((example) => example.kind)).toEqual(['left', 'all']);
    expect(junior[1]?.scores).toEqual({ online: 16, advanced: 0, basic: 0, net: 16 });
  });
});
