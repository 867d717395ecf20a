import * as E from 'fp-ts/lib/Either.js';
import type { Read, StripeApi } from '../client/stripe-api.ts';
import { wholeChildrenOf } from '../client/whole-children-of.ts';
import { type CheckoutSession, SessionLine } from '../records/checkout-session.ts';

/** A session with all of its line items. */
export const wholeSession =
  (api: StripeApi) =>
  (session: CheckoutSession): Read<CheckoutSession> =>
  async () => {
    const lines = await wholeChildrenOf(api, 'session lines', session.id, SessionLine, session.line_items)();
    return E.isLeft(lines) ? lines : E.right({ ...session, line_items: lines.right });
  };
