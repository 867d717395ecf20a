/** Keeps a storefront's webhook endpoint at Stripe complete: creates it, or adds missing events, and never removes anything. */
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import { isSameAddress, webhookAddressProblem } from '../../../src/mapping/webhook-address.ts';
import type {
  ArrivedDeliveries,
  SubscriptionFinding,
  WebhookSubscriptions,
} from '../../../src/mapping/source-connector.ts';
import { type StripeFailure, toSourceError } from '../errors.ts';
import { eventTypes } from './webhook-event.ts';
import type { StripeSettings } from '../settings.ts';
import type { Read } from '../client/stripe-api.ts';
import { pipe } from 'fp-ts/lib/function.js';
import type Stripe from 'stripe';
import { decodeAs } from '../../../src/domain/decode.ts';
import { listToEnd } from '../client/decoded.ts';
import { toStripeFailure, wholeAnswer, wholeList } from '../client/to-stripe-failure.ts';
import { apiVersion, isOrganizationKey, makeStripe } from '../client/make-stripe.ts';
import * as t from 'io-ts';
import { arrayOf, metadata, object, text } from '../records/codec.ts';
import { attempt } from '../../../src/domain/attempt.ts';

/** An endpoint of the account. Stripe shows its signing secret only when it is created; the secret is not read. */
const WebhookEndpoint = object('WebhookEndpoint', {
  id: t.string,
  url: text,
  status: text,
  application: text,
  /** Null for the account's own version. */
  api_version: text,
  metadata,
  enabled_events: arrayOf(t.string),
});

type WebhookEndpoint = t.TypeOf<typeof WebhookEndpoint>;

/** The accounts whose events an endpoint receives: its owner, or all accounts that are connected to it. */
type EndpointKind = 'account' | 'connected accounts';

/** Webhook endpoints of the key's own account, whichever account's sales are read. The only writes to Stripe. */
interface EndpointsApi {
  /** The id of the key's own account. */
  readonly accountId: Read<string>;
  readonly all: Read<readonly WebhookEndpoint[]>;
  readonly create: (address: string, kind: EndpointKind, events: readonly string[]) => Read<WebhookEndpoint>;
  /** Enables the endpoint for exactly these events. */
  readonly update: (id: string, events: readonly string[]) => Read<WebhookEndpoint>;
}

interface Found {
  readonly kind: EndpointKind;
  readonly endpoint: WebhookEndpoint | undefined;
}

/** Manages only the endpoint at our own address. */
export const subscriptionsOf = (settings: StripeSettings): WebhookSubscriptions => {
  const at =
    (
      address: string,
      arrived: ArrivedDeliveries | undefined,
      use: (api: EndpointsApi, found: Found) => Read<readonly SubscriptionFinding[]>,
    ): TE.TaskEither<SourceError, readonly SubscriptionFinding[]> =>
    async () => {
      const problem = webhookAddressProblem('Stripe', address);
      if (problem !== undefined) return E.left({ _tag: 'SourceRefused', message: problem });
      const api = endpointsApi(settings);
      if (E.isLeft(api)) return E.left(explained(api.left));
      const found = await find(api.right, settings.account, address, arrived?.alsoAt ?? [])();
      if (E.isLeft(found)) return E.left(explained(found.left));
      const findings = await use(api.right, found.right)();
      return E.mapLeft(explained)(findings);
    };
  const hasSecret = settings.webhookSecrets.length > 0;
  return {
    status: (address, arrived) =>
      at(address, arrived, (_, { kind, endpoint }) =>
        TE.right([
          ...eventsOf(kind).map((topic) => stateOf(endpoint, topic, address)),
          ...(endpoint === undefined || isDisabled(endpoint) ? [] : [versionFinding(endpoint)]),
          secretFinding(hasSecret),
        ]),
      ),
    apply: (address, arrived) => at(address, arrived, (api, found) => settle(api, address, found, hasSecret)),
  };
};

/** Opens no connection. */
const endpointsApi = (settings: StripeSettings): E.Either<StripeFailure, EndpointsApi> =>
  E.map(over)(makeStripe(isOrganizationKey(settings.secretKey.reveal()) ? settings : { ...settings, account: null }));

const what = 'webhook endpoints';

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

const send = <A>(request: () => Promise<A>): Read<A> =>
  pipe(TE.tryCatch(request, toStripeFailure(what)), TE.flatMapEither(wholeAnswer(what)));

type EventName = Stripe.WebhookEndpointCreateParams.EnabledEvent;

/** Event names; Stripe decides whether it knows them all. */
const isEventName = (name: string): name is EventName => /^(\*|[a-z0-9_.]+)$/.test(name);

const mark = 'tax_nexus_sync';

/** Stripe does not show later what an endpoint was made for, so its metadata states it. */
const markOf = (kind: EndpointKind): Readonly<Record<string, string>> => ({ [mark]: kind });

