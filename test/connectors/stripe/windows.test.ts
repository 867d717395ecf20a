import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { meaningOf, windowsOf } from '../../../connectors/stripe/read/windows.ts';
import { intervalOf } from '../../../src/domain/date-range.ts';
import { left, right } from '../../support/right.ts';
import {
  calls,
  charge,
  closeStandIns,
  connectorTo,
  idsOf,
  invoice,
  readAll,
  readOn,
  start,
} from '../../support/stripe-storefront.ts';
import { virtualClock } from '../../support/virtual-clock.ts';
import * as O from 'fp-ts/lib/Option.js';
import { memoryStore } from '../../support/memory-store.ts';
import { windowReading } from '../../../src/pipeline/page-loop.ts';
import { instantOfMilliseconds } from '../../../src/domain/instant.ts';
import { aPayment, listed } from '../../support/stripe-objects.ts';

closeStandIns();

const later = Date.UTC(2031, 0, 1);
const sales = (from: string, to: string, timeZone: string): ReturnType<typeof windowsOf> =>
  windowsOf({ from, to }, timeZone, later).filter((window) => meaningOf(window)?.kind === 'sales');

describe('windows', () => {
  it('together are the range, and no instant is in two of them', () => {
    const day = fc
      .integer({ min: 0, max: 1500 })
      .map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10));
    const zone = fc.constantFrom(
      'UTC',
      'America/New_York',
      'Australia/Lord_Howe',
      'America/Sao_Paulo',
      'Asia/Kathmandu',
    );
    fc.assert(
      fc.property(day, day, zone, (a, b, timeZone) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const windows = sales(from, to, timeZone);
        const whole = intervalOf({ from, to }, timeZone);
        expect(windows[0]?.start).toBe(whole.start);
        expect(windows.at(-1)?.end).toBe(whole.end);
        for (const [index, { start }] of windows.entries()) if (index > 0) expect(start).toBe(windows[index - 1]?.end);
      }),
    );
  });

  it.each([
    ['four weeks', '2026-03-28', 1],
    ['four weeks and a day', '2026-03-29', 2],
    ['a year', '2027-02-28', 8],
    ['two years', '2028-02-26', 8],
    ['four years', '2030-02-28', 17],
  ])('are as few as keep four readers busy, and no longer than a quarter: %s', (_, to, count) => {
    expect(sales('2026-03-01', to, 'UTC')).toHaveLength(count);
  });

  it('have the same keys on every run, whatever the time', () => {
    const keys = (now: number): readonly string[] =>
      windowsOf({ from: '2026-03-01', to: '2026-03-31' }, 'UTC', now)
        .map(({ key }) => key)
        .filter((key) => !/^(?:backdated|forwarded)/.test(key));
    expect(keys(Date.UTC(2026, 2, 31, 13))).toStrictEqual(keys(later));
    expect(new Set(keys(later)).size).toBe(keys(later).length);
  });

  it('end ten minutes ago at the latest, and are left out when nothing is left of them', () => {
    const now = Date.UTC(2026, 2, 10, 12);
    const windows = windowsOf({ from: '2026-03-01', to: '2026-04-30' }, 'UTC', now);
    expect(
      windows
        .map(({ end }) => end)
        .toSorted()
        .at(-1),
    ).toBe('2026-03-10T11:50:00Z');
    expect(windows).toHaveLength(2);
  });

  it('look back forty days for invoices that were drafts when the range began, until the range is over', () => {
    const lateAt = (now: number): ReturnType<typeof windowsOf> =>
      windowsOf({ from: '2026-03-01', to: '2026-03-31' }, 'UTC', now).filter(
        (window) => meaningOf(window)?.kind === 'late invoices',
      );
    expect(lateAt(later)).toMatchObject([{ start: '2026-01-20T00:00:00Z', end: '2026-04-01T00:00:00Z' }]);
    const during = Date.UTC(2026, 2, 10, 12);
    expect(lateAt(during)).toMatchObject([{ start: '2026-01-20T00:00:00Z', end: '2026-03-10T11:50:00Z' }]);
    expect(lateAt(during)[0]?.key).toBe(lateAt(later)[0]?.key);
  });

  it('look forward until now, a quarter each, for invoices that are dated back into the range, once it is over', () => {
    const backdatedAt = (now: number): ReturnType<typeof windowsOf> =>
      windowsOf({ from: '2026-03-01', to: '2026-03-31' }, 'UTC', now).filter(
        (window) => meaningOf(window)?.kind === 'backdated invoices',
      );
    expect(backdatedAt(Date.UTC(2026, 7, 1))).toMatchObject([
      { start: '2026-04-01T00:00:00Z', end: '2026-07-01T00:00:00Z' },
      { start: '2026-07-01T00:00:00Z', end: '2026-07-31T23:50:00Z' },
    ]);
    const [first] = backdatedAt(Date.UTC(2026, 3, 2));
    expect(first?.key).toBe(backdatedAt(later)[0]?.key);
    expect(backdatedAt(Date.UTC(2026, 2, 31, 12))).toStrictEqual([]);
  });

  it('are refused in an unknown time zone', async () => {
    const connector = connectorTo('http://127.0.0.1:9', 'rk_live_1', null, virtualClock(), 'Mars/Olympus');
    expect(left(await connector.windows({ from: '2026-03-01', to: '2026-03-02' })())._tag).toBe('SourceRefused');
  });

  it('are other ones of another account, and of the other mode: what was read of one is no place to go on from', async () => {
    const keysBy = async (id: string, key: string): Promise<readonly string[]> => {
      const { connector } = await start({ account: { id, object: 'account' } }, key);
      const ofRange = right(await connector.windows({ from: '2026-03-01', to: '2026-03-02' })());
      const span = { start: '2026-01-01T00:00:00Z', end: '2026-03-20T00:00:00Z' };
      return [...ofRange, ...right(await connector.changes(span)())].map((window) => window.key);
    };
    const own = await keysBy('acct_1', 'rk_live_1');
    expect(await keysBy('acct_1', 'rk_live_2')).toStrictEqual(own);
    for (const others of [await keysBy('acct_2', 'rk_live_1'), await keysBy('acct_1', 'rk_test_1')]) {
      expect(others).toHaveLength(own.length);
      expect(others.filter((key) => own.includes(key))).toStrictEqual([]);
    }
  });

  it('of another version mean nothing', () => {
    expect(meaningOf({ key: 'orders 2026-03', kind: 'sold', start: '', end: '' })).toBeNull();
  });
});

