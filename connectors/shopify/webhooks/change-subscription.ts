import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { SubscriptionFinding } from '../../../src/mapping/source-connector.ts';
import { askFor } from '../api/ask-for.ts';
import type { Ask } from '../api/client.ts';
import { webhookSubscriptionCreate, webhookSubscriptionUpdate } from '../documents/index.ts';
import { maybe } from '../records/maybe.ts';
import { shortcomingsOf, WebhookSubscription, wholeDelivery } from './webhook-subscription.ts';
import { type WebhookTopic, webhookTopics } from './webhook-topics.ts';

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

const isTaken = ({ userErrors }: Payload): boolean =>
  userErrors.some(({ message }) => /already been taken/i.test(message ?? ''));

const fieldsOf = ({ userErrors }: Payload): string =>
  [...new Set(userErrors.flatMap(({ field }) => field ?? []))].filter((part) => /^\w{1,40}$/.test(part)).join(', ');

/** Shopify's own sentence may repeat the address, so only the fields that it complains about are passed on. */
const refusal = (payload: Payload | undefined): string =>
  payload === undefined || payload.userErrors.length === 0
    ? 'Shopify answered with something else than the subscription; look at it with status'
    : `Shopify refuses it (${fieldsOf(payload) || 'no field named'}); check that the address is public and https, and that the app may read orders`;

/** Subscribes to a topic. That Shopify has it already is no mistake: somebody else was faster. */
export const createSubscription = async (
  ask: Ask,
  topic: WebhookTopic,
  address: string,
): Promise<E.Either<SourceError, SubscriptionFinding>> => {
  const variables = { topic, input: wholeDelivery(address) };
  const answer = await askFor(ask)(webhookSubscriptionCreate, variables, 'webhookSubscriptionCreate', Payload);
  if (E.isLeft(answer)) return answer;
  const [payload, name] = [answer.right, webhookTopics[topic]];
  if (payload !== undefined && isTaken(payload)) {
    return E.right({ topic: name, state: 'present', message: 'Shopify says that the address has it already' });
  }
  return E.right(
    payload?.webhookSubscription?.uri === undefined
      ? { topic: name, state: 'missing', message: refusal(payload) }
      : { topic: name, state: 'created', message: 'subscribed' },
  );
};

/** Makes a subscription to our address deliver everything. What Shopify did not change stays wrong, and is said to be. */
export const repairSubscription = async (
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
      ? { topic: name, state: 'repaired', message: 'it delivers everything now' }
      : { topic: name, state: 'wrong', message: `Shopify kept it as it was: ${left.join(', ')}; delete it in the app` },
  );
};
