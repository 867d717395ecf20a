import * as E from 'fp-ts/lib/Either.js';
import type { Read, StripeApi } from '../client/stripe-api.ts';
import { wholeListOf } from '../client/whole-list-of.ts';
import type { Charge } from '../records/charge.ts';
import { Dispute } from '../records/dispute.ts';

/** The disputes of a charge. They change nothing of a sale: one that the key may not read is named as unreadable. */
export const disputesOf =
  (api: StripeApi) =>
  ({ id, disputed, amount, created }: Charge): Read<readonly Dispute[]> =>
  async () => {
    if (disputed !== true) return E.right([]);
    const disputes = await wholeListOf(api, 'disputes', { charge: id }, Dispute)();
    if (E.isRight(disputes) || disputes.left._tag !== 'MissingPermission') return disputes;
    const status = 'unknown: grant rak_dispute_read';
    return E.right([
      { id: `dispute-of-${id}`, amount, status, reason: null, created, charge: id, payment_intent: null },
    ]);
  };
