import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { held } from '../../src/domain/exclusion.ts';
import type { TaxService } from '../../src/domain/tax-service.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { proofOfAbsenceAfter, proofOfAbsenceInLateList } from '../../src/pipeline/limits.ts';
import { historicalSync } from '../../src/pipeline/historical-sync.ts';
import { retryRun } from '../../src/pipeline/retry-run.ts';
import { aLiveShop } from '../support/a-live-shop.ts';
import { aLiveWorld } from '../support/a-live-world.ts';
import { aRefund } from '../support/a-refund.ts';
import { memoryStore } from '../support/memory-store.ts';
import { aSync, paged, request, sales, type Sync, type SyncOptions, transactionId } from '../support/a-sync.ts';
import { type OddOptions, type OddTaxService, oddTaxService } from '../support/odd-tax-service.ts';
import { mortal } from '../support/mortal.ts';
import { left, right } from '../support/right.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { itInAll } from '../support/it-in-all.ts';
import { sendsRefunds } from '../support/a-policy.ts';

const count = 24;
const sold = sales(count);

interface Odd {
  readonly odd: OddTaxService;
  /** A sync of these sales, with the sync database of before or a new one. */
  readonly next: (differences?: Partial<SyncOptions>, from?: Sync) => Sync;
}

const odd = (options: Omit<OddOptions, 'clock'> = {}): Odd => {
  const clock = virtualClock();
  const service = oddTaxService({ clock, ...options });
  return {
    odd: service,
    next: (differences = {}, from) =>
      aSync({
        script: { pages: paged(sold, 10) },
        clock,
        ...(from !== undefined && { store: from.store }),
        ...differences,
        ports: { service: service.service, ...differences.ports },
      }),
  };
};

const namesIn = ({ stored }: OddTaxService): readonly string[] => stored.map(({ wire }) => wire.name);

const upper = (wire: object): Readonly<Record<string, unknown>> =>
  JSON.parse(JSON.stringify(wire), (key, value: unknown) =>
    typeof value === 'string' && key !== 'id' && key !== 'transactedAt' ? value.toUpperCase() : value,
  ) as Readonly<Record<string, unknown>>;

const services: Readonly<Record<string, Omit<OddOptions, 'clock'>>> = {
  'keeps our ids': { identity: 'client', refusesEqual: 'id' },
  'keeps our ids, and answers nothing': { identity: 'client', refusesEqual: 'id', answers: 'nothing' },
  'keeps our ids, and answers no question': { identity: 'client', answers: 'nothing', isAsked: false },
  'assigns ids': {},
  'assigns ids, and refuses equal names': { refusesEqual: 'name' },
  'assigns ids, and answers with them alone': { answers: 'id' },
  'assigns ids, and answers nothing': { answers: 'nothing' },
  'assigns ids, and answers no question': { answers: 'nothing', isAsked: false },
  'assigns ids, and lists ids and names alone': { lists: ({ id, name = null }) => ({ id, name }) },
  'assigns ids, and writes everything in upper case': { keeps: upper },
  'writes ZIP+4 and USA': {
    identity: 'client',
    keeps: (wire) => ({ ...wire, shipToAddress: { ...wire.shipToAddress, zip: '94607-1234', country: 'USA' } }),
  },
  'writes days and texts': {
    identity: 'client',
    keeps: (wire) => ({ ...wire, transactedAt: wire.transactedAt.slice(0, 10), total: String(wire.total) }),
  },
};

describe.each(Object.keys(services))('a service that %s', (kind) => {
  it('holds each sale once, from one push each and few questions; later runs push nothing', async () => {
    const { odd: service, next } = odd(services[kind]);
    const first = next();
    expect((await first.finish()).status).toBe('finished');
    expect(await first.report()).toMatchObject({ succeeded: count, failed: 0, differing: 0 });
    expect(new Set(namesIn(service)).size).toBe(count);
    expect(service.calls.push).toBe(count);
    expect(service.calls.list + service.calls.find).toBeLessThan(count / 2);

    const again = next({}, first);
    await again.finish();
    expect(await again.report()).toMatchObject({ alreadyPresent: count, failed: 0, differing: 0 });
    const lost = next();
    await lost.finish();
    expect(await lost.report()).toMatchObject({ alreadyPresent: count, failed: 0, differing: 0 });
    expect(service.calls.push).toBe(count);
    expect(service.stored).toHaveLength(count);
  });

  itInAll('holds each sale once when every third push loses its answer, and every fourth never arrives', async () => {
    const { odd: service, next } = odd({
      ...services[kind],
      fault: (name, attempt) => {
        const number = Number(/\d+$/.exec(name)?.[0]);
        if (attempt > 1) return undefined;
        return number % 3 === 0 ? 'after' : number % 4 === 0 ? 'before' : undefined;
      },
    });
    const sync = next();
    expect((await sync.finish()).status).toBe('finished');
    expect(await sync.report()).toMatchObject({ succeeded: count, alreadyPresent: 0, failed: 0, differing: 0 });
    expect(service.stored).toHaveLength(count);
    expect(new Set(namesIn(service)).size).toBe(count);
  });
});

