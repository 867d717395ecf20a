import Stripe from 'stripe';
import { makePace, type Rate } from '../../../connectors/stripe/client/client.ts';
import { systemClock } from '../../../src/app/system-environment.ts';
import type { Whereabouts } from '../far-side/start.ts';
import type { Work } from './measure.ts';

/** As our connector goes: at each endpoint, and at all of them. */
const [each, all]: readonly [Rate, Rate] = [
  { perSecond: 20, burst: 4 },
  { perSecond: 80, burst: 16 },
];

/** Enough to keep an endpoint busy at its limit in spite of the latency. */
const width = 8;

/**
 * The same job the way that comes to mind first: list the charges, and ask for each what stands behind it. It maps
 * nothing and keeps nothing, so its CPU is the least that it could be.
 */
export const naive = async ({ origin, secretKey }: Whereabouts, most: number): Promise<Work> => {
  const { hostname: host, port } = new URL(origin);
  const stripe = new Stripe(secretKey, { host, port, protocol: 'http', telemetry: false });
  const pace = makePace(systemClock, all, each);
  let [charges, sessions, invoices] = [0, 0, 0];

  const lookUp = async ({ payment_intent: payment }: Stripe.Charge): Promise<void> => {
    charges += 1;
    if (typeof payment !== 'string') return;
    await pace('sessions');
    const session = await stripe.checkout.sessions.list({ payment_intent: payment, expand: ['data.line_items'] });
    sessions += session.data.length;
    if (session.data.length > 0) return;
    await pace('invoice payments');
    const paid = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: payment },
      expand: ['data.invoice'],
    });
    invoices += paid.data.length;
  };

  for (let [after, isOver]: [string | undefined, boolean] = [undefined, false]; !isOver && charges < most;) {
    await pace('charges');
    const page: Stripe.ApiList<Stripe.Charge> = await stripe.charges.list({
      limit: 100,
      ...(after !== undefined && { starting_after: after }),
    });
    const rest = page.data[Symbol.iterator]();
    const worker = async (): Promise<void> => {
      for (const charge of rest) await lookUp(charge);
    };
    await Promise.all(Array.from({ length: width }, worker));
    [after, isOver] = [page.data.at(-1)?.id, !page.has_more];
  }
  return { charges, result: `${sessions} sessions, ${invoices} invoices` };
};
