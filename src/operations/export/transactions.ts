/** The columns of the file of sales and sent refunds: amounts as the platform states them, and as the service shows them. */
import type { SentLine } from '../../domain/review-store.ts';
import { moneyIn } from '../../domain/money.ts';
import { type Column, day, instant, money, placeOf, text } from './columns.ts';
import { importedTypeOf, shownMoney, type Sold } from '../../mapping/sold.ts';

const inCurrency =
  (of: (row: Sold<SentLine>) => bigint | null | undefined) =>
  (row: Sold<SentLine>): string | null => {
    const amount = of(row);
    return amount === null || amount === undefined ? null : moneyIn(row.amounts.currency)(amount);
  };

export const transactionColumns: readonly Column<Sold<SentLine>>[] = [
  day('date', ({ line }) => line.day),
  instant('occurredAt', ({ line }) => line.occurredAt),
  text('storefront', ({ line }) => line.storefront),
  text('kind', ({ line }) => line.kind),
  text('id', ({ line }) => line.id),
  text('parentId', ({ detail }) => detail?.parentId),
  text('sourceId', ({ line }) => line.sourceId),
  text('name', ({ line }) => line.name),
  text('country', ({ amounts }) => placeOf(amounts.jurisdiction).country),
  text('state', ({ amounts }) => placeOf(amounts.jurisdiction).state),
  text('zip', ({ detail }) => detail?.zip),
  text('jurisdiction', ({ amounts }) => amounts.jurisdiction),
  text('currency', ({ amounts }) => amounts.currency),
  money(
    'gross',
    inCurrency(({ gross }) => gross),
  ),
  money(
    'exempt',
    inCurrency(({ exempt }) => exempt),
  ),
  money(
    'taxed',
    inCurrency(({ taxed }) => taxed),
  ),
  money(
    'notTaxed',
    inCurrency(({ gross, exempt, taxed }) => (taxed === null ? null : gross - exempt - taxed)),
  ),
  money(
    'unknownIfTaxed',
    inCurrency(({ gross, exempt, taxed }) => (taxed === null ? gross - exempt : 0n)),
  ),
  money(
    'discount',
    inCurrency(({ detail }) => detail?.discount),
  ),
  money(
    'shipping',
    inCurrency(({ detail }) => detail?.shipping),
  ),
  money(
    'tax',
    inCurrency(({ amounts }) => amounts.taxCollected),
  ),
  money(
    'total',
    inCurrency(({ amounts }) => amounts.total),
  ),
  text('marketplace', ({ detail }) => detail?.marketplace),
  text('exemption', ({ exemption, amounts }) => importedTypeOf(exemption, amounts.taxCollected)),
  money(
    'serviceTotal',
    inCurrency((row) => shownMoney(row, 'total')),
  ),
  money(
    'serviceTax',
    inCurrency((row) => shownMoney(row, 'taxCollected')),
  ),
  money(
    'serviceReportedTax',
    inCurrency(({ amounts }) => amounts.reportedTax?.reported),
  ),
];
