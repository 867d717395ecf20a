import { createRequire } from 'node:module';
import { join } from 'node:path';
import { measure } from '../client/measure.ts';
import type { Whereabouts } from '../far-side/start.ts';
import { cpuOfTree } from './cpu-of-tree.ts';

/*
 * The peer's process: `node main.js <its folder> <whereabouts> <database> <database's process> <what>`. It mirrors the same
 * account into PostgreSQL, by its own backfill and with its own defaults, which leave out related objects and longer lists:
 * the `charges` alone, the cheapest that it can do, or `all records` that a sale is made of.
 */

const objects = {
  charges: ['charge'],
  'all records': ['charge', 'invoice', 'credit_note', 'refund', 'checkout_sessions'],
} as const;

interface Client {
  readonly _api: object;
}

interface Peer {
  readonly runMigrations: (options: object) => Promise<void>;
  readonly StripeSync: new (options: object) => {
    readonly stripe: Client;
    readonly postgresClient: { readonly query: (sql: string, values?: readonly unknown[]) => Promise<unknown> };
    readonly syncBackfill: (what: {
      readonly object: string;
    }) => Promise<Readonly<Record<string, { readonly synced: number } | undefined>>>;
    readonly close?: () => Promise<void>;
  };
}

const [folder = '', where = '', databaseUrl = '', database = '', what = 'charges'] = process.argv.slice(2);
const { origin, secretKey } = JSON.parse(where) as Whereabouts;
const peer = createRequire(join(folder, 'package.json'))('@supabase/stripe-sync-engine') as Peer;
const silent = (): void => undefined;
const logger = { info: silent, warn: silent, error: silent, debug: silent };

await peer.runMigrations({ databaseUrl, schema: 'stripe', logger });
const sync = new peer.StripeSync({
  poolConfig: { connectionString: databaseUrl, max: 10 },
  stripeSecretKey: secretKey,
  stripeWebhookSecret: 'whsec_sandbox',
  backfillRelatedEntities: false,
  autoExpandLists: false,
  schema: 'stripe',
  logger,
});
const { hostname: host, port } = new URL(origin);
Object.assign(sync.stripe._api, { host, port, protocol: 'http' });

// The sample account has no prices to read. Without them the peer does less, and its rows of lines would name none that is there.
Object.assign(sync, { backfillPrices: () => Promise.resolve() });
await sync.postgresClient.query(
  'ALTER TABLE stripe.checkout_session_line_items DROP CONSTRAINT IF EXISTS checkout_session_line_items_price_fkey',
);

const measured = await measure(
  async () => {
    let [charges, others] = [0, 0];
    for (const object of objects[what === 'all records' ? what : 'charges']) {
      const mirrored = await sync.syncBackfill({ object });
      for (const [name, { synced } = { synced: 0 }] of Object.entries(mirrored)) {
        if (name === 'charges') charges += synced;
        else others += synced;
      }
    }
    return { charges, result: `${charges} charges and ${others} other records mirrored` };
  },
  () => cpuOfTree(Number(database)),
);
process.stdout.write(`${JSON.stringify(measured)}\n`);
process.exit(0);
