import { beforeAll, describe, expect, it } from '@jest/globals';
import { sampleRange } from '../../../sandbox/index.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { databasePassword } from '../../support/start-postgres.ts';
import { eventually, last, plugins } from '../../support/a-plugin.ts';
import { orderPayload, requestOf, shopifyWebhook } from '../../support/signed-webhook.ts';

// What is over the database ends before it does.
const aPlugin = plugins();
const postgres = aPostgres();
let state = '';

beforeAll(async () => {
  state = await postgres().newDatabase();
});

/** A separate schema is a separate sync database. */
const bookOf = (schema: string): { readonly state: string } => ({ state: `${state}?schema=${schema}` });

const ring = (orderId: string, deliveryId: string): Request =>
  requestOf(shopifyWebhook(orderPayload(orderId), { deliveryId }));

describe('a plugin with its sync database in PostgreSQL', () => {
  it('brings a whole history in, and finds all of it already present from another process', async () => {
    const { taxNexus, another, taxService, logged } = await aPlugin(bookOf('history'));
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    const end = await last(taxNexus.historicalSync.watch(id));
    expect(end).toMatchObject({ status: 'finished', considered: 24, failed: 0 });
    expect(end.succeeded).toBe(taxService.journal().length);
    expect(end.succeeded).toBeGreaterThan(20);

    const other = another();
    expect(await other.historicalSync.report(id)).toStrictEqual(await taxNexus.historicalSync.report(id));
    const again = await last(other.historicalSync.watch((await other.historicalSync.start(sampleRange)).id));
    expect(again).toMatchObject({ succeeded: 0, alreadyPresent: end.succeeded });
    expect(logged.join()).not.toContain(databasePassword);
  });

  it('accepts each webhook in any process, and sends each order once', async () => {
    const sample = await aPlugin(bookOf('sample'));
    await last(sample.taxNexus.historicalSync.watch((await sample.taxNexus.historicalSync.start(sampleRange)).id));
    const orderIds = sample.taxService.journal().map(({ id }) => id.split(':')[2] ?? '');

    const { taxNexus, another, taxService, events } = await aPlugin(bookOf('live'));
    const processes = [taxNexus, another(), another()];
    for (const one of processes) await one.start();
    for (const [index, orderId] of [...orderIds, ...orderIds].entries()) {
      const response = await processes[index % 3]?.handler(ring(orderId, `event-${index % orderIds.length}`));
      expect(response?.status).toBe(200);
    }
    await eventually(async () => (await taxNexus.waiting()).length === 0);
    expect(
      taxService
        .journal()
        .map(({ id }) => id.split(':')[2])
        .sort(),
    ).toStrictEqual([...orderIds].sort());
    // A process that is kept from working for a while loses its claim: the record is settled again by another one, and sent once.
    const settled = new Set(events.flatMap((event) => (event.type === 'record.settled' ? [event.sourceId] : [])));
    expect([...settled].sort()).toStrictEqual([...orderIds].sort());
  });

  it('rejects with what to do, and without the address, when the database is not there', async () => {
    const { taxNexus } = await aPlugin({ state: `postgres://someone:${databasePassword}@127.0.0.1:1/nothing` });
    const failed = await taxNexus.start().catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'STATE', message: expect.stringContaining('cannot be reached') });
    expect(String(failed)).not.toContain(databasePassword);
  });
});
