/** The columns of the file of refunds and later changes, each with the sale that it changes. */
import { moneyIn } from '../../domain/money.ts';
import type { DatedAdjustment, SentLine } from '../../domain/review-store.ts';
import { type Column, day, instant, money, placeOf, text } from './columns.ts';
import { jurisdictionOfLine } from '../../mapping/figures-of-line.ts';
import { exemptionTypeOf, importedTypeOf, taxedOf } from '../../mapping/sold.ts';

/** An adjustment and its sale. */
export interface AdjustmentRow {
  readonly line: SentLine;
  readonly adjustment: DatedAdjustment;
}

const place = ({ line }: AdjustmentRow): ReturnType<typeof placeOf> | null => {
  const jurisdiction = jurisdictionOfLine(line);
  return jurisdiction === null ? null : placeOf(jurisdiction);
};

export const adjustmentColumns: readonly Column<AdjustmentRow>[] = [
  day('date', ({ adjustment }) => adjustment.day),
  instant('occurredAt', ({ adjustment }) => adjustment.occurredAt),
  text('storefront', ({ line }) => line.storefront),
  text('kind', ({ adjustment }) => adjustment.kind),
  text('id', ({ adjustment }) => adjustment.id),
  text('saleId', ({ line }) => line.id),
  text('saleName', ({ line }) => line.name),
  day('saleDate', ({ line }) => line.day),
  text('country', (row) => place(row)?.country),
  text('state', (row) => place(row)?.state),
  text('zip', ({ line }) => line.detail?.zip),
  text('jurisdiction', ({ line }) => jurisdictionOfLine(line)),
  text('currency', ({ adjustment }) => adjustment.currency),
  money('amount', ({ adjustment: { amount, currency } }) => moneyIn(currency)(amount)),
  money('tax', ({ adjustment: { tax, currency } }) => (tax === null ? null : moneyIn(currency)(tax))),
  money('taxed', ({ line, adjustment: { tax, taxed, currency } }) => {
    const known = taxedOf(exemptionTypeOf(line), tax, taxed);
    return known === null ? null : moneyIn(currency)(known);
  }),
  text('sent', ({ adjustment }) => (adjustment.sent ? 'yes' : 'no')),
  text('marketplace', ({ line }) => line.detail?.marketplace),
  // The exemption type of the sale, so that an importer subtracts the adjustment where it counted the sale.
  text('exemption', ({ line, adjustment: { tax } }) =>
    importedTypeOf(exemptionTypeOf(line), line.amounts?.taxCollected ?? 0n, tax ?? 0n),
  ),
  text('message', ({ adjustment }) => adjustment.message),
];
