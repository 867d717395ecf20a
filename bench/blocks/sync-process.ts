import { rightOrThrow } from '../../src/operations/tax-nexus-error.ts';
import { historicalSync } from '../../src/pipeline/index.ts';
import type { SyncPorts } from '../../src/pipeline/ports.ts';
import { tieOut } from '../../src/reconcile/read-tie-out.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { httpTaxService } from '../../src/service/http-tax-service.ts';
import { postgresStore } from '../../src/store/postgres/postgres-store.ts';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { secret } from '../../src/domain/secret.ts';
import { portsOf } from '../client/ports-of.ts';
import { measuredRange } from '../far-side/sales-calendar.ts';
import { concurrency } from '../plan.ts';
import { right } from '../right.ts';
import { connectorTo, policy } from '../stripe/client/connector-to.ts';
import type { Whereabouts } from '../stripe/far-side/start.ts';
import { longestBlock } from './longest-block.ts';

/*
 * The longest block of what reads a platform and the service: `node sync-process.js <state> <origin>` of a Shopify shop, `node
 * sync-process.js <state> <whereabouts>` of a Stripe account. Prints milliseconds by action as JSON.
 */

const [state = '', far = ''] = process.argv.slice(2);
const store = right(await (state.startsWith('postgres') ? postgresStore(secret(state)) : sqliteStore(state))());
const account = far.startsWith('{') ? (JSON.parse(far) as Whereabouts) : undefined;
const sync: SyncPorts =
  account === undefined
    ? portsOf({ origin: far, concurrency }, ['shop'], store)
    : {
        ...portsOf({ origin: account.service, concurrency }, [], store),
        service: httpTaxService({ baseUrl: account.service, apiKey: secret('sandbox-key') }),
        storefronts: { shop: { connector: connectorTo(account), policy } },
      };
const range = account?.range ?? measuredRange;
const month = range.from.slice(0, 7);
const request = { storefronts: ['shop'], range, dryRun: false };
const syncAll = async (): Promise<void> => {
  const run = rightOrThrow(await historicalSync(sync)(request)());
  if (run.status !== 'finished') throw new Error(`the run ended as ${run.status}`);
};
const actions = {
  'historical sync': syncAll,
  'the same again': syncAll,
  reconcile: async () => rightOrThrow(await reconcile({ sync, inbox: store.inbox })(['shop'], range)()),
  // The recorded shop has no sales report.
  ...(account !== undefined && {
    'tie-out of a month': async () => rightOrThrow(await tieOut({ sync, inbox: store.inbox })(['shop'], month)()),
  }),
  'erasure of a storefront': async () => right(await store.inbox.eraseStorefront('shop')()),
};
const results: Record<string, { readonly first: number; readonly later: number }> = {};
for (const [name, action] of Object.entries(actions)) {
  const first = await longestBlock(action);
  results[name] = { first, later: first };
}
right(await store.close());
process.stdout.write(`${JSON.stringify(results)}\n`, () => process.exit(0));