describe('a service that assigns ids', () => {
  it('is not sent again what got no answer before its list had time to show it', async () => {
    const at: number[] = [];
    const clock = virtualClock();
    const service = oddTaxService({
      clock,
      fault: (name, attempt) => {
        if (!name.endsWith('9007')) return undefined;
        at.push(clock.now());
        return attempt === 1 ? 'before' : undefined;
      },
    });
    const sync = aSync({ script: { pages: paged(sold, 10) }, clock, ports: { service: service.service } });
    await sync.finish();
    expect(at).toHaveLength(2);
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(proofOfAbsenceAfter);
    expect(service.stored).toHaveLength(count);
  });

  it('and whose list is late is asked no second time for what may be there; a later run finds it, or sends it', async () => {
    const { odd: service, next } = odd({
      lateness: 10 * 60_000,
      fault: (name, attempt) => {
        if (attempt > 1) return undefined;
        return name.endsWith('9007') ? 'after' : name.endsWith('9008') ? 'before' : undefined;
      },
    });
    const first = next();
    await first.finish();
    expect(await first.report()).toMatchObject({ succeeded: count - 2, failed: 2 });
    expect(service.calls.push).toBe(count);
    await first.clock.run(first.clock.sleep(20 * 60_000));
    const second = next({}, first);
    await second.finish();
    expect(await second.report()).toMatchObject({ failed: 1 });
    await first.clock.run(first.clock.sleep(proofOfAbsenceInLateList));
    const third = next({}, first);
    await third.finish();
    expect(await third.report()).toMatchObject({ failed: 0 });
    expect(service.stored).toHaveLength(count);
    expect(new Set(namesIn(service)).size).toBe(count);
  });

  describe.each(['all', 'nothing'] as const)(
    'gets its own ids as the parents of refunds, and answers %s',
    (answers) => {
      const withRefund = sold.map((sale, index): Sale => (index === 3 ? { ...sale, refunds: [aRefund()] } : sale));
      const expectParent = (service: OddTaxService): void => {
        const refund = service.stored.find(({ wire }) => wire.parentId !== undefined);
        const sale = service.stored.find(({ wire }) => wire.id.endsWith(':9004'));
        expect(refund?.wire.parentId).toBe(sale?.shown.id);
      };

      it('where the sale was sent before', async () => {
        const { odd: service, next } = odd({ answers });
        const first = next();
        await first.finish();
        const sync = next({ script: { pages: paged(withRefund, 10) }, policy: sendsRefunds }, first);
        await sync.finish();
        expect(await sync.report()).toMatchObject({ alreadyPresent: count, succeeded: 1, failed: 0 });
        expectParent(service);
      });

      it('where both are sent in one go', async () => {
        const { odd: service, next } = odd({ answers });
        const sync = next({ script: { pages: paged(withRefund, 10) }, policy: sendsRefunds });
        await sync.finish();
        expect(await sync.report()).toMatchObject({ succeeded: count + 1, failed: 0 });
        expectParent(service);
      });

      it('where its list shows the sale some moments later', async () => {
        const { odd: service, next } = odd({ answers, lateness: ({ id }) => (id.endsWith(':9004') ? 1_500 : 0) });
        const sync = next({ script: { pages: paged(withRefund, 10) }, policy: sendsRefunds });
        await sync.finish();
        expect(await sync.report()).toMatchObject({ succeeded: count + 1, held: {} });
        expectParent(service);
      });

      it('once its list shows the sale', async () => {
        const late = 20 * 60_000;
        const { odd: service, next } = odd({ answers, lateness: ({ id }) => (id.endsWith(':9004') ? late : 0) });
        const script = { pages: paged(withRefund, 10) };
        const first = next({ script, policy: sendsRefunds });
        await first.finish();
        await first.clock.run(first.clock.sleep(late));
        await next({ script, policy: sendsRefunds }, first).finish();
        expect(service.stored).toHaveLength(count + 1);
        expectParent(service);
      });
    },
  );

  it('is sent a refund whose push was lost, though the name of another refund is the beginning of its name', async () => {
    const { odd: service, next } = odd({
      lists: ({ id, name = null }) => ({ id, name }),
      fault: (name, attempt) => (name.endsWith('refund 6001') && attempt === 1 ? 'before' : undefined),
    });
    const refunded = (...ids: readonly string[]): Sale[] =>
      sold.slice(0, 1).map((sale) => ({ ...sale, refunds: ids.map((id) => aRefund({ id })) }));
    const first = next({ script: { pages: paged(refunded('6'), 1) }, policy: sendsRefunds });
    await first.finish();
    const sync = next({ script: { pages: paged(refunded('6', '6001'), 1) }, policy: sendsRefunds }, first);
    await sync.finish();
    expect(await sync.report()).toMatchObject({ succeeded: 1, failed: 0 });
    expect(service.stored).toHaveLength(3);
  });

  it('is not taken for another account by a run that begins before it shows what the last one sent', async () => {
    const { odd: service, next } = odd({ identity: 'client', isAsked: false, lateness: 2_500 });
    const first = next();
    await first.finish();
    const again = next({}, first);
    expect((await again.finish()).status).toBe('finished');
    expect(await again.report()).toMatchObject({ alreadyPresent: count, failed: 0 });
    expect(service.stored).toHaveLength(count);
  });

  it('holds a transaction that a person entered under our name, and nothing is added to it', async () => {
    const { odd: service, next } = odd();
    await next({ script: { pages: paged(sold.slice(0, 5), 5) } }).finish();
    const sync = next();
    await sync.finish();
    expect(await sync.report()).toMatchObject({ alreadyPresent: 5, succeeded: count - 5, differing: 0 });
    expect(service.stored).toHaveLength(count);
  });
});

