import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { SubscriptionFinding, WebhookSubscriptions } from '../../../src/mapping/source-connector.ts';
import { type EndpointsApi, endpointsApi } from './endpoints-api.ts';
import { type StripeFailure, toSourceError } from '../errors.ts';
import { eventTypes } from './event-types.ts';
import type { StripeSettings } from '../settings.ts';
import type { Read } from '../api/stripe-api.ts';
import { webhookAddressProblem } from './webhook-address-problem.ts';
import { type EndpointKind, kindOf, type WebhookEndpoint } from './webhook-endpoint.ts';

/** What was found at an address. */
interface Found {
  readonly kind: EndpointKind;
  readonly endpoint: WebhookEndpoint | undefined;
}

const byHand = 'or make the endpoint in the dashboard, as docs/stripe.md says';

/** A key that only reads sales is a good key: it stops nothing that it may not look at the endpoints. */
const explained = (failure: StripeFailure): SourceError =>
  failure._tag === 'MissingPermission'
    ? { _tag: 'SourceRefused', message: `${failure.message}; ${byHand}` }
    : toSourceError(failure);

const eventsOf = (kind: EndpointKind): readonly string[] =>
  kind === 'account' ? eventTypes : [...eventTypes, 'account.application.deauthorized'];

/** A key that reads its own account has that account's events; a platform's key, those of its connected accounts. */
const wantedKind =
  (api: EndpointsApi, account: string | null): Read<EndpointKind> =>
  async () => {
    if (account === null) return E.right('account');
    const own = await api.accountId();
    return E.isLeft(own) ? own : E.right(own.right === account ? 'account' : 'connected accounts');
  };

const isSameAddress = (url: string | null, address: string): boolean =>
  url !== null && (url === address || (URL.canParse(url) && new URL(url).href === new URL(address).href));

const find =
  (api: EndpointsApi, account: string | null, address: string): Read<Found> =>
  async () => {
    const kind = await wantedKind(api, account)();
    if (E.isLeft(kind)) return kind;
    const all = await api.all();
    if (E.isLeft(all)) return all;
    const ours = all.right.filter((one) => isSameAddress(one.url, address) && kindOf(one) === kind.right);
    return E.right({ kind: kind.right, endpoint: ours.find(({ status }) => status === 'enabled') ?? ours[0] });
  };

const isDisabled = ({ status }: WebhookEndpoint): boolean => status !== 'enabled';

const receives = ({ enabled_events: events }: WebhookEndpoint, type: string): boolean =>
  events.includes(type) || events.includes('*');

const stateOf = (endpoint: WebhookEndpoint | undefined, topic: string): SubscriptionFinding => {
  if (endpoint === undefined) return { topic, state: 'missing', message: 'no endpoint has this address' };
  if (!receives(endpoint, topic)) return { topic, state: 'missing', message: 'the endpoint does not ask for it' };
  return isDisabled(endpoint)
    ? { topic, state: 'wrong', message: 'the endpoint is disabled; nothing is delivered' }
    : { topic, state: 'present', message: 'subscribed' };
};

/** Stripe shows a secret in its dashboard; here it would end up in a report or a log. */
const secretFinding = (isKnown: boolean): SubscriptionFinding => ({
  topic: 'signing secret',
  state: isKnown ? 'present' : 'elsewhere',
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
  async () => {
    const wanted = eventsOf(kind);
    if (endpoint === undefined) {
      const made = await api.create(address, kind, wanted)();
      if (E.isLeft(made)) return made;
      const created = { state: 'created', message: 'subscribed' } as const;
      return E.right([...wanted.map((topic) => ({ topic, ...created })), secretFinding(false)]);
    }
    const before = wanted.map((topic) => stateOf(endpoint, topic));
    if (before.every(({ state }) => state === 'present')) return E.right([...before, secretFinding(hasSecret)]);
    // Whatever else the endpoint asks for stays: its owner may need it.
    const added = wanted.filter((topic) => !receives(endpoint, topic));
    const updated = await api.update(endpoint.id, [...endpoint.enabled_events, ...added])();
    if (E.isLeft(updated)) return updated;
    const after = wanted.map((topic, index): SubscriptionFinding => {
      const now = stateOf(updated.right, topic);
      const isRepaired = now.state === 'present' && before[index]?.state !== 'present';
      return isRepaired ? { topic, state: 'repaired', message: 'subscribed' } : now;
    });
    return E.right([...after, secretFinding(hasSecret)]);
  };

/**
 * The endpoint at one address, and nobody else's: read, made, or made to ask for every event of the list; never deleted,
 * and nothing that it asks for besides is taken from it.
 */
export const subscriptionsOf = (settings: StripeSettings): WebhookSubscriptions => {
  const at =
    (
      address: string,
      use: (api: EndpointsApi, found: Found) => Read<readonly SubscriptionFinding[]>,
    ): TE.TaskEither<SourceError, readonly SubscriptionFinding[]> =>
    async () => {
      const problem = webhookAddressProblem(address);
      if (problem !== undefined) return E.left({ _tag: 'SourceRefused', message: problem });
      const api = endpointsApi(settings);
      if (E.isLeft(api)) return E.left(explained(api.left));
      const found = await find(api.right, settings.account, address)();
      if (E.isLeft(found)) return E.left(explained(found.left));
      const findings = await use(api.right, found.right)();
      return E.mapLeft(explained)(findings);
    };
  const hasSecret = settings.webhookSecrets.length > 0;
  return {
    status: (address) =>
      at(address, (_, { kind, endpoint }) =>
        TE.right([...eventsOf(kind).map((topic) => stateOf(endpoint, topic)), secretFinding(hasSecret)]),
      ),
    apply: (address) => at(address, (api, found) => settle(api, address, found, hasSecret)),
  };
};
