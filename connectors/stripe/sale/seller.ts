import * as O from 'fp-ts/lib/Option.js';
import { held, type RecordReference, type Exclusion, skipped } from '../../../src/domain/exclusion.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import type { StripeContext } from './context.ts';

/** What a record says about the accounts that take part in it. */
export interface Parties {
  /** `automatic_tax.liability` of its session or invoice: Stripe Tax's own answer to who remits. */
  readonly liability: { readonly type: string | null; readonly account: string | null } | null;
  readonly destination: string | null;
  readonly onBehalfOf: string | null;
  /** Set on separate charges and transfers; merchants use it for their own purposes as well. */
  readonly transferGroup: string | null;
  /** Set on the arrival, at a connected account, of a charge that its platform made. */
  readonly sourceTransfer: string | null;
}

const soldBy = (record: RecordReference, seller: string): O.Option<Exclusion> =>
  O.some(
    skipped(
      record,
      'recorded by another storefront',
      `${seller} is the seller, not this account; it is that account's to record`,
    ),
  );

/** Lines, tax and address of an arrival stand on the platform's charge, which this account may not read. */
const arrived = (record: RecordReference, { platformSells }: Policy): Exclusion =>
  platformSells === 'platform'
    ? skipped(
        record,
        'mirrored payment',
        'it is the arrival of a charge that the platform made; the charge itself is the sale',
      )
    : held(
        record,
        'incomplete record',
        "it is the arrival of a charge that the platform made, and what was sold stands there; enter it by hand, or set platformSells to 'platform' if this account is not the seller",
      );

/**
 * Why a record is no sale of this account's, if it is not: the mirrored arrival of another account's charge, or a charge
 * for a connected account that is the seller. Stripe Tax says who is; where it does not, `policy.platformSells` decides.
 */
export const refuseSeller = (
  { account, policy }: StripeContext,
  { liability, destination, onBehalfOf, transferGroup, sourceTransfer }: Parties,
  record: RecordReference,
): O.Option<Exclusion> => {
  if (sourceTransfer !== null) return O.some(arrived(record, policy));
  if (liability?.type === 'self') return O.none;
  if (liability?.account != null) {
    return liability.account === account ? O.none : soldBy(record, `the connected account ${liability.account}`);
  }
  if (policy.platformSells === 'platform') return O.none;
  const connected = onBehalfOf ?? destination;
  if (connected !== null) return connected === account ? O.none : soldBy(record, `the connected account ${connected}`);
  return transferGroup === null ? O.none : soldBy(record, 'a connected account of its transfer group');
};
