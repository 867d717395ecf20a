import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import { startSandbox, startTaxService, type Sandbox } from '../../../sandbox/index.ts';
import type { SyncPorts } from '../../../src/pipeline/ports.ts';
import { beginJob, endJob } from '../../../src/live/jobs/new-jobs.ts';
import { eventually } from '../../support/a-plugin.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { left, right } from '../../support/right.ts';
import { runsOnWorkers } from '../../support/runs-on-workers.ts';

const postgres = aPostgres();
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ shop: { orders: 40 }, stripe: { sales: 20 } });
});
afterEach(async () => sandbox.stop());

/** The same, but for a shop that refuses to say its windows for as long as there is an error. */
const refusing =
  (refusal: () => SourceError | null) =>
  (ports: SyncPorts): SyncPorts => {
    const shop = ports.storefronts['sample-store'];
    if (shop === undefined) throw new Error('the sandbox has a shop');
    const windows: typeof shop.connector.windows = (range) => {
      const error = refusal();
      return error === null ? shop.connector.windows(range) : TE.left(error);
    };
    const refused = { ...shop, connector: { ...shop.connector, windows } };
    return { ...ports, storefronts: { ...ports.storefronts, 'sample-store': refused } };
  };

describe('a run on workers', () => {
  it('ends a storefront that is refused for good with the reason, the others are sent, and the same request goes on', async () => {
    let refusal: SourceError | null = { _tag: 'SourceRefused', message: 'orders older than 60 days are not shown' };
    const state = await postgres().newDatabase();
    const { jobs, follow, stops, newest, pushed, startWorker, close } = await runsOnWorkers(
      sandbox.configuration,
      state,
      refusing(() => refusal),
    );
    const stopWorker = await startWorker();

    expect(left(await follow())).toMatchObject({
      _tag: 'SourceFailed',
      storefront: 'sample-store',
      cause: 'refused',
      message: 'sample-store: orders older than 60 days are not shown',
    });
    const first = await newest();
    expect(first).toMatchObject({ status: 'stopped' });
    expect(stops()).toStrictEqual([
      { who: 'sample-store', cause: 'refused', message: 'orders older than 60 days are not shown' },
    ]);
    expect(await pushed('sample-store')).toBe(false);
    const others = first?.storefronts.filter((name) => name !== 'sample-store') ?? [];
    expect(others).not.toHaveLength(0);
    for (const storefront of others) expect(await pushed(storefront)).toBe(true);

    refusal = { _tag: 'SourceCredentialsRefused', message: 'the token was withdrawn' };
    expect(right(await follow())).toMatchObject({ id: first?.id, status: 'stopped' });
    expect(stops()).toStrictEqual([{ who: 'sample-store', cause: 'credentials', message: 'the token was withdrawn' }]);

    // As it is left over when the last two storefronts end at once, and each adds the job that ends the run.
    await stopWorker();
    right(await jobs.addJobs([endJob(first?.id ?? '')])());
    refusal = null;
    const following = follow();
    await eventually(async () => right(await jobs.hasJobs([beginJob(first?.id ?? '').key])()));
    const stopLater = await startWorker();
    expect(right(await following)).toMatchObject({ id: first?.id, status: 'finished' });
    expect(stops()).toStrictEqual([]);
    expect(await pushed('sample-store')).toBe(true);
    await stopLater();
    await close();
  }, 120_000);

  it.each([
    ['from the start', 0],
    ['half way', 10],
  ])(
    'stops when the service refuses the key %s, reports it once, and continues with a good one',
    async (_, pushes) => {
      const { taxService, configuration } = sandbox;
      const state = await postgres().newDatabase();
      const { follow, stops, newest, startWorker, close } = await runsOnWorkers(configuration, state);
      const stopWorker = await startWorker();
      const on = pushes === 0 ? 'list' : 'push';
      taxService.setFaults([{ on, skip: pushes, fault: { kind: 'status', status: 401, when: 'before' } }]);

      expect(right(await follow())).toMatchObject({ status: 'stopped' });
      expect(stops()).toMatchObject([{ who: 'service', cause: 'credentials' }]);
      expect(stops()[0]?.message).toContain('Check service.apiKey');
      const stopped = await newest();

      taxService.setFaults([]);
      expect(right(await follow())).toMatchObject({ id: stopped?.id, status: 'finished' });
      expect(stops()).toStrictEqual([]);
      await stopWorker();
      await close();
    },
    120_000,
  );

  it('stops when the key is of another account, and names the setting to correct; nothing is sent there', async () => {
    const { configuration } = sandbox;
    const state = await postgres().newDatabase();
    const own = await runsOnWorkers(configuration, state);
    const stopOwn = await own.startWorker();
    expect(right(await own.follow())).toMatchObject({ status: 'finished' });
    await stopOwn();
    await own.close();

    const otherStorefronts = await startTaxService();
    const service = { ...configuration.service, baseUrl: otherStorefronts.origin };
    const other = await runsOnWorkers({ ...configuration, service }, state);
    const stopOther = await other.startWorker();
    expect(right(await other.follow())).toMatchObject({ status: 'stopped' });
    expect(other.stops()).toMatchObject([{ who: 'service', cause: 'credentials' }]);
    expect(other.stops()[0]?.message).toContain('Correct service.apiKey');
    expect(otherStorefronts.journal()).toHaveLength(0);
    await stopOther();
    await other.close();
    await otherStorefronts.stop();
  }, 120_000);
});
