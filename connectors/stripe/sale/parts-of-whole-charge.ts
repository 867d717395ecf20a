import * as E from 'fp-ts/lib/Either.js';
import type { Policy } from '../../../src/mapping/policy.ts';
import { type Metadata, metadataAmount } from './metadata-amount.ts';
import { amountsFrom, type SaleParts, type Telling, taxOf } from './sale-parts.ts';

interface WholeCharge {
  readonly captured: bigint;
  /** What was authorised. */
  readonly amount: bigint;
  readonly currency: string;
  readonly name: string;
  readonly metadata: Metadata;
}

/**
 * The parts of a charge that says nothing but its amount: one line of what was taken, less what the metadata of the
 * merchant's choosing calls tax and shipping.
 *
 * Left when a configured key holds no amount, or a tax of more than was captured: metadata is written before the capture.
 */
export const partsOfWholeCharge = (
  policy: Policy,
  telling: Telling,
  { captured, amount, currency, name, metadata }: WholeCharge,
): E.Either<string, SaleParts> => {
  const tax = metadataAmount(policy, metadata, 'tax', currency);
  if (E.isLeft(tax)) return tax;
  if (tax.right > 0n && captured < amount) {
    return E.left('its metadata states the tax of all that was authorised, and less was captured; enter it by hand');
  }
  const postage = metadataAmount(policy, metadata, 'shipping', currency);
  if (E.isLeft(postage)) return postage;
  const discount = metadataAmount(policy, metadata, 'discount', currency);
  if (E.isLeft(discount)) return discount;
  const listed = captured - tax.right - postage.right + discount.right;
  if (listed < 0n) return E.left('tax and shipping in its metadata are more than what was paid');
  const isFromMetadata = [tax, postage, discount].some(({ right }) => right !== 0n);
  return E.right({
    lines: [
      {
        id: 'payment',
        kind: 'goods',
        name,
        sku: null,
        quantity: 1,
        listed,
        discount: 0n,
        taxes: [],
        isShipped: telling.isShipped,
      },
    ],
    shipping: postage.right === 0n ? [] : [{ name: 'Shipping', price: postage.right, discount: 0n, taxes: [] }],
    orderDiscount: discount.right,
    orderTaxes: taxOf(telling, tax.right),
    decisions: [
      isFromMetadata
        ? amountsFrom('the charge and its metadata', ['amount_captured', 'metadata'])
        : amountsFrom('the charge alone, as one line', ['amount_captured']),
    ],
  });
};
