/** Recognizes topics that are delivered although the shop lists no subscription to them: those in an app's shopify.app.toml. */
import { millisecondsOf } from '../../../src/domain/instant.ts';
import type { ArrivedDeliveries } from '../../../src/mapping/source-connector.ts';
import { allWebhookTopics, type WebhookTopic, webhookTopics } from './webhook-topics.ts';

/**
 * Milliseconds. Shopify deletes a subscription after eight failed deliveries in four hours, so a subscription that delivered
 * within this time still exists.
 */
const deletionTime = 4 * 60 * 60_000;

/**
 * Reports that a topic is delivered although the shop has no subscription to it: a subscription of the app (`shopify.app.toml`)
 * is in no list of a shop. Undefined when no delivery shows one. If one topic arrives in this way, the others are expected in the
 * same way.
 *
 * @param listed the topics to which the shop has subscriptions, at any address
 * @param hasOwn whether any of them is to an address of this storefront
 */
export const unlistedTopics = (
  { deliveries }: ArrivedDeliveries,
  listed: ReadonlySet<string>,
  hasOwn: boolean,
  now: number,
): ((topic: WebhookTopic) => string | undefined) => {
  const arrivals = [...lastArrivals(deliveries)].filter(
    ([topic, at]) => !listed.has(topic) && (!hasOwn || now - at < deletionTime),
  );
  const [newest] = arrivals;
  const byTopic = new Map(arrivals);
  return (topic) => {
    if (newest === undefined) return undefined;
    const at = byTopic.get(topic);
    const arrived = at === undefined ? `of other topics arrived ${ago(now - newest[1])}` : `arrived ${ago(now - at)}`;
    return `not visible here (set in shopify.app.toml?); deliveries ${arrived}`;
  };
};

/**
 * When each topic last arrived since the app was last installed: earlier deliveries may be from subscriptions that ended then.
 */
const lastArrivals = (deliveries: ArrivedDeliveries['deliveries']): ReadonlyMap<WebhookTopic, number> => {
  const last = new Map<WebhookTopic, number>();
  for (const { deliveryId, receivedAt } of deliveries) {
    const topic = topicOf(deliveryId);
    if (topic === 'APP_UNINSTALLED') break;
    if (topic !== undefined && !last.has(topic)) last.set(topic, millisecondsOf(receivedAt));
  }
  return last;
};

const topicOf = (deliveryId: string): WebhookTopic | undefined => {
  const words = deliveryId.split(' ');
  return allWebhookTopics.find((topic) => words.includes(webhookTopics[topic]));
};

const units = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const;

const ago = (milliseconds: number): string => {
  for (const [unit, length] of units) {
    const count = Math.floor(milliseconds / length);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'less than a minute ago';
};
