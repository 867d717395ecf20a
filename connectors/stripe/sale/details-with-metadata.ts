import * as E from 'fp-ts/lib/Either.js';
import type { Policy } from '../../../src/mapping/policy.ts';
import { type Metadata, metadataAmount } from './metadata-amount.ts';
import type { AmountDetails } from '../records/payment-intent.ts';

/**
 * The details of a payment without lines, with what they leave open taken from the metadata of the merchant's choosing: a
 * tip says nothing about the tax, and Stripe writes zeros where nothing was given.
 *
 * Left when a configured key holds no amount.
 */
export const detailsWithMetadata = (
  policy: Policy,
  metadata: Metadata,
  currency: string,
  details: AmountDetails,
): E.Either<string, AmountDetails> => {
  if ((details.line_items?.data.length ?? 0) > 0) return E.right(details);
  const tax = metadataAmount(policy, metadata, 'tax', currency);
  if (E.isLeft(tax)) return tax;
  const postage = metadataAmount(policy, metadata, 'shipping', currency);
  if (E.isLeft(postage)) return postage;
  const discount = metadataAmount(policy, metadata, 'discount', currency);
  if (E.isLeft(discount)) return discount;
  const stated = (amount: bigint | null | undefined, otherwise: bigint): bigint =>
    amount == null || amount === 0n ? otherwise : amount;
  return E.right({
    ...details,
    discount_amount: stated(details.discount_amount, discount.right),
    shipping: {
      amount: stated(details.shipping?.amount, postage.right),
      to_postal_code: details.shipping?.to_postal_code ?? null,
    },
    tax: { total_tax_amount: stated(details.tax?.total_tax_amount, tax.right) },
  });
};
