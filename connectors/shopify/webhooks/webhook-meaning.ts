/** Decides what a signed payload from Shopify means: an order changed or was deleted, the app was uninstalled, or nothing. */
import type { WebhookMeaning, WebhookRefusal } from '../../../src/mapping/source-connector.ts';
import { digitsOf, idOfGid } from '../records/values.ts';
import { isRecord } from '../../../src/domain/fields.ts';

export const otherShop: WebhookRefusal = { _tag: 'Unverified', message: 'it is for another shop' };

type Payload = Readonly<Record<string, unknown>>;

/** Whether a signed body names another shop. If it names no shop, only the unsigned header names one. */
export const isOfOtherShop = (shop: string, { shop_domain: one, myshopify_domain: other }: Payload): boolean =>
  [one, other].some((domain) => typeof domain === 'string' && domain.toLowerCase() !== shop);

/**
 * The topic is an unsigned hint: it may make a payload irrelevant, but only a body that holds nothing except an id, or an event
 * that names its own action, is a deletion.
 *
 * An uninstallation needs a body of this shop.
 *
 * @param shop the permanent domain of the storefront's shop
 * @param topic such as `orders/updated`; undefined when the header is missing
 * @param sentAs the platform's id of the delivery; the returned `deliveryId` is more specific
 */
export const meaningOfPayload = (
  shop: string,
  payload: Payload,
  topic: string | undefined,
  sentAs: string,
): WebhookMeaning => {
  const hint = topic?.toLowerCase().replaceAll('_', '/');
  const event = eventMeaning(payload, sentAs);
  if (event !== undefined) return event;
  if (hint === 'app/uninstalled' && isShop(shop, payload))
    return { _tag: 'Uninstalled', deliveryId: `${sentAs} ${hint}` };
  if (hint !== undefined && !isOrderTopic(hint)) return { _tag: 'Irrelevant', deliveryId: sentAs };
  const onlyId = Object.keys(payload).length === 1 ? digitsOf(payload['id']) : undefined;
  // An order from before global ids has only its number; the topic shows that it is an order.
  const recordId =
    onlyId ?? orderIdOf(payload) ?? (hint?.startsWith('orders/') === true ? digitsOf(payload['id']) : undefined);
  if (recordId === undefined) return { _tag: 'Irrelevant', deliveryId: sentAs };
  return {
    _tag: onlyId !== undefined && hint === 'orders/delete' ? 'RecordDeleted' : 'RecordChanged',
    recordId,
    deliveryId: deliveryAbout(sentAs, hint, recordId, payload),
  };
};

/**
 * The meaning of a body of Shopify's Events (the successor of webhooks); undefined for every other body. It contains its topic
 * (`Order`) and action, so both are signed, and its variables name the order (shopify.dev, Events delivery structure).
 */
const eventMeaning = (
  { topic, action, query_variables: variables }: Readonly<Record<string, unknown>>,
  sentAs: string,
): WebhookMeaning | undefined => {
  if (typeof topic !== 'string' || typeof action !== 'string' || !isRecord(variables)) return undefined;
  const recordId = digitsOf(idOfGid(Object.values(variables).find(isOrder) ?? ''));
  if (recordId === undefined) return { _tag: 'Irrelevant', deliveryId: sentAs };
  const _tag = topic === 'Order' && action === 'delete' ? 'RecordDeleted' : 'RecordChanged';
  return { _tag, recordId, deliveryId: `${sentAs} ${topic} ${action} ${recordId}` };
};

const isOrder = (id: unknown): id is string => typeof id === 'string' && id.startsWith('gid://shopify/Order/');

/** `app/uninstalled` carries the shop. So does `shop/update`; only the topic distinguishes the two. */
const isShop = (shop: string, { myshopify_domain: domain, id }: Payload): boolean =>
  digitsOf(id) !== undefined && typeof domain === 'string' && domain.toLowerCase() === shop;

const isOrderTopic = (topic: string): boolean => topic.startsWith('orders/') || topic === 'refunds/create';

/** The order id of a payload of any topic: an order, an edit or a refund. */
const orderIdOf = (payload: Payload): string | undefined => {
  const { order_edit: edit, admin_graphql_api_id: gid } = payload;
  if (isRecord(edit)) return digitsOf(edit['order_id']);
  if (typeof gid === 'string' && gid.startsWith('gid://shopify/Order/')) return digitsOf(idOfGid(gid));
  return digitsOf(payload['order_id']);
};

/**
 * All deliveries of one merchant action share the event's id, also for other orders and topics: fifty orders marked as paid at
 * once, or a cancellation and its refunds. A repeated delivery is unchanged and has the time of its change.
 */
const deliveryAbout = (
  sentAs: string,
  topic: string | undefined,
  recordId: string,
  { admin_graphql_api_id: gid, updated_at: updatedAt }: Payload,
): string =>
  [
    sentAs,
    topic ?? 'no topic',
    typeof gid === 'string' ? gid : recordId,
    ...(typeof updatedAt === 'string' ? [updatedAt] : []),
  ].join(' ');
