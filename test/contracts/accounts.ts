import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import type { ReviewStore } from '../../src/domain/review-store.ts';
import type { StoreError } from '../../src/domain/sync-store.ts';
import { aCommit, aReportLine, aRequest, anIntent } from '../support/a-report-line.ts';
import { right } from '../support/right.ts';
import { sized } from '../support/size.ts';

const at = '2026-04-01T00:00:00Z';
const fields = { shown: null } as const;

/** Ids that two businesses may have in common: the ones that a service assigns, months, and our own of a shop that moved. */
const shared = {
  id: 'shopify:1:1001',
  remoteId: '17',
  name: 'Shopify #1001 · 1001',
  reference: 'stripe:pi_1',
  service: 'digest',
};

interface Tenant {
  readonly account: string;
  readonly runId: string;
  readonly storefront: string;
  /** What is written differs by it. */
  readonly mark: number;
}

const acme: Tenant = { account: 'acme', runId: 'run-acme', storefront: 'acme-us', mark: 1 };
const zenith: Tenant = { account: 'zenith', runId: 'run-zenith', storefront: 'zenith-us', mark: 2 };
const tenants = [acme, zenith];

/** What waits for a person in either account. */
const anyMatter = { storefronts: tenants.map(({ storefront }) => storefront), state: 'open', now: at } as const;

/** Writes through every method of an account that writes. */
const writeAll = async (store: SyncDatabase, { runId, storefront, mark }: Tenant): Promise<void> => {
  const request = aRequest({ storefronts: [storefront], range: { from: `2026-0${mark}-01`, to: '2026-03-31' } });
  right(await store.openRun(request, { id: runId, at })());
  right(await store.setTimeZone(runId, storefront, `Etc/GMT-${mark}`)());
  const { id, name, reference, remoteId } = shared;
  const intents = [
    anIntent({ storefront, id, name, references: [reference], body: `body ${mark}`, digest: `digest ${mark}` }),
    anIntent({ storefront, id: `${id}:open`, name: 'open', references: [], body: `open ${mark}` }),
    anIntent({ storefront, id: `${id}:refused`, name: 'refused', references: [`${reference}:refused`] }),
  ];
  right(await store.saveIntents(intents, at)());
  right(await store.recordAttempt(`${id}:open`, null, `2026-04-0${mark}T00:00:00Z`)());
  const line = aReportLine({ storefront, id, message: `message ${mark}`, findings: ['differs', 'possible duplicate'] });
  right(
    await store.commitPage(
      aCommit(runId, {
        storefront,
        checkpoint: { window: 'window', next: O.some(`cursor ${mark}`) },
        changesReadUpTo: `2026-03-0${mark}T00:00:00Z`,
        lines: [line],
        references: [{ reference: 'possible duplicate', id, isPushed: true }],
        settledIntents: [
          { id, status: 'confirmed', remoteId, digest: `settled ${mark}`, shown: { total: `${mark}` } },
          { id: `${id}:refused`, status: 'refused' },
        ],
      }),
      at,
    )(),
  );
  const page = { scan: mark, transactions: [{ id: 'shopify:1:listed', name: `listed ${mark}`, ...fields }] };
  right(await store.saveRemoteIndexPage({ ...page, next: O.some(`list ${mark}`), completesScan: false })());
  right(await store.saveServiceFacts(shared.service, `facts ${mark}`, at)());
  right(await store.rateLimit.pauseUntil(mark * 1_000, 10_000)());
  const { reviews } = store;
  right(await reviews.saveSignOff({ runId, by: `signer ${mark}`, at, note: '', statement: () => '{}' })());
  right(await reviews.closePeriod({ month: '2026-01', by: `closer ${mark}`, at })());
  right(await reviews.closePeriod({ month: '2026-02', by: 'reopened', at })());
  right(await reviews.reopenPeriod({ month: '2026-02', by: `reopener ${mark}`, at, reason: `reason ${mark}` })());
  const noted = {
    status: 'registered',
    since: '2026-01-01',
    by: null,
    notedBy: `registrar ${mark}`,
    notedAt: at,
  } as const;
  for (const state of ['TX', 'WA']) right(await reviews.saveRegistration({ state, ...noted })());
  right(await reviews.removeRegistration('WA')());
  const stated = { channel: `fairs ${mark}`, month: '2026-01', isMarketplace: false, sales: 100n, count: 1 };
  const balances = ['TX', 'WA'].map((state) => ({ ...stated, state, notedBy: `stater ${mark}`, notedAt: at }));
  right(await reviews.saveOpeningBalances(balances)());
  right(await reviews.removeOpeningBalances({ channel: `fairs ${mark}`, state: 'WA' })());
  const removal = { at, archive: () => Promise.resolve() };
  right(await reviews.prune({ before: '2000-01-01T00:00:00Z', after: O.none, removal })());
  const count = { storefront, day: '2026-01-01', source: mark, service: mark, missing: 0, differing: 0, countedAt: at };
  right(await reviews.saveDailyCounts([count, { ...count, storefront: 'of both' }])());
  const decided = { action: 'later', note: `note ${mark}`, by: `decider ${mark}`, at, until: null } as const;
  right(await reviews.decide({ ...anyMatter, what: 'differs' }, { ...decided, batch: 'b-1' })());
  right(await reviews.decide({ ...anyMatter, what: 'possible duplicate' }, { ...decided, batch: 'b-2' })());
  right(await reviews.undo('b-2', anyMatter.storefronts)());
  const leftOut = { ...decided, action: 'leave out', batch: 'b-3' } as const;
  right(await reviews.decide({ ...anyMatter, what: 'adjustment: refund' }, leftOut)());
  const correction = {
    storefront,
    sourceId: `${mark}`,
    id: `${id}:corrected`,
    name: `correction ${mark}`,
    digest: 'd',
  };
  const answered = { sentAt: at, answeredAt: at, answer: 'accepted', message: null, remoteId: null } as const;
  const unknown = { body: null, amounts: null, runId: null, settings: `settings ${mark}` };
  right(
    await reviews.saveCorrection(
      { ...correction, ...answered, ...unknown, action: 'correct', cause: 'person', by: `corrector ${mark}` },
      null,
    )(),
  );
  const { proof } = store;
  const listed = { position: mark, owner: 'shopify:1:', day: `2026-01-0${mark}`, hash: mark, night: mark };
  const state = { name: 'list', json: `state ${mark}` };
  right(
    await proof.saveListed(
      [
        { ...listed, id: 'shopify:1:listed' },
        { ...listed, id: 'gone' },
      ],
      state,
    )(),
  );
  right(await proof.forgetListed(['gone'])());
  right(await proof.saveProvedDays('of both', [{ day: '2026-01-01', digest: `digest ${mark}`, provedAt: mark }])());
  right(await store.closeRun(runId, 'paused', at)());
};

