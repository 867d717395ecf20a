import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { secrets } from '../delivery.ts';
import { serve } from './serve.ts';

/*
 * A peer's intake behind a bare server: `node peer.js <its folder> <database> <origin of a Stripe account>`. It verifies an
 * event and writes its object into PostgreSQL; related objects and longer lists are left out, the cheapest that it can do.
 */

interface Peer {
  readonly runMigrations: (options: object) => Promise<void>;
  readonly StripeSync: new (options: object) => {
    readonly stripe: { readonly _api: object };
    readonly processWebhook: (body: Buffer, signature: string) => Promise<void>;
  };
}

const [folder = '', databaseUrl = '', origin = ''] = process.argv.slice(2);
const peer = createRequire(join(folder, 'package.json'))('@supabase/stripe-sync-engine') as Peer;
const silent = (): void => undefined;
const logger = { info: silent, warn: silent, error: silent, debug: silent };

await peer.runMigrations({ databaseUrl, schema: 'stripe', logger });
const sync = new peer.StripeSync({
  poolConfig: { connectionString: databaseUrl, max: 10 },
  stripeSecretKey: 'rk_live_bench',
  stripeWebhookSecret: secrets.stripe,
  backfillRelatedEntities: false,
  autoExpandLists: false,
  schema: 'stripe',
  logger,
});
const { hostname: host, port } = new URL(origin);
Object.assign(sync.stripe._api, { host, port, protocol: 'http' });

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  await sync.processWebhook(await buffer(request), String(request.headers['stripe-signature']));
  response.writeHead(200).end();
};

serve((request, response) => {
  answer(request, response).catch(() => response.writeHead(400).end());
});
