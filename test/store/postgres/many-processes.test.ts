import { describe, expect, it } from '@jest/globals';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import { secret } from '../../../src/domain/secret.ts';
import { postgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { right } from '../../support/right.ts';

const at = '2026-04-01T00:00:00Z';
const postgres = aPostgres();

const open = async (url: string): Promise<SyncDatabase> => right(await postgresStore(secret(url))());

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
});
