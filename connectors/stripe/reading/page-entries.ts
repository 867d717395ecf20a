import * as E from 'fp-ts/lib/Either.js';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { type Charge, isTaken } from '../records/charge.ts';
import type { CheckoutSession } from '../records/checkout-session.ts';
import type { StripeContext } from '../sale/context.ts';
import type { Dated } from './descending.ts';
import { incomplete, undecodable } from '../sale/entries.ts';
import type { Invoice } from '../records/invoice.ts';
import { wholeSession } from './whole-session.ts';
import { orHeld } from './or-held.ts';
import { ownerInWindow } from './owner-in-window.ts';
import { paymentIdOf } from '../sale/owner.ts';
import { readCharge } from './read-charge.ts';
import { type KnownOfInvoice, readInvoice } from './read-invoice.ts';
import { isSaleByItself, sessionToSale } from '../sale/session-to-sale.ts';
import type { Read, StripeApi } from '../api/stripe-api.ts';
import { remember, type WindowReading } from './window-reading.ts';

/** What became of one object of a list: an entry, or nothing because another record tells the sale. */
export type Told = SourceResult | null;

/** One object of a list as an entry, or held by itself. */
export const tell =
  <A>(read: (item: A) => Read<Told>) =>
  ({ id, value }: Dated<A>): Read<Told> =>
    E.isLeft(value) ? () => Promise.resolve(E.right(undecodable(id, value.left))) : orHeld(id, read(value.right));

const cannotSee = (id: string, missing: string): SourceResult =>
  E.left(incomplete(id, `what was sold by it cannot be seen: ${missing}`));

/** The sale of a charge; nothing when its invoice tells it. */
export const tellCharge =
  (api: StripeApi, context: StripeContext, reading: WindowReading) =>
  (charge: Charge): Read<Told> =>
  async () => {
    const teller = await ownerInWindow(api, reading)(charge)();
    if (E.isLeft(teller)) return teller;
    switch (teller.right.kind) {
      case 'invoice':
        // Failed attempts have the same payment; only the one that succeeded is the invoice's.
        if (isTaken(charge)) remember(reading.seen, paymentIdOf(charge), charge);
        return E.right(null);
      case 'charge':
        return readCharge(api, context)(charge, teller.right.session)();
      case 'unseen':
        return E.right(cannotSee(charge.id, teller.right.missing));
    }
  };

/** The sale of a session that needed no payment; nothing when a charge or an invoice tells it. */
export const tellSession =
  (api: StripeApi, context: StripeContext) =>
  (session: CheckoutSession): Read<Told> =>
  async () => {
    if (!isSaleByItself(session)) return E.right(null);
    const whole = await wholeSession(api)(session)();
    return E.isLeft(whole) ? whole : E.right(sessionToSale(context, whole.right));
  };

/** The sale of an invoice. One that was made final outside of the range is the pipeline's to set aside, as any other. */
export const tellInvoice =
  (api: StripeApi, context: StripeContext, known: KnownOfInvoice) =>
  (invoice: Invoice): Read<Told> =>
    readInvoice(api, context)(invoice, known);
