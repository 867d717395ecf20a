import { moneyIn } from '../../domain/money.ts';
import { type AdjustmentRow, jurisdictionOfLine } from './adjustments.ts';
import { type Column, count, money, placeOf, text } from './columns.ts';
import { exemptionTypeOf, type ExemptionType, shownMoney, taxedOf } from './sold.ts';
import type { TransactionRow } from './transactions.ts';

const noMoney = {
  gross: 0n,
  exempt: 0n,
  taxed: 0n,
  unknownIfTaxed: 0n,
  discount: 0n,
  shipping: 0n,
  tax: 0n,
  /** Without tax; negative. */
  refunded: 0n,
  refundedExempt: 0n,
  refundedTaxed: 0n,
  refundedUnknownIfTaxed: 0n,
  refundedTax: 0n,
  grossOfMarketplaces: 0n,
  refundedOfMarketplaces: 0n,
  otherAmount: 0n,
  serviceTotal: 0n,
  serviceTax: 0n,
  serviceReportedTax: 0n,
};

const noCounts = { sales: 0, refunds: 0, refundsWithoutTax: 0, others: 0, inService: 0 };

type Money = Record<keyof typeof noMoney, bigint>;

/** A month of a jurisdiction, in one currency. */
export interface SummaryRow extends Readonly<Money>, Readonly<Record<keyof typeof noCounts, number>> {
  readonly month: string;
  readonly jurisdiction: string;
  readonly currency: string;
}

type Sums = { -readonly [Key in keyof SummaryRow]: SummaryRow[Key] };

/** What makes up `gross`, but for the rest of it that was not taxed. */
type Parts = Pick<SummaryRow, 'gross' | 'exempt' | 'taxed' | 'unknownIfTaxed'>;

const netOf = (row: SummaryRow): Parts => ({
  gross: row.gross + row.refunded,
  exempt: row.exempt + row.refundedExempt,
  taxed: row.taxed + row.refundedTaxed,
  unknownIfTaxed: row.unknownIfTaxed + row.refundedUnknownIfTaxed,
});

export const notTaxedOf = ({ gross, exempt, taxed, unknownIfTaxed }: Parts): bigint =>
  gross - exempt - taxed - unknownIfTaxed;

const addRefund = (sums: Sums, amount: bigint, tax: bigint, taxed: bigint | null, exemption: ExemptionType): void => {
  sums.refunds += 1;
  sums.refunded += amount;
  if (exemption !== 'non_exempt') sums.refundedExempt += amount;
  else if (taxed === null) sums.refundedUnknownIfTaxed += amount;
  else sums.refundedTaxed += taxed;
  if (exemption === 'marketplace') sums.refundedOfMarketplaces += amount;
  // The tax of a marketplace was never the seller's, neither collected nor given back.
  else sums.refundedTax += tax;
};

interface Summarizer {
  readonly addTransaction: (row: TransactionRow) => void;
  readonly addAdjustment: (row: AdjustmentRow) => void;
  readonly rows: () => readonly SummaryRow[];
}

