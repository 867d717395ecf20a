import { secret } from '../../src/domain/secret.ts';
import { postgresStore } from '../../src/store/postgres/postgres-store.ts';
import { jobRunner } from '../../src/live/index.ts';
import { portsOf } from '../client/ports-of.ts';
import { right } from '../right.ts';
import { quarters } from './quarters.ts';

/*
 * One worker, until it is killed: `node worker.js <origin> <database> <pushes at a time>`. It works on one storefront at a
 * time. Prints `ready`.
 */

const [origin = '', database = '', concurrency = ''] = process.argv.slice(2);
const store = right(await postgresStore(secret(database))());
if (store.jobs === undefined) throw new Error('a sync database in PostgreSQL has jobs');
const sync = portsOf({ origin, concurrency: Number(concurrency) }, Object.keys(quarters), store);
const { inbox, jobs } = store;
const { log } = sync;
const schedule = { catchUp: null, reconcile: null };
const runner = jobRunner({ sync, inbox, log, schedule, onEvent: () => undefined }, jobs, {
  concurrency: 1,
  does: 'history',
  deadAfter: 6_000,
});
right(await runner.start());
process.stdout.write('ready\n');