describe('a service that assigns ids and takes equal names', () => {
  const mended = sold.slice(0, 1);
  const withoutAddress = E.left(held({ sourceId: '9001', name: '#1' }, 'missing address', 'it has no address'));

  it('gets no second one from a retry that is the first to read the list of a new sync database', async () => {
    const { odd: service, next } = odd();
    const { clock, finish } = next({ script: { pages: paged(mended, 1) } });
    await finish();
    const shop = aLiveShop(clock);
    const world = aLiveWorld({ clock, shops: { 'us-store': shop }, sync: { service: { ...service.service } } });
    await world.live(async () => {
      await world.deliver(shop.put(withoutAddress), 'd1');
      await world.wait(3_000);
    });
    expect(await world.entries()).toMatchObject([{ outcome: 'held', reason: 'missing address' }]);
    for (const sale of mended) shop.put(sale);
    right(await clock.run(retryRun(world.ports.sync)('live:us-store')));
    expect(await world.entries()).toMatchObject([{ outcome: 'alreadyPresent' }]);
    expect(service.stored).toHaveLength(1);
  });

  it('gets no second one from a run whose list was refused at its beginning, and is read after the first page', async () => {
    const { odd: service, next } = odd();
    await next().finish();
    let refusals = 2;
    const refusing: TaxService = {
      ...service.service,
      list: (cursor) => {
        if (refusals === 0) return service.service.list(cursor);
        refusals -= 1;
        return TE.left({ _tag: 'CursorRefused', message: 'the service refused its own cursor (400)' });
      },
    };
    const lost = next({ ports: { service: refusing } });
    await lost.finish();
    expect(await lost.report()).toMatchObject({ alreadyPresent: count, failed: 0 });
    expect(service.stored).toHaveLength(count);
  });
});

