import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { instantOfMilliseconds } from '../../src/domain/instant.ts';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { type JobRunner, jobRunner, type LiveEvent, type Schedule } from '../../src/live/index.ts';
import { shopTruth } from '../kill/shop-truth.ts';
import { eventually } from '../support/a-plugin.ts';
import { aPostgres } from '../support/a-postgres.ts';
import { silent } from '../support/a-sync.ts';
import { openedCommand, type OpenedCommand } from '../support/opened-command.ts';
import { right } from '../support/right.ts';

const postgres = aPostgres();
const orders = 16;
const nothingScheduled: Schedule = { catchUp: null, reconcile: null };
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ shop: { orders } });
});
afterAll(async () => sandbox.stop());

interface Workers {
  readonly address: string;
  readonly first: OpenedCommand;
  readonly events: readonly LiveEvent[];
  readonly start: () => Promise<void>;
  readonly end: () => Promise<void>;
}

/** Some workers on a new sync database, as so many processes would have them. */
const workers = async (count: number, schedule: Schedule = nothingScheduled): Promise<Workers> => {
  const address = await postgres().newDatabase();
  const events: LiveEvent[] = [];
  const composed: OpenedCommand[] = [];
  const runners: JobRunner[] = [];
  for (let number = 0; number < count; number += 1) {
    const opened = await openedCommand({ ...sandbox.configuration, state: address });
    composed.push(opened);
    if (opened.jobs === null) throw new Error('a sync database in PostgreSQL has jobs');
    const { ports: sync, inbox, jobs } = opened;
    const onEvent = (event: LiveEvent): void => void events.push(event);
    runners.push(
      jobRunner({ sync, inbox, log: silent, schedule, onEvent }, jobs, { concurrency: 3, deadAfter: 1_500 }),
    );
  }
  const [first] = composed;
  if (first === undefined) throw new Error('there is no worker');
  return {
    address,
    first,
    events,
    start: async () => {
      for (const runner of runners) right(await runner.start());
    },
    end: async () => {
      await Promise.all(runners.map((runner) => runner.stop(5_000)));
      for (const { close } of composed) await close();
    },
  };
};

describe('workers', () => {
  it('handle requests that were enqueued before they started, each once', async () => {
    const sold = shopTruth(orders).filter(({ pushed }) => pushed !== null);
    const { first, events, start, end } = await workers(3);
    const at = instantOfMilliseconds(Date.now());
    right(await first.inbox.enqueue('sample-store', [...new Set(sold.map(({ orderId }) => orderId))], at)());
    await start();
    await eventually(async () => right(await first.inbox.state()).length === 0);
    const pushed = sandbox.taxService.journal().map(({ id }) => id.split(':')[2]);
    expect(pushed.sort()).toStrictEqual(sold.map(({ orderId }) => orderId).sort());
    // On a machine too busy for heartbeats a worker takes over what another one still works on: its record is settled twice, and sent once.
    const settled = new Set(events.flatMap((event) => (event.type === 'record.settled' ? [event.sourceId] : [])));
    expect([...settled].sort()).toStrictEqual(pushed);
    await end();
  });

  it('run each schedule once, however many workers there are', async () => {
    const { first, events, start, end } = await workers(3, { catchUp: '0 0 1 1 *', reconcile: null });
    await start();
    await eventually(() => events.filter(({ type }) => type === 'catchUp.finished').length >= 2);
    expect(
      events
        .filter(({ type }) => type === 'catchUp.finished')
        .map(({ storefront }) => storefront)
        .sort(),
    ).toStrictEqual(Object.keys(first.ports.storefronts).sort());
    await end();
  });

  it('forget deliveries of which no duplicate comes any more', async () => {
    const { first, start, end } = await workers(1);
    const receivedAt = instantOfMilliseconds(Date.now() - 15 * 24 * 60 * 60_000);
    const old = { storefront: 'sample-store', deliveryId: 'd1', recordId: null, isDeletion: false, receivedAt };
    right(await first.inbox.receiveDelivery(old)());
    await start();
    await eventually(async () => right(await first.inbox.receiveDelivery(old)()));
    await end();
  });

  it('take over the resync requests that a dead worker had claimed, long before its claim runs out', async () => {
    const { address, first, start, end } = await workers(1);
    const { inbox } = first;
    const now = Date.now();
    right(await inbox.enqueue('sample-store', ['1'], instantOfMilliseconds(now))());
    const claim = { now, until: now + 600_000, owner: 'the dead one', limit: 9 };
    expect(right(await inbox.claim('sample-store', claim)())).toHaveLength(1);
    await postgres().ask(address, "insert into tax_nexus.worker values ('worker-dead', 'the dead one', 0)");
    await start();
    await eventually(async () => {
      const [request] = await postgres().ask(address, 'select attempts from tax_nexus.resync_request');
      return request === undefined || JSON.stringify(request) !== '{"attempts":0}';
    });
    await end();
  });
});
