import { createRequire } from 'node:module';
import { join } from 'node:path';
import { measure } from '../client/measure.ts';
import type { Whereabouts } from '../far-side/start.ts';
import { cpuOfTree } from './cpu-of-tree.ts';

/*
 * The peer's process: `node main.js <its folder> <whereabouts> <database> <database's process>`. It mirrors the same
 * charges into PostgreSQL, by its own backfill and with its own defaults; related objects and longer lists are left out,
 * which is the cheapest that it can do.
 */

interface Client {
  readonly _api: object;
}

interface Peer {
  readonly runMigrations: (options: object) => Promise<void>;
  readonly StripeSync: new (options: object) => {
    readonly stripe: Client;
    readonly syncBackfill: (what: { readonly object: 'charge' }) => Promise<{ charges?: { synced: number } }>;
    readonly close?: () => Promise<void>;
  };
}

const [folder = '', where = '', databaseUrl = '', database = ''] = process.argv.slice(2);
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

const measured = await measure(
  async () => {
    const { charges } = await sync.syncBackfill({ object: 'charge' });
    return { charges: charges?.synced ?? 0, result: `${charges?.synced ?? 0} charges mirrored` };
  },
  () => cpuOfTree(Number(database)),
);
process.stdout.write(`${JSON.stringify(measured)}\n`);
process.exit(0);