describe('a sale that is erased while its push is unconfirmed, at a service that assigns ids and takes equal names', () => {
  it.each([
    ['after its process died behind the push', 'after_post_before_commit', false],
    ['after its process died before the push', 'before_post', false],
    ['before its page was pushed, by a process that then died behind the push', 'after_post_before_commit', true],
  ] as const)('%s, is there once, and no body of it is kept', async (_, point, isErasedFirst) => {
    const { odd: service, next } = odd();
    const store = memoryStore();
    const first = next({ store, script: { pages: paged(sold.slice(0, 1), 1) } });
    const id = transactionId('9001');
    const erase = async (): Promise<void> => void right(await store.inbox.eraseRecords('us-store', ['9001'])());
    if (isErasedFirst) await erase();
    const doomed = mortal(first.ports, { point, hit: 1 });
    const end = await first.clock.run(() => Promise.race([historicalSync(doomed.ports)(request)(), doomed.death]));
    expect(end).toBe('dead');
    if (!isErasedFirst) await erase();
    const submission = async () => right(await store.lookUpTransactions('', [{ id, name: '' }])()).submissions.get(id);
    expect(await submission()).toMatchObject({ status: 'intent', body: null, remoteId: null });

    await next({}, first).finish();
    expect(service.stored).toHaveLength(count);
    expect(new Set(namesIn(service)).size).toBe(count);
    expect(await submission()).toMatchObject({
      status: 'confirmed',
      body: null,
      remoteId: expect.stringMatching(/^txn_/),
    });
    expect((await next({}, first).entries()).find((line) => line.id === id)).toMatchObject({
      ...{ outcome: 'succeeded', name: '9001', message: null, amounts: { jurisdiction: 'CA' } },
    });
  });
});

describe('a service that makes something else of what it is sent', () => {
  it.each<[string, NonNullable<OddOptions['keeps']>, string]>([
    ['of a hundred times the money', (wire) => ({ ...wire, total: wire.total * 100 }), 'total'],
    ['with another state', (wire) => ({ ...wire, shipToAddress: { ...wire.shipToAddress, state: 'NV' } }), 'state'],
    ['on another day', (wire) => ({ ...wire, transactedAt: '2026-02-01' }), 'transactedAt'],
  ])('%s, gets no second one, until it is mended', async (_, keeps, field) => {
    for (const options of [{ identity: 'client' }, { answers: 'nothing' }, {}] as const) {
      const state = { isBroken: true };
      const { odd: service, next } = odd({ ...options, keeps: (wire) => (state.isBroken ? keeps(wire) : wire) });
      const sync = next({ ports: { wire: { fingerprint: 'first', settings: {} } } });
      const failure = left(await sync.run());
      expect(failure).toMatchObject({ _tag: 'ServiceFailed', cause: 'refused' });
      expect(failure.message).toContain(field);
      expect(service.calls.push).toBe(1);
      expect(await sync.report()).toMatchObject({ status: 'stopped', failed: 0, differing: 1, succeeded: 1 });
    }
  });

  it('gets one more from each later run, alone, as long as it still does so', async () => {
    const { odd: service, next } = odd({ keeps: (wire) => ({ ...wire, total: wire.total * 100 }) });
    const first = next();
    await first.run();
    expect(left(await next({}, first).run())).toMatchObject({ _tag: 'ServiceFailed', cause: 'refused' });
    expect(service.calls.push).toBe(2);
  });

  it('gets its next one, alone, with other settings', async () => {
    const state = { isBroken: true };
    const { odd: service, next } = odd({
      keeps: (wire) => (state.isBroken ? { ...wire, total: wire.total * 100 } : wire),
    });
    const first = next({ ports: { wire: { fingerprint: 'first', settings: {} } } });
    await first.run();
    state.isBroken = false;
    const { service: same } = service;
    const mended = next({ ports: { service: { ...same }, wire: { fingerprint: 'second', settings: {} } } }, first);
    expect((await mended.finish()).status).toBe('finished');
    expect(service.stored).toHaveLength(count);
  });
});

describe('a service that assigns ids, and stores a sale only after it was asked about it', () => {
  it('holds it once, though it shows it behind a hundred that it has shown since', async () => {
    const isLate = ({ name }: { readonly name: string }): boolean => name.endsWith(' 9007');
    const { odd: service, next } = odd({
      lateness: (wire) => (isLate(wire) ? 20_000 : 0),
      fault: (name, times) => (isLate({ name }) && times === 1 ? 'after' : undefined),
    });
    const many = sales(150);
    const sync = next({ script: { pages: paged(many, 150) } });
    await sync.finish();
    expect(namesIn(service)).toHaveLength(many.length);
    expect(service.stored.filter(({ wire }) => isLate(wire))).toHaveLength(1);
  });
});
