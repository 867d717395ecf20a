import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import type { StoredTransaction } from '../../src/domain/tax-service.ts';
import type { Intent, PageCommit } from '../../src/domain/sync-store.ts';
import type { Progress } from '../../src/pipeline/progress.ts';
import { type PushGate, pushGateOf } from '../../src/pipeline/push-gate.ts';
import { memoryStore } from '../support/memory-store.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aRefund } from '../support/a-refund.ts';
import { aCommit, aRequest } from '../support/a-report-line.ts';
import { aSync, paged, sales, type SyncOptions, transactionId } from '../support/a-sync.ts';
import { type Fault, faults } from '../support/memory-tax-service.ts';
import { oddTaxService } from '../support/odd-tax-service.ts';
import { left, right } from '../support/right.ts';
import { someFacts } from '../support/some-facts.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const id = transactionId('9001');
const webPage: Fault = { when: 'before', reply: { _tag: 'Exists', isWebPage: true } };

/** A sync that notes what its pages commit, and the facts of the service that it saves. */
const watched = (options: Partial<SyncOptions> = {}, given: SyncDatabase = memoryStore()) => {
  const commits: PageCommit[] = [];
  const facts: string[] = [];
  const store: SyncDatabase = {
    ...given,
    commitPage: (page, at, fence) => {
      if (page.lines.length > 0) commits.push(page);
      return given.commitPage(page, at, fence);
    },
    saveServiceFacts: (fingerprint, json, at) => {
      facts.push(json);
      return given.saveServiceFacts(fingerprint, json, at);
    },
  };
  const sync = aSync({ script: { pages: paged(sales(1), 1) }, ...options, store });
  return { sync, commits, facts };
};

/** A service that answers the pushes of a sale as sent, one by one. */
const answering = (...replies: readonly (Fault | undefined)[]): NonNullable<SyncOptions['service']> => ({
  fault: ({ kind }, count) => (kind === 'push' ? replies[count - 1] : undefined),
});

const always = (fault: Fault): NonNullable<SyncOptions['service']> => ({
  fault: ({ kind }) => (kind === 'push' ? fault : undefined),
});

const answersOf = async (options: Partial<SyncOptions>) => {
  const { sync, commits } = watched(options);
  await sync.finish();
  return {
    settled: commits.flatMap(({ settledIntents }) => settledIntents),
    unanswered: commits.flatMap(({ audit }) => audit?.unanswered ?? []),
    audit: commits[0]?.audit,
  };
};

describe('what a commit notes about a push', () => {
  it('is how the service answered it', async () => {
    const accepted = await answersOf({});
    expect(accepted.settled).toMatchObject([{ id, answer: 'accepted', status: 'confirmed' }]);
    expect([accepted.settled[0]?.message, accepted.unanswered]).toStrictEqual([undefined, []]);
    expect(accepted.audit).toMatchObject({ cause: 'run' });
    expect((await answersOf({ service: answering(faults.refused) })).settled).toMatchObject([
      { id, answer: 'refused', status: 'refused', message: expect.stringContaining('then retry') },
    ]);
    expect((await answersOf({ service: answering(faults.lostAfter) })).settled).toMatchObject([
      { id, answer: 'found', status: 'confirmed' },
    ]);
  });

  it('is that it was there before, and in which fields it differs', async () => {
    const first = watched();
    await first.sync.finish();
    const body = JSON.parse(first.sync.world.journal[0]?.body ?? '{}') as StoredTransaction;
    const { sync, commits } = watched({
      service: {
        // Another program is a moment earlier.
        fault: ({ kind }) => {
          if (kind === 'push') sync.world.insertForeign({ ...body, total: 1 });
          return undefined;
        },
      },
    });
    await sync.finish();
    expect(commits[0]?.settledIntents).toMatchObject([
      { id, answer: 'present', status: 'confirmed', message: 'it holds other values: total' },
    ]);
  });

  it('is that it stays without an answer, as a separate record', async () => {
    const { settled, unanswered } = await answersOf({ service: always(faults.lostBefore) });
    expect(settled).toStrictEqual([]);
    expect(unanswered).toMatchObject([{ id, message: expect.stringContaining('No definitive response') }]);
  });

  it('is nothing in a dry run', async () => {
    const { sync, commits } = watched();
    await sync.finish({ dryRun: true });
    expect(commits).toMatchObject([{ settledIntents: [], audit: { unanswered: [] } }]);
  });

  it('is the id of the service where that is another one', async () => {
    const clock = virtualClock();
    const service = oddTaxService({ clock });
    const { sync, commits } = watched({ clock, ports: { service: service.service } });
    await sync.finish();
    expect(commits[0]?.settledIntents).toMatchObject([{ id, remoteId: service.stored[0]?.shown.id }]);
    const { settled } = await answersOf({});
    expect(settled[0]).not.toHaveProperty('remoteId');
  });
});

