import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { watchReading } from '../../src/pipeline/watch-reading.ts';

const row = (id: string, name: string | null = null) => ({ id, name, shown: null });
const more = { next: O.some('next'), completesScan: false };
const end = { next: O.none, completesScan: true };
const sale = (id: string, name = id, remoteId: string | null = null) => ({ id, name, remoteId });

describe('what the readings of a run pass over', () => {
  it('is nothing before the first one, and what none of them showed after', () => {
    const reading = watchReading();
    expect(reading.passesOver(sale('a'))).toBe(false);
    reading.begin();
    reading.note({ transactions: [row('A'), row('txn_1', 'Shopify #2')], ...more });
    reading.note({ transactions: [], ...end });
    // The head alone, after a push.
    reading.begin();
    reading.note({ transactions: [row('new')], ...more });
    reading.note({ transactions: [], ...end });
    const shown = [sale('a'), sale('b', 'shopify #2'), sale('c', 'c', 'TXN_1'), sale('new')];
    expect(shown.map(reading.passesOver)).toStrictEqual([false, false, false, false]);
    expect([reading.passesOver(sale('old')), reading.isHeadAlone()]).toStrictEqual([true, true]);
  });

  it('is nothing once one came to the end of the list, also where later ones do not', () => {
    const reading = watchReading();
    reading.begin();
    reading.note({ transactions: [row('a')], ...more });
    reading.note({ transactions: [row('b')], ...end });
    reading.begin();
    reading.note({ transactions: [row('c')], ...more });
    reading.note({ transactions: [], ...end });
    expect([reading.passesOver(sale('a')), reading.passesOver(sale('old')), reading.isHeadAlone()]).toStrictEqual([
      ...[false, false, false],
    ]);
  });

  it('is nothing of a list without rows', () => {
    const reading = watchReading();
    reading.begin();
    reading.note({ transactions: [], ...end });
    expect(reading.passesOver(sale('a'))).toBe(false);
  });

  it('is what was read before by another process, where the rest was read by this one', () => {
    const reading = watchReading();
    reading.note({ transactions: [row('rest')], ...end });
    reading.begin();
    reading.note({ transactions: [row('newest')], ...more });
    reading.note({ transactions: [], ...end });
    expect(['rest', 'newest', 'between'].map((id) => reading.passesOver(sale(id)))).toStrictEqual([false, false, true]);
  });
});
