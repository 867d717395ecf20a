import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { sampleRange } from '../../../sandbox/index.ts';
import { last, plugins } from '../../support/a-plugin.ts';
import { anApp, aService, aShop, endAll, keyOf } from '../../support/accounts-app.ts';
import { slowShop } from '../../support/a-screen.ts';

endAll();
const aPlugin = plugins();

/** A plugin with a run that is over, in which some sales failed or are held. */
const withRun = async () => {
  const plugin = await aPlugin({}, { shop: { orders: 150 } });
  const { id } = await plugin.taxNexus.historicalSync.start(sampleRange);
  await last(plugin.taxNexus.historicalSync.watch(id));
  return { ...plugin, id };
};
const done = await withRun();

const readAll = async (pieces: AsyncIterable<string>): Promise<string> => {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
};

/** The newest run is another one by the time that later tests read it. */
const newest = await done.taxNexus.historicalSync.find();

describe('check', () => {
  it('finds the service and each storefront ready', async () => {
    const { isReady, parts } = await done.taxNexus.check();
    expect(isReady).toBe(true);
    expect(parts.map(({ subject }) => subject)).toStrictEqual(['service', 'us-store']);
    expect(parts[0]?.findings.map(({ subject }) => subject)).toStrictEqual(['access', 'wire', 'first transaction']);
    expect(parts[1]).toMatchObject({ records: 150, account: { timeZone: 'America/New_York' } });
  });

  it('finds a key that the service refuses, and two storefronts of one shop', async () => {
    const { configuration, source, another } = done;
    const service = { ...configuration.service, apiKey: 'canary-wrong' };
    const { isReady, parts } = await another({
      service,
      state: `sqlite:${done.folder}/other.db`,
      storefronts: { 'us-store': source, again: source } as Readonly<Record<'us-store', typeof source>>,
    }).check();
    expect(isReady).toBe(false);
    expect(parts[0]?.findings[0]).toMatchObject({ level: 'stops', subject: 'access' });
    expect(parts[2]?.findings.at(-1)).toMatchObject({ level: 'warns', subject: 'same account' });
    expect(JSON.stringify(parts)).not.toContain('canary');
  });

  it('of a storefront that does not exist is an error with its code', async () => {
    const unknown = 'nowhere' as 'us-store';
    await expect(done.taxNexus.check({ storefronts: [unknown] })).rejects.toMatchObject({ code: 'UNKNOWN_STOREFRONT' });
    await expect(done.taxNexus.check({ storefronts: [] })).rejects.toMatchObject({ code: 'UNKNOWN_STOREFRONT' });
  });
});

describe('the status', () => {
  it('names the newest run, and what waits for a decision', async () => {
    const { lastRun, undecided, storefronts } = await done.taxNexus.status();
    expect(lastRun).toMatchObject({ id: done.id, status: 'finished', failed: newest.failed, held: newest.held });
    expect(undecided).toBe(newest.failed + newest.held);
    expect(storefronts).toMatchObject([{ storefront: 'us-store', waiting: 0, parked: 0 }]);
  });
});

