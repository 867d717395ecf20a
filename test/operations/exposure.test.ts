/** That thresholds are counted again only when something that they depend on has changed. */
import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { promisesOfUser, reachedStatesOf } from '../../src/operations/user-promises.ts';
import { aReportLine } from '../support/a-report-line.ts';
import { aScreenInMemory } from '../support/a-screen-in-memory.ts';
import { right } from '../support/right.ts';

/** A user who sees all. */
const ada = {};

const sale = (id: string, total: bigint) =>
  aReportLine({
    ...{ id, amounts: { currency: 'USD', jurisdiction: 'CA', month: '2026-02', total, taxCollected: 0n } },
    occurredAt: '2026-02-15T12:00:00Z',
  });

/** An account that counts how often its sales are read. */
const aCountedAccount = () => {
  const now = { day: 1 };
  const clock = { now: () => Date.UTC(2026, 3, now.day), sleep: () => () => Promise.resolve() };
  const screen = aScreenInMemory({ clock });
  const { dailySales } = screen.store.reviews;
  const times = { read: 0 };
  const reviews = {
    ...screen.store.reviews,
    dailySales: () => {
      times.read += 1;
      return dailySales();
    },
  };
  const opened = async (account?: string) =>
    E.map((state: object) => ({ ...state, reviews }))(await screen.ports.opened(account)) as Awaited<
      ReturnType<typeof screen.ports.opened>
    >;
  const ports = { ...screen.ports, opened };
  const seen = promisesOfUser(ports, ada, undefined);
  if (seen._tag !== 'Account') throw new Error('there is one account');
  return { ...screen, ports, exposure: seen.taxNexus.exposure, now, times };
};

describe('the exposure', () => {
  it('reads the sales again when they, the question or what is known of a state have changed, and otherwise not', async () => {
    const { finish, store, exposure, now, times } = aCountedAccount();
    const readBy = async (ask: () => Promise<unknown>): Promise<number> => {
      const before = times.read;
      await ask();
      return times.read - before;
    };
    await finish('run-1', [sale('a', 10_000n)]);
    expect(await readBy(exposure)).toBe(1);
    expect(await readBy(exposure)).toBe(0);
    expect(await readBy(() => exposure({ basis: 'net' }))).toBe(1);
    expect(await readBy(exposure)).toBe(0);
    await finish('run-2', [sale('b', 60_000_000n)]);
    expect(await readBy(exposure)).toBe(1);
    expect((await exposure()).states).toMatchObject([{ state: 'CA', status: 'reached', sales: '600100.00' }]);
    const noted = { notedBy: 'Ada', notedAt: '2026-04-01T00:00:00Z' } as const;
    const balance = { channel: 'Fairs', state: 'TX', month: '2026-01', isMarketplace: false, sales: 100n, count: 1 };
    right(await store.reviews.saveOpeningBalances([{ ...balance, ...noted }])());
    expect(await readBy(exposure)).toBe(1);
    const registration = { state: 'CA', status: 'registered', since: '2026-03-01', by: null } as const;
    right(await store.reviews.saveRegistration({ ...registration, ...noted })());
    expect(await readBy(exposure)).toBe(1);
    expect((await exposure()).states).toMatchObject([{ state: 'CA', registration: { since: '2026-03-01' } }, {}]);
    now.day = 2;
    expect(await readBy(exposure)).toBe(1);
    expect(await readBy(exposure)).toBe(0);
  });

  it('names for an overview of accounts the states that are reached, and reads nothing for it that is known', async () => {
    const { finish, ports, exposure, times } = aCountedAccount();
    await finish('run-1', [sale('a', 60_000_000n)]);
    await exposure();
    expect(await reachedStatesOf(ports, ada, ['default'])).toStrictEqual(new Map([['default', ['CA']]]));
    expect(times.read).toBe(1);
  });
});
