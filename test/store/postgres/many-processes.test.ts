import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import { secret } from '../../../src/domain/secret.ts';
import { postgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { right } from '../../support/right.ts';

const at = '2026-04-01T00:00:00Z';
const postgres = aPostgres();

const open = async (url: string): Promise<SyncDatabase> => right(await postgresStore(secret(url))());

/** As a process works whose clock is ahead, or behind. */
const withClock = async <A>(ahead: number, work: (now: number) => Promise<A>): Promise<A> => {
  const now = Date.now;
  Date.now = () => now() + ahead;
  try {
    return await work(Date.now());
  } finally {
    Date.now = now;
  }
};

describe('a sync database in PostgreSQL that many processes share', () => {
  it('is made once by many processes that start at once', async () => {
    const { ask, newDatabase } = postgres();
    const url = await newDatabase();
    const books = await Promise.all(Array.from({ length: 6 }, () => open(url)));
    const rows = await ask(url, 'select name from tax_nexus.kysely_migration order by name');
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
    for (const store of books) right(await store.close());
  });

  it('gives each resync request to one of many who claim at the same moment', async () => {
    const { inbox, close } = await open(await postgres().newDatabase());
    const ids = Array.from({ length: 60 }, (_, n) => `record-${n}`);
    right(await inbox.enqueue('us-store', ids, at)());
    const claim = { now: Date.parse(at), until: Date.parse(at) + 1_000, limit: 10 };
    const claims = Array.from({ length: 8 }, (_, n) => inbox.claim('us-store', { ...claim, owner: `owner-${n}` })());
    const claimed = (await Promise.all(claims)).flatMap((requests) => right(requests).map(({ recordId }) => recordId));
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claimed.length).toBeGreaterThanOrEqual(50);
    right(await close());
  });

  it.each([
    ['ahead of', 10 * 60_000],
    ['behind', -10 * 60_000],
  ])(
    'judges leases and claims by its own clock: %s those of the others, one takes none early, and loses none late',
    async (_, ahead) => {
      const { inbox, acquireLease, close } = await open(await postgres().newDatabase());
      const length = 120_000;
      const lease = async (owner: string, clock: number, later = 0): Promise<string | undefined> =>
        withClock(clock, async (now) => {
          const times = { now: now + later, until: now + later + length };
          return O.toUndefined(right(await acquireLease('us-store', owner, times, () => false)()));
        });
      expect(await lease('right', 0)).toBeUndefined();
      expect(await lease('wrong', ahead)).toBe('right');
      expect(await lease('wrong', ahead, length + 2_000)).toBeUndefined();
      expect(await lease('right', 0)).toBe('wrong');
      expect(await lease('right', 0, 2 * length + 4_000)).toBeUndefined();

      const claim = async (owner: string, clock: number, later = 0): Promise<readonly number[]> =>
        withClock(clock, async (now) => {
          const times = { now: now + later, until: now + later + length };
          const waiting = right(await inbox.storefrontsWithRequests(times)());
          return [waiting.length, right(await inbox.claim('us-store', { ...times, owner, limit: 9 })()).length];
        });
      right(await inbox.enqueue('us-store', ['1001'], at)());
      expect(await claim('right', 0)).toStrictEqual([1, 1]);
      expect(await claim('wrong', ahead)).toStrictEqual([0, 0]);
      expect(await claim('wrong', ahead, length + 2_000)).toStrictEqual([1, 1]);
      expect(await claim('right', 0)).toStrictEqual([0, 0]);
      expect(await claim('right', 0, 2 * length + 4_000)).toStrictEqual([1, 1]);
      right(await close());
    },
  );
});