const recordsOf = async (reviews: ReviewStore): Promise<readonly unknown[]> => {
  const newer = right(await reviews.auditRecords({}, O.none)());
  return [newer.records, right(await reviews.auditRecords({}, newer.next)()).records];
};

const newest = { sort: 'day', descending: true, after: O.none, limit: 100 } as const;

/** What every method of an account that reads gives, about its own and about the other one. */
const readAll = async (store: SyncDatabase): Promise<Readonly<Record<string, unknown>>> => {
  const { id, name, reference, service } = shared;
  const { proof, reviews } = store;
  const wanted = [
    { id, name, references: [reference, 'possible duplicate', `${reference}:refused`] },
    { id: `${id}:open`, name: 'listed 1' },
    { id: `${id}:refused`, name: 'listed 2' },
  ];
  const ofEach = async (read: (tenant: Tenant) => Promise<unknown>): Promise<readonly unknown[]> => [
    await read(acme),
    await read(zenith),
  ];
  const all = { after: O.none, limit: 10 };
  return {
    findRun: [
      ...(await ofEach(async ({ runId }) => right(await store.findRun(O.some(runId))()))),
      right(await store.findRun(O.none)()),
    ],
    readCheckpoint: await ofEach(async ({ runId, storefront }) =>
      right(await store.readCheckpoint(runId, storefront, 'window')()),
    ),
    lookUpTransactions: await ofEach(async ({ runId }) => right(await store.lookUpTransactions(runId, wanted)())),
    remoteIndexState: right(await store.remoteIndexState()),
    hasSalesWithoutReferences: right(await store.hasSalesWithoutReferences('shopify')()),
    findNewestConfirmed: right(await store.findNewestConfirmed(10)()),
    holdsUnsent: right(await store.holdsUnsent()()),
    findUnconfirmed: await ofEach(async ({ storefront, runId }) =>
      right(await store.findUnconfirmed(storefront, { runId, savedBefore: '2100-01-01T00:00:00Z', after: '' })()),
    ),
    findSent: await ofEach(async ({ storefront }) => right(await store.findSent(storefront, '1001')())),
    serviceFacts: right(await store.serviceFacts(service)()),
    changesReadUpTo: await ofEach(async ({ storefront }) => right(await store.changesReadUpTo(storefront)())),
    summarizeRun: await ofEach(async ({ runId }) => right(await store.summarizeRun(runId)())),
    findLines: await ofEach(async ({ runId }) => right(await store.findLines(runId, {}, all)())),
    findByNumber: await ofEach(async ({ storefront }) => right(await store.findByNumber(storefront, '#1001')())),
    'rateLimit.pausedUntil': right(await store.rateLimit.pausedUntil()),
    'reviews.listRuns': [
      right(await reviews.listRuns({ before: O.none, limit: 10 })()),
      ...(await ofEach(async ({ runId }) => right(await reviews.listRuns({ before: O.some(runId), limit: 10 })()))),
    ],
    'reviews.outcomeCounts': await ofEach(async ({ runId }) => right(await reviews.outcomeCounts(runId)())),
    'reviews.overview': await ofEach(async ({ runId }) => right(await reviews.overview(runId)())),
    'reviews.signOffs': await ofEach(async ({ runId }) => right(await reviews.signOffs(runId)())),
    'reviews.closedPeriods': right(await reviews.closedPeriods()),
    'reviews.periodChanges': right(await reviews.periodChanges()),
    'reviews.figuresWhenClosed': right(await reviews.figuresWhenClosed({ from: '2026-01', to: '2026-12' })()),
    'reviews.registrations': right(await reviews.registrations()),
    'reviews.openingBalances': right(await reviews.openingBalances()),
    'reviews.readDays': await ofEach(async ({ storefront }) => right(await reviews.readDays(storefront)())),
    'reviews.syncedDays': await ofEach(async ({ storefront }) => right(await reviews.syncedDays(storefront)())),
    'reviews.knows': await ofEach(async ({ storefront }) => [
      right(await reviews.knows(storefront, [id])()),
      right(await reviews.knows(storefront, [`${id}:refused`])()),
      right(await reviews.knows(storefront, ['shopify:1:unknown'])()),
    ]),
    'reviews.storefronts': right(await reviews.storefronts()),
    'reviews.findSales': await ofEach(async ({ storefront }) => [
      right(await reviews.findSales({ storefronts: [storefront, 'of both'], selection: 'all' }, newest)()),
      right(await reviews.findSales({ storefronts: [storefront], selection: 'all', text: '#1001' }, newest)()),
      right(await reviews.findSales({ storefronts: [storefront], selection: 'open' }, newest)()),
      right(await reviews.findSales({ storefronts: [storefront], selection: 'left out' }, newest)()),
    ]),
    'reviews.salesPlaces': right(await reviews.salesPlaces()),
    'reviews.dailySales': right(await reviews.dailySales()),
    'reviews.dailySalesOf': right(await reviews.dailySalesOf('CA')()),
    // Without the numbers of runs: they are numbered together.
    'reviews.salesRevision': right(await reviews.salesRevision()).replaceAll(/\d+:/g, ''),
    'reviews.monthFigures': right(await reviews.monthFigures({ days: { from: '2000-01-01', to: '2100-01-01' } })()),
    'reviews.monthSales': right(await reviews.monthSales({ days: { from: '2000-01-01', to: '2100-01-01' } })()),
    'reviews.checkSums': right(await reviews.checkSums()),
    // Without where it goes on: runs are numbered together.
    'reviews.sentLines': right(await reviews.sentLines({ days: { from: '2000-01-01', to: '2100-01-01' } }, O.none)())
      .lines,
    'reviews.auditRecords': await recordsOf(reviews),
    'reviews.dailyCounts': await ofEach(async ({ storefront }) => [
      right(await reviews.dailyCounts(storefront, { from: '2026-01-01', to: '2026-12-31' })()),
      right(await reviews.dailyCounts('of both', { from: '2026-01-01', to: '2026-12-31' })()),
    ]),
    'reviews.matterGroups': right(await reviews.matterGroups(anyMatter)()),
    'reviews.decided': right(await reviews.decided(anyMatter, 9)()),
    'reviews.leftOut': right(
      await reviews.leftOut({ ...anyMatter, days: { from: '2000-01-01', to: '2100-01-01' } }, 9)(),
    ),
    'reviews.notSent': right(await reviews.notSent('2100-01-01')()),
    'reviews.heldDays': await ofEach(async ({ storefront }) =>
      right(await reviews.heldDays(storefront, { from: '2000-01-01', to: '2100-01-01' }, at)()),
    ),
    'reviews.batchProgress': right(await reviews.batchProgress('b-1', anyMatter.storefronts)()),
    'reviews.findMatters': [
      right(await reviews.findMatters(anyMatter, { sort: 'money', offset: 0, limit: 10 })()),
      right(await reviews.findMatters({ ...anyMatter, state: 'decided' }, { sort: 'newest', offset: 0, limit: 10 })()),
    ],
    findSentUnder: right(await store.findSentUnder([id, 'shopify:1'])()),
    findListedUnder: right(await store.findListedUnder(['listed', 'Sale', 'Shopify'])()),
    'proof.proofState': right(await proof.proofState('list')()),
    'proof.findListed': right(await proof.findListed(['shopify:1:listed', 'gone'])()),
    'proof.notReadSince': right(await proof.notReadSince(9, 0, 10)()),
    'proof.listedOn': right(await proof.listedOn(['shopify:1:'], { from: '2026-01-01', to: '2026-01-31' })()),
    'proof.listedDays': right(await proof.listedDays(['shopify:1:'])()),
    'proof.countListed': right(await proof.countListed()),
    'proof.provedDays': right(await proof.provedDays('of both')()),
  };
};

