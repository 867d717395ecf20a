import { StripeAddress, toPlatformAddress } from './address.ts';
import { flag, isAbsent, nullable, object, orNothing, type Part, reference, text } from './codec.ts';
import { quickCodec } from './quick.ts';

/** A card as charges carried it before `billing_details` (2018), or a source with its owner. */
const OlderCard = orNothing(
  nullable(
    object('Card', {
      country: text,
      address_line1: text,
      address_line2: text,
      address_city: text,
      address_state: text,
      address_zip: text,
      address_country: text,
      owner: nullable(object('Owner', { address: nullable(StripeAddress) })),
    }),
  ),
);

/** Whether there is anything: a dispute stood beside its charge as an id, as an object, or as one without an id. */
const given: Part<boolean> = quickCodec('anything', (input) => !isAbsent(input) && input !== '');

/**
 * What older versions say of a charge in fields that are gone: `card` (before 2015-02-18), then `source`; `paid` without
 * `status` (2014 and before); `dispute` without `disputed`; `destination` without `transfer_data`.
 */
export const olderCharge = { paid: flag, card: OlderCard, source: OlderCard, dispute: given, destination: reference };

interface Readable {
  readonly status: string | null;
  readonly disputed: boolean | null;
  readonly billing_details: { readonly address: StripeAddress | null } | null;
  readonly transfer_data: { readonly destination: string | null } | null;
  readonly paid: boolean | null;
  readonly card: OlderCard;
  readonly source: OlderCard;
  readonly dispute: boolean;
  readonly destination: string | null;
}

type OlderCard = typeof OlderCard._A;

/** In early 2015 a successful charge was called `paid`; before, nothing but the flag said so. */
const statusOf = ({ status, paid }: Readable): string | null => {
  if (status === 'paid') return 'succeeded';
  if (status !== null || paid === null) return status;
  return paid ? 'succeeded' : 'failed';
};

/** Never the card's own `country`, which is the issuer's. */
const billingOfCard = (card: OlderCard): Readable['billing_details'] =>
  card === null
    ? null
    : {
        address: card.owner?.address ?? {
          line1: card.address_line1,
          line2: card.address_line2,
          city: card.address_city,
          state: card.address_state,
          postal_code: card.address_zip,
          country: card.address_country,
        },
      };

/** Blank billing details say no more than none: what the card or source says still counts. */
const billingOf = ({ billing_details: billing, source, card }: Readable): Readable['billing_details'] =>
  toPlatformAddress(billing?.address ?? null) === null ? (billingOfCard(source ?? card) ?? billing) : billing;

/** A charge of any version in the shape of today's. */
export const modernCharge = <A extends Readable>(charge: A): A => ({
  ...charge,
  status: statusOf(charge),
  disputed: charge.disputed ?? charge.dispute,
  billing_details: billingOf(charge),
  transfer_data: charge.transfer_data ?? (charge.destination === null ? null : { destination: charge.destination }),
});
