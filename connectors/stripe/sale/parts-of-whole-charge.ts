import * as E from 'fp-ts/lib/Either.js';
import type { Policy } from '../../../src/mapping/policy.ts';
import { type Metadata, metadataAmount } from './metadata-amount.ts';
import { amountsFrom, type SaleParts, type Telling, taxOf } from './sale-parts.ts';

interface WholeCharge {
  readonly captured: bigint;
  readonly currency: string;
  readonly name: string;
  readonly metadata: Metadata;
}

/**
 * The parts of a charge that says nothing but its amount: one line of what was taken, less what the metadata of the
 * merchant's choosing calls tax and shipping.
 *
 * Left when a configured key holds no amount.
 */
export const partsOfWholeCharge =
  (policy: Policy, telling: Telling) =>
  ({ captured, currency, name, metadata }: WholeCharge): E.Either<string, SaleParts> => {
    const tax = metadataAmount(policy, metadata, 'tax', currency);
    if (E.isLeft(tax)) return tax;
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
