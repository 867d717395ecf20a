/** Maps a Checkout Session that needed no payment, because all of it was discounted, to a sale. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { instantOfUnixSeconds } from '../../../src/domain/instant.ts';
import { held, skipped } from '../../../src/domain/exclusion.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { isTaxUndetermined } from './charge-to-sale.ts';
import { type CheckoutSession, isSettled } from '../records/checkout-session.ts';
import { identityOf, referencesOf, type StripeContext } from './identity.ts';
import { destinationsOfSession, hasShipping } from './destinations.ts';
import { incomplete, recordOf, excludeForeign, partiesOfSession, saleResult } from './admission.ts';
import { exemptionsOf, exemptionsOfSession } from './exemptions.ts';
import { marketplacesOf } from './marketplaces.ts';
import { stripeMoney } from './amounts.ts';
import { completeParts } from './complete-parts.ts';
import { optionalOf } from './metadata.ts';
import { partsOfSession, statedBySession } from './session-parts.ts';

/**
 * Whether a session is a sale by itself: completed, of mode `payment`, and with neither a payment nor an invoice, which
 * would be the sale's own record.
 */
export const isSaleByItself = ({ mode, status, payment_intent, invoice }: CheckoutSession): boolean =>
  mode === 'payment' && status === 'complete' && payment_intent === null && invoice === null;

/** The line items of the session must be complete. */
export const sessionToSale = (context: StripeContext, session: CheckoutSession): SourceResult => {
  const { policy } = context;
  const excluded = excludeForeign(context, session.livemode, partiesOfSession(session), recordOf(session.id));
  if (O.isSome(excluded)) return E.left(excluded.value);
  if (session.status !== 'complete' || !isSettled(session)) {
    const message = 'the checkout was not completed, or its payment is on its way';
    return E.left(skipped(recordOf(session.id), 'not paid', message));
  }
  // If the session were sent now, the sale would count twice once Stripe shows the charge, perhaps a moment later.
  if (session.payment_intent !== null) {
    const message =
      'The charge that paid it is the sale, and Stripe does not show it yet. It is sent once Stripe does.';
    return E.left(skipped(recordOf(session.id), 'not paid', message));
  }
  if (session.line_items === null || session.line_items.has_more === true) {
    return E.left(incomplete(session.id, 'some of its line items are missing; run it again'));
  }
  if (session.created === null || session.currency === null) {
    return E.left(incomplete(session.id, 'it has no date or currency'));
  }
  const money = stripeMoney(session.currency);
  if (E.isLeft(money)) return E.left(held(recordOf(session.id), 'unknown currency', money.left));

  const destinations = destinationsOfSession(session);
  const isManaged = session.managed_payments?.enabled === true;
  const defaults = { liable: isManaged ? 'marketplace' : 'seller', isShipped: hasShipping(destinations) } as const;
  const complete = completeParts(
    { policy, defaults, money: money.right, metadata: session.metadata, total: session.amount_total },
    { parts: partsOfSession(defaults, money.right, session), stated: statedBySession(session) },
  );
  if (E.isLeft(complete)) return E.left(incomplete(session.id, complete.left));
  const { taxLineIds: _, hasTaxOfMetadata: _tax, ...parts } = complete.right.parts;
  return saleResult(money.right, {
    identity: identityOf(context, session.id, null),
    occurredAt: instantOfUnixSeconds(session.created),
    payment: 'paid',
    isTest: false,
    taxIsEstimated: isTaxUndetermined(session.automatic_tax),
    isCanceled: false,
    currency: money.right.currency,
    pricesIncludeTax: false,
    statedTotal: session.amount_total,
    destinations,
    exemptions: exemptionsOf(policy, session.metadata, exemptionsOfSession(session)),
    marketplaces: marketplacesOf(policy, session.metadata, { isManaged, application: null }),
    ...optionalOf(session.metadata),
    references: referencesOf(policy, session.metadata, [session.id]),
    refunds: [],
    adjustments: [],
    ...parts,
  });
};
