/**
 * Keeps the webhook subscriptions of a shop complete, each day, because Shopify deletes one after eight failed deliveries in a
 * row.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import { isSameAddress, webhookAddressProblem } from '../../../src/mapping/webhook-address.ts';
import type {
  ArrivedDeliveries,
  SubscriptionFinding,
  WebhookSubscriptions,
} from '../../../src/mapping/source-connector.ts';
import type { Clock } from '../../../src/domain/environment.ts';
import { unlistedTopics } from './unlisted-topics.ts';
import type { Ask } from '../client/client.ts';
import { refused } from '../errors.ts';
import { allWebhookTopics, privacyTopics, type WebhookTopic, webhookTopics } from './webhook-topics.ts';
import { askFor } from '../client/ask-for.ts';
import { connection } from '../records/connection.ts';
import { webhookSubscriptionCreate, webhookSubscriptions, webhookSubscriptionUpdate } from '../queries/index.ts';
import { maybe } from '../records/values.ts';
import { apiVersion } from '../client/api-version.ts';
import { attempt } from '../../../src/domain/attempt.ts';

type WebhookSubscription = t.TypeOf<typeof WebhookSubscription>;

/** A subscription of this app, to any address. */
const WebhookSubscription = t.intersection(
  [
    t.type({ id: t.string, topic: t.string, uri: t.string }),
    t.partial({
      format: maybe(t.string),
      filter: maybe(t.string),
      includeFields: maybe(t.readonlyArray(t.string)),
    }),
  ],
  'WebhookSubscription',
);

/** A topic, and the best subscription to it. */
interface Subscribed {
  readonly topic: WebhookTopic;
  readonly subscription: WebhookSubscription | undefined;
  readonly finding: SubscriptionFinding;
}

const privacy: SubscriptionFinding = {
  topic: privacyTopics.join(', '),
  state: 'set by hand',
  message:
    "set in the app's configuration (shopify.app.toml, compliance_topics), not in the shop; required for apps that others install",
};

/**
 * Reads, creates and repairs the app's subscriptions in one shop to one address. Never deletes a subscription: Shopify's own
 * `webhooks.register` would delete the app's other ones. Never subscribes to a topic that is delivered already.
 */
export const subscriptionsOf = (ask: Ask, { now }: Pick<Clock, 'now'>): WebhookSubscriptions => {
  const find = async (
    address: string,
    arrived: ArrivedDeliveries = { alsoAt: [], deliveries: [] },
  ): Promise<E.Either<SourceError, readonly Subscribed[]>> => {
    const problem = webhookAddressProblem('Shopify', address);
    if (problem !== undefined) return E.left(refused(problem));
    const all = await readSubscriptions(ask)();
    return E.isLeft(all) ? all : E.right(subscribed(all.right, address, arrived, now()));
  };
  return {
    status: (address, arrived) => async () => {
      const found = await find(address, arrived);
      return E.isLeft(found) ? found : E.right([...found.right.map(({ finding }) => finding), privacy]);
    },
    apply: (address, arrived) => () =>
      attempt(async (take) => {
        const findings: SubscriptionFinding[] = [];
        for (const one of await take(find(address, arrived))) findings.push(await take(applyTopic(ask, address, one)));
        return [...findings, privacy];
      }),
  };
};

/**
 * The `[webhooks]` section of `shopify.app.toml`: all topics for all shops of the app, to one address. Left: why Shopify would not
 * deliver to it.
 */
export const webhooksToml = (address: string): E.Either<string, string> => {
  const problem = webhookAddressProblem('Shopify', address);
  if (problem !== undefined) return E.left(problem);
  return E.right(`[webhooks]
api_version = "${apiVersion}"

[[webhooks.subscriptions]]
topics = ${list(Object.values(webhookTopics))}
compliance_topics = ${list(privacyTopics)}
uri = ${JSON.stringify(address)}
`);
};

/** An app may have a few addresses for each topic, never thousands. */
const maxPages = 50;

const Subscriptions = connection(WebhookSubscription);

/** The app's subscriptions to these topics, at every address. */
const readSubscriptions = (ask: Ask) => async (): Promise<E.Either<SourceError, readonly WebhookSubscription[]>> => {
  const all: WebhookSubscription[] = [];
  let after: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const variables: Readonly<Record<string, unknown>> = { topics: allWebhookTopics, after };
    const answer = await askFor(ask)(webhookSubscriptions, variables, 'webhookSubscriptions', Subscriptions);
    if (E.isLeft(answer)) return answer;
    if (answer.right === undefined) break;
    all.push(...answer.right.nodes);
    const { endCursor, isCutShort } = answer.right;
    if (!isCutShort) return E.right(all);
    if (endCursor === null || endCursor === after) break;
    after = endCursor;
  }
  return E.left(refused('Shopify did not list all webhook subscriptions; nothing was changed'));
};

const subscribed = (
  all: readonly WebhookSubscription[],
  address: string,
  arrived: ArrivedDeliveries,
  now: number,
): readonly Subscribed[] => {
  const own = all.filter(({ uri }) => [address, ...arrived.alsoAt].some((one) => isSameAddress(uri, one)));
  const unlisted = unlistedTopics(arrived, new Set(all.map(({ topic }) => topic)), own.length > 0, now);
  return allWebhookTopics.map((topic) => {
    const subscription = bestOf(
      own.filter((one) => one.topic === topic),
      address,
    );
    const name = webhookTopics[topic];
    if (subscription !== undefined) return { topic, subscription, finding: findingOf(name, subscription, address) };
    const message = unlisted(topic);
    const finding: SubscriptionFinding =
      message === undefined
        ? { topic: name, state: 'missing', message: 'the address is not subscribed' }
        : { topic: name, state: 'set by hand', message };
    return { topic, subscription, finding };
  });
};

