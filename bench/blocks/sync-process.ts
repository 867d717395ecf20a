import { rightOrThrow } from '../../src/operations/tax-nexus-error.ts';
import { historicalSync } from '../../src/pipeline/index.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { postgresStore } from '../../src/store/postgres/postgres-store.ts';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { secret } from '../../src/domain/secret.ts';
import { portsOf } from '../client/ports-of.ts';
import { measuredRange } from '../far-side/sales-calendar.ts';
import { concurrency } from '../plan.ts';
import { right } from '../right.ts';
import { longestBlock } from './longest-block.ts';

/*
 * The longest block of what reads a platform and the service: `node sync-process.js <origin> <state>`. Prints milliseconds by action
 * as JSON.
 */

const [origin = '', state = ''] = process.argv.slice(2);
const store = right(await (state.startsWith('postgres') ? postgresStore(secret(state)) : sqliteStore(state))());
const sync = portsOf({ origin, concurrency }, ['shop'], store);
const request = { storefronts: ['shop'], range: measuredRange, dryRun: false };
const syncAll = async (): Promise<void> => {
  const run = rightOrThrow(await historicalSync(sync)(request)());
  if (run.status !== 'finished') throw new Error(`the run ended as ${run.status}`);
};
const actions = {
  'historical sync': syncAll,
  'the same again': syncAll,
  reconcile: async () => rightOrThrow(await reconcile({ sync, inbox: store.inbox })(['shop'], measuredRange)()),
  'erasure of a storefront': async () => right(await store.inbox.eraseStorefront('shop')()),
};
const results: Record<string, { readonly first: number; readonly later: number }> = {};
for (const [name, action] of Object.entries(actions)) {
  const first = await longestBlock(action);
  results[name] = { first, later: first };
}
right(await store.close());
process.stdout.write(`${JSON.stringify(results)}\n`, () => process.exit(0));