/** The methods that `writeAll` and the tests below call. */
const writers = [
  ...['openRun', 'setTimeZone', 'closeRun', 'saveIntents', 'recordAttempt', 'commitPage', 'saveRemoteIndexPage'],
  ...['saveServiceFacts', 'rateLimit.pauseUntil', 'rateLimit.reserveStarts', 'reviews.saveSignOff'],
  ...['reviews.closePeriod', 'reviews.reopenPeriod', 'reviews.saveDailyCounts', 'reviews.decide', 'reviews.undo'],
  ...['reviews.saveRegistration', 'reviews.removeRegistration', 'reviews.saveCorrection', 'reviews.prune'],
  ...['reviews.saveOpeningBalances', 'reviews.removeOpeningBalances'],
  ...['proof.saveListed', 'proof.forgetListed', 'proof.saveProvedDays'],
];

/** Those that are of all accounts: a storefront belongs to one of them. */
const ofAllAccounts = ['acquireLease', 'releaseLease', 'forAccount', 'accountOfRun', 'inbox', 'jobs', 'close'];

/** The names of all methods of a sync database, those of its parts as `reviews.listRuns`. */
const methodsOf = ({ proof, rateLimit, reviews, ...store }: SyncDatabase): readonly string[] => [
  ...Object.keys(store),
  ...Object.keys(rateLimit).map((name) => `rateLimit.${name}`),
  ...Object.keys(reviews).map((name) => `reviews.${name}`),
  ...Object.keys(proof).map((name) => `proof.${name}`),
];

