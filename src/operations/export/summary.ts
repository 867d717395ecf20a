/** The columns of the monthly summary, with net figures and figures without marketplace sales, for a return. */
import { moneyIn } from '../../domain/money.ts';
import { type Column, count, money, month, placeOf, text } from './columns.ts';
import type { SummaryRow } from './figures.ts';

/** The parts of `gross`; the rest of it was not taxed. */
type Parts = Pick<SummaryRow, 'gross' | 'exempt' | 'taxed' | 'unknownIfTaxed'>;

export const notTaxedOf = ({ gross, exempt, taxed, unknownIfTaxed }: Parts): bigint =>
  gross - exempt - taxed - unknownIfTaxed;

const netOf = (row: SummaryRow): Parts => ({
  gross: row.gross + row.refunded,
  exempt: row.exempt + row.refundedExempt,
  taxed: row.taxed + row.refundedTaxed,
  unknownIfTaxed: row.unknownIfTaxed + row.refundedUnknownIfTaxed,
});

const inCurrency =
  (of: (row: SummaryRow) => bigint) =>
  (row: SummaryRow): string =>
    moneyIn(row.currency)(of(row));

const sum = (name: string, of: (row: SummaryRow) => bigint): Column<SummaryRow> => money(name, inCurrency(of));

export const summaryColumns: readonly Column<SummaryRow>[] = [
  month('month', ({ month }) => month),
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
