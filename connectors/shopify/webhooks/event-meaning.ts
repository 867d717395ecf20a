import type { WebhookMeaning } from '../../../src/mapping/source-connector.ts';
import { digitsOf } from '../records/digits-of.ts';
import { idOfGid } from '../records/gid.ts';
import { isRecord } from '../records/is-record.ts';

const isOrder = (id: unknown): id is string => typeof id === 'string' && id.startsWith('gid://shopify/Order/');

/**
 * What a body of Shopify's Events means, which are to take the place of webhooks; undefined for every other body. It names
 * its topic (`Order`) and action itself, so both are signed, and what it is about stands among its variables (shopify.dev,
 * Events delivery structure).
 */
export const eventMeaning = (
  { topic, action, query_variables: variables }: Readonly<Record<string, unknown>>,
  sentAs: string,
): WebhookMeaning | undefined => {
  if (typeof topic !== 'string' || typeof action !== 'string' || !isRecord(variables)) return undefined;
  const recordId = digitsOf(idOfGid(Object.values(variables).find(isOrder) ?? ''));
  if (recordId === undefined) return { _tag: 'Irrelevant', deliveryId: sentAs };
  const _tag = topic === 'Order' && action === 'delete' ? 'RecordDeleted' : 'RecordChanged';
  return { _tag, recordId, deliveryId: `${sentAs} ${topic} ${action} ${recordId}` };
};
