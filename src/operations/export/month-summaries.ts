/** Sums what was sent by month, state and currency, as a return asks for it: sales, refunds and other changes apart. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { MonthFigure } from '../../domain/day-figures.ts';
import type { ReviewStore, SentLinesFilter } from '../../domain/review-store.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import { noCounts, noMoney, type SummaryRow, sumBy } from './figures.ts';

export const summaryRows = (figures: readonly MonthFigure[]): readonly SummaryRow[] =>
  sumBy(figures.map(toRow), ({ month, jurisdiction, currency }) => `${month} ${jurisdiction} ${currency}`);

export const summaryOf = (
  { monthFigures }: Pick<ReviewStore, 'monthFigures'>,
  wanted: SentLinesFilter,
): TE.TaskEither<StoreError, readonly SummaryRow[]> => pipe(monthFigures(wanted), TE.map(summaryRows));

const noSums = { ...noCounts, ...noMoney };

const toRow = (figure: MonthFigure): SummaryRow => {
  const { month, jurisdiction, currency, serviceTotal, serviceTax, serviceReportedTax } = figure;
  return {
    ...{ month, jurisdiction, currency, ...noSums },
    ...{ inService: figure.shown, serviceTotal, serviceTax, serviceReportedTax },
    ...sumsOf(figure),
  };
};

const sumsOf = (figure: MonthFigure): Partial<SummaryRow> => {
  switch (figure.kind) {
    case 'sale':
      return saleSums(figure);
    case 'refund':
      return refundSums(figure);
    case 'change':
      return { others: figure.count, otherAmount: figure.gross };
  }
};

const saleSums = (figure: MonthFigure): Partial<SummaryRow> => {
  const { count: sales, gross, taxed, unknownIfTaxed, discount, shipping, tax, isMarketplace, isExempt } = figure;
  return {
    ...{ sales, gross, taxed, unknownIfTaxed, discount, shipping, tax },
    ...(isMarketplace && { grossOfMarketplaces: gross }),
    ...((isMarketplace || isExempt) && { exempt: gross }),
  };
};

const refundSums = (figure: MonthFigure): Partial<SummaryRow> => {
  const { count, gross, tax, withoutTax, isMarketplace, isExempt } = figure;
  return {
    ...{ refunds: count, refundsWithoutTax: withoutTax, refunded: gross },
    ...(isMarketplace || isExempt
      ? { refundedExempt: gross }
      : { refundedTaxed: figure.taxed, refundedUnknownIfTaxed: figure.unknownIfTaxed }),
    // The tax of a marketplace was never the seller's, neither collected nor given back.
    ...(isMarketplace ? { refundedOfMarketplaces: gross } : { refundedTax: tax }),
  };
};
