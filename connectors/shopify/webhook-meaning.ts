import { type WebhookMeaning } from '../../src/mapping/source-connector.ts';
import { idOfGid } from './gid.ts';
import { isRecord } from './is-record.ts';

type Payload = Readonly<Record<string, unknown>>;

const digitsOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && /^\d{1,20}$/.test(text) ? text : undefined;
};

/** The order of a payload of any topic: the order itself, an edit of it, or a refund on it. */
const orderIdOf = (payload: Payload): string | undefined => {
  const { order_edit: edit, admin_graphql_api_id: gid } = payload;
  if (isRecord(edit)) return digitsOf(edit['order_id']);
  if (typeof gid === 'string' && gid.startsWith('gid://shopify/Order/')) return digitsOf(idOfGid(gid));
  return digitsOf(payload['order_id']);
};

const isOrderTopic = (topic: string): boolean => topic.startsWith('orders/') || topic === 'refunds/create';

/**
 * What a signed payload is about. The topic is a hint: it may make a payload irrelevant, but only a body of nothing but an
 * id is a deletion, because the header that says so is not signed.
 *
 * @param topic such as `orders/updated`; undefined when the header is missing
 */
export const meaningOfPayload = (payload: Payload, topic: string | undefined, deliveryId: string): WebhookMeaning => {
  const hint = topic?.toLowerCase().replaceAll('_', '/');
  if (hint !== undefined && !isOrderTopic(hint)) return { _tag: 'Irrelevant', deliveryId };
  const onlyId = Object.keys(payload).length === 1 ? digitsOf(payload['id']) : undefined;
  if (onlyId !== undefined) {
    return { _tag: hint === 'orders/delete' ? 'RecordDeleted' : 'RecordChanged', recordId: onlyId, deliveryId };
  }
  // Of an order from before global ids only the number is left; its topic says that it is one.
  const recordId = orderIdOf(payload) ?? (hint?.startsWith('orders/') === true ? digitsOf(payload['id']) : undefined);
  return recordId === undefined ? { _tag: 'Irrelevant', deliveryId } : { _tag: 'RecordChanged', recordId, deliveryId };
};
