import { describe, expect, it } from '@jest/globals';
import { type MonthFigure, noFigures } from '../../../src/domain/day-figures.ts';
import { parseTotals, totalsText } from '../../../src/store/sql/month-totals.ts';
import { right } from '../../support/right.ts';

const figure: MonthFigure = {
  ...noFigures,
  ...{ month: '2026-02', kind: 'sale', jurisdiction: 'CA', currency: 'USD' },
  ...{ isMarketplace: false, isExempt: false, isResale: false, count: 2, gross: 10n ** 17n + 1n, untaxedSales: 5n },
};

describe('the totals of a closed month', () => {
  it('are read as they were kept, to the last digit', () => {
    expect(right(parseTotals(totalsText([figure])))).toStrictEqual([figure]);
  });

  it('have zero for a sum that was not kept yet when the month was closed', () => {
    const text = totalsText([figure]).replace('"untaxedSales":"5"', '"another":"5"');
    expect(right(parseTotals(text))).toMatchObject([{ gross: figure.gross, untaxedSales: 0n }]);
  });

  it('are not guessed from a text that is damaged', () => {
    expect(parseTotals('[{"month":')).toMatchObject({ _tag: 'Left' });
    expect(parseTotals('[{"month":"2026-02"}]')).toMatchObject({ _tag: 'Left' });
  });
});
