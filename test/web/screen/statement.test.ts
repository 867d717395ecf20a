import { describe, expect, it } from '@jest/globals';
import { statementSums } from '../../../src/web/screen/statement.ts';

const line = { state: 'CA', month: '2026-02', currency: 'USD', count: 2, total: '200.50', taxCollected: '14.50' };

describe('the sums of a statement', () => {
  it('add up by currency, with the decimals of each', () => {
    const totals = [
      { ...line, currency: 'KWD', count: 1, total: '9.950', taxCollected: '0.001' },
      line,
      { ...line, month: '2026-03', count: 1, total: '0.07', taxCollected: '-0.01' },
      { ...line, currency: 'JPY', count: 2, total: '8600', taxCollected: '0' },
    ];
    expect(statementSums({ totals })).toStrictEqual([
      { currency: 'USD', count: 3, total: 20_057n, taxCollected: 1_449n },
      { currency: 'JPY', count: 2, total: 8_600n, taxCollected: 0n },
      { currency: 'KWD', count: 1, total: 9_950n, taxCollected: 1n },
    ]);
  });
});
