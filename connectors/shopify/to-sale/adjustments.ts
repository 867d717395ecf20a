/** Lists what changed an order after it was placed (edit, return, exchange, cancellation), each with its money and a message. */
import { type Currency, formatMinorUnits, sum } from '../../../src/domain/money.ts';
import type { Adjustment, AdjustmentKind } from '../../../src/domain/run.ts';
import type { Agreement } from '../records/agreement.ts';
import { amountOfAgreement, type AmountReader } from './amounts.ts';
import { idOfGid, instantOrBlank } from '../records/values.ts';
import type { Order } from '../records/order.ts';

interface Description {
  readonly kind: Extract<AdjustmentKind, 'edit' | 'return'>;
  readonly message: string;
}

/** Shopify does this since 2026-10 when an unfulfilled order gets another address, and only shows the new address. */
const taxRecalculated: Description = {
  kind: 'edit',
  message:
    'the tax was recalculated, for example for a new ship-to address; the sale has the original tax and the current address',
};

/**
 * An edit, return, exchange or change of unknown reason as an adjustment; undefined for other agreements and for those without
 * sales.
 */
export const adjustmentOf = (
  reader: AmountReader,
  currency: Currency,
  agreement: Agreement,
): (Adjustment & { readonly kind: Description['kind'] }) | undefined => {
  const description = changesOnlyTax(reader, agreement) ? taxRecalculated : descriptionOf(agreement);
  const sales = agreement.sales?.nodes ?? [];
  if (description === undefined || sales.length === 0) return undefined;
  const amount = amountOfAgreement(reader)(agreement);
  const tax = sum(sales.map(({ totalTaxAmount }) => reader.read(totalTaxAmount, 'agreements.sales.totalTaxAmount')));
  const occurredAt = instantOrBlank(agreement.happenedAt);
  if (occurredAt === '') reader.noteMissing('agreements.happenedAt');
  return {
    kind: description.kind,
    id: idOfGid(agreement.id ?? occurredAt),
    occurredAt,
    currency: currency.code,
    amount,
    tax,
    sent: false,
    message: `${description.message}: ${formatMinorUnits(currency)(amount)} ${currency.code}`,
  };
};

/** Every change of an order after it was placed, except refunds. */
export const adjustmentsOf = (reader: AmountReader, currency: Currency, order: Order): readonly Adjustment[] => {
  const adjustments: Adjustment[] = [];
  for (const agreement of order.agreements?.nodes ?? []) {
    const adjustment = adjustmentOf(reader, currency, agreement);
    if (adjustment !== undefined) adjustments.push(adjustment);
  }
  return [...adjustments, ...cancellation(currency, order)];
};

/** When prices include tax, a changed tax leaves the total unchanged. Only edits are checked. */
const changesOnlyTax = (reader: AmountReader, { reason, sales }: Agreement): boolean => {
  if (reason !== 'ORDER_EDIT') return false;
  const amounts = (sales?.nodes ?? []).map(({ totalAmount, totalTaxAmount }) => ({
    gross: reader.read(totalAmount, 'agreements.sales.totalAmount'),
    tax: reader.read(totalTaxAmount, 'agreements.sales.totalTaxAmount'),
  }));
  return amounts.every(({ gross, tax }) => gross === tax || gross === 0n) && amounts.some(({ tax }) => tax !== 0n);
};

const descriptions: Readonly<Record<'ORDER_EDIT' | 'RETURN', Description>> = {
  ORDER_EDIT: { kind: 'edit', message: 'the order was edited after it was placed' },
  RETURN: { kind: 'return', message: 'goods were returned or exchanged' },
};

const unknownReason: Description = {
  kind: 'edit',
  message: 'the order was changed for an unknown reason; see its timeline in Shopify',
};

/** Undefined for the sale itself and for refunds, which are listed separately. */
const descriptionOf = ({ reason }: Agreement): Description | undefined => {
  if (reason === 'ORDER' || reason === 'REFUND') return undefined;
  return reason === 'ORDER_EDIT' || reason === 'RETURN' ? descriptions[reason] : unknownReason;
};

const cancellation = (currency: Currency, { cancelledAt }: Order): readonly Adjustment[] => {
  const occurredAt = instantOrBlank(cancelledAt);
  return occurredAt === ''
    ? []
    : [
        {
          kind: 'cancellation',
          id: occurredAt,
          occurredAt,
          currency: currency.code,
          // The refunds have the money; it must not count twice.
          amount: 0n,
          tax: 0n,
          sent: false,
          message: 'the order was canceled; what the buyer got back, if anything, is in its refunds',
        },
      ];
};