const hour = 3_600_000;
const inUnix = (milliseconds: number): number => milliseconds / 1000;
const range = { from: '2026-03-01', to: '2026-03-31' };
const request = { storefronts: ['us-account'], range, dryRun: false };

describe('an invoice from before the range that is made final in it', () => {
  it('is found by a run that is resumed after that, as by a new one, and nothing that was created in the range', async () => {
    const clock = virtualClock(Date.UTC(2026, 2, 1, 2));
    const { standIn } = await start({});
    const connector = connectorTo(standIn.origin, 'rk_live_1', null, clock);
    const store = memoryStore();
    const run = right(await store.openRun(request, { id: 'run', at: instantOfMilliseconds(clock.now()) })());
    const checkpointOf = (name: string): ReturnType<typeof store.readCheckpoint> =>
      store.readCheckpoint(run.id, 'us-account', name);

    /** What a run that is begun or resumed now still reads in that window. */
    const readLate = async (): Promise<readonly string[]> => {
      const windows = right(await connector.windows(range)());
      const window = windows.find(({ key }) => key.startsWith('late invoices'));
      if (window === undefined) throw new Error('the range has no such window');
      const begun = instantOfMilliseconds(clock.now());
      const reading = right(await windowReading(checkpointOf, begun)(window, clock.now()));
      if (reading.isDone) return [];
      const pages = await readOn(connector, window, reading.cursor);
      const checkpoint = reading.checkpointAt(O.none);
      const page = { runId: run.id, storefront: 'us-account', lines: [], references: [], settledIntents: [] };
      right(await store.commitPage({ ...page, checkpoint }, begun)());
      return idsOf(pages.flatMap(({ results }) => results));
    };

    expect(await readLate()).toStrictEqual([]);
    const madeFinal = { status_transitions: { finalized_at: inUnix(clock.now() + hour) }, payments: listed([]) };
    standIn.data.invoices.push(
      invoice(1, { ...madeFinal, created: inUnix(Date.UTC(2026, 1, 28, 23)) }),
      invoice(2, { ...madeFinal, created: inUnix(Date.UTC(2026, 2, 1, 1)) }),
    );
    await clock.run(clock.sleep(2 * hour));
    expect(await readLate()).toStrictEqual(['in_1']);

    await clock.run(clock.sleep(40 * 24 * hour));
    expect(await readLate()).toStrictEqual(['in_1']);
    const asked = calls(standIn, '/v1/invoices');
    await clock.run(clock.sleep(hour));
    expect(await readLate()).toStrictEqual([]);
    expect(calls(standIn, '/v1/invoices')).toBe(asked);
  });
});

