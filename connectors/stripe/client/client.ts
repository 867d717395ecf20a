/** Sends reads to Stripe through its SDK, slowly enough to leave a part of Stripe's rate limit to the merchant's own shop. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type Stripe from 'stripe';
import type { StripeFailure } from '../errors.ts';
import { toStripeFailure, wholeAnswer, wholeList } from './to-stripe-failure.ts';
import { makeStripe, modeOf } from './make-stripe.ts';
import type { StripeSettings } from '../settings.ts';
import type { ChildName, ListName, ListQuery, ObjectName, StripeApi, StripeList } from './stripe-api.ts';
import type { Clock } from '../../../src/domain/environment.ts';

/** Opens no connection. */
export const stripeApi = (settings: StripeSettings): StripeApi => {
  const made = makeStripe(settings);
  if (E.isLeft(made)) return refusing(made.left);
  const stripe = made.right;
  const pace = makePace(settings.clock, inAll(modeOf(settings.secretKey.reveal())));
  const send =
    <A>(what: string, request: () => Promise<A>): TE.TaskEither<StripeFailure, A> =>
    async () => {
      await pace(what);
      return pipe(TE.tryCatch(request, toStripeFailure(what)), TE.flatMapEither(wholeAnswer(what)))();
    };
  const [listOf, childrenOf, objectOf] = [lists(stripe), children(stripe), objects(stripe)];
  return {
    account: send('account', () => stripe.accounts.retrieveCurrent()),
    list: (name, query) =>
      pipe(
        send(name, () => listOf[name](query)),
        TE.flatMapEither(wholeList(name)),
      ),
    children: (name, id, query) =>
      pipe(
        send(name, () => childrenOf[name](id, query)),
        TE.flatMapEither(wholeList(name)),
      ),
    retrieve: (name, id, expand) =>
      send(name, () => objectOf[name](id, expand === undefined ? {} : { expand: [...expand] })),
  };
};

/** Requests per second that are never exceeded for long, and how many may go at once after a quiet time. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Stripe allows 25 requests per second and endpoint, and 100 in all (25 for test data), for all users of the account
 * together (docs.stripe.com/rate-limits). A fifth is left to the merchant's own shop.
 */
const perEndpoint: Rate = { perSecond: 20, burst: 4 };

/** Waits until a request to an endpoint may go. All requests of one connector pass through one pace. */
export const makePace = (clock: Clock, all: Rate, each: Rate = perEndpoint): ((endpoint: string) => Promise<void>) => {
  const total = bucket(all);
  const buckets = new Map<string, (now: number) => number>();
  return async (endpoint) => {
    const own = buckets.get(endpoint) ?? bucket(each);
    buckets.set(endpoint, own);
    const now = clock.now();
    const wait = Math.max(own(now), total(now));
    if (wait > 0) await clock.sleep(wait)();
  };
};

const refusing = (failure: StripeFailure): StripeApi => ({
  account: TE.left(failure),
  list: () => TE.left(failure),
  children: () => TE.left(failure),
  retrieve: () => TE.left(failure),
});

/** One token bucket; gives the milliseconds to wait, and counts the request as made. */
const bucket = ({ perSecond, burst }: Rate): ((now: number) => number) => {
  const spacing = 1000 / perSecond;
  let fullAt = 0;
  return (now) => {
    fullAt = Math.max(now, fullAt) + spacing;
    return Math.max(0, fullAt - spacing * burst - now);
  };
};

const inAll = (mode: 'live' | 'test'): Rate =>
  mode === 'live' ? { perSecond: 80, burst: 16 } : { perSecond: 20, burst: 4 };

type SendList = (query: ListQuery) => Promise<StripeList>;

const lists = (stripe: Stripe): Readonly<Record<ListName, SendList>> => ({
  charges: (query) => stripe.charges.list(query),
  'checkout sessions': (query) =>
    // An open or expired session sold nothing. A look-up of one payment finds its session whatever its status.
    stripe.checkout.sessions.list(query.created === undefined ? query : { ...query, status: 'complete' }),
  invoices: (query) => stripe.invoices.list(query),
  'invoice payments': (query) => stripe.invoicePayments.list(query),
  'credit notes': (query) => stripe.creditNotes.list(query),
  refunds: (query) => stripe.refunds.list(query),
  disputes: (query) => stripe.disputes.list(query),
  'balance transactions': (query) => stripe.balanceTransactions.list(query),
  events: (query) => stripe.events.list(query),
});

type SendChildren = (id: string, query: ListQuery) => Promise<StripeList>;

const children = (stripe: Stripe): Readonly<Record<ChildName, SendChildren>> => ({
  'session lines': (id, query) => stripe.checkout.sessions.listLineItems(id, query),
  'invoice lines': (id, query) => stripe.invoices.listLineItems(id, query),
  'credit note lines': (id, query) => stripe.creditNotes.listLineItems(id, query),
  // SDK 18 has no method for it.
  'amount details': (id, query) =>
    getDirectly(stripe, `/v1/payment_intents/${encodeURIComponent(id)}/amount_details_line_items`, query),
  'tax calculation lines': (id, query) => stripe.tax.calculations.listLineItems(id, query),
  'tax transaction lines': (id, query) => stripe.tax.transactions.listLineItems(id, query),
});

/** A read for which older SDKs have no method. */
const getDirectly = (
  stripe: Stripe,
  path: string,
  { expand = [], ...query }: Partial<Pick<ListQuery, 'limit' | 'starting_after' | 'payment_intent' | 'expand'>>,
): Promise<StripeList> => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  for (const field of expand) parameters.append('expand[]', field);
  return stripe.rawRequest('GET', `${path}?${parameters.toString()}`);
};

type SendRetrieve = (id: string, options: { expand?: string[] }) => Promise<unknown>;

const objects = (stripe: Stripe): Readonly<Record<ObjectName, SendRetrieve>> => ({
  charge: (id, options) => stripe.charges.retrieve(id, options),
  'payment intent': (id, options) => stripe.paymentIntents.retrieve(id, options),
  'checkout session': (id, options) => stripe.checkout.sessions.retrieve(id, options),
  invoice: (id, options) => stripe.invoices.retrieve(id, options),
  'invoice payment': (id, options) => stripe.invoicePayments.retrieve(id, options),
  'credit note': (id, options) => stripe.creditNotes.retrieve(id, options),
  refund: (id, options) => stripe.refunds.retrieve(id, options),
  dispute: (id, options) => stripe.disputes.retrieve(id, options),
  'tax calculation': (id, options) => stripe.tax.calculations.retrieve(id, options),
  'tax transaction': (id, options) => stripe.tax.transactions.retrieve(id, options),
  'terminal location': (id, options) => stripe.terminal.locations.retrieve(id, options),
  'tax rate': (id, options) => stripe.taxRates.retrieve(id, options),
  product: (id, options) => stripe.products.retrieve(id, options),
  // SDKs 18 and 19 have no method for it.
  'tax association': (id, options) =>
    getDirectly(stripe, '/v1/tax/associations/find', { ...options, payment_intent: id }),
});
