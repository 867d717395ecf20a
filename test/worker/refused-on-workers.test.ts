import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { compose, type Engine } from '../../src/app/compose.ts';
import { readConfiguration } from '../../src/app/configuration/read-configuration.ts';
import type { SourceError } from '../../src/core/source-error.ts';
import { sampleRange, startSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import type { SyncPorts } from '../../src/sync/ports.ts';
import type { Stop } from '../../src/sync/progress.ts';
import { jobEngine, runOnWorkers } from '../../src/worker/index.ts';
import { beginJob, endJob } from '../../src/worker/jobs/new-jobs.ts';
import { eventually } from '../support/a-plugin.ts';
import { aPostgres } from '../support/a-postgres.ts';
import { silent } from '../support/a-sync.ts';
import { left, right } from '../support/right.ts';

const postgres = aPostgres();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ shop: { orders: 40 }, stripe: { sales: 20 } });
});
afterAll(async () => sandbox.stop());

const open = async (address: string): Promise<Engine> => {
  const said = right(readConfiguration({ ...sandbox.configuration, state: address }, { folder: '.', env: {} }));
  const watchers = { log: silent, report: () => undefined, isInterrupted: () => false, crashPoint: () => undefined };
  return right(await compose(said, watchers)());
};

/** The same, but for a shop that refuses to say its windows for as long as there is an error. */
const refusing = (ports: SyncPorts, refusal: () => SourceError | null): SyncPorts => {
  const shop = ports.storefronts['sample-store'];
  if (shop === undefined) throw new Error('the sandbox has a shop');
  const windows: typeof shop.connector.windows = (range) => {
    const error = refusal();
    return error === null ? shop.connector.windows(range) : TE.left(error);
  };
  const refused = { ...shop, connector: { ...shop.connector, windows } };
  return { ...ports, storefronts: { ...ports.storefronts, 'sample-store': refused } };
};

it('a storefront that is refused for good ends its run on workers with the reason, the others are told, and the same request goes on', async () => {
  const engine = await open(await postgres().newDatabase());
  const { inbox, jobs, close } = engine;
  if (jobs === null) throw new Error('a record book in PostgreSQL has jobs');
  let refusal: SourceError | null = { _tag: 'SourceRefused', message: 'orders older than 60 days are not shown' };
  let stops: readonly Stop[] = [];
  const ports = {
    ...refusing(engine.ports, () => refusal),
    report: (progress: { readonly stops: readonly Stop[] }) => void ({ stops } = progress),
  };
  const schedule = { catchUp: null, reconcile: null };
  const live = { sync: ports, inbox, log: silent, schedule, onEvent: () => undefined };
  const worker = jobEngine(live, jobs, { concurrency: 2, deadAfter: 5_000 });
  right(await worker.start());
  const others = Object.keys(ports.storefronts).filter((name) => name !== 'sample-store');
  const request = { storefronts: ['sample-store', ...others], range: sampleRange, dryRun: false };
  const follow = runOnWorkers(ports, jobs)(request);
  const newest = async () => O.toNullable(right(await ports.book.findRun(O.none)()));
  const told = async (storefront: string): Promise<boolean> => {
    const run = await newest();
    const only = { storefront, outcomes: ['succeeded' as const] };
    return right(await ports.book.entries(run?.id ?? '', only, { after: O.none, limit: 1 })()).entries.length > 0;
  };

  expect(left(await follow())).toMatchObject({
    _tag: 'SourceFailed',
    storefront: 'sample-store',
    cause: 'refused',
    message: 'sample-store: orders older than 60 days are not shown',
  });
  const first = await newest();
  expect(first).toMatchObject({ status: 'stopped' });
  expect(stops).toStrictEqual([
    { who: 'sample-store', cause: 'refused', message: 'orders older than 60 days are not shown' },
  ]);
  expect(await told('sample-store')).toBe(false);
  for (const storefront of others) expect(await told(storefront)).toBe(true);

  refusal = { _tag: 'SourceCredentialsRefused', message: 'the token was withdrawn' };
  expect(right(await follow())).toMatchObject({ id: first?.id, status: 'stopped' });
  expect(stops).toStrictEqual([{ who: 'sample-store', cause: 'credentials', message: 'the token was withdrawn' }]);

  // As it is left over when the last two storefronts end at once, and each adds the job that ends the run.
  await worker.stop(5_000);
  right(await jobs.add([endJob(first?.id ?? '')])());
  refusal = null;
  const later = jobEngine(live, jobs, { concurrency: 2, deadAfter: 5_000 });
  const following = follow();
  await eventually(async () => right(await jobs.has([beginJob(first?.id ?? '').key])()), 30_000);
  right(await later.start());
  expect(right(await following)).toMatchObject({ id: first?.id, status: 'finished' });
  expect(stops).toStrictEqual([]);
  expect(await told('sample-store')).toBe(true);
  await later.stop(5_000);
  await close();
}, 120_000);
