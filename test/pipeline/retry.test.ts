import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { held } from '../../src/domain/exclusion.ts';
import type { Submission } from '../../src/domain/sync-store.ts';
import type { SourceError } from '../../src/domain/errors.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { SourceResult } from '../../src/mapping/source-connector.ts';
import type { SyncPorts } from '../../src/pipeline/ports.ts';
import type { Stop } from '../../src/pipeline/progress.ts';
import { retryRun } from '../../src/pipeline/retry-run.ts';
import { aRefund } from '../support/a-refund.ts';
import { aSync, paged, sales, transactionId } from '../support/a-sync.ts';
import { type Fault, faults } from '../support/memory-tax-service.ts';
import { left, right } from '../support/right.ts';
import { scriptedConnector } from '../support/scripted-connector.ts';
import { sendsRefunds } from '../support/a-policy.ts';

const entries = (count: number): SourceResult[] => sales(count).map((sale) => E.right(sale));
const mistake = (sourceId: string): SourceResult =>
  E.left(held({ sourceId, name: '#1' }, 'missing address', 'it has no address'));

/** A sale with a refund that is sent, at a service that refuses some of it for as long as the state says. */
const refusing = (isRefused: (about: string) => boolean) => {
  const state = { isRefused: true };
  const sync = aSync({
    script: { pages: [sales(1).map((sale): SourceResult => E.right({ ...sale, refunds: [aRefund()] }))] },
    policy: sendsRefunds,
    service: {
      fault: ({ kind, about }) => (state.isRefused && kind === 'push' && isRefused(about) ? faults.refused : undefined),
    },
  });
  return { sync, state };
};

/** A storefront that refuses some records when they are read one by one; `stops` is what stopped the retry. */
const refusedRecords = (count: number, refusal: SourceError, isRefused: (id: string) => boolean) => {
  const pages = [Array.from({ length: count }, (_, index) => mistake(String(9_001 + index)))];
  const connector = scriptedConnector({ pages });
  const asked: string[] = [];
  const stops: Stop[] = [];
  const sync = aSync({
    script: { pages },
    ports: {
      report: (progress) => stops.splice(0, stops.length, ...progress.stops),
      storefronts: {
        'us-store': {
          connector: {
            ...connector,
            readRecord: (id) => {
              asked.push(id);
              return isRefused(id) ? TE.left(refusal) : connector.readRecord(id);
            },
          },
          policy: defaultPolicy,
        },
      },
    },
  });
  return { pages, sync, asked, stops };
};

