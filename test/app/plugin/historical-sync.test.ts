import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { RunProgress } from '../../../src/operations/progress.ts';
import { sampleRange } from '../../../sandbox/index.ts';
import { last, plugins } from '../../support/a-plugin.ts';
import { slowShop } from '../../support/a-screen.ts';

const aPlugin = plugins();

const addsUp = ({ considered, attempted, succeeded, alreadyPresent, failed, skipped, held }: RunProgress): boolean =>
  considered === attempted + skipped + held && attempted === succeeded + alreadyPresent + failed;

describe('historicalSync', () => {
  it('opens nothing before it is used', async () => {
    const { taxNexus, folder } = await aPlugin();
    expect(taxNexus.storefronts.list()).toStrictEqual(['us-store']);
    expect(existsSync(join(folder, 'book.db'))).toBe(false);
  });

  it('gives an id at once, and is watched to its end with numbers that always add up', async () => {
    const { taxNexus, taxService, events } = await aPlugin();
    const run = await taxNexus.historicalSync.start(sampleRange);
    const seen: RunProgress[] = [];
    for await (const progress of taxNexus.historicalSync.watch(run.id)) seen.push(progress);
    expect(seen.every(addsUp)).toBe(true);
    const end = seen.at(-1);
    expect(end).toMatchObject({ runId: run.id, phase: 'over', status: 'finished', considered: 24, failed: 0 });
    expect(seen.filter(({ phase }) => phase === 'over')).toHaveLength(1);
    expect(end?.succeeded).toBe(taxService.journal().length);
    expect(events.filter(({ type }) => type === 'run.finished')).toHaveLength(1);
  });

  it('may be watched by many, by one that stops in the middle, and after the fact', async () => {
    const { taxNexus, another } = await aPlugin();
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    const impatient = (async () => {
      for await (const progress of taxNexus.historicalSync.watch(id)) return progress.runId;
      return '';
    })();
    const [one, two] = await Promise.all([
      last(taxNexus.historicalSync.watch(id)),
      last(taxNexus.historicalSync.watch(id)),
    ]);
    expect(await impatient).toBe(id);
    expect(two).toStrictEqual(one);
    const { considered, succeeded, status } = one;
    for (const plugin of [taxNexus, another()]) {
      const after = await last(plugin.historicalSync.watch(id));
      expect(after).toMatchObject({ phase: 'over', considered, succeeded, status });
    }
  });

  it('reports what the screen and the command line report', async () => {
    const { taxNexus } = await aPlugin();
    const { id } = await taxNexus.historicalSync.start({ ...sampleRange, storefronts: ['us-store'] });
    const end = await last(taxNexus.historicalSync.watch(id));
    const report = await taxNexus.historicalSync.report(id);
    expect(report).toMatchObject({ runId: id, considered: 24, succeeded: end.succeeded, status: 'finished' });
    expect(await taxNexus.historicalSync.report()).toStrictEqual(report);
  });

  it('that is started twice at the same time is one run', async () => {
    const { taxNexus, taxService } = await aPlugin();
    const { historicalSync } = taxNexus;
    const [one, two] = await Promise.all([historicalSync.start(sampleRange), historicalSync.start(sampleRange)]);
    expect(two).toStrictEqual(one);
    const { succeeded } = await last(historicalSync.watch(one.id));
    expect(taxService.answers()['push 200']).toBe(succeeded);
  });

  it('that only looks pushes nothing', async () => {
    const { taxNexus, taxService } = await aPlugin();
    const { id } = await taxNexus.historicalSync.start({ ...sampleRange, dryRun: true });
    expect(await last(taxNexus.historicalSync.watch(id))).toMatchObject({ attempted: 0, considered: 24 });
    expect(taxService.journal()).toHaveLength(0);
  });

  it('is paused with everything settled, and the same request goes on with it', async () => {
    const { taxNexus, taxService } = await aPlugin({}, { shop: { orders: 120 } });
    const { historicalSync } = taxNexus;
    const { id } = await historicalSync.start(sampleRange);
    for await (const { considered } of historicalSync.watch(id)) if (considered > 0) break;
    expect(await historicalSync.pause(id)).toBe(true);
    const half = await last(historicalSync.watch(id));
    expect(half.status).toBe('paused');
    expect(half.considered).toBeLessThan(120);
    expect(await historicalSync.pause(id)).toBe(false);

    const again = await historicalSync.start(sampleRange);
    expect(again.id).toBe(id);
    const whole = await last(historicalSync.watch(id));
    expect(whole).toMatchObject({ status: 'finished', considered: 120, failed: 0 });
    expect(new Set(taxService.journal().map((entry) => entry.id)).size).toBe(whole.succeeded);
    expect(taxService.journal()).toHaveLength(whole.succeeded);
  });

  it('is canceled: its report adds up, it is never resumed, and the same request starts a new run', async () => {
    const { taxNexus, taxService } = await aPlugin({}, { shop: { orders: 120 } });
    const { historicalSync } = taxNexus;
    const { id } = await historicalSync.start(sampleRange);
    for await (const { considered } of historicalSync.watch(id)) if (considered > 0) break;
    expect(await historicalSync.cancel(id)).toBe(true);
    const half = await last(historicalSync.watch(id));
    expect(half.status).toBe('canceled');
    expect(half.considered).toBeLessThan(120);
    expect(addsUp(half)).toBe(true);
    expect(taxService.journal()).toHaveLength(half.succeeded);
    expect(await historicalSync.cancel(id)).toBe(false);
    expect(await historicalSync.pause(id)).toBe(false);
    const report = await historicalSync.report(id);
    expect(report).toMatchObject({ status: 'canceled', succeeded: half.succeeded });
    expect(report.review.prompt).toContain('canceled');

    const again = await historicalSync.start(sampleRange);
    expect(again.id).not.toBe(id);
    const whole = await last(historicalSync.watch(again.id));
    expect(whole).toMatchObject({ status: 'finished', considered: 120, alreadyPresent: half.succeeded, failed: 0 });
    expect((await historicalSync.report(id)).status).toBe('canceled');
  });

  it.each([
    ['pause', 'paused'],
    ['cancel', 'canceled'],
  ] as const)('obeys a %s that another process requests', async (ask, status) => {
    const { taxNexus, another } = await aPlugin({}, slowShop(400));
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    expect(await another().historicalSync[ask](id)).toBe(true);
    const end = await last(taxNexus.historicalSync.watch(id));
    expect(end).toMatchObject({ status, phase: 'over' });
    expect(addsUp(end)).toBe(true);
    expect(end.considered).toBeLessThan(24);
  });

  it('cancels a paused run', async () => {
    const { taxNexus } = await aPlugin({}, slowShop(150));
    const { historicalSync } = taxNexus;
    const { id } = await historicalSync.start(sampleRange);
    expect(await historicalSync.pause(id)).toBe(true);
    expect(await historicalSync.cancel(id)).toBe(true);
    expect((await historicalSync.report(id)).status).toBe('canceled');
  });

  it('retries what was held, in the background', async () => {
    const { taxNexus } = await aPlugin({}, { shop: { orders: 120 } });
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    const before = await last(taxNexus.historicalSync.watch(id));
    expect(before.held).toBeGreaterThan(0);
    expect((await taxNexus.historicalSync.retry(id)).id).toBe(id);
    const after = await last(taxNexus.historicalSync.watch(id));
    expect(after).toMatchObject({ phase: 'over', considered: before.considered, held: before.held });
  });

  it('runs one of two retries that are requested at the same moment, refuses the other, and reports one end', async () => {
    const { taxNexus, events } = await aPlugin({}, { shop: { orders: 120 } });
    const { historicalSync } = taxNexus;
    const { id } = await historicalSync.start(sampleRange);
    await last(historicalSync.watch(id));
    const asked = await Promise.allSettled([historicalSync.retry(id), historicalSync.retry(id)]);
    expect(asked).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 'RUN_ACTIVE' } }]);
    expect(await last(historicalSync.watch(id))).toMatchObject({ status: 'finished', stops: [] });
    expect(events.filter(({ type }) => type === 'run.finished')).toHaveLength(2);
  });

  it('rejects with a code and a sentence for the person who must act', async () => {
    const { taxNexus } = await aPlugin();
    const { historicalSync } = taxNexus;
    await expect(historicalSync.start({ from: '2026-13-01', to: '2026-01-01' })).rejects.toMatchObject({
      name: 'TaxNexusError',
      code: 'RANGE',
      message: expect.stringContaining('YYYY-MM-DD'),
    });
    // From JavaScript anything may come.
    const noDays = {} as Parameters<typeof historicalSync.start>[0];
    for (const request of [noDays, undefined as never, null as never]) {
      await expect(historicalSync.start(request)).rejects.toMatchObject({ name: 'TaxNexusError', code: 'RANGE' });
    }
    await expect(historicalSync.start({ ...sampleRange, storefronts: [] })).rejects.toMatchObject({
      code: 'UNKNOWN_STOREFRONT',
      message:
        'The request names no storefront. Name at least one of us-store, or leave the storefronts out for all of them.',
    });
    await expect(historicalSync.report('nothing')).rejects.toMatchObject({ code: 'UNKNOWN_RUN' });
    await expect(historicalSync.report()).rejects.toMatchObject({ code: 'UNKNOWN_RUN' });
    for (const act of [historicalSync.retry, historicalSync.pause, historicalSync.cancel])
      await expect(act('nothing')).rejects.toMatchObject({ code: 'UNKNOWN_RUN' });
    await expect(last(historicalSync.watch('nothing'))).rejects.toMatchObject({ code: 'UNKNOWN_RUN' });
  });

  it('ends with what stopped it when the platform refuses the token', async () => {
    const { taxNexus, shop, logged } = await aPlugin();
    shop.setFaults([{ on: 'graphql', fault: { kind: 'status', status: 401, when: 'before' } }]);
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    const end = await last(taxNexus.historicalSync.watch(id));
    expect(end).toMatchObject({ status: 'stopped', stops: [{ who: 'us-store', cause: 'credentials' }] });
    expect(logged.join()).not.toContain(shop.accessToken);
  });
});

describe('the host’s hook', () => {
  it('changes and skips transactions before they are frozen, and the report shows it', async () => {
    const { taxNexus, taxService } = await aPlugin({
      hooks: {
        beforePush: (transaction) => (transaction.total % 2n === 0n ? 'skip' : { ...transaction, entity: 'CHURCH' }),
      },
    });
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    await last(taxNexus.historicalSync.watch(id));
    const report = await taxNexus.historicalSync.report(id);
    expect(report.skipped['skipped by your app']).toBeGreaterThan(0);
    expect(report.findings['changed by your app']).toBe(report.succeeded);
    expect(taxService.journal().every(({ text }) => text.includes('"CHURCH"'))).toBe(true);
  });
});
