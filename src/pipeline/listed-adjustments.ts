/** Makes the list of later changes (refunds, edits, returns, disputes) that a sale's report line shows. */
import { isUnclearChange, whyUnclear } from '../mapping/refund-to-transaction.ts';
import { sum } from '../domain/money.ts';
import { type Adjustment, adjustmentKey } from '../domain/run.ts';
import { taxOfRefund } from '../mapping/amounts.ts';
import type { Refund, Sale } from '../mapping/sale.ts';
import { isCreditDocument } from '../mapping/sale-to-transaction.ts';
import { taxedOfRefund, taxedOfSale } from '../mapping/taxed.ts';

/** A negative invoice that is not sent, as a separate adjustment. */
export const creditAdjustments = (sale: Sale): readonly Adjustment[] => {
  if (!isCreditDocument(sale)) return [];
  const { identity, occurredAt, currency, statedTotal, lines, shipping, orderTaxes } = sale;
  const taxes = [...[...lines, ...shipping].flatMap((part) => part.taxes), ...orderTaxes];
  const taxed = taxedOfSale(sale, lines);
  return [
    {
      kind: 'refund',
      id: identity.recordId,
      occurredAt,
      currency: currency.code,
      amount: statedTotal ?? 0n,
      tax: sum(taxes.map(({ amount }) => amount)),
      ...(taxed !== null && { taxed }),
      sent: false,
      message: `${identity.number ?? identity.recordId} gives money back to the customer's balance`,
    },
  ];
};

/** The later changes of a sale, before it is known which of them were sent. */
export const listedAdjustments = (sale: Sale): readonly Adjustment[] => [
  ...sale.refunds.map(refundAdjustment(sale)),
  ...sale.adjustments.map(withoutUnclearTax(sale)),
];

/** A refund as an adjustment: returned money is negative. */
export const refundAdjustment =
  (sale: Sale) =>
  (refund: Refund): Adjustment => {
    const isUnclear = isUnclearChange(refund);
    const message = isUnclear ? whyUnclear(refund, sale.currency) : refund.message;
    const taxed = isUnclear ? null : taxedOfRefund(sale, refund);
    return {
      kind: 'refund',
      id: refund.id,
      occurredAt: refund.occurredAt,
      currency: sale.currency.code,
      amount: -refund.total,
      tax: isUnclear ? null : -taxOfRefund(refund),
      ...(taxed !== null && { taxed: -taxed }),
      sent: false,
      message: refund.isExact === false ? `${message}; amounts are rounded down to whole units` : message,
    };
  };

/** Removes the tax from an edit, a return or a dispute if the platform does not state it. */
const withoutUnclearTax =
  ({ amendments = [], currency }: Sale) =>
  (adjustment: Adjustment): Adjustment => {
    const unclear = amendments.find((one) => isUnclearChange(one) && adjustmentKey(one) === adjustmentKey(adjustment));
    return unclear === undefined ? adjustment : { ...adjustment, tax: null, message: whyUnclear(unclear, currency) };
  };