describe('the progress of a run', () => {
  it('counts as its report does, also where a record is read twice', async () => {
    const progress: Progress['counts'][] = [];
    const pages = [...paged(sales(2), 1), ...paged(sales(3), 2)];
    const { sync } = watched({ script: { pages }, ports: { report: ({ counts }) => void progress.push(counts) } });
    await sync.finish();
    expect(progress.at(-1)).toMatchObject({ succeeded: 3, alreadyPresent: 0, skipped: 0, held: 0, failed: 0 });
    for (const counts of progress) expect(Object.values(counts).every((count) => Number.isInteger(count))).toBe(true);
  });
});

describe('the references of a sale', () => {
  const referring = paged(
    sales(1).map((sale) => ({ ...sale, references: ['stripe:pi_1'] })),
    1,
  );

  it('are noted with its intent, and not with its first push once more', async () => {
    const { sync, commits } = watched({ script: { pages: referring } });
    await sync.finish();
    expect(commits[0]?.references.map(({ reference }) => reference)).toStrictEqual([expect.stringMatching(/^like:/)]);
    const known = right(await sync.store.lookUpTransactions('', [{ id, name: '', references: ['stripe:pi_1'] }])());
    expect(known.owners.get('stripe:pi_1')).toMatchObject([{ id }]);
  });

  it('are noted where it is present without an intent, once', async () => {
    const first = watched({ script: { pages: referring } });
    await first.sync.finish();
    const second = watched({ script: { pages: referring }, clock: first.sync.clock, world: first.sync.world });
    await second.sync.finish();
    expect(second.commits[0]?.references).toMatchObject([
      { reference: 'stripe:pi_1', id, isPushed: true },
      { reference: expect.stringMatching(/^like:/), id, isPushed: true },
    ]);
    const third = watched(
      { script: { pages: referring }, clock: first.sync.clock, world: first.sync.world },
      second.sync.store as SyncDatabase,
    );
    await third.sync.finish();
    expect(third.commits[0]?.references).toStrictEqual([]);
  });

  it('are noted as those of a sale that would be pushed, in a dry run; of one that failed, none', async () => {
    const dry = watched({ script: { pages: referring } });
    await dry.sync.finish({ dryRun: true });
    expect(dry.commits[0]?.references).toMatchObject([
      { reference: 'stripe:pi_1', isPushed: false },
      { isPushed: false },
    ]);
    const failed = watched({ script: { pages: referring }, service: answering(faults.refused) });
    await failed.sync.finish();
    expect(failed.commits[0]?.references).toStrictEqual([]);
  });
});

describe('a push that another process began since the page was looked up', () => {
  /** A store in which another process begins the sale, and perhaps ends it, just before `when`. */
  const overtaken = async (when: 'saveIntents' | 'recordAttempt', isConfirmed: boolean) => {
    const inner = memoryStore();
    const state = { isDone: false };
    const at = '2026-03-01T00:00:00Z';
    right(await inner.openRun(aRequest(), { id: 'other', at })());
    const overtake = async (intents: readonly Intent[]): Promise<void> => {
      if (state.isDone) return;
      state.isDone = true;
      right(await inner.saveIntents(intents, at)());
      right(await inner.recordAttempt(id, null, at)());
      if (!isConfirmed) return;
      const settledIntents = [{ id, status: 'confirmed' as const, answer: 'accepted' as const }];
      right(await inner.commitPage(aCommit('other', { settledIntents }), at)());
    };
    const store: SyncDatabase = {
      ...inner,
      saveIntents: (intents, now, fence) => async () => {
        if (when === 'saveIntents') await overtake(intents);
        return inner.saveIntents(intents, now, fence)();
      },
      recordAttempt: (one, since, now) => async () => {
        if (when === 'recordAttempt') await overtake([]);
        return inner.recordAttempt(one, since, now)();
      },
    };
    return aSync({ script: { pages: paged(sales(1), 1) }, store });
  };

  it.each(['saveIntents', 'recordAttempt'] as const)('and ended, is not made again (%s)', async (when) => {
    const sync = await overtaken(when, true);
    await sync.finish();
    expect(sync.world.count('push')).toBe(0);
    expect(await sync.report()).toMatchObject({ alreadyPresent: 1, succeeded: 0, failed: 0 });
  });

  it('and ended, is not made again where the service recognizes ids and no attempts are noted', async () => {
    const sync = await overtaken('saveIntents', true);
    right(await sync.store.saveServiceFacts('', JSON.stringify(someFacts()), '2026-03-01T00:00:00Z')());
    await sync.finish();
    expect(sync.world.count('push')).toBe(0);
    expect(await sync.report()).toMatchObject({ alreadyPresent: 1 });
  });

  it.each(['saveIntents', 'recordAttempt'] as const)(
    'and did not end, is made once it is absent for sure (%s)',
    async (when) => {
      const sync = await overtaken(when, false);
      const start = sync.clock.now();
      await sync.finish();
      expect(sync.world.count('push')).toBe(1);
      expect(sync.clock.now() - start).toBeGreaterThan(0);
      expect(await sync.report()).toMatchObject({ failed: 0, considered: 1 });
    },
  );
});

