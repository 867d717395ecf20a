import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type Stripe from 'stripe';
import { decodeAs } from '../../../src/domain/decode.ts';
import { listToEnd } from '../api/list-to-end.ts';
import { toStripeFailure } from '../api/to-stripe-failure.ts';
import type { StripeFailure } from '../errors.ts';
import { apiVersion, makeStripe } from '../api/make-stripe.ts';
import type { StripeSettings } from '../settings.ts';
import type { Read } from '../api/stripe-api.ts';
import { type EndpointKind, markOf, WebhookEndpoint } from './webhook-endpoint.ts';
import { wholeAnswer, wholeList } from '../api/whole-answer.ts';

/** Webhook endpoints of the key's own account, whichever account's sales are read. The only writes to Stripe. */
export interface EndpointsApi {
  /** Of the key itself. */
  readonly accountId: Read<string>;
  readonly all: Read<readonly WebhookEndpoint[]>;
  readonly create: (address: string, kind: EndpointKind, events: readonly string[]) => Read<WebhookEndpoint>;
  /** Enables it, for these events and no others. */
  readonly update: (id: string, events: readonly string[]) => Read<WebhookEndpoint>;
}

type EventName = Stripe.WebhookEndpointCreateParams.EnabledEvent;

/** Names that Stripe gave us, and our own; whether they are all known to it, Stripe says. */
const isEventName = (name: string): name is EventName => /^(\*|[a-z0-9_.]+)$/.test(name);

const what = 'webhook endpoints';

const send = <A>(request: () => Promise<A>): Read<A> =>
  pipe(TE.tryCatch(request, toStripeFailure(what)), TE.flatMapEither(wholeAnswer(what)));

const endpointIn = (answer: unknown): E.Either<StripeFailure, WebhookEndpoint> => decodeAs(WebhookEndpoint)(answer);

const over = (stripe: Stripe): EndpointsApi => ({
  accountId: pipe(
    send(() => stripe.accounts.retrieveCurrent()),
    TE.map(({ id }) => id),
  ),
  all: listToEnd(
    (query) =>
      pipe(
        send(() => stripe.webhookEndpoints.list(query)),
        TE.flatMapEither(wholeList(what)),
      ),
    { limit: 100 },
    WebhookEndpoint,
    null,
  ),
  create: (url, kind, events) =>
    pipe(
      send(() =>
        stripe.webhookEndpoints.create({
          url,
          enabled_events: events.filter(isEventName),
          api_version: apiVersion,
          connect: kind === 'connected accounts',
          description: 'Tax Nexus: names the sales that changed',
          metadata: { ...markOf(kind) },
        }),
      ),
      TE.flatMapEither(endpointIn),
    ),
  update: (id, events) =>
    pipe(
      send(() => stripe.webhookEndpoints.update(id, { enabled_events: events.filter(isEventName), disabled: false })),
      TE.flatMapEither(endpointIn),
    ),
});

/** Opens no connection. */
export const endpointsApi = (settings: StripeSettings): E.Either<StripeFailure, EndpointsApi> =>
  E.map(over)(makeStripe({ ...settings, account: null }));