describe('an invoice from after the range with a date of issue in it', () => {
  it('is found by the range that it belongs to, once that is over', async () => {
    const clock = virtualClock(Date.UTC(2026, 3, 20));
    const { standIn } = await start({});
    const april = inUnix(Date.UTC(2026, 3, 5));
    const march = inUnix(Date.UTC(2026, 2, 30));
    const final = { created: april, status_transitions: { finalized_at: april }, payments: listed([]) };
    standIn.data.invoices.push(
      invoice(1, { ...final, effective_at: march }),
      invoice(2, { ...final, effective_at: april }),
      invoice(3, { ...final, effective_at: null }),
    );
    const connector = connectorTo(standIn.origin, 'rk_live_1', null, clock);
    const windows = right(await connector.windows(range)());
    const found = await Promise.all(windows.map((window) => readOn(connector, window, O.none)));
    expect(idsOf(found.flat().flatMap(({ results }) => results))).toStrictEqual(['in_1']);
  });
});

describe('a payment from after the range that a reader stored in it while it was offline', () => {
  const stored = (at: number) => ({ type: 'card_present', card_present: { offline: { stored_at: inUnix(at) } } });
  const forwarded = inUnix(Date.UTC(2026, 2, 8, 8));

  it('is found by the range that it belongs to', async () => {
    const { connector } = await start({
      charges: [
        charge(1, { created: forwarded, payment_method_details: stored(Date.UTC(2026, 2, 7, 23)) }),
        charge(2, { created: forwarded, payment_method_details: stored(Date.UTC(2026, 2, 8, 2)) }),
        charge(3, { created: forwarded }),
      ],
    });
    const sold = (await readAll(connector)).map((entry) => right(entry));
    expect(sold.map(({ identity, occurredAt }) => [identity.recordId, occurredAt])).toStrictEqual([
      ['ch_1', '2026-03-07T23:00:00Z'],
    ]);
  });

  it('is dated by its invoice, which has its own windows, where it paid one', async () => {
    const paid = aPayment({ created: forwarded });
    const { connector } = await start({
      charges: [charge(1, { created: forwarded, payment_method_details: stored(Date.UTC(2026, 2, 7, 23)) })],
      invoicePayments: [paid],
      invoices: [
        invoice(1, { created: forwarded, status_transitions: { finalized_at: forwarded }, payments: listed([paid]) }),
      ],
    });
    expect(await readAll(connector)).toStrictEqual([]);
  });
});
