import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ordersOfBulkLines } from '../../../connectors/shopify/bulk/bulk-lines.ts';
import { parseLossless } from '../../../connectors/shopify/records/parse-lossless.ts';

/** Recordings of the real platform lie next to the project, if anywhere: they are read where they are, and never copied. */
const recordings = fileURLToPath(new URL('../../../../shared/data/shopify/', import.meta.url));

export const hasRecordings = existsSync(recordings);

export interface RecordedOrder {
  readonly file: string;
  readonly json: Readonly<Record<string, unknown>>;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isGraphqlOrder = ({ id }: Readonly<Record<string, unknown>>): boolean =>
  typeof id === 'string' && id.startsWith('gid://shopify/Order/');

/** Drafts, fulfillments and fulfillment orders have lines as well. */
const isRestOrder = (value: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(value['line_items']) &&
  ('financial_status' in value || 'total_price' in value) &&
  !('order_id' in value) &&
  !('invoice_url' in value || 'invoice_sent_at' in value);

const ordersIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] => {
  if (Array.isArray(value)) return value.flatMap(ordersIn);
  if (!isObject(value)) return [];
  const inside = Object.values(value).flatMap(ordersIn);
  return isGraphqlOrder(value) || isRestOrder(value) ? [value, ...inside] : inside;
};

const ordersOfText = (file: string, text: string): readonly Readonly<Record<string, unknown>>[] =>
  file.endsWith('.jsonl') ? ordersOfBulkLines(text.split('\n')).filter(isObject) : ordersIn(parseLossless(text));

/** Every order in every recording, at any depth, of either Admin API. */
export const recordedOrders = (): readonly RecordedOrder[] =>
  readdirSync(recordings, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.jsonl?$/.test(file))
    .sort()
    .flatMap((file) =>
      ordersOfText(file, readFileSync(join(recordings, file), 'utf8')).map((json) => ({ file, json })),
    );
