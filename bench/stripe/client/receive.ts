import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { makePace, type Rate } from '../../../connectors/stripe/client/client.ts';
import { systemClock } from '../../../src/app/system-environment.ts';
import { loadSqliteDriver } from '../../../src/store/sqlite/driver.ts';
import { right } from '../../right.ts';
import type { Whereabouts } from '../far-side/start.ts';
import type { Work } from './measure.ts';

const rate: Rate = { perSecond: 20, burst: 4 };

interface Page {
  readonly data: readonly { readonly id: string; readonly created: number }[];
  readonly has_more: boolean;
}

/**
 * The least that can be done: the four lists received through `stripe`, and one row of an id and a date for each record.
 * Nothing is checked, joined or mapped. Whatever makes sales of these answers takes more.
 */
export const receive = async ({ origin, secretKey }: Whereabouts): Promise<Work> => {
  const { hostname: host, port } = new URL(origin);
  const stripe = new Stripe(secretKey, { host, port, protocol: 'http', telemetry: false });
  const pace = makePace(systemClock, rate, rate);
  const folder = mkdtempSync(join(tmpdir(), 'bench-stripe-'));
  const { DatabaseSync } = right(await loadSqliteDriver());
  const database = new DatabaseSync(join(folder, 'rows.db'));
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE record (id TEXT PRIMARY KEY, created INTEGER) WITHOUT ROWID');
  const insert = database.prepare('INSERT INTO record VALUES (?, ?)');
  const keepAll = async (list: (after: { starting_after?: string }) => Promise<Page>): Promise<number> => {
    let [kept, after, isOver]: [number, string | undefined, boolean] = [0, undefined, false];
    while (!isOver) {
      await pace('list');
      const page = await list(after === undefined ? {} : { starting_after: after });
      database.exec('BEGIN');
      for (const { id, created } of page.data) insert.all(id, created);
      database.exec('COMMIT');
      kept += page.data.length;
      [after, isOver] = [page.data.at(-1)?.id, !page.has_more];
    }
    return kept;
  };
  const limit = 100;
  const charges = await keepAll((after) => stripe.charges.list({ limit, expand: ['data.payment_intent'], ...after }));
  const others =
    (await keepAll((after) => stripe.checkout.sessions.list({ limit, expand: ['data.line_items'], ...after }))) +
    (await keepAll((after) => stripe.invoices.list({ limit, expand: ['data.payments'], ...after }))) +
    (await keepAll((after) => stripe.invoicePayments.list({ limit, ...after })));
  database.close();
  rmSync(folder, { recursive: true, force: true });
  return { charges, result: `${others} other records` };
};