describe('exposure', () => {
  it('says how near the thresholds of states the sales are, on a day', async () => {
    const { known, states, reviewedOn } = await done.taxNexus.exposure({ on: sampleRange.to });
    expect(known?.to.slice(0, 4)).toBe(sampleRange.to.slice(0, 4));
    expect(states.find(({ state }) => state === 'TX')).toMatchObject({
      threshold: { sales: 500_000, transactions: null },
      period: { rule: '12 calendar months', to: sampleRange.to },
    });
    expect(reviewedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    await expect(done.taxNexus.exposure({ on: '2026-02-30' })).rejects.toMatchObject({ code: 'RANGE' });
    await expect(done.taxNexus.exposure({ account: 'unknown' })).rejects.toMatchObject({ code: 'ACCOUNT' });
  });

  it('counts marketplace sales by the law that the policy gives a state', async () => {
    const countsIn = async ({ taxNexus }: Pick<typeof done, 'taxNexus'>) =>
      (await taxNexus.exposure({ on: sampleRange.to })).states.find(({ state }) => state === 'TX')
        ?.includesMarketplaceSales;
    const law = { collectsFrom: '2019-10-01', countsTowardThreshold: false };
    const source = done.source.withDefaults?.({ facilitatorLaws: { TX: law } }) ?? done.source;
    const taxNexus = done.another({ storefronts: { 'us-store': source } });
    expect([await countsIn(done), await countsIn({ taxNexus })]).toStrictEqual([true, false]);
  });
});

describe('the threshold of a state', () => {
  it('is that of the policy, which the result names as its source', async () => {
    const nexusThresholds = { TX: { sales: 1, period: 'calendar year' as const } };
    const source = done.source.withDefaults?.({ nexusThresholds }) ?? done.source;
    const taxNexus = done.another({ storefronts: { 'us-store': source } });
    const { states } = await taxNexus.exposure({ on: sampleRange.to });
    expect(states.find(({ state }) => state === 'TX')).toMatchObject({
      ...{ status: 'reached', threshold: { sales: 1 }, period: { rule: 'calendar year' } },
      source: { name: 'your setting', link: null, on: null },
    });
  });
});

describe('the runs', () => {
  it('are listed with their counts, a page at a time', async () => {
    const { taxNexus } = await aPlugin();
    const months = ['2025-11', '2025-12', '2026-01'];
    for (const month of months) {
      const { id } = await taxNexus.historicalSync.start({ from: `${month}-01`, to: `${month}-28`, dryRun: true });
      await last(taxNexus.historicalSync.watch(id));
    }
    const first = await taxNexus.historicalSync.list({ limit: 2 });
    expect(first.items.map(({ range }) => range.from)).toStrictEqual(['2026-01-01', '2025-12-01']);
    const second = await taxNexus.historicalSync.list({ limit: 2, cursor: first.next ?? '' });
    expect(second.items.map(({ range }) => range.from)).toStrictEqual(['2025-11-01']);
    expect(second.next).toBeNull();
    for (const { considered, attempted, succeeded, alreadyPresent, failed, skipped, held } of first.items) {
      expect(considered).toBe(attempted + skipped + held);
      expect(attempted).toBe(succeeded + alreadyPresent + failed);
    }
    // A run that is not there must not look like the end of the list.
    for (const request of [{ limit: 0 }, { limit: 101 }, { limit: 1.5 }, { cursor: 'no-run' }, { cursor: '' }]) {
      await expect(taxNexus.historicalSync.list(request)).rejects.toMatchObject({ code: 'INVALID' });
    }
  });

  it('go on where they were paused, under the same id', async () => {
    const { taxNexus, taxService } = await aPlugin({}, slowShop(200));
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    expect(await taxNexus.historicalSync.pause(id)).toBe(true);
    expect(await taxNexus.historicalSync.find(id)).toMatchObject({ status: 'paused' });
    expect(await taxNexus.historicalSync.resume(id)).toStrictEqual({ id });
    const end = await last(taxNexus.historicalSync.watch(id));
    expect(end).toMatchObject({ status: 'finished', considered: 60 });
    expect(new Set(taxService.journal().map(({ id }) => id)).size).toBe(taxService.journal().length);
    await expect(taxNexus.historicalSync.resume(id)).rejects.toMatchObject({ code: 'RUN_STATE' });
  });

  it('that do not exist are errors with their code', async () => {
    const { historicalSync } = done.taxNexus;
    const decided = { by: 'Ada', note: '' };
    for (const ask of [
      () => historicalSync.find('no-run'),
      () => historicalSync.report('no-run'),
      () => readAll(historicalSync.csv('no-run')),
      () => historicalSync.resume('no-run'),
      () => historicalSync.lines('no-run'),
      () => historicalSync.signOff('no-run', decided),
      () => historicalSync.signOffs('no-run'),
    ]) {
      await expect(ask()).rejects.toMatchObject({ name: 'TaxNexusError', code: 'UNKNOWN_RUN' });
    }
  });
});

describe('the lines of a run', () => {
  it('come page by page, each once, and are those of its report', async () => {
    const { taxNexus, id } = done;
    const report = await taxNexus.historicalSync.report(id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof taxNexus.historicalSync.lines>> = await taxNexus.historicalSync.lines(id, {
        limit: 150,
        ...(cursor !== null && { cursor }),
      });
      seen.push(...page.items.map((line) => line.id));
      cursor = page.next;
    } while (cursor !== null);
    expect(seen).toHaveLength(report.considered);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('are filtered, and their money is decimals that JSON can carry', async () => {
    const { taxNexus, id } = done;
    const { items } = await taxNexus.historicalSync.lines(id, { outcomes: ['succeeded'], limit: 5 });
    expect(items).toHaveLength(5);
    for (const { outcome, amounts } of items) {
      expect(outcome).toBe('succeeded');
      expect(amounts?.total).toMatch(/^\d+\.\d\d$/);
    }
    expect(JSON.parse(JSON.stringify(items))).toStrictEqual(items);
    const changed = await taxNexus.historicalSync.lines(id, { hasAdjustments: true });
    expect(changed.items.flatMap(({ adjustments }) => adjustments.map(({ amount }) => amount))).toContainEqual(
      expect.stringMatching(/^-?\d+\.\d\d$/),
    );
    for (const request of [{ cursor: 'x' }, { limit: 501 }]) {
      await expect(taxNexus.historicalSync.lines(id, request)).rejects.toMatchObject({ code: 'INVALID' });
    }
  });

  it('are a table for spreadsheets, with a row each', async () => {
    const { taxNexus, id } = done;
    const [head = '', ...rows] = (await readAll(taxNexus.historicalSync.csv(id))).trimEnd().split('\n');
    expect(head.split(',').slice(0, 3)).toStrictEqual(['storefront', 'id', 'sourceId']);
    expect(rows).toHaveLength((await taxNexus.historicalSync.find(id)).considered);
  });

  it('carry the newest note of a person', async () => {
    const { taxNexus, id } = done;
    const [line] = (await taxNexus.historicalSync.lines(id, { outcomes: ['held'], limit: 1 })).items;
    if (line === undefined) throw new Error('the sample has one');
    for (const note of ['first', 'second']) {
      const request = { storefront: line.storefront, id: line.id, note, by: 'Ada' };
      expect(await taxNexus.resolve(request)).toMatchObject(request);
    }
    const [noted] = (await taxNexus.historicalSync.lines(id, { id: line.id })).items;
    expect(noted?.note).toMatchObject({ note: 'second', by: 'Ada' });
    await expect(
      taxNexus.resolve({ storefront: line.storefront, id: line.id, note: ' ', by: 'Ada' }),
    ).rejects.toMatchObject({ code: 'INVALID' });
    await expect(taxNexus.resolve({ storefront: 'nowhere', id: line.id, note: 'x', by: 'Ada' })).rejects.toMatchObject({
      code: 'UNKNOWN_STOREFRONT',
    });
  });
});

describe('a review', () => {
  it('keeps the counts and totals that were signed', async () => {
    const { taxNexus, id } = done;
    const { considered } = await taxNexus.historicalSync.report(id);
    const decided = { by: 'Ada', note: 'as filed' };
    await expect(taxNexus.historicalSync.signOff(id, decided)).rejects.toMatchObject({ code: 'RUN_STATE' });
    const open = (await taxNexus.decisions.open({ runId: id })).reduce((all, { count }) => all + count, 0);
    const signed = await taxNexus.historicalSync.signOff(id, { ...decided, open });
    expect(signed).toMatchObject({ runId: id, by: 'Ada', note: 'as filed', statement: { counts: { considered } } });
    expect(await taxNexus.historicalSync.signOffs(id)).toStrictEqual([signed]);
    expect(await taxNexus.historicalSync.find(id)).toMatchObject({ isSignedOff: true });
  });

  it('signs no preview', async () => {
    const { taxNexus } = done;
    const preview = await taxNexus.historicalSync.start({ ...sampleRange, dryRun: true });
    await last(taxNexus.historicalSync.watch(preview.id));
    const refused = { code: 'RUN_STATE' };
    await expect(taxNexus.historicalSync.signOff(preview.id, { by: 'Ada', note: '' })).rejects.toMatchObject(refused);
    await expect(taxNexus.historicalSync.retry(preview.id)).rejects.toMatchObject(refused);
  });

  it('closes and reopens months', async () => {
    const { closedPeriods, historicalSync } = done.taxNexus;
    const january = { month: '2020-01', by: 'Ada' };
    await expect(closedPeriods.close(january)).rejects.toMatchObject({
      ...{ code: 'RUN_STATE', message: expect.stringContaining('--from 2020-01-01 --to 2020-01-31') as unknown },
    });
    const { id } = await historicalSync.start({ from: '2020-01-01', to: '2020-01-31' });
    await last(historicalSync.watch(id));
    await closedPeriods.close(january);
    expect(await closedPeriods.list()).toMatchObject([{ month: '2020-01', by: 'Ada' }]);
    await expect(closedPeriods.reopen({ ...january, reason: ' ' })).rejects.toMatchObject({ code: 'INVALID' });
    await closedPeriods.reopen({ ...january, reason: 'late' });
    expect(await closedPeriods.list()).toStrictEqual([]);
    await expect(closedPeriods.close({ month: '2020-13', by: 'Ada' })).rejects.toMatchObject({ code: 'INVALID' });
  });
});

describe('a storefront', () => {
  it('is compared with the service to the cent, and the calendar keeps the counts', async () => {
    const [proof] = await done.taxNexus.reconcile({ ...sampleRange, storefronts: ['us-store'] });
    expect(proof).toMatchObject({ storefront: 'us-store', differing: 0 });
    expect(proof?.source.transactions).toBe(proof?.service.transactions);
    await expect(done.taxNexus.reconcile({ from: 'today', to: 'then' })).rejects.toMatchObject({ code: 'RANGE' });
    await expect(done.taxNexus.reconcile({ from: '2026-01-01' })).rejects.toMatchObject({ code: 'RANGE' });
  });

  it('is compared over all days that were ever synced, where none are named', async () => {
    const [all] = await done.taxNexus.reconcile();
    // The month that was closed above was synced, too.
    expect(all).toMatchObject({ storefront: 'us-store', range: { from: '2020-01-01' }, differing: 0 });
  });

  it('is not compared with a key that the service refuses: the error has the cause, and no key', async () => {
    const { configuration, source, another } = done;
    const service = { ...configuration.service, apiKey: 'canary-wrong' };
    const refused = another({
      service,
      state: `sqlite:${done.folder}/refused.db`,
      storefronts: { 'us-store': source },
    });
    const error: unknown = await refused.reconcile(sampleRange).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'TaxNexusError', code: 'SERVICE_FAILED', cause: 'credentials' });
    expect(inspect(error)).not.toContain('canary');
  });

  it('explains a sale, in a form that JSON can carry', async () => {
    const { taxNexus, id } = done;
    const [line] = (await taxNexus.historicalSync.lines(id, { outcomes: ['succeeded'], hasAdjustments: true })).items;
    const explained = await taxNexus.explain('us-store', line?.sourceId ?? '');
    expect(explained).toMatchObject({ result: { _tag: 'Transaction', id: line?.id, total: line?.amounts?.total } });
    expect(JSON.parse(JSON.stringify(explained))).toStrictEqual(explained);
    await expect(taxNexus.explain('us-store', '999')).rejects.toMatchObject({ code: 'UNKNOWN_RECORD' });
    await expect(taxNexus.explain('nowhere' as 'us-store', '1')).rejects.toMatchObject({ code: 'UNKNOWN_STOREFRONT' });
  });

  it('gets the webhooks that are missing, once', async () => {
    const { webhooks } = done.taxNexus;
    const request = { storefront: 'us-store', address: 'https://app.example/tax-nexus/webhooks/us-store' };
    const before = await webhooks.status(request);
    expect(before.map(({ state }) => state)).toContain('missing');
    const applied = await webhooks.apply(request);
    expect(applied.map(({ state }) => state)).toContain('created');
    expect((await webhooks.status(request)).map(({ state }) => state)).not.toContain('missing');
    await expect(webhooks.status({ ...request, address: 'none' })).rejects.toMatchObject({ code: 'INVALID' });
    await expect(webhooks.status({ ...request, storefront: 'nowhere' })).rejects.toMatchObject({
      code: 'UNKNOWN_STOREFRONT',
    });
  });
});

describe('storefronts of several accounts', () => {
  it('are listed by account, and a request is about one', async () => {
    const { origin } = await aService();
    const storefronts = { a: aShop(1, 'acme'), b: aShop(2, 'zenith'), c: aShop(3, 'acme') };
    const { taxNexus } = anApp({ origin, storefronts, accounts: keyOf });
    expect(await taxNexus.accounts.list()).toStrictEqual([
      { name: 'acme', storefronts: ['a', 'c'] },
      { name: 'zenith', storefronts: ['b'] },
    ]);
    const range = { from: '2026-01-01', to: '2026-12-31' };
    const { id } = await taxNexus.historicalSync.start({ ...range, account: 'acme' });
    await last(taxNexus.historicalSync.watch(id));
    for (const ask of [
      () => taxNexus.check(),
      () => taxNexus.historicalSync.list(),
      () => taxNexus.closedPeriods.list(),
      () => taxNexus.reconcile(range),
    ]) {
      await expect(ask()).rejects.toMatchObject({ code: 'ACCOUNT' });
    }
    expect((await taxNexus.historicalSync.list({ account: 'acme' })).items).toMatchObject([{ runId: id }]);
    expect((await taxNexus.historicalSync.list({ account: 'zenith' })).items).toStrictEqual([]);
    expect((await taxNexus.historicalSync.lines(id)).items).toHaveLength(2);
    await taxNexus.closedPeriods.close({ account: 'acme', month: '2026-01', by: 'Ada' });
    expect(await taxNexus.closedPeriods.list({ account: 'zenith' })).toStrictEqual([]);
  });
});
