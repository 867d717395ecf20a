/** Computes what one report line adds to the day figures: its transaction, and later changes that were not sent. */
import { type DayFigure, type FigureGroup, noFigures } from '../domain/day-figures.ts';
import { isSummable } from '../domain/money.ts';
import type { DatedAdjustment, SentLine } from '../domain/review-store.ts';
import { correctionWithin } from './identity.ts';
import { type CountedLine, exemptionOf, exemptionTypeOf, shownMoney, type Sold, soldOf, taxedOf } from './sold.ts';

/** The jurisdiction of a line; for a credit document, as far as its address is known. */
export const jurisdictionOfLine = ({ amounts, stated }: Pick<SentLine, 'amounts' | 'stated'>): string | null =>
  (amounts ?? stated)?.jurisdiction ?? null;

type Of = Pick<DayFigure, 'storefront' | 'state' | 'reason' | 'isMarketplace' | 'isExempt' | 'isResale'>;

/**
 * The day figures of a line. Pure.
 *
 * @param reason why it is not sent; null if it is sent
 */
export const figuresOfLine = (
  line: CountedLine,
  state: FigureGroup['state'],
  reason: string | null = null,
): readonly DayFigure[] => {
  const { isMarketplace, isExempt, isResale } = exemptionOf(line);
  const of: Of = { storefront: line.storefront, state, reason: '', isMarketplace, isExempt, isResale };
  if (state === 'not sent') return [notSentFigure({ ...of, reason: reason ?? '' }, line)];
  const sold = soldOf(line);
  const figures = sold === undefined || line.day === null ? [] : [transactionFigure(of, line.day, sold)];
  for (const adjustment of line.adjustments) {
    // A sent change is a transaction with its own line. An amount that is too large for sums is only listed.
    if (!adjustment.sent && isSummable(adjustment.amount)) figures.push(adjustmentFigure(of, line, adjustment));
  }
  return figures;
};

/** The figure of a record that is not sent, which counts in no sum for thresholds, for the service or for later changes. */
const notSentFigure = (of: Of, { kind, amounts, stated, day }: CountedLine): DayFigure => {
  const tax = amounts?.taxCollected ?? null;
  const total = (amounts ?? stated)?.total ?? null;
  return {
    ...noFigures,
    ...of,
    day: day ?? '',
    jurisdiction: (amounts ?? stated)?.jurisdiction ?? '',
    currency: (amounts ?? stated)?.currency ?? '',
    kind: kind === 'refund' && (total === null || total < 0n) ? 'refund' : 'sale',
    ...{ entries: 1, count: 1, gross: (total ?? 0n) - (tax ?? 0n), tax: tax ?? 0n, withoutTax: tax === null ? 1 : 0 },
  };
};

/* The objects are written out, because spreads would take several times as long, and there are four for each sale. */

const transactionFigure = (of: Of, day: string, sold: Sold): DayFigure => {
  const { line, amounts, detail, gross, taxed } = sold;
  const isOffset = correctionWithin(line.id)?.kind === 'undone';
  // An offset counts in the same groups as the transaction that it takes back.
  const total = isOffset ? -amounts.total : amounts.total;
  const isCounted = isForThreshold(line, gross, isOffset);
  const isOne = isCounted && isOneOfSales(line, gross);
  const notTaxable = detail?.notTaxable ?? 0n;
  return {
    storefront: of.storefront,
    state: of.state,
    reason: of.reason,
    isMarketplace: of.isMarketplace,
    isExempt: of.isExempt,
    isResale: of.isResale,
    day,
    jurisdiction: amounts.jurisdiction,
    currency: amounts.currency,
    // Goods that were added to an order later count in the month of the addition.
    kind: line.kind === 'refund' && total < 0n ? 'refund' : 'sale',
    entries: 1,
    count: isOffset ? -1 : 1,
    gross,
    taxed: taxed ?? 0n,
    unknownIfTaxed: taxed === null ? gross : 0n,
    discount: detail?.discount ?? 0n,
    shipping: detail?.shipping ?? 0n,
    tax: amounts.taxCollected,
    withoutTax: 0,
    thresholdCount: isOne ? 1 : 0,
    thresholdSales: isCounted ? gross : 0n,
    notTaxableCount: isOne && notTaxable === gross ? 1 : 0,
    notTaxableSales: isCounted ? notTaxable : 0n,
    untaxedSales: isCounted ? untaxedOf(sold, notTaxable) : 0n,
    shown: line.shown === null ? 0 : 1,
    serviceTotal: shownMoney(sold, 'total') ?? 0n,
    serviceTax: shownMoney(sold, 'taxCollected') ?? 0n,
    serviceReportedTax: amounts.reportedTax?.reported ?? 0n,
  };
};

/**
 * A sale that was canceled and paid back, or offset, counts toward no threshold. Goods that were added to an order later
 * count as money of the same sale.
 */
const isForThreshold = ({ kind, findings }: CountedLine, gross: bigint, isOffset: boolean): boolean =>
  (kind === 'sale' || gross > 0n) &&
  !isOffset &&
  !findings.includes('canceled and paid back') &&
  !findings.includes('taken back');

/** Whether a line counts as one sale toward thresholds: a free sale does not, and the two parts of a split sale count once. */
const isOneOfSales = ({ kind, id }: CountedLine, gross: bigint): boolean =>
  kind === 'sale' && gross !== 0n && !id.endsWith(':marketplace');

/**
 * The part of your own taxable sale on which no tax was charged. Where the taxed part is not known, all of it counts as
 * taxed.
 */
const untaxedOf = ({ gross, exemption, taxed }: Sold, notTaxable: bigint): bigint => {
  if (exemption !== 'non_exempt' || taxed === null) return 0n;
  const rest = gross - taxed - notTaxable;
  return rest > 0n ? rest : 0n;
};

const adjustmentFigure = (of: Of, line: CountedLine, adjustment: DatedAdjustment): DayFigure => {
  const { kind, amount, tax, currency, day } = adjustment;
  const common = {
    ...noFigures,
    ...of,
    day,
    jurisdiction: jurisdictionOfLine(line) ?? '',
    currency,
    entries: 1,
    count: 1,
  };
  if (kind !== 'refund') return { ...common, kind: 'change', gross: amount };
  const gross = amount - (tax ?? 0n);
  const taxed = taxedOf(exemptionTypeOf(line), tax, adjustment.taxed);
  return {
    ...{ ...common, kind: 'refund', gross, tax: tax ?? 0n, withoutTax: tax === null ? 1 : 0 },
    ...{ taxed: taxed ?? 0n, unknownIfTaxed: taxed === null ? gross : 0n },
  };
};