/**
 * What every sync database promises about accounts. `open` opens a new and empty one each time.
 *
 * @example
 * describeAccounts('in memory', () => sqliteStore(':memory:'));
 */
export const describeAccounts = (name: string, open: () => TE.TaskEither<StoreError, SyncDatabase>): void => {
  describe(`the accounts of a sync database ${name}`, () => {
    let opened: SyncDatabase | undefined;
    const database = (): SyncDatabase => {
      if (opened === undefined) throw new Error('no sync database is open');
      return opened;
    };
    beforeEach(async () => {
      opened = right(await open()());
    });
    afterEach(async () => {
      right(await database().close());
    });

    it('has no method that this contract leaves out', async () => {
      const read = Object.keys(await readAll(database()));
      expect(
        methodsOf(database()).filter((method) => ![...read, ...writers, ...ofAllAccounts].includes(method)),
      ).toEqual([]);
    });

    const inTurn = { first: acme, second: zenith };
    it.each(sized({ quick: [inTurn], all: [inTurn, { first: zenith, second: acme }] }))(
      'see the same ids through every method as if each was alone: $first.account, then $second.account',
      async ({ first, second }) => {
        await writeAll(database().forAccount(first.account), first);
        const alone = await readAll(database().forAccount(first.account));
        await writeAll(database().forAccount(second.account), second);
        expect(await readAll(database().forAccount(first.account))).toStrictEqual(alone);

        const fresh = right(await open()());
        await writeAll(fresh.forAccount(second.account), second);
        const secondAlone = await readAll(fresh.forAccount(second.account));
        right(await fresh.close());
        expect(await readAll(database().forAccount(second.account))).toStrictEqual(secondAlone);
        expect(alone).not.toStrictEqual(secondAlone);
      },
    );

    it('leave nothing in an account that nothing was written under', async () => {
      const before = await readAll(database());
      for (const tenant of tenants) await writeAll(database().forAccount(tenant.account), tenant);
      expect(await readAll(database())).toStrictEqual(before);
    });

    it('reserve the starts of requests apart', async () => {
      const starts = { now: 1_000, count: 10, interval: 100, maxAhead: 60_000 };
      const first = database().forAccount('acme').rateLimit;
      expect(right(await first.reserveStarts(starts)())).toBe(1_000);
      expect(right(await database().forAccount('zenith').rateLimit.reserveStarts(starts)())).toBe(1_000);
      expect(right(await first.reserveStarts(starts)())).toBe(2_000);
    });

    it('cannot write into a run of another one', async () => {
      const [own, other] = [database().forAccount('acme'), database().forAccount('zenith')];
      await writeAll(own, acme);
      const before = await readAll(own);
      const { runId, storefront } = acme;
      expect(E.isLeft(await other.setTimeZone(runId, storefront, 'UTC')())).toBe(true);
      expect(E.isLeft(await other.closeRun(runId, 'canceled', at)())).toBe(true);
      expect(E.isLeft(await other.commitPage(aCommit(runId, { storefront }), at)())).toBe(true);
      const taken = await other.openRun(aRequest({ storefronts: ['zenith-us'] }), { id: runId, at })();
      expect(E.isLeft(taken)).toBe(true);
      expect(await readAll(own)).toStrictEqual(before);
    });

    it('never share a storefront: its sales were sent to the first one', async () => {
      const request = aRequest({ storefronts: ['us-store'] });
      right(await database().forAccount('acme').openRun(request, { id: 'run-1', at })());
      const moved = await database().forAccount('zenith').openRun(request, { id: 'run-2', at })();
      expect(moved).toMatchObject({ left: { problem: 'other account' } });
      expect(E.isLeft(moved) ? moved.left.message : '').toMatch(
        /us-store are sent to the account acme, and not to zenith/,
      );
      expect(right(await database().forAccount('zenith').findRun(O.none)())).toStrictEqual(O.none);
      right(await database().forAccount('acme').openRun(request, { id: 'run-1', at })());
    });

    it('may each look at a storefront without sending anything', async () => {
      const request = aRequest({ storefronts: ['us-store'], dryRun: true });
      right(await database().forAccount('acme').openRun(request, { id: 'run-1', at })());
      right(
        await database()
          .forAccount('zenith')
          .openRun({ ...request, dryRun: false }, { id: 'run-2', at })(),
      );
    });

    it('are found by their runs', async () => {
      for (const tenant of tenants) await writeAll(database().forAccount(tenant.account), tenant);
      for (const { runId, account } of tenants)
        expect(right(await database().accountOfRun(O.some(runId))())).toStrictEqual(O.some(account));
      expect(right(await database().accountOfRun(O.some('unknown'))())).toStrictEqual(O.none);
      expect(O.isSome(right(await database().accountOfRun(O.none)()))).toBe(true);
    });

    it('erase a storefront in its account alone', async () => {
      for (const tenant of tenants) await writeAll(database().forAccount(tenant.account), tenant);
      const other = await readAll(database().forAccount('zenith'));
      right(await database().inbox.eraseStorefront(acme.storefront)());
      expect(await readAll(database().forAccount('zenith'))).toStrictEqual(other);
      const { submissions } = right(
        await database()
          .forAccount('acme')
          .lookUpTransactions('', [{ id: `${shared.id}:open`, name: '' }])(),
      );
      expect(submissions.get(`${shared.id}:open`)?.body ?? null).toBeNull();
    });
  });
};
