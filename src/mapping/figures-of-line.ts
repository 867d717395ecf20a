import { type DayFigure, type FigureGroup, type FigureSums, noFigures } from '../domain/day-figures.ts';
import { isSummable } from '../domain/money.ts';
import type { DatedAdjustment, SentLine } from '../domain/review-store.ts';
import { correctionWithin } from './identity.ts';
import { exemptionOf, exemptionTypeOf, shownMoney, type Sold, soldOf, taxedOf } from './sold.ts';

/**
 * What was canceled and paid back, or taken back by an offset, counts toward no threshold. What was added to an order later counts as
 * money of the same sale; what was free is no sale.
 */
const thresholdOf = ({ line, gross }: Sold): Partial<FigureSums> => {
  const { id, kind, findings } = line;
  const isSale = kind === 'sale' && gross !== 0n && !id.endsWith(':marketplace');
  const isCounted =
    (kind === 'sale' || gross > 0n) &&
    correctionWithin(id)?.kind !== 'undone' &&
    !findings.includes('canceled and paid back') &&
    !findings.includes('taken back');
  return isCounted ? { thresholdCount: isSale ? 1 : 0, thresholdSales: gross } : {};
};

const serviceOf = (sold: Sold): Partial<FigureSums> => ({
  shown: sold.line.shown === null ? 0 : 1,
  serviceTotal: shownMoney(sold, 'total') ?? 0n,
  serviceTax: shownMoney(sold, 'taxCollected') ?? 0n,
  serviceReportedTax: sold.amounts.reportedTax?.reported ?? 0n,
});

/** What of an amount is taxed, and what may be; `taxed` null where it is not known. */
const basesOf = (gross: bigint, taxed: bigint | null): Pick<FigureSums, 'gross' | 'taxed' | 'unknownIfTaxed'> => ({
  ...{ gross, taxed: taxed ?? 0n, unknownIfTaxed: taxed === null ? gross : 0n },
});

const transactionFigure = (sold: Sold): Pick<DayFigure, 'jurisdiction' | 'currency' | 'kind'> & FigureSums => {
  const { line, amounts, detail, gross, taxed } = sold;
  // An offset counts in the groups of what it takes back.
  const times = correctionWithin(line.id)?.kind === 'undone' ? -1 : 1;
  return {
    ...noFigures,
    ...{ jurisdiction: amounts.jurisdiction, currency: amounts.currency },
    // What was added to an order later is a sale of its own month.
    kind: line.kind === 'refund' && amounts.total * BigInt(times) < 0n ? 'refund' : 'sale',
    ...{ entries: 1, count: times, tax: amounts.taxCollected },
    ...basesOf(gross, taxed),
    ...{ discount: detail?.discount ?? 0n, shipping: detail?.shipping ?? 0n },
    ...thresholdOf(sold),
    ...serviceOf(sold),
  };
};

const adjustmentFigure = (
  line: SentLine,
  { kind, amount, tax, taxed, currency }: DatedAdjustment,
): Pick<DayFigure, 'jurisdiction' | 'currency' | 'kind'> & FigureSums => {
  const common = { ...noFigures, jurisdiction: jurisdictionOfLine(line) ?? '', currency, entries: 1, count: 1 };
  if (kind !== 'refund') return { ...common, kind: 'change', gross: amount };
  return {
    ...common,
    ...{ kind: 'refund', tax: tax ?? 0n, withoutTax: tax === null ? 1 : 0 },
    ...basesOf(amount - (tax ?? 0n), taxedOf(exemptionTypeOf(line), tax, taxed)),
  };
};

/** Of a credit document, as far as its address is known. */
export const jurisdictionOfLine = ({ amounts, stated }: Pick<SentLine, 'amounts' | 'stated'>): string | null =>
  (amounts ?? stated)?.jurisdiction ?? null;

/** What a line adds to the sums of days: its transaction, and what happened to it later and was not sent. Pure. */
export const figuresOfLine = (line: SentLine, state: FigureGroup['state']): readonly DayFigure[] => {
  const { storefront } = line;
  const common = { storefront, state, ...exemptionOf(line) };
  const sold = soldOf(line);
  return [
    ...(sold === undefined || line.day === null ? [] : [{ ...common, day: line.day, ...transactionFigure(sold) }]),
    // What was sent is a transaction, which has its own line.
    ...line.adjustments
      // An amount that sums have no room for is listed, and not added up.
      .filter(({ sent, amount }) => !sent && isSummable(amount))
      .map((adjustment) => ({ ...common, day: adjustment.day, ...adjustmentFigure(line, adjustment) })),
  ];
};
