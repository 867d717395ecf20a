import * as E from 'fp-ts/lib/Either.js';
import { type Currency, type MinorUnits, parseMinorUnits, sum } from '../../../src/domain/money.ts';
import type { Money } from '../records/money.ts';
import type { Connection } from '../records/connection.ts';
import type { DiscountAllocation, LineItem } from '../records/line-item.ts';
import { type Agreement, hasKnownReason } from '../records/agreement.ts';
import { isGiven } from '../records/is-record.ts';
import type { ShippingLine } from '../records/shipping-line.ts';
import type { Order } from '../records/order.ts';
import { hasSales } from './agreements.ts';
import type { Sale } from '../../../src/mapping/sale.ts';

/** Reads the amounts of one order in one currency, and remembers the fields that it could not read. */
export interface AmountReader {
  /** Zero for a field that is empty. */
  readonly read: (money: Money | null | undefined, field: string) => MinorUnits;
  /** Notes that a field which the sale cannot do without was not among what was read. */
  readonly noteMissing: (field: string) => void;
  readonly problems: () => AmountProblems;
}

/** Names of fields, each once. */
export interface AmountProblems {
  readonly missing: readonly string[];
  /** Finer than the currency's smallest unit. */
  readonly inexact: readonly string[];
  /** Not an amount, or one in another currency than the order's. */
  readonly unreadable: readonly string[];
}

export const amountReader = (currency: Currency): AmountReader => {
  const parse = parseMinorUnits(currency);
  const missing = new Set<string>();
  const inexact = new Set<string>();
  const unreadable = new Set<string>();
  return {
    read: (money, field) => {
      if (money === null || money === undefined) return 0n;
      const isForeign = money.currencyCode !== null && money.currencyCode.toUpperCase() !== currency.code;
      const amount = parse(money.amount);
      if (!isForeign && E.isRight(amount)) return amount.right;
      // The amount stands for nothing from here on: an order with any of these problems is held.
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

/** What the parts of discounts that a line or a shipping charge carries come to. */
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

/** What an agreement added to the order, in minor units with its tax; negative for what it took off. */
export const amountOfAgreement =
  (reader: AmountReader) =>
  ({ sales }: Agreement): MinorUnits =>
    sum((sales?.nodes ?? []).map(({ totalAmount }) => reader.read(totalAmount, 'agreements.sales.totalAmount')));

/** Whether a line says what tax it carries: a whole list of taxes, each with its amount. An empty list is an answer. */
export const statesTax = ({ taxLines }: Pick<LineItem | ShippingLine, 'taxLines'>): boolean =>
  isGiven(taxLines) && !taxLines.isCutShort && taxLines.nodes.every(({ priceSet }) => isGiven(priceSet));

/** Whether a line says what discount it carries: a whole list of allocations, each with its amount. */
export const statesDiscount = ({ discountAllocations }: Pick<LineItem, 'discountAllocations'>): boolean =>
  isGiven(discountAllocations) &&
  !discountAllocations.isCutShort &&
  discountAllocations.nodes.every(({ allocatedAmountSet, allocatedAmount }) =>
    isGiven(allocatedAmountSet ?? allocatedAmount),
  );

/** An edit, a return by which something else went out (an exchange), or what we do not know the reason of. */
const changesTheTotal = (agreement: Agreement): boolean => {
  const { reason, sales } = agreement;
  if (!hasKnownReason(agreement)) return hasSales(agreement);
  return (
    reason === 'ORDER_EDIT' || (reason === 'RETURN' && (sales?.nodes ?? []).some(({ quantity }) => (quantity ?? 0) > 0))
  );
};

/**
 * The total of an order as it was placed. Where an answer does not show it, the total of today stands in, unless an edit
 * or an exchange has changed that since: then it proves nothing, and there is none.
 */
export const totalAsPlaced = ({
  originalTotalPriceSet,
  totalPriceSet,
  edited,
  agreements,
}: Order): Order['totalPriceSet'] =>
  originalTotalPriceSet ?? (edited === true || agreements?.nodes.some(changesTheTotal) === true ? null : totalPriceSet);

/** What a service may know beyond what it needs; whether it is sent is up to `service.wire.optional`. */
export const optionalOf = ({ tags }: Pick<Order, 'tags'>): Pick<Sale, 'optional'> =>
  tags == null || tags.length === 0 ? {} : { optional: { tags } };
