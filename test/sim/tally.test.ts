import { describe, expect, it } from '@jest/globals';
import { addWorld, isProof, noTally, tallyLine } from './run/tally.ts';
import type { WorldAnswer } from './run/task.ts';

const aWorldAnswer = (differences: Partial<WorldAnswer> = {}): WorldAnswer => ({
  kind: 'world',
  seed: 1,
  hash: '00000000',
  violations: [],
  events: 10,
  lasted: 3_600_000,
  kills: 1,
  attempted: 2,
  recovered: 1,
  faults: [['push: answer lost', 1]],
  ...differences,
});

describe('a campaign of worlds', () => {
  it('proves something when nothing broke and something was tried', () => {
    expect(isProof(addWorld(noTally, aWorldAnswer()))).toBe(true);
  });

  it.each(['attempted', 'recovered', 'kills'] as const)('proves nothing when %s is 0', (what) => {
    expect(isProof(addWorld(noTally, aWorldAnswer({ [what]: 0 })))).toBe(false);
  });

  it('proves nothing when a world broke', () => {
    const broken = aWorldAnswer({ violations: [{ name: 'lost', about: '5001', why: 'never pushed' }] });
    expect(isProof(addWorld(noTally, broken))).toBe(false);
  });

  it('says what it came to in one line', () => {
    expect(tallyLine(addWorld(addWorld(noTally, aWorldAnswer()), aWorldAnswer({ seed: 2 })))).toBe(
      '2 worlds, 20 events, 2.0 virtual hours: 4 transactions attempted, 2 processes killed, 2 faults of 1 kinds, 2 unconfirmed pushes settled; 0 worlds broken',
    );
  });
});
