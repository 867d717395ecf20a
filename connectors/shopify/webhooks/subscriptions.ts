import * as E from 'fp-ts/lib/Either.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { SubscriptionFinding, WebhookSubscriptions } from '../../../src/mapping/source-connector.ts';
import { createSubscription, repairSubscription } from './change-subscription.ts';
import type { Ask } from '../api/client.ts';
import { refused } from '../errors.ts';
import { readSubscriptions } from './read-subscriptions.ts';
import { webhookAddressProblem } from './webhook-address-problem.ts';
import { shortcomingsOf, type WebhookSubscription } from './webhook-subscription.ts';
import { allWebhookTopics, privacyTopics, type WebhookTopic, webhookTopics } from './webhook-topics.ts';

/** A topic, and the subscription to it that comes closest to what is needed. */
interface Subscribed {
  readonly topic: WebhookTopic;
  readonly subscription: WebhookSubscription | undefined;
}

const isSameAddress = (uri: string, address: string): boolean =>
  uri === address || (URL.canParse(uri) && new URL(uri).href === new URL(address).href);

const subscribed = (all: readonly WebhookSubscription[], address: string): readonly Subscribed[] =>
  allWebhookTopics.map((topic) => {
    const ours = all.filter((one) => one.topic === topic && isSameAddress(one.uri, address));
    return { topic, subscription: ours.find((one) => shortcomingsOf(one).length === 0) ?? ours[0] };
  });

const findingOf = ({ topic, subscription }: Subscribed): SubscriptionFinding => {
  const name = webhookTopics[topic];
  if (subscription === undefined) return { topic: name, state: 'missing', message: 'the address is not subscribed' };
  const shortcomings = shortcomingsOf(subscription);
  return shortcomings.length === 0
    ? { topic: name, state: 'present', message: 'subscribed' }
    : { topic: name, state: 'wrong', message: shortcomings.join(', ') };
};

const privacy: SubscriptionFinding = {
  topic: privacyTopics.join(', '),
  state: 'elsewhere',
  message:
    'set in the configuration of the app (shopify.app.toml, compliance_topics), not in the shop; an app that others install must have them',
};

const looked =
  (ask: Ask) =>
  async (address: string): Promise<E.Either<SourceError, readonly Subscribed[]>> => {
    const problem = webhookAddressProblem(address);
    if (problem !== undefined) return E.left(refused(problem));
    const all = await readSubscriptions(ask)();
    return E.isLeft(all) ? all : E.right(subscribed(all.right, address));
  };

const settle = async (
  ask: Ask,
  address: string,
  one: Subscribed,
): Promise<E.Either<SourceError, SubscriptionFinding>> => {
  if (one.subscription === undefined) return createSubscription(ask, one.topic, address);
  const finding = findingOf(one);
  return finding.state === 'present' ? E.right(finding) : repairSubscription(ask, one.topic, one.subscription);
};

/**
 * The app's subscriptions in one shop, to one address: read, created, repaired, and never deleted, because Shopify's own
 * `webhooks.register` deletes whatever else the app has subscribed to. Shopify deletes a subscription by itself after
 * eight failed deliveries in a row, so this is looked at daily.
 */
export const subscriptionsOf = (ask: Ask): WebhookSubscriptions => ({
  status: (address) => async () => {
    const found = await looked(ask)(address);
    return E.isLeft(found) ? found : E.right([...found.right.map(findingOf), privacy]);
  },
  apply: (address) => async () => {
    const found = await looked(ask)(address);
    if (E.isLeft(found)) return found;
    const findings: SubscriptionFinding[] = [];
    for (const one of found.right) {
      const finding = await settle(ask, address, one);
      if (E.isLeft(finding)) return finding;
      findings.push(finding.right);
    }
    return E.right([...findings, privacy]);
  },
});
