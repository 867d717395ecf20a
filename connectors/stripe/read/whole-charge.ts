import * as E from 'fp-ts/lib/Either.js';
import type { Read, StripeApi } from '../client/stripe-api.ts';
import { wholeListOf } from '../client/whole-list-of.ts';
import type { Charge } from '../records/charge.ts';
import { StripeRefund } from '../records/refund.ts';

/** A charge with all of its refunds. */
export const wholeCharge =
  (api: StripeApi) =>
  (charge: Charge): Read<Charge> =>
  async () => {
    if (charge.refunds !== null && charge.refunds.has_more !== true) return E.right(charge);
    const refunds = await wholeListOf(api, 'refunds', { charge: charge.id }, StripeRefund)();
    return E.isLeft(refunds) ? refunds : E.right({ ...charge, refunds: { data: refunds.right, has_more: false } });
  };
