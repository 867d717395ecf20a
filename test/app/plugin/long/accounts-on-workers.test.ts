import { describe, expect, it } from '@jest/globals';
import { aPostgres } from '../../../support/a-postgres.ts';
import { eventually, last } from '../../../support/a-plugin.ts';
import { anApp, aService, aShop, deliver, endAll, keyOf } from '../../../support/accounts-app.ts';

// What is over the database ends before it does.
endAll();
const postgres = aPostgres();
const range = { from: '2026-01-01', to: '2026-12-31' };

describe('accounts whose work several processes share', () => {
  it('are synced by any of them, each with its own key, while the key of one is refused', async () => {
    const service = await aService((key) => (key === 'canary-sick' ? 'refuses' : 'well'));
    const storefronts = { a: aShop(1, 'acme'), b: aShop(2, 'acme'), c: aShop(3, 'zenith'), sick: aShop(4, 'sick') };
    const state = await postgres().newDatabase();
    const options = { origin: service.origin, storefronts, accounts: keyOf, state };
    const { taxNexus } = anApp(options);
    const { taxNexus: other } = anApp(options);
    await other.start();
    const start = async (account: string): Promise<string> =>
      (await taxNexus.historicalSync.start({ ...range, account })).id;
    const sick = await start('sick');
    const [acme, zenith] = [await start('acme'), await start('zenith')];
    expect(await last(other.historicalSync.watch(zenith))).toMatchObject({ status: 'finished', succeeded: 1 });
    expect(await last(other.historicalSync.watch(acme))).toMatchObject({ status: 'finished', succeeded: 2 });
    const end = await last(taxNexus.historicalSync.watch(sick));
    expect(end).toMatchObject({ status: 'stopped', succeeded: 0, stops: [{ cause: 'credentials' }] });
    expect(end.stops.map(({ message }) => message)).toEqual([expect.stringMatching(/^Account sick: /)]);
    expect([...service.held].map(([key, ids]) => [key, ids.length]).sort()).toEqual([
      ['canary-acme', 2],
      ['canary-zenith', 1],
    ]);
  }, 120_000);

  it('take deliveries in one process, and push each once with the key of its account', async () => {
    const service = await aService();
    const storefronts = { a: aShop(1, 'acme'), c: aShop(3, 'zenith') };
    const options = { origin: service.origin, storefronts, accounts: keyOf, state: await postgres().newDatabase() };
    const { taxNexus } = anApp(options);
    const { taxNexus: other } = anApp(options);
    await Promise.all([taxNexus.start(), other.start()]);
    for (const app of [taxNexus, other]) for (const name of Object.keys(storefronts)) await deliver(app, name);
    await eventually(() => service.held.size === 2);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect([...service.held].map(([key, ids]) => [key, ids.length]).sort()).toEqual([
      ['canary-acme', 1],
      ['canary-zenith', 1],
    ]);
  }, 60_000);
});
