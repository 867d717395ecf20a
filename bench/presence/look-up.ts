import { performance } from 'node:perf_hooks';
import { loadSqliteDriver } from '../../src/store/sqlite/driver.ts';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { right } from '../right.ts';
import { decodeLookedUp, type LookedUp } from './looked-up.ts';

/*
 * A measured process: `node look-up.js <file> <names>`. It fills a new sync database with so many transactions of the
 * service's list, opens it again, and looks up sales of which every other one is there. Reports on one line.
 */

const [file = '', count = ''] = process.argv.slice(2);
const names = Number(count);
const pageSize = 100;
const pages = 400;

/** Far apart and in no order, as ids of many storefronts are. */
const sourceIdOf = (index: number): number => 5_000_000_000_000 + ((index * 7_919) % names) * 1_000;
const at = '2026-04-01T00:00:00Z';

const open = async (): ReturnType<ReturnType<typeof sqliteStore>> => sqliteStore(file)();
const empty = right(await open());
const request = { storefronts: ['us-store'], range: { from: '2026-01-01', to: '2026-03-31' }, dryRun: false };
right(await empty.openRun(request, { id: 'run-1', at })());
right(await empty.close());
const database = new (right(await loadSqliteDriver()).DatabaseSync)(file);
database.exec(`
  insert into service_transaction (account, id, name, walk, shown)
  with recursive counted (n) as (select 0 union all select n + 1 from counted where n + 1 < ${names})
  select 'default', 'shopify:548380009:' || (5000000000000 + n * 1000), 'shopify-' || n || '-' || (5000000000000 + n * 1000), 1,
    '{"currency":"USD","total":"112.25","taxCollected":"7.25","transactedAt":"2026-02-03T17:20:00Z","state":"CA"}'
  from counted`);
database.close();

const store = right(await open());
const before = process.memoryUsage().rss;
const [cpu, began] = [process.cpuUsage(), performance.now()];
let found = 0;
for (let page = 0; page < pages; page += 1) {
  const wanted = Array.from({ length: pageSize }, (_, place) => {
    const index = page * pageSize + place;
    const sourceId = sourceIdOf(index) + (index % 2);
    return { id: `shopify:548380009:${sourceId}`, name: `Shopify #x · ${sourceId}` };
  });
  found += right(await store.lookUpTransactions('run-1', wanted)()).remoteById.size;
}
const { user, system } = process.cpuUsage(cpu);
const wallMs = performance.now() - began;
const looked = pages * pageSize;
const measured: LookedUp = {
  names,
  found,
  cpuUs: (user + system) / looked,
  wallUs: (wallMs * 1_000) / looked,
  bytesAName: Math.max(0, process.memoryUsage().rss - before) / names,
};
right(await store.close());
process.stdout.write(`${JSON.stringify(right(decodeLookedUp(measured)))}\n`);
