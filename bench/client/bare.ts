import { Pool } from 'undici';
import { accessOf } from '../../connectors/shopify/client/access.ts';
import { ordersPage } from '../../connectors/shopify/queries/index.ts';
import { apiVersion } from '../../connectors/shopify/client/api-version.ts';
import { processedBetween } from '../../connectors/shopify/read/processed-between.ts';
import { type DateRange, intervalOf } from '../../src/domain/date-range.ts';
import { measuredRange, warmUpRange } from '../far-side/sales-calendar.ts';
import type { Measurement } from '../measurement.ts';
import { type BareBook, bareBook, type BareRow } from './bare-store.ts';
import { type BareOrder, bareRow } from './bare-map.ts';
import { type Counts, measure } from './measure.ts';
import type { ClientTask } from './task.ts';

interface BarePage {
  readonly data: {
    readonly orders: {
      readonly nodes: readonly BareOrder[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
    };
  };
}

const noScopes = accessOf([]);

const headers = { 'content-type': 'application/json', authorization: 'Bearer key' };

const loop = async (pool: Pool, concurrency: number, store: BareBook | null, range: DateRange): Promise<Counts> => {
  const query = processedBetween(intervalOf(range, 'America/New_York'));
  const path = `/admin/api/${apiVersion}/graphql.json`;
  const read = async (after: string | null): Promise<BarePage> => {
    const body = JSON.stringify({ query: ordersPage(noScopes), variables: { query, first: 50, after } });
    const answer = await pool.request({ path, method: 'POST', headers, body });
    return JSON.parse(await answer.body.text()) as BarePage;
  };
  const push = async ({ body }: BareRow): Promise<void> => {
    const answer = await pool.request({ path: '/transactions', method: 'POST', headers, body });
    JSON.parse(await answer.body.text());
    if (answer.statusCode !== 200) throw new Error(`the service answered ${answer.statusCode}`);
  };

  let [orders, pushed] = [0, 0];
  let reading: Promise<BarePage> | undefined = read(null);
  while (reading !== undefined) {
    const { nodes, pageInfo }: BarePage['data']['orders'] = (await reading).data.orders;
    reading = pageInfo.hasNextPage ? read(pageInfo.endCursor) : undefined;
    const rows = nodes.map(bareRow).filter((row) => row !== undefined);
    store?.intend(rows);
    const rest = rows[Symbol.iterator]();
    const worker = async (): Promise<void> => {
      for (const row of rest) await push(row);
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    store?.settle(rows);
    orders += nodes.length;
    pushed += rows.length;
  }
  return { orders, pushed, alreadyPresent: 0, excluded: orders - pushed };
};

/**
 * The least that moves the same orders: parse, a hand-written map, a POST. No check, no retry, no report; and no state,
 * unless it is `durable`.
 */
export const bare = async (task: ClientTask, durable: boolean): Promise<Measurement> => {
  const { origin, concurrency, warmsUp } = task;
  const pool = new Pool(origin, { connections: concurrency });
  const store = durable ? await bareBook(task.store) : null;
  if (warmsUp) await loop(pool, concurrency, store, warmUpRange);
  const measured = await measure(() => loop(pool, concurrency, store, measuredRange));
  store?.close();
  await pool.close();
  return measured;
};