/** Adds up transactions and adjustments by the month of each and by jurisdiction. As large as these are many. */
export const summarize = (): Summarizer => {
  const byKey = new Map<string, Sums>();
  const sumsOf = (month: string, jurisdiction: string, currency: string): Sums => {
    const key = `${month} ${jurisdiction} ${currency}`;
    const known = byKey.get(key) ?? { month, jurisdiction, currency, ...noCounts, ...noMoney };
    byKey.set(key, known);
    return known;
  };
  return {
    addTransaction: (row: TransactionRow): void => {
      const { date, line, amounts, detail, gross, exempt, taxed, exemption } = row;
      const sums = sumsOf(date.slice(0, 7), amounts.jurisdiction, amounts.currency);
      if (line.shown !== null) sums.inService += 1;
      sums.serviceTotal += shownMoney(row, 'total') ?? 0n;
      sums.serviceTax += shownMoney(row, 'taxCollected') ?? 0n;
      sums.serviceReportedTax += amounts.reportedTax?.reported ?? 0n;
      // What was added to an order later is a sale of its own month.
      if (line.kind === 'refund' && amounts.total < 0n) {
        addRefund(sums, gross, amounts.taxCollected, taxed, exemption);
        return;
      }
      sums.sales += 1;
      sums.gross += gross;
      sums.exempt += exempt;
      sums.taxed += taxed ?? 0n;
      if (taxed === null) sums.unknownIfTaxed += gross - exempt;
      if (exemption === 'marketplace') sums.grossOfMarketplaces += gross;
      sums.discount += detail?.discount ?? 0n;
      sums.shipping += detail?.shipping ?? 0n;
      sums.tax += amounts.taxCollected;
    },
    addAdjustment: ({ date, line, adjustment }: AdjustmentRow): void => {
      // It is a transaction of its own.
      if (adjustment.sent) return;
      const { kind, amount, tax, currency } = adjustment;
      const sums = sumsOf(date.slice(0, 7), jurisdictionOfLine(line) ?? '', currency);
      if (kind !== 'refund') {
        sums.others += 1;
        sums.otherAmount += amount;
        return;
      }
      if (tax === null) sums.refundsWithoutTax += 1;
      const exemption = exemptionTypeOf(line);
      const taxed = taxedOf(exemption, tax, adjustment.taxed);
      addRefund(sums, amount - (tax ?? 0n), tax ?? 0n, taxed, exemption);
    },
    rows: (): readonly SummaryRow[] => [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sums]) => sums),
  };
};

const inCurrency =
  (of: (row: SummaryRow) => bigint) =>
  (row: SummaryRow): string =>
    moneyIn(row.currency)(of(row));

const sum = (name: string, of: (row: SummaryRow) => bigint): Column<SummaryRow> => money(name, inCurrency(of));

export const summaryColumns: readonly Column<SummaryRow>[] = [
  text('month', ({ month }) => month),
  text('country', ({ jurisdiction }) => (jurisdiction === '' ? '' : placeOf(jurisdiction).country)),
  text('state', ({ jurisdiction }) => placeOf(jurisdiction).state),
  text('jurisdiction', ({ jurisdiction }) => jurisdiction),
  text('currency', ({ currency }) => currency),
  count('sales', ({ sales }) => sales),
  sum('gross', ({ gross }) => gross),
  sum('exempt', ({ exempt }) => exempt),
  sum('taxed', ({ taxed }) => taxed),
  sum('notTaxed', notTaxedOf),
  sum('unknownIfTaxed', ({ unknownIfTaxed }) => unknownIfTaxed),
  sum('discount', ({ discount }) => discount),
  sum('shipping', ({ shipping }) => shipping),
  sum('tax', ({ tax }) => tax),
  count('refunds', ({ refunds }) => refunds),
  sum('refunded', ({ refunded }) => refunded),
  sum('refundedTax', ({ refundedTax }) => refundedTax),
  count('refundsWithoutTax', ({ refundsWithoutTax }) => refundsWithoutTax),
  sum('net', (row) => netOf(row).gross),
  sum('netExempt', (row) => netOf(row).exempt),
  sum('netTaxed', (row) => netOf(row).taxed),
  sum('netNotTaxed', (row) => notTaxedOf(netOf(row))),
  sum('netUnknownIfTaxed', (row) => netOf(row).unknownIfTaxed),
  sum('netTax', ({ tax, refundedTax }) => tax + refundedTax),
  sum('grossWithoutMarketplaces', ({ gross, grossOfMarketplaces }) => gross - grossOfMarketplaces),
  sum(
    'netWithoutMarketplaces',
    ({ gross, grossOfMarketplaces, refunded, refundedOfMarketplaces }) =>
      gross - grossOfMarketplaces + refunded - refundedOfMarketplaces,
  ),
  count('otherAdjustments', ({ others }) => others),
  sum('otherAdjustmentsAmount', ({ otherAmount }) => otherAmount),
  count('inService', ({ inService }) => inService),
  sum('serviceTotal', ({ serviceTotal }) => serviceTotal),
  sum('serviceTax', ({ serviceTax }) => serviceTax),
  sum('serviceReportedTax', ({ serviceReportedTax }) => serviceReportedTax),
];
