import { createHash } from 'node:crypto';
import type { RawRequest, WebhookMeaning } from '../../../src/mapping/source-connector.ts';
import { isRecord } from '../records/is-record.ts';
import { headerOf } from './header-of.ts';
import { privacyTopics, webhookTopics } from './webhook-topics.ts';

const known: ReadonlySet<string> = new Set([...Object.values(webhookTopics), ...privacyTopics]);

/** The topic, where it is one of ours; headers are not signed and may hold anything. */
const topicOf = (request: RawRequest): string => {
  const topic = headerOf(request, 'topic')?.toLowerCase() ?? '';
  return known.has(topic) ? topic : 'another topic';
};

/**
 * Whether no two changes have the same body: it carries the time of the change, or names what happens once, such as a
 * deletion, an edit or an erasure.
 */
const isUnique = (payload: Readonly<Record<string, unknown>>, { _tag }: WebhookMeaning): boolean =>
  typeof payload['updated_at'] === 'string' ||
  typeof payload['created_at'] === 'string' ||
  isRecord(payload['order_edit']) ||
  (payload['id'] !== undefined && Object.keys(payload).length === 1) ||
  (_tag !== 'RecordChanged' && !isRecord(payload['query_variables']));

/**
 * The id by which duplicates of a delivery are recognized. The ids in its headers are not signed: a recorded delivery can be
 * sent again under any number of them. So the signed body decides where it can, and the ids count only for bodies that two changes
 * may share.
 */
export const deliveryIdOf = (
  request: RawRequest,
  payload: Readonly<Record<string, unknown>>,
  meaning: WebhookMeaning,
): string => {
  const hash = createHash('sha256').update(request.body);
  if (!isUnique(payload, meaning)) {
    hash.update(`\n${request.headers['x-shopify-event-id'] ?? headerOf(request, 'webhook-id') ?? ''}`);
  }
  return `${hash.digest('base64url')} ${topicOf(request)}`;
};
