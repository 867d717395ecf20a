import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { aSync } from '../../../support/a-sync.ts';
import { right } from '../../../support/right.ts';
import { byId, idOf, readAll, withBulkShop } from './a-bulk-shop.ts';
import { operationsOf } from './operations-of.ts';

const bulk = { isDenied: true };
const year = { from: '2025-01-01', to: '2025-12-31' };

describe('an app that may not run bulk operations', () => {
  it('has its orders read in pages: the same ones, none lost', async () => {
    await withBulkShop({ orders: 400, bulk }, async ({ open, shop }) => {
      const results = await readAll(open());
      expect(await operationsOf(shop)).toStrictEqual([]);
      expect(new Set(results.map(idOf)).size).toBe(400);
    });
  }, 120_000);

  it('gets the same sales as one that may', async () => {
    const denied: unknown[] = [];
    await withBulkShop({ bulk }, async ({ open }) => void denied.push(...byId(await readAll(open(), year))));
    await withBulkShop({}, async ({ open }) => expect(denied).toStrictEqual(byId(await readAll(open(), year))));
  });

  it('is asked once for a range, with one warning that says how to enable them', async () => {
    await withBulkShop({ bulk }, async ({ open }) => {
      const source = open();
      const warnings: string[] = [];
      for (const window of right(await source.windows(year)())) {
        const { warning } = right(await source.readPage(window, O.none)());
        if (warning !== undefined) warnings.push(warning);
      }
      expect(warnings).toStrictEqual([expect.stringContaining('Allow bulk queries')]);
      expect(warnings[0]).toContain('31 days');
    });
  });

  it('is named by check, and one that may is not', async () => {
    await withBulkShop({ bulk }, async ({ open }) => {
      const { findings } = right(await open().check());
      expect(findings).toContainEqual({
        level: 'warns',
        subject: 'bulk operations',
        message: expect.stringContaining('Enable them in the Partner Dashboard') as unknown,
      });
      expect(right(await open('pages').check()).findings.map(({ subject }) => subject)).not.toContain(
        'bulk operations',
      );
    });
    await withBulkShop({}, async ({ open }) => {
      expect(right(await open().check()).findings).toContainEqual(
        expect.objectContaining({ level: 'fine', subject: 'bulk operations' }),
      );
    });
  });
});

describe('the warning of a page', () => {
  it('is logged by the run', async () => {
    const logged: string[] = [];
    const note = (message: string): void => void logged.push(message);
    const sync = aSync({
      script: { pages: [[]], warning: 'read in pages' },
      ports: { log: { debug: note, info: note, warn: note, error: note } },
    });
    await sync.finish();
    expect(logged).toContain('read in pages');
  });
});
