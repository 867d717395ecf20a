/** Reads the amounts of an order exactly, and records the fields that are missing, too precise or in another currency. */
import * as E from 'fp-ts/lib/Either.js';
import { type Currency, type MinorUnits, parseMinorUnits, sum } from '../../../src/domain/money.ts';
import type { Money } from '../records/money.ts';
import type { Connection } from '../records/connection.ts';
import type { DiscountAllocation, LineItem } from '../records/line-item.ts';
import { type Agreement, hasKnownReason } from '../records/agreement.ts';
import { isGiven } from '../../../src/domain/fields.ts';
import type { ShippingLine } from '../records/shipping-line.ts';
import type { Order } from '../records/order.ts';
import { hasSales } from './agreements.ts';
import type { Address } from '../../../src/domain/transaction.ts';
import type { Sale } from '../../../src/mapping/sale.ts';

export interface AmountReader {
  /** Zero for a field that is empty. */
  readonly read: (money: Money | null | undefined, field: string) => MinorUnits;
  /** Records that a required field is missing. */
  readonly noteMissing: (field: string) => void;
  readonly problems: () => AmountProblems;
}

/** Names of fields, each once. */
export interface AmountProblems {
  readonly missing: readonly string[];
  /** Finer than the currency's smallest unit. */
  readonly inexact: readonly string[];
  /** Not an amount, or not in the order's currency. */
  readonly unreadable: readonly string[];
}

export const amountReader = (currency: Currency): AmountReader => {
  const parse = parseMinorUnits(currency);
  const missing = new Set<string>();
  const inexact = new Set<string>();
  const unreadable = new Set<string>();
  return {
    read: (money, field) => {
      if (!isGiven(money)) return 0n;
      const isForeign = money.currencyCode !== null && money.currencyCode.toUpperCase() !== currency.code;
      const amount = parse(money.amount);
      if (!isForeign && E.isRight(amount)) return amount.right;
      // The zero is never sent: an order with a problem is held.
      const isTooFine = !isForeign && /^-?\d+\.\d+$/.test(money.amount.trim());
      (isTooFine ? inexact : unreadable).add(field);
      return 0n;
    },
    noteMissing: (field) => {
      missing.add(field);
    },
    problems: () => ({ missing: [...missing], inexact: [...inexact], unreadable: [...unreadable] }),
  };
};

/** The sum of the discount allocations of a line or shipping charge. */
export const allocatedOf = (
  reader: AmountReader,
  allocations: Connection<DiscountAllocation> | null | undefined,
  field: string,
): MinorUnits =>
  sum(
    (allocations?.nodes ?? []).map(({ allocatedAmountSet, allocatedAmount }) =>
      reader.read(allocatedAmountSet ?? allocatedAmount, `${field}.allocatedAmountSet`),
    ),
  );

/** What an agreement added to the order, in minor units with tax; negative for a reduction. */
export const amountOfAgreement =
  (reader: AmountReader) =>
  ({ sales }: Agreement): MinorUnits =>
    sum((sales?.nodes ?? []).map(({ totalAmount }) => reader.read(totalAmount, 'agreements.sales.totalAmount')));

/** Whether a line states its tax: a complete list of taxes, each with an amount. An empty list means no tax. */
export const statesTax = ({ taxLines }: Pick<LineItem | ShippingLine, 'taxLines'>): boolean =>
  isGiven(taxLines) && !taxLines.isCutShort && taxLines.nodes.every(({ priceSet }) => isGiven(priceSet));

/** Whether a line states its discount: a complete list of allocations, each with an amount. */
export const statesDiscount = ({ discountAllocations }: Pick<LineItem, 'discountAllocations'>): boolean =>
  isGiven(discountAllocations) &&
  !discountAllocations.isCutShort &&
  discountAllocations.nodes.every(({ allocatedAmountSet, allocatedAmount }) =>
    isGiven(allocatedAmountSet ?? allocatedAmount),
  );

/**
 * The original total of an order. When it is missing, the current total, unless an edit or exchange has changed it since: then
 * the original total is unknown.
 */
export const totalAsPlaced = ({
  originalTotalPriceSet,
  totalPriceSet,
  edited,
  agreements,
}: Order): Order['totalPriceSet'] =>
  originalTotalPriceSet ?? (edited === true || agreements?.nodes.some(changesTheTotal) === true ? null : totalPriceSet);

/** Optional fields; `service.wire.optional` decides whether they are sent. */
export const optionalOf = (
  { tags }: Pick<Order, 'tags'>,
  shipFromAddress: Address | undefined,
): Pick<Sale, 'optional'> => ({
  optional: {
    ...(tags != null && tags.length > 0 && { tags }),
    ...(shipFromAddress !== undefined && { shipFromAddress }),
  },
});

/** An edit, an exchange (a return with items sent out), or a change of unknown reason. */
const changesTheTotal = (agreement: Agreement): boolean => {
  const { reason, sales } = agreement;
  if (!hasKnownReason(agreement)) return hasSales(agreement);
  return (
    reason === 'ORDER_EDIT' || (reason === 'RETURN' && (sales?.nodes ?? []).some(({ quantity }) => (quantity ?? 0) > 0))
  );
};