describe('a retry', () => {
  it('settles what had failed and what was held, and replaces their lines in the report', async () => {
    const pages = [[mistake('9001'), ...entries(4).slice(1)]];
    const state: { fault: Fault | undefined } = { fault: faults.refused };
    const sync = aSync({
      script: { pages },
      service: {
        fault: ({ kind, about }) => (kind === 'push' && about === transactionId('9003') ? state.fault : undefined),
      },
    });
    const run = await sync.finish();
    expect(await sync.report()).toMatchObject({
      considered: 4,
      succeeded: 2,
      failed: 1,
      held: { 'missing address': 1 },
    });

    state.fault = undefined;
    pages[0] = entries(4);
    await sync.clock.run(retryRun(sync.ports)(run.id));
    expect(await sync.report()).toMatchObject({ considered: 4, succeeded: 4, failed: 0, held: {} });
    expect(sync.world.journal).toHaveLength(4);
    expect(sync.world.count('push')).toBe(5);
  });

  it('settles one entry alone when it is named', async () => {
    const pages = [[mistake('9001'), mistake('9002')]];
    const sync = aSync({ script: { pages } });
    const run = await sync.finish();
    pages[0] = entries(2);
    await sync.clock.run(retryRun(sync.ports)(run.id, { id: transactionId('9002') }));
    expect(await sync.report()).toMatchObject({ considered: 2, succeeded: 1, held: { 'missing address': 1 } });
    expect(sync.world.journal.map(({ id }) => id)).toStrictEqual([transactionId('9002')]);
  });

  it('leaves what stays wrong as it is, and ends', async () => {
    const sync = aSync({
      script: { pages: [[mistake('9001'), ...entries(3).slice(1)]] },
      service: { fault: ({ kind }) => (kind === 'push' ? faults.refused : undefined) },
    });
    expect(left(await sync.run())).toMatchObject({ _tag: 'ServiceFailed', cause: 'refused' });
    const before = await sync.report();
    await sync.clock.run(retryRun(sync.ports)(before.runId));
    expect(await sync.report()).toMatchObject({ considered: 3, failed: before.failed, held: before.held });
    expect(sync.world.count('push')).toBe(4);
  });

  it('says of a held record that vanished from the platform that it was deleted', async () => {
    const pages = [[mistake('9001')]];
    const sync = aSync({ script: { pages } });
    const run = await sync.finish();
    pages[0] = [];
    await sync.clock.run(retryRun(sync.ports)(run.id));
    expect(await sync.report()).toMatchObject({ considered: 1, skipped: { 'deleted on the platform': 1 }, held: {} });
  });

  it('settles a transaction that was given up as our own success when it had arrived', async () => {
    const state = { isDown: true };
    const sync = aSync({
      script: { pages: paged(sales(2), 2) },
      service: { fault: ({ kind }) => (state.isDown && kind !== 'list' ? faults.lostAfter : undefined) },
    });
    const run = await sync.finish();
    expect(await sync.report()).toMatchObject({ failed: 2 });
    state.isDown = false;
    await sync.clock.run(retryRun(sync.ports)(run.id));
    expect(await sync.report()).toMatchObject({ succeeded: 2, failed: 0 });
    expect(sync.world.journal).toHaveLength(2);
  });

  it('settles a refund after its sale', async () => {
    const { sync, state } = refusing(() => true);
    const run = await sync.finish();
    expect(await sync.report()).toMatchObject({ failed: 1, held: { 'waiting for its sale': 1 } });
    state.isRefused = false;
    await sync.clock.run(retryRun(sync.ports)(run.id));
    expect(await sync.report()).toMatchObject({ considered: 2, succeeded: 2, held: {} });
    expect(sync.world.journal.map(({ id }) => id)).toEqual([
      transactionId('9001'),
      `${transactionId('9001')}:refund:901`,
    ]);
  });

  it('says of a held record that was deleted that it was sent to the service before, where it still counts', async () => {
    const pages: SourceResult[][] = [entries(1)];
    const sync = aSync({ script: { pages } });
    await sync.finish();
    pages[0] = [mistake('9001'), mistake('9002')];
    const later = await sync.finish();
    expect(await sync.report()).toMatchObject({ held: { 'missing address': 2 } });
    pages[0] = [];
    right(await sync.clock.run(retryRun(sync.ports)(later.id)));
    const [pushed, unsent] = await sync.entries();
    expect([pushed, unsent]).toMatchObject([
      { reason: 'deleted on the platform' },
      { reason: 'deleted on the platform' },
    ]);
    expect(pushed?.message).toContain('was sent to the service');
    expect(unsent?.message).toContain('was never sent to the service');
  });

  it('ends when it is interrupted before a storefront, which counts as no failure of its platform', async () => {
    const { sync } = refusing(() => true);
    const { id } = await sync.finish();
    const stops: Stop[] = [];
    const ports: SyncPorts = {
      ...sync.ports,
      isInterrupted: () => true,
      report: (progress) => stops.push(...progress.stops),
    };
    right(await sync.clock.run(retryRun(ports)(id)));
    expect(stops).toStrictEqual([]);
  });

  it('asks for what was given up and vanished from the platform: what had arrived is our own success', async () => {
    const state = { isDown: true };
    const pages: SourceResult[][] = [entries(2)];
    const sync = aSync({
      script: { pages },
      service: {
        fault: ({ kind, about }) => {
          if (!state.isDown || kind === 'list') return undefined;
          return about.endsWith('9001') ? faults.lostAfter : faults.lostBefore;
        },
      },
    });
    const run = await sync.finish();
    expect(await sync.report()).toMatchObject({ failed: 2 });
    pages[0] = [];
    right(await sync.clock.run(retryRun(sync.ports)(run.id)));
    expect(await sync.report()).toMatchObject({ failed: 2 });
    state.isDown = false;
    right(await sync.clock.run(retryRun(sync.ports)(run.id)));
    expect(await sync.report()).toMatchObject({ considered: 2, attempted: 2, succeeded: 1, failed: 1 });
    expect(sync.world.journal).toHaveLength(1);
  });

  it('closes what was given up and vanished when the service holds it with other values', async () => {
    const state = { isDown: true };
    const pages: SourceResult[][] = [entries(1)];
    const sync = aSync({
      script: { pages },
      service: { fault: ({ kind }) => (state.isDown && kind !== 'list' ? faults.lostBefore : undefined) },
    });
    const run = await sync.finish();
    const id = transactionId('9001');
    const sendingOf = async (): Promise<Submission | undefined> =>
      right(await sync.store.lookUpTransactions(run.id, [{ id, name: '' }])()).submissions.get(id);
    const pushed = JSON.parse((await sendingOf())?.body ?? '') as Parameters<typeof sync.world.insertForeign>[0];
    sync.world.insertForeign({ ...pushed, total: 1 });
    pages[0] = [];
    state.isDown = false;
    right(await sync.clock.run(retryRun(sync.ports)(run.id)));
    expect(await sync.report()).toMatchObject({ failed: 0, succeeded: 1 });
    expect(await sendingOf()).toMatchObject({ status: 'confirmed', body: null });
  });

  it('leaves a held record that vanished, and of which the service says nothing, to the next retry', async () => {
    const state: { push: Fault | undefined; find: Fault | undefined } = {
      push: faults.lostAfter,
      find: faults.lostBefore,
    };
    const pages: SourceResult[][] = [entries(1)];
    const sync = aSync({
      script: { pages },
      service: { fault: ({ kind }) => (kind === 'list' ? undefined : state[kind]) },
    });
    await sync.finish();
    pages[0] = [mistake('9001')];
    const run = await sync.finish();
    pages[0] = [];
    right(await sync.clock.run(retryRun(sync.ports)(run.id)));
    expect(await sync.report()).toMatchObject({ considered: 1, held: { 'missing address': 1 } });
    state.find = undefined;
    right(await sync.clock.run(retryRun(sync.ports)(run.id)));
    const [entry] = await sync.entries();
    expect(entry).toMatchObject({ outcome: 'skipped', reason: 'deleted on the platform' });
    expect(entry?.message).toContain('was sent to the service');
    const id = transactionId('9001');
    const { submissions } = right(await sync.store.lookUpTransactions(run.id, [{ id, name: '' }])());
    expect(submissions.get(id)).toMatchObject({ status: 'confirmed', body: null });
  });

  it('calls nothing deleted that never had a readable id: no platform could know it', async () => {
    const unreadable = { _tag: 'Right', right: { references: [] } } as unknown as SourceResult;
    const pages: SourceResult[][] = [[unreadable]];
    const sync = aSync({ script: { pages } });
    const run = await sync.finish();
    pages[0] = [];
    right(await sync.clock.run(retryRun(sync.ports)(run.id)));
    expect(await sync.report()).toMatchObject({ considered: 1, skipped: {}, held: { 'unreadable record': 1 } });
  });

  it('counts each record without a readable id, and calls it after its place', async () => {
    const nameless = E.left(held({ sourceId: '', name: '' }, 'unreadable record', 'id: expected string'));
    const pages: SourceResult[][] = [[nameless, nameless, ...entries(1)], [nameless]];
    const sync = aSync({ script: { pages } });
    const run = await sync.finish();
    right(await sync.clock.run(retryRun(sync.ports)(run.id)));
    expect(await sync.report()).toMatchObject({ considered: 4, succeeded: 1, held: { 'unreadable record': 3 } });
    const found = await sync.entries();
    expect(found.filter(({ sourceId, name }) => sourceId.startsWith('unreadable-') && name === sourceId)).toHaveLength(
      3,
    );
  });

  it('says of a refund that it sends at last that it was sent, and no longer lists it as one that was not', async () => {
    const { sync, state } = refusing((about) => about.includes(':refund:'));
    const run = await sync.finish();
    expect(await sync.report()).toMatchObject({
      succeeded: 1,
      failed: 1,
      adjustments: [{ kind: 'refund', sent: false }],
    });
    state.isRefused = false;
    await sync.clock.run(retryRun(sync.ports)(run.id));
    expect(await sync.report()).toMatchObject({
      considered: 2,
      succeeded: 2,
      adjustments: [{ kind: 'refund', count: 1, sent: true }],
    });
    expect(sync.world.journal).toHaveLength(2);
  });

  it('passes a record that the platform refuses, settles those behind it, and says what was refused', async () => {
    const refusal: SourceError = { _tag: 'SourceRefused', message: 'it refuses the question' };
    const { pages, sync, stops } = refusedRecords(3, refusal, (id) => id === '9001');
    const run = await sync.finish();
    pages[0] = entries(3);
    right(await sync.clock.run(retryRun(sync.ports)(run.id)));
    expect(await sync.report()).toMatchObject({ considered: 3, succeeded: 2, held: { 'missing address': 1 } });
    expect(stops).toStrictEqual([{ who: 'us-store', cause: 'refused', message: refusal.message }]);
  });

  it('ends when the platform refuses one record after the other, and goes on past the ones that are only out of sight', async () => {
    const refusal: SourceError = { _tag: 'SourceRefused', message: 'grant read_all_orders' };
    for (const [error, reads] of [
      [refusal, 5],
      [{ ...refusal, isUnseen: true }, 7],
    ] as const) {
      const { sync, asked, stops } = refusedRecords(7, error, (id) => id !== '9007');
      const run = await sync.finish();
      right(await sync.clock.run(retryRun(sync.ports)(run.id)));
      expect(asked).toHaveLength(reads);
      expect(stops).toStrictEqual([{ who: 'us-store', cause: 'refused', message: refusal.message }]);
    }
  });

  it('gives its storefronts back for the next process', async () => {
    const pages = [[mistake('9001')]];
    const sync = aSync({ script: { pages }, ports: { isGone: () => false } });
    const run = await sync.finish();
    pages[0] = entries(1);
    right(await sync.clock.run(retryRun(sync.ports)(run.id)));
    const now = sync.clock.now();
    const taken = sync.store.acquireLease('us-store', 'another', { now, until: now + 60_000 }, () => false);
    expect(await taken()).toStrictEqual(E.right(O.none));
  });

  it('of an unknown run says so', async () => {
    const sync = aSync({ script: { pages: [] } });
    expect(left(await sync.clock.run(retryRun(sync.ports)('run-x')))).toMatchObject({ _tag: 'UnknownRun' });
  });

  it('is counted as it goes', async () => {
    const counts: number[] = [];
    const pages = [[mistake('9001')]];
    const sync = aSync({ script: { pages }, ports: { report: (progress) => counts.push(progress.counts.held) } });
    const run = await sync.finish();
    pages[0] = entries(1);
    right(await sync.clock.run(retryRun(sync.ports)(run.id)));
    expect(counts.at(-1)).toBe(0);
  });
});