/**
 * A subscription to the address itself comes first, a complete one before others. A subscription to another address of the
 * storefront delivers as well.
 */
const bestOf = (own: readonly WebhookSubscription[], address: string): WebhookSubscription | undefined => {
  const here = own.filter(({ uri }) => isSameAddress(uri, address));
  const at = here.length > 0 ? here : own;
  return at.find((one) => shortcomingsOf(one).length === 0) ?? at[0];
};

/** What makes a subscription miss deliveries or fields; empty when nothing does. */
const shortcomingsOf = ({ format, filter, includeFields }: WebhookSubscription): readonly string[] => [
  ...(typeof format === 'string' && format !== 'JSON' ? [`it delivers ${format} instead of JSON`] : []),
  ...(typeof filter === 'string' && filter.trim() !== '' ? ['a filter holds back some deliveries'] : []),
  ...((includeFields ?? []).length > 0 ? ['it delivers only some fields'] : []),
];

const findingOf = (topic: string, subscription: WebhookSubscription, address: string): SubscriptionFinding => {
  const shortcomings = shortcomingsOf(subscription);
  if (shortcomings.length > 0) return { topic, state: 'wrong', message: shortcomings.join(', ') };
  const isHere = isSameAddress(subscription.uri, address);
  return { topic, state: 'present', message: isHere ? 'subscribed in the shop' : `subscribed at ${subscription.uri}` };
};

const applyTopic = async (
  ask: Ask,
  address: string,
  { topic, subscription, finding }: Subscribed,
): Promise<E.Either<SourceError, SubscriptionFinding>> => {
  if (finding.state === 'missing') return createSubscription(ask, topic, address);
  return finding.state === 'wrong' && subscription !== undefined
    ? repairSubscription(ask, topic, subscription)
    : E.right(finding);
};

const Payload = t.intersection(
  [
    t.partial({ webhookSubscription: maybe(WebhookSubscription) }),
    t.type({
      userErrors: t.readonlyArray(t.partial({ field: maybe(t.readonlyArray(t.string)), message: maybe(t.string) })),
    }),
  ],
  'webhook subscription payload',
);

type Payload = t.TypeOf<typeof Payload>;

/** Subscribes to a topic. A subscription that exists already is not an error: another process created it. */
const createSubscription = async (
  ask: Ask,
  topic: WebhookTopic,
  address: string,
): Promise<E.Either<SourceError, SubscriptionFinding>> => {
  const variables = { topic, input: wholeDelivery(address) };
  const answer = await askFor(ask)(webhookSubscriptionCreate, variables, 'webhookSubscriptionCreate', Payload);
  if (E.isLeft(answer)) return answer;
  const [payload, name] = [answer.right, webhookTopics[topic]];
  if (payload !== undefined && isTaken(payload)) {
    return E.right({ topic: name, state: 'present', message: 'the address is already subscribed' });
  }
  return E.right(
    payload?.webhookSubscription?.uri === undefined
      ? { topic: name, state: 'missing', message: refusal(payload) }
      : { topic: name, state: 'created', message: 'subscribed in the shop' },
  );
};

/** The required subscription. All fields: without `updated_at` Shopify drops deliveries as duplicates. */
const wholeDelivery = (address: string): Readonly<Record<string, unknown>> => ({
  uri: address,
  format: 'JSON',
  filter: '',
  includeFields: [],
});

const isTaken = ({ userErrors }: Payload): boolean =>
  userErrors.some(({ message }) => /already been taken/i.test(message ?? ''));

/** Shopify's own message may repeat the address, so only the names of the rejected fields are passed on. */
const refusal = (payload: Payload | undefined): string =>
  payload === undefined || payload.userErrors.length === 0
    ? 'Shopify did not return the subscription; check it with status'
    : `Shopify refuses it (${fieldsOf(payload) || 'no field named'}); check that the address is public and https, and that the app may read orders`;

const fieldsOf = ({ userErrors }: Payload): string =>
  [...new Set(userErrors.flatMap(({ field }) => field ?? []))].filter((part) => /^\w{1,40}$/.test(part)).join(', ');

/** Makes a subscription deliver everything. A part that Shopify did not change is reported as wrong. */
const repairSubscription = async (
  ask: Ask,
  topic: WebhookTopic,
  { id, uri }: WebhookSubscription,
): Promise<E.Either<SourceError, SubscriptionFinding>> => {
  const variables = { id, input: wholeDelivery(uri) };
  const answer = await askFor(ask)(webhookSubscriptionUpdate, variables, 'webhookSubscriptionUpdate', Payload);
  if (E.isLeft(answer)) return answer;
  const [name, now] = [webhookTopics[topic], answer.right?.webhookSubscription ?? undefined];
  if (now === undefined) return E.right({ topic: name, state: 'wrong', message: refusal(answer.right) });
  const left = shortcomingsOf(now);
  return E.right(
    left.length === 0
      ? { topic: name, state: 'repaired', message: 'repaired: it now delivers everything' }
      : { topic: name, state: 'wrong', message: `Shopify did not change it: ${left.join(', ')}; delete it in the app` },
  );
};

const list = (topics: readonly string[]): string => `[${topics.map((topic) => JSON.stringify(topic)).join(', ')}]`;