describe('what is learned of the service', () => {
  const listed = [{ id: 'manual-1', name: 'Another', total: 1 }];

  it('is kept once, with the fields that its list shows, and not again with each page', async () => {
    const { sync, facts } = watched({ script: { pages: paged(sales(6), 1) } });
    for (const one of listed) sync.world.insertForeign(one);
    await sync.finish();
    expect(facts.map((json) => (JSON.parse(json) as { listShows: unknown }).listShows)).toStrictEqual([
      ['id', 'name', 'total'],
    ]);
  });

  it('is completed with the fields of the list once that shows any', async () => {
    const { sync, facts } = watched({ script: { pages: paged(sales(6), 1) } });
    right(
      await sync.store.saveServiceFacts(
        '',
        JSON.stringify(someFacts({ refusesEqualNames: true })),
        '2026-03-01T00:00:00Z',
      )(),
    );
    for (const one of listed) sync.world.insertForeign(one);
    await sync.finish();
    expect(facts.slice(1).map((json) => JSON.parse(json) as unknown)).toStrictEqual([
      someFacts({ refusesEqualNames: true, listShows: ['id', 'name', 'total'] }),
    ]);
  });

  it('stays as it is where its list shows other fields later', async () => {
    const { sync, facts } = watched({ script: { pages: paged(sales(6), 1) } });
    const known = JSON.stringify(someFacts({ listShows: ['id'] }));
    right(await sync.store.saveServiceFacts('', known, '2026-03-01T00:00:00Z')());
    for (const one of listed) sync.world.insertForeign(one);
    await sync.finish();
    expect(facts).toStrictEqual([known]);
  });

  it('is that it refuses equal names, where it has the name under another id', async () => {
    const clock = virtualClock();
    const service = oddTaxService({ clock, refusesEqual: 'name', lateness: 0 });
    const first = watched({ clock, ports: { service: service.service } });
    await first.sync.finish();
    // Another sync database, whose list is read before the service shows it.
    const blind = { isBlind: true };
    const second = watched({
      clock,
      ports: {
        service: {
          ...service.service,
          list: (cursor) => () =>
            blind.isBlind
              ? Promise.resolve(E.right({ transactions: [], next: O.none }))
              : service.service.list(cursor)(),
          push: (body, begin) => () => {
            blind.isBlind = false;
            return service.service.push(body, begin)();
          },
        },
      },
    });
    right(
      await second.sync.store.saveServiceFacts(
        '',
        JSON.stringify(someFacts({ identity: 'service' })),
        '2026-03-01T00:00:00Z',
      )(),
    );
    await second.sync.finish();
    expect(await second.sync.report()).toMatchObject({ alreadyPresent: 1 });
    expect(JSON.parse(second.facts.at(-1) ?? '{}')).toMatchObject({ refusesEqualNames: true });
  });

  it('is nothing about names, where it has our id', async () => {
    const { sync, facts } = watched({ service: answering({ when: 'before', reply: { _tag: 'Exists' } }) });
    right(await sync.store.saveServiceFacts('', JSON.stringify(someFacts()), '2026-03-01T00:00:00Z')());
    await sync.finish();
    expect(facts.filter((json) => json.includes('"refusesEqualNames":true'))).toStrictEqual([]);
  });
});

