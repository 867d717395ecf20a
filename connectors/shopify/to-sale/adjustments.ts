import { type Currency, formatMinorUnits, sum } from '../../../src/domain/money.ts';
import type { Adjustment, AdjustmentKind } from '../../../src/domain/run.ts';
import type { Agreement } from '../records/agreement.ts';
import { amountOfAgreement, type AmountReader } from './amounts.ts';
import { idOfGid } from '../records/gid.ts';
import { instantOrBlank } from '../records/instant-or-blank.ts';
import type { Order } from '../records/order.ts';

interface Description {
  readonly kind: Extract<AdjustmentKind, 'edit' | 'return'>;
  readonly message: string;
}

const descriptions: Readonly<Record<'ORDER_EDIT' | 'RETURN', Description>> = {
  ORDER_EDIT: { kind: 'edit', message: 'the order was edited after it was placed' },
  RETURN: { kind: 'return', message: 'goods were returned or exchanged' },
};

/** Shopify does so since 2026-10 when an order that is not sent yet gets another address, and shows the address of today alone. */
const taxRecalculated: Description = {
  kind: 'edit',
  message:
    'its tax was calculated anew, as for another ship-to address; the sale has the tax as sold and the address of today',
};

const unknownReason: Description = {
  kind: 'edit',
  message: 'the order was changed for a reason that is not known here; look at its timeline at Shopify',
};

/** Undefined for the sale itself, and for refunds, which have a list of their own. */
const descriptionOf = ({ reason }: Agreement): Description | undefined => {
  if (reason === 'ORDER' || reason === 'REFUND') return undefined;
  return reason === 'ORDER_EDIT' || reason === 'RETURN' ? descriptions[reason] : unknownReason;
};

/** Inside of prices a tax that changes leaves what was paid as it was. The sale itself, which every order has, is not looked at. */
const changesOnlyTax = (reader: AmountReader, { reason, sales }: Agreement): boolean => {
  if (reason !== 'ORDER_EDIT') return false;
  const amounts = (sales?.nodes ?? []).map(({ totalAmount, totalTaxAmount }) => ({
    gross: reader.read(totalAmount, 'agreements.sales.totalAmount'),
    tax: reader.read(totalTaxAmount, 'agreements.sales.totalTaxAmount'),
  }));
  return amounts.every(({ gross, tax }) => gross === tax || gross === 0n) && amounts.some(({ tax }) => tax !== 0n);
};

/**
 * An edit, a return, an exchange, or what we do not know the reason of, as a adjustment; undefined for an agreement of another
 * kind, or without any sales.
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
          // The money is in the refunds: counted here as well, it would go back twice.
          amount: 0n,
          tax: 0n,
          sent: false,
          message: 'the order was cancelled; what went back to the buyer is in its refunds',
        },
      ];
};

/** What happened to an order after it was placed, refunds aside: those have a list of their own. */
export const adjustmentsOf = (reader: AmountReader, currency: Currency, order: Order): readonly Adjustment[] => {
  const adjustments: Adjustment[] = [];
  for (const agreement of order.agreements?.nodes ?? []) {
    const adjustment = adjustmentOf(reader, currency, agreement);
    if (adjustment !== undefined) adjustments.push(adjustment);
  }
  return [...adjustments, ...cancellation(currency, order)];
};