const endpointIn = (answer: unknown): E.Either<StripeFailure, WebhookEndpoint> => decodeAs(WebhookEndpoint)(answer);

const byHand = 'or create the endpoint in the dashboard, as in docs/stripe.md';

/** A key that only reads sales is a good key, so a missing permission for endpoints stops nothing else. */
const explained = (failure: StripeFailure): SourceError =>
  failure._tag === 'MissingPermission'
    ? { _tag: 'SourceRefused', message: `${failure.message}; ${byHand}` }
    : toSourceError(failure);

const find =
  (api: EndpointsApi, account: string | null, address: string, alsoAt: readonly string[]): Read<Found> =>
  () =>
    attempt(async (take) => {
      const kind = await take(wantedKind(api, account)());
      const all = await take(api.all());
      const ours = [address, ...alsoAt].flatMap((at) =>
        all.filter((one) => isSameAddress(one.url, at) && kindOf(one) === kind),
      );
      return { kind, endpoint: ours.find(({ status }) => status === 'enabled') ?? ours[0] };
    });

/** A key that reads its own account needs that account's events; a platform's key needs those of its connected accounts. */
const wantedKind =
  (api: EndpointsApi, account: string | null): Read<EndpointKind> =>
  async () => {
    if (account === null) return E.right('account');
    const own = await api.accountId();
    return E.isLeft(own) ? own : E.right(own.right === account ? 'account' : 'connected accounts');
  };

/**
 * The purpose of an endpoint. An endpoint that another app created counts as its owner's, unless it belongs to a Connect
 * application.
 */
const kindOf = ({ metadata: notes, application }: WebhookEndpoint): EndpointKind => {
  const noted = notes[mark];
  if (noted === 'connected accounts' || noted === 'account') return noted;
  return application === null ? 'account' : 'connected accounts';
};

/** Events by which a platform learns that an account was connected or disconnected. */
const accountEvents = ['account.application.authorized', 'account.application.deauthorized', 'account.updated'];

const eventsOf = (kind: EndpointKind): readonly string[] =>
  kind === 'account' ? eventTypes : [...eventTypes, ...accountEvents];

const stateOf = (endpoint: WebhookEndpoint | undefined, topic: string, address: string): SubscriptionFinding => {
  if (endpoint === undefined) return { topic, state: 'missing', message: 'no endpoint has this address' };
  if (!receives(endpoint, topic)) return { topic, state: 'missing', message: 'the endpoint does not ask for it' };
  return isDisabled(endpoint)
    ? { topic, state: 'wrong', message: 'the endpoint is disabled; nothing is delivered' }
    : {
        topic,
        state: 'present',
        message: isSameAddress(endpoint.url, address) ? 'subscribed' : `subscribed at ${endpoint.url}`,
      };
};

const receives = ({ enabled_events: events }: WebhookEndpoint, type: string): boolean =>
  events.includes(type) || events.includes('*');

const isDisabled = ({ status }: WebhookEndpoint): boolean => status !== 'enabled';

/** Events of any version work, because the records are read again in ours. */
const versionFinding = ({ api_version: version }: WebhookEndpoint): SubscriptionFinding => ({
  topic: 'API version',
  state: 'present',
  message: `events arrive in ${version === null ? "the account's own version" : `version ${version}`}, records are read in version ${apiVersion}; nothing to do`,
});

/** Stripe shows a secret in its dashboard; here it would end up in a report or a log. */
const secretFinding = (isKnown: boolean): SubscriptionFinding => ({
  topic: 'signing secret',
  state: isKnown ? 'present' : 'set by hand',
  message: isKnown
    ? 'a signing secret is configured'
    : "copy the endpoint's signing secret (whsec_…) from the dashboard, under Developers, Webhooks, into webhookSecrets",
});

const settle =
  (
    api: EndpointsApi,
    address: string,
    { kind, endpoint }: Found,
    hasSecret: boolean,
  ): Read<readonly SubscriptionFinding[]> =>
  () =>
    attempt(async (take) => {
      const wanted = eventsOf(kind);
      if (endpoint === undefined) {
        await take(api.create(address, kind, wanted)());
        const created = { state: 'created', message: 'subscribed' } as const;
        return [...wanted.map((topic) => ({ topic, ...created })), secretFinding(false)];
      }
      const before = wanted.map((topic) => stateOf(endpoint, topic, address));
      if (before.every(({ state }) => state === 'present')) return [...before, secretFinding(hasSecret)];
      // Other events of the endpoint stay: its owner may need them.
      const added = wanted.filter((topic) => !receives(endpoint, topic));
      const updated = await take(api.update(endpoint.id, [...endpoint.enabled_events, ...added])());
      const after = wanted.map((topic, index): SubscriptionFinding => {
        const now = stateOf(updated, topic, address);
        const isRepaired = now.state === 'present' && before[index]?.state !== 'present';
        return isRepaired ? { topic, state: 'repaired', message: 'subscribed' } : now;
      });
      return [...after, secretFinding(hasSecret)];
    });