describe('a service that is seen to change what it was sent', () => {
  it('gets no further push, and its next one may go at once', async () => {
    const state = { isSeen: false };
    const { sync } = watched({
      script: { pages: paged(sales(3), 1) },
      service: {
        fault: ({ kind }) => {
          if (kind === 'push' && !state.isSeen) gate().setFacts(someFacts({ changed: ['total'] }));
          state.isSeen ||= kind === 'push';
          return undefined;
        },
      },
    });
    const gate = (): PushGate => pushGateOf(sync.world.service);
    right(await sync.store.saveServiceFacts('', JSON.stringify(someFacts()), '2026-03-01T00:00:00Z')());
    expect(left(await sync.run()).message).toBe(
      'The Tax Nexus Service changed values that were sent: total. Nothing more was pushed. Set service.wire to match the service (amounts, names), or have the service corrected. The next historical sync tries one transaction again.',
    );
    expect(sync.world.count('push')).toBe(1);
    gate().forgetChangedFacts();
    const turn = gate().takeTurn(() => false);
    const soon = new Promise((resolve) => setImmediate(() => resolve('it waits')));
    expect(await Promise.race([turn, soon])).toMatchObject({ isProbe: true });
  });
});

describe('a push that is given up', () => {
  it.each<[string, Fault, string]>([
    ['a web page', webPage, 'last: it answered 409 with a web page'],
    [
      'requests to slow down',
      { when: 'before', reply: { _tag: 'SlowDown', retryAfterMs: 1 } },
      'last: the service keeps asking to slow down',
    ],
    ['no answer', faults.lostBefore, 'last: '],
  ])('names its last answer: %s', async (_, fault, message) => {
    const { sync } = watched({ service: always(fault) });
    await sync.finish();
    const [line] = await sync.entries();
    expect(line).toMatchObject({ outcome: 'failed', reason: 'no definitive response' });
    expect(line?.message).toContain(message);
  });
});

describe('a refund', () => {
  const withRefund = paged(
    sales(1).map((sale) => ({ ...sale, refunds: [aRefund()] })),
    1,
  );

  it('of a sale that failed is held until that is resolved, and listed as one that was not sent', async () => {
    const { sync } = watched({
      script: { pages: withRefund },
      policy: sendsRefunds,
      service: answering(faults.refused),
    });
    await sync.finish();
    const [sale, refund] = await sync.entries();
    expect(sale).toMatchObject({ outcome: 'failed', adjustments: [{ kind: 'refund', sent: false }] });
    expect(refund).toMatchObject({
      ...{ outcome: 'held', reason: 'waiting for its sale', kind: 'refund' },
      message: 'Its sale is not confirmed by the service yet. Resolve the sale first, then retry.',
    });
  });

  it('is listed as sent where it was, together with one that was not', async () => {
    const refunds = [aRefund(), aRefund({ id: '902' })];
    const { sync } = watched({
      script: { pages: [sales(1).map((sale) => E.right({ ...sale, refunds }))] },
      policy: sendsRefunds,
      service: {
        fault: ({ kind, about }) => (kind === 'push' && about.endsWith(':902') ? faults.refused : undefined),
      },
    });
    await sync.finish();
    const [sale] = await sync.entries();
    expect(sale?.adjustments.map(({ id: refund, sent }) => [refund, sent])).toStrictEqual([
      ['901', true],
      ['902', false],
    ]);
  });

  it('of a sale whose push is pending has no line yet, as its sale has none', async () => {
    const { sync } = watched({
      script: { pages: withRefund },
      policy: sendsRefunds,
      service: { fault: () => faults.credentials },
    });
    expect((await sync.finish()).status).toBe('stopped');
    expect(await sync.entries()).toStrictEqual([]);
  });

  it('follows its sale, also in a dry run', async () => {
    const { sync } = watched({ script: { pages: withRefund }, policy: sendsRefunds });
    await sync.finish({ dryRun: true });
    expect(await sync.entries()).toMatchObject([{ reason: 'would be sent' }, { reason: 'would be sent' }]);
    const sent = watched({ script: { pages: withRefund }, policy: sendsRefunds });
    await sent.sync.finish();
    expect(await sent.sync.entries()).toMatchObject([
      { outcome: 'succeeded', adjustments: [{ kind: 'refund', sent: true }] },
      { outcome: 'succeeded' },
    ]);
  });
});
