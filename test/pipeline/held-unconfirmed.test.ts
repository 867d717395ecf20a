import { describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import type { Submission } from '../../src/domain/sync-store.ts';
import { held, type Exclusion, skipped } from '../../src/domain/exclusion.ts';
import type { SourceResult } from '../../src/mapping/source-connector.ts';
import { aSync, paged, sales, type Sync, transactionId } from '../support/a-sync.ts';
import { type Fault, faults } from '../support/memory-tax-service.ts';
import { right } from '../support/right.ts';
import type { Script } from '../support/scripted-connector.ts';
import { retryRun } from '../../src/pipeline/retry-run.ts';

const id = transactionId('9001');
const one = sales(1);
const record = { sourceId: '9001', name: '#1' };
const isHeld = held(record, 'missing address', 'there is no address; complete it, then retry.');

interface Unconfirmed {
  /** The same service and sync database; the shop has these pages. */
  readonly now: (pages: Script['pages']) => Sync;
  readonly state: { push: Fault | undefined; find: Fault | undefined };
  readonly world: Sync['world'];
  /** Questions by id since then. */
  readonly finds: () => number;
  readonly sending: () => Promise<Submission | undefined>;
}

/** A sale of which neither the push nor the question after it got a clear answer, whether or not it arrived. */
const unconfirmed = async (lost: Fault): Promise<Unconfirmed> => {
  const state: Unconfirmed['state'] = { push: lost, find: faults.lostBefore };
  const before = aSync({
    script: { pages: paged(one, 1) },
    service: { fault: ({ kind }) => (kind === 'list' ? undefined : state[kind]) },
  });
  await before.finish();
  state.push = undefined;
  state.find = undefined;
  const asked = before.world.count('find');
  const { clock, world, store } = before;
  return {
    now: (pages) => aSync({ script: { pages }, clock, world, store }),
    state,
    world,
    finds: () => world.count('find') - asked,
    sending: async () => right(await store.lookUpTransactions('', [{ id, name: '' }])()).submissions.get(id),
  };
};

const asHeld = (why: Exclusion = isHeld): SourceResult => E.left(why);

describe('a record that is deleted while its push is in doubt', () => {
  it.each([
    [
      'does not hold it',
      faults.lostBefore,
      undefined,
      'intent',
      '; an earlier push got no definitive response, and the',
    ],
    ['holds it', faults.lostAfter, undefined, 'confirmed', ', and was sent to the service.'],
    ['does not say', faults.lostAfter, faults.lostBefore, 'intent', null],
  ] as const)('is reported by the next retry as it is when the service %s', async (_, lost, find, status, words) => {
    const { now, state, sending: submission } = await unconfirmed(lost);
    state.find = faults.lostBefore;
    const pages = [[asHeld()]];
    const sync = now(pages);
    const { id: runId } = await sync.finish();
    const before = await sync.entries();
    state.find = find;
    pages.length = 0;
    right(await sync.clock.run(retryRun(sync.ports)(runId)));
    expect(await submission()).toMatchObject({ status });
    const deleted = {
      outcome: 'skipped',
      reason: 'deleted on the platform',
      message: expect.stringContaining(`The record no longer exists at the platform${words ?? ''}`),
    };
    expect(await sync.entries()).toMatchObject(words === null ? before : [deleted]);
  });
});

describe('a record that is held while its push is in doubt', () => {
  it('is held, and printed to be at the service, when the push had arrived: nothing is in doubt and no address kept', async () => {
    const { now, sending: submission, world, finds } = await unconfirmed(faults.lostAfter);
    expect(await submission()).toMatchObject({ status: 'intent' });
    for (let run = 1; run <= 2; run += 1) {
      const sync = now([[asHeld()]]);
      await sync.finish();
      expect(await sync.entries()).toMatchObject([
        {
          outcome: 'held',
          reason: 'missing address',
          message: 'there is no address; complete it, then retry; the service holds it, as sent before',
        },
      ]);
      // The second run asks for the newest transaction that it knows: whether the key is of the same account.
      expect(finds()).toBe(run);
      expect(await sync.report()).toMatchObject({ considered: 1, attempted: 0 });
      expect(await submission()).toMatchObject({ status: 'confirmed', body: null });
    }

    const [sale] = sales(1).map((each): SourceResult => E.right(each));
    const again = now([[sale ?? asHeld()]]);
    await again.finish();
    expect(await again.entries()).toMatchObject([{ outcome: 'alreadyPresent', adjustments: [] }]);
    expect(world.journal).toHaveLength(1);
  });

  it('stays in doubt when the service does not hold it, for it may still arrive, and is asked for each time that it is read', async () => {
    const { now, sending: submission, world } = await unconfirmed(faults.lostBefore);
    const body = (await submission())?.body ?? '';
    const sync = now([[asHeld()]]);
    await sync.finish();
    const [entry] = await sync.entries();
    expect(entry?.message).toContain('no definitive response, and the service does not hold it so far');
    expect(await submission()).toMatchObject({ status: 'intent', body });

    await sync.clock.run(world.service.push(body));
    const later = now([[asHeld()]]);
    await later.finish();
    expect((await later.entries())[0]?.message).toContain('the service holds it');
    expect(await submission()).toMatchObject({ status: 'confirmed', body: null });
    expect(world.journal).toHaveLength(1);
  });

  it('is closed when the service holds something else under its id, with the fields that differ', async () => {
    const { now, sending: submission, world } = await unconfirmed(faults.lostBefore);
    const pushed: unknown = JSON.parse((await submission())?.body ?? '');
    world.insertForeign({ ...(pushed as Parameters<typeof world.insertForeign>[0]), total: 1 });
    const sync = now([[asHeld()]]);
    await sync.finish();
    const entries = await sync.entries();
    expect(entries).toMatchObject([{ outcome: 'held', reason: 'missing address' }]);
    expect(entries[0]?.message).toContain(
      'the service holds it, and it differs from what was pushed before: total 112.26 in the sale, 1.00 in the service',
    );
    expect(inspect(entries, { depth: 9 })).not.toMatch(/CANARY|Oakland|94607/);
    expect(await submission()).toMatchObject({ status: 'confirmed', body: null });
  });

  it('is found in the list where single reads are refused', async () => {
    const { now, state, sending: submission } = await unconfirmed(faults.lostAfter);
    state.find = faults.credentials;
    const sync = now([[asHeld()]]);
    // Single reads are refused, which stops no sync.
    expect(await sync.finish()).toMatchObject({ status: 'finished' });
    expect(await submission()).toMatchObject({ status: 'confirmed' });
    expect(await sync.report()).toMatchObject({ considered: 1 });
  });

  it('stays in doubt, and keeps nothing else back, when the service does not say', async () => {
    const { now, state, sending: submission } = await unconfirmed(faults.lostAfter);
    state.find = faults.lostBefore;
    const sync = now([[asHeld()]]);
    expect(await sync.finish()).toMatchObject({ status: 'finished' });
    expect((await sync.entries())[0]?.message).toContain('got a definitive response');
    expect(await submission()).toMatchObject({ status: 'intent' });
  });

  it('is not asked for by a preview, which settles nothing', async () => {
    const { now, sending: submission, finds } = await unconfirmed(faults.lostAfter);
    const sync = now([[asHeld()]]);
    await sync.finish({ dryRun: true });
    expect(finds()).toBe(0);
    expect(await submission()).toMatchObject({ status: 'intent' });
  });

  it('or skipped by now is no longer true when the push had arrived: it was sent', async () => {
    const { now, sending: submission } = await unconfirmed(faults.lostAfter);
    // Settled by the first run, it is known to the second one.
    for (let run = 1; run <= 2; run += 1) {
      const sync = now([[asHeld(skipped(record, 'voided', 'its payment was voided'))]]);
      await sync.finish();
      expect(await sync.entries()).toMatchObject([
        { outcome: 'alreadyPresent', findings: ['no longer true'], reason: null },
      ]);
      expect(await submission()).toMatchObject({ status: 'confirmed' });
    }
  });
});
