import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { createTaxNexus } from '../../../src/app/create-tax-nexus.ts';
import { closeLate, taxNexusOf } from '../../../src/app/plugin/tax-nexus-of.ts';
import { settingsOfOptions } from '../../../src/app/plugin/settings-of-options.ts';
import { loadSqliteDriver, openDatabaseFile } from '../../../src/store/sqlite/driver.ts';
import type { LiveWorker } from '../../../src/live/index.ts';
import { isOverWithin } from '../../support/a-plugin.ts';
import { right } from '../../support/right.ts';

const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-start-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a start whose sync database gives no answer', () => {
  it('delays a stop no longer than its drain time, ends, and leaves nothing running when the response comes late', async () => {
    let answer: () => void = () => undefined;
    const work: string[] = [];
    const nothing = (): undefined => undefined;
    const worker: LiveWorker = {
      start: async () => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        work.push('begun');
        return E.right(undefined);
      },
      stop: () => Promise.resolve(void work.push('ended')),
      tick: () =>
        Promise.resolve(E.right({ resyncRequests: 0, tasks: [], historicalSyncs: [], problems: [], isDone: true })),
      wake: nothing,
      answer: nothing,
      answered: () => Promise.resolve(),
      state: () => Promise.resolve(E.right([])),
      add: nothing,
      remove: nothing,
    };
    const options = {
      service: { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' },
      state: `sqlite:${join(folder, 'book.db')}`,
      storefronts: {},
    } as const;
    const taxNexus = taxNexusOf(settingsOfOptions(options), () => worker);
    const starts = [taxNexus.start(), taxNexus.start()];
    const refused = Promise.all(starts.map((start) => expect(start).rejects.toMatchObject({ code: 'STOPPED' })));
    await taxNexus.waiting();
    expect(await isOverWithin(30_000, taxNexus.stop({ drainMs: 100 }))).toBe(true);
    await refused;
    answer();
    await new Promise(setImmediate);
    expect(work).toStrictEqual(['ended', 'begun', 'ended']);
  });
});

describe('a sync database that does not open', () => {
  it('delays a stop no longer than its drain time, and is opened again at the next use', async () => {
    const path = join(folder, 'locked.db');
    const other = right(openDatabaseFile(right(await loadSqliteDriver()), path)).database;
    other.exec('pragma journal_mode = wal; begin immediate');
    const options = {
      service: { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' },
      state: `sqlite:${path}`,
      storefronts: {},
    } as const;
    const taxNexus = createTaxNexus(options);
    const refused = expect(taxNexus.start()).rejects.toMatchObject({ code: 'STOPPED' });
    expect(await isOverWithin(2_000, taxNexus.stop({ drainMs: 100 }))).toBe(true);
    await refused;

    other.exec('rollback');
    other.close();
    await taxNexus.start();
    expect(await taxNexus.waiting()).toStrictEqual([]);
    await taxNexus.stop();
  });

  it('is closed when it opens after all', async () => {
    const closed: string[] = [];
    const close = async (): Promise<void> => Promise.resolve(void closed.push('closed'));
    let open: (opened: E.Either<string, { close: typeof close }>) => void = () => undefined;
    const end = closeLate(
      new Promise((resolve) => {
        open = resolve;
      }),
    );
    expect(closed).toHaveLength(0);
    open(E.right({ close }));
    await end;
    expect(closed).toHaveLength(1);
  });

  it('needs nothing when it never opens', async () => {
    await closeLate(Promise.resolve(E.left('disk full')));
    await closeLate(Promise.resolve(undefined));
    await closeLate(Promise.reject(new Error('a defect')));
  });
});
