import type { WebhookMeaning } from '../../../src/mapping/source-connector.ts';
import { digitsOf, idOfGid } from '../records/gid.ts';
import { isRecord } from '../records/is-record.ts';

type Payload = Readonly<Record<string, unknown>>;

/** The order of a payload of any topic: the order itself, an edit of it, or a refund on it. */
const orderIdOf = (payload: Payload): string | undefined => {
  const { order_edit: edit, admin_graphql_api_id: gid } = payload;
  if (isRecord(edit)) return digitsOf(edit['order_id']);
  if (typeof gid === 'string' && gid.startsWith('gid://shopify/Order/')) return digitsOf(idOfGid(gid));
  return digitsOf(payload['order_id']);
};

const isOrderTopic = (topic: string): boolean => topic.startsWith('orders/') || topic === 'refunds/create';

/** `app/uninstalled` carries the shop as it was. `shop/update` carries it too, so here the topic decides between the two. */
const isShop = (shop: string, { myshopify_domain: domain, id }: Payload): boolean =>
  digitsOf(id) !== undefined && typeof domain === 'string' && domain.toLowerCase() === shop;

/**
 * All that one action of the merchant sends shares the event's id, what is about other orders and of other topics too: such
 * as fifty orders that are marked as paid at once, or a cancellation and its refunds. What is sent again is as it was, with
 * the time of its change.
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

/**
 * What a signed payload is about. The topic is a hint: it may make a payload irrelevant, but only a body of nothing but an
 * id is a deletion, because the header that says so is not signed; or an event, which says so itself.
 *
 * An uninstallation is believed of this shop's own body alone. It is a claim about credentials, and they can be tried.
 *
 * @param shop the permanent domain of the storefront's shop
 * @param topic such as `orders/updated`; undefined when the header is missing
 * @param sentAs the id under which the platform sent it; that of the delivery says more
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
  if (hint === 'app/uninstalled' && isShop(shop, payload)) return { _tag: 'Uninstalled', deliveryId: sentAs };
  if (hint !== undefined && !isOrderTopic(hint)) return { _tag: 'Irrelevant', deliveryId: sentAs };
  const onlyId = Object.keys(payload).length === 1 ? digitsOf(payload['id']) : undefined;
  // Of an order from before global ids only the number is left; its topic says that it is one.
  const recordId =
    onlyId ?? orderIdOf(payload) ?? (hint?.startsWith('orders/') === true ? digitsOf(payload['id']) : undefined);
  if (recordId === undefined) return { _tag: 'Irrelevant', deliveryId: sentAs };
  return {
    _tag: onlyId !== undefined && hint === 'orders/delete' ? 'RecordDeleted' : 'RecordChanged',
    recordId,
    deliveryId: deliveryAbout(sentAs, hint, recordId, payload),
  };
};

const isOrder = (id: unknown): id is string => typeof id === 'string' && id.startsWith('gid://shopify/Order/');

/**
 * What a body of Shopify's Events means, which are to take the place of webhooks; undefined for every other body. It names
 * its topic (`Order`) and action itself, so both are signed, and what it is about stands among its variables (shopify.dev,
 * Events delivery structure).
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
