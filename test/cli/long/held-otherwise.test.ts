import { afterAll, describe, expect, it } from '@jest/globals';
import type { Reconciliation } from '../../../src/reconcile/reconciliation.ts';
import type { Report } from '../../../src/reconcile/report.ts';
import { sampleRange } from '../../../sandbox/index.ts';
import { apiKey, syncAll } from '../../support/a-world.ts';
import { cliWorlds } from '../../support/cli-worlds.ts';
import { aDialect, type Dialect } from '../../support/dialects/dialect.ts';
import { dialectService } from '../../support/dialects/dialect-service.ts';
import { serveDialect } from '../../support/dialects/serve-dialect.ts';

const world = cliWorlds();
const shop = { orders: 12 };
const reconcile = ['reconcile', '--from', sampleRange.from, '--to', sampleRange.to, '--json'];
interface Printed {
  readonly isComplete: boolean;
  readonly storefronts: readonly Reconciliation[];
}
const servers: { readonly close: () => Promise<void> }[] = [];
afterAll(() => Promise.all(servers.map(({ close }) => close())));

/** A service of which other software has written every sale of the shop, and three of them with other money. */
const withOtherMoney = async (
  carries: Dialect['list']['carries'],
  hides: readonly string[] = [],
  differing = 3,
  largestPage = 100,
) => {
  const first = await world({ shop });
  await first.cli(syncAll);
  const dialect = aDialect({ list: { carries, largestPage }, twist: { listHides: hides, singleHides: hides } });
  const service = dialectService({ dialect, now: Date.now });
  const sales = first.taxService
    .journal()
    .map(({ text }) => JSON.parse(text) as { id: string; name: string; total: number });
  for (const [index, { id, name, ...fields }] of sales.entries()) {
    service.hold({ id, name, fields: { ...fields, total: fields.total + (index < differing ? 1 : 0) } });
  }
  const server = await serveDialect(service, apiKey);
  servers.push(server);
  const { cli } = await world({ shop, service: { baseUrl: server.origin } });
  return { cli, service };
};

describe('a service that holds other money for three of twelve sales', () => {
  it('has each of them named by sync and by reconcile, and both exit with 1', async () => {
    const { cli, service } = await withOtherMoney('everything');
    const synced = await cli(syncAll);
    const report = JSON.parse(synced.out) as Report;
    expect(synced.code).toBe(1);
    expect(report).toMatchObject({ attempted: 12, alreadyPresent: 12, failed: 0, differing: 3, notCompared: 0 });
    const proved = await cli(reconcile);
    const [proof] = (JSON.parse(proved.out) as Printed).storefronts;
    expect(proved.code).toBe(1);
    expect(proof).toMatchObject({ isComplete: false, differing: 3, notCompared: 0 });
    expect(proof?.differences.map(({ kind }) => kind)).toStrictEqual(['differs', 'differs', 'differs']);
    expect(service.posts()).toBe(0);
    const text = await cli(['sync', '--from', sampleRange.from, '--to', sampleRange.to]);
    expect(text.code).toBe(1);
    expect(text.out).toContain('3 held by the service with other values');
  });

  it('has all of them counted as not compared by sync where its list shows ids and names alone; reconcile reads each', async () => {
    const { cli } = await withOtherMoney('id and name');
    const synced = await cli(syncAll);
    expect(JSON.parse(synced.out)).toMatchObject({ alreadyPresent: 12, differing: 0, notCompared: 12 });
    const proved = await cli(reconcile);
    const [proof] = (JSON.parse(proved.out) as Printed).storefronts;
    expect(proved.code).toBe(1);
    expect(proof).toMatchObject({ isComplete: false, differing: 3, notCompared: 0 });
  });
});

describe('a service that holds more than a later sync reads of its list', () => {
  it('has the rest counted by it, as JSON and in words', async () => {
    const { cli } = await withOtherMoney('everything', [], 0, 1);
    const reports = [await cli(syncAll), await cli(syncAll)].map(({ out }) => JSON.parse(out) as Report);
    expect(reports.map(({ notReadAgain }) => notReadAgain)).toStrictEqual([0, 2]);
    expect((await cli(['report'])).out).toContain(
      "2 already present as an earlier run saw them: this run read only the newest rows of the service's list.",
    );
  });
});

describe('a service that shows the total of no sale, in its list or alone', () => {
  it('ends with 0 where that is accepted, with isComplete false, and else with 1', async () => {
    const { cli } = await withOtherMoney('everything', ['total'], 0);
    const [strict, accepted] = [await cli(reconcile), await cli([...reconcile, '--accept-not-compared'])];
    expect([strict.code, accepted.code]).toStrictEqual([1, 0]);
    for (const { out } of [strict, accepted]) {
      const { isComplete, storefronts } = JSON.parse(out) as Printed;
      expect(isComplete).toBe(false);
      expect(storefronts).toMatchObject([{ isComplete: false, notCompared: 12, differences: [] }]);
    }
    const text = await cli([...reconcile.filter((one) => one !== '--json'), '--accept-not-compared']);
    expect(text).toMatchObject({
      code: 0,
      out: expect.stringContaining('Not complete: 0 differences need a person. 12 not'),
    });
  });

  it('ends with 1 although that is accepted where a sale differs in what is shown', async () => {
    const { cli, service } = await withOtherMoney('everything', ['taxCollected']);
    const proved = await cli([...reconcile, '--accept-not-compared']);
    const { storefronts } = JSON.parse(proved.out) as Printed;
    expect(storefronts).toMatchObject([{ isComplete: false, differing: 3 }]);
    expect(proved.code).toBe(1);
    expect(service.posts()).toBe(0);
  });
});
