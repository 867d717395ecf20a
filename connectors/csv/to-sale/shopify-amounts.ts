/** Works out discounts and shipping of an order in Shopify's CSV export, which does not say what its discount column includes. */
import * as E from 'fp-ts/lib/Either.js';
import type { Exclusion } from '../../../src/domain/exclusion.ts';
import { type Currency, formatMinorUnits, type MinorUnits, parseMinorUnits } from '../../../src/domain/money.ts';
import type { Fields } from '../shapes/shape.ts';

/** Why an order is held. */
export type Problem = Pick<Extract<Exclusion, { readonly _tag: 'Held' }>, 'reason' | 'message'>;

/** The amounts of an order as Shopify's API names them, as decimal text. */
interface OrderAmounts {
  /** On lines, on the order and on shipping. */
  readonly totalDiscounts: string;
  /** Whether all discounts are on lines, apart from one on shipping. */
  readonly areOnLines: boolean;
  readonly shipping: string;
  readonly discountedShipping: string;
}

const again = 'Correct the file, or export it again.';

/**
 * Shopify does not document whether `Discount Amount` includes the discounts of lines and shipping. So the discount is the
 * difference between the lines and `Subtotal`, if the columns explain it; the rest of `Discount Amount` is a discount on
 * shipping, if only that explains `Total`.
 *
 * Left where the columns do not explain `Total`, or prices include the tax.
 */
export const amountsOf = (
  currency: Currency,
  rows: readonly Fields[],
  first: Fields,
): E.Either<Problem, OrderAmounts> => {
  const parse = parseMinorUnits(currency);
  const show = formatMinorUnits(currency);
  const problems: Problem[] = [];
  const read = (row: Fields, column: string): MinorUnits => {
    const text = row(column);
    const amount = text === '' ? E.right(0n) : parse(text);
    if (E.isRight(amount)) return amount.right;
    const reason = amount.left.startsWith('more than') ? 'amount not exact' : 'unreadable record';
    problems.push({ reason, message: `${column} is ${amount.left}. ${again}` });
    return 0n;
  };
  let listed = 0n;
  let onLines = 0n;
  for (const row of rows) {
    const quantity = row('Lineitem quantity');
    if (!/^\d+$/.test(quantity)) {
      problems.push({ reason: 'unreadable record', message: `Lineitem quantity is not a whole number. ${again}` });
      continue;
    }
    listed += read(row, 'Lineitem price') * BigInt(quantity);
    onLines += read(row, 'Lineitem discount');
  }
  const [subtotal, shipping, taxes, duties, total, stated] = [
    read(first, 'Subtotal'),
    read(first, 'Shipping'),
    read(first, 'Taxes'),
    read(first, 'Duties'),
    read(first, 'Total'),
    read(first, 'Discount Amount'),
  ];
  const [unreadable] = problems;
  if (unreadable !== undefined) return E.left(unreadable);

  const discount = listed - subtotal;
  const missing = subtotal + shipping + taxes + duties - total;
  const isShippingDiscount = missing > 0n && missing <= shipping && stated - discount === missing;
  if (!isShippingDiscount && ![stated, onLines, stated + onLines].includes(discount)) {
    return problem(
      'totals do not add up',
      `Its lines add up to ${show(listed)}, its Subtotal is ${show(subtotal)}, and its discounts are ${show(stated)} ${currency.code}. ${again}`,
    );
  }
  if (missing !== 0n && missing === taxes && !isShippingDiscount) {
    return problem(
      'incomplete record',
      "Its prices include the tax, and the export does not show each line's. Connect the shop.",
    );
  }
  if (missing !== 0n && !isShippingDiscount) {
    return problem(
      'totals do not add up',
      `Subtotal, Shipping, Taxes and Duties add up to ${show(total + missing)}, and its Total is ${show(total)} ${currency.code}. The export shows neither tips nor edits: connect the shop.`,
    );
  }
  return E.right({
    totalDiscounts: show(discount + missing),
    areOnLines: onLines === discount,
    shipping: show(shipping),
    discountedShipping: show(shipping - missing),
  });
};

const problem = (reason: Problem['reason'], message: string): E.Left<Problem> =>
  E.left({ reason, message }) as E.Left<Problem>;
