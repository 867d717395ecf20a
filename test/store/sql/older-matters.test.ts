import { describe, expect, it } from '@jest/globals';
import type { MatterFilter } from '../../../src/domain/decision.ts';
import { maxSearchedForParts } from '../../../src/domain/search.ts';
import { aCommit, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { asBeforeMatterSearches, placesOfStores } from '../../support/places-of-stores.ts';
import { right } from '../../support/right.ts';

const at = '2026-04-01T00:00:00Z';

describe.each(placesOfStores())('the matters of an older version, in %s', (_, newPlace) => {
  it('are found by place and day, and listed by when they were sold', async () => {
    const { open, run } = await newPlace('older-matters');
    const older = await open();
    right(await older.openRun(aRequest(), { id: 'run-1', at })());
    const times = ['2026-02-01T08:00:00Z', '2026-02-03T08:00:00Z', '2026-02-02T08:00:00Z'];
    const lines = Array.from({ length: maxSearchedForParts.matters + 1 }, (__, n) => {
      const stated = { currency: 'USD', total: 100n, jurisdiction: n < times.length ? 'CA' : 'TX' };
      const occurredAt = times[n] ?? '2026-01-01T00:00:00Z';
      const held = { outcome: 'held', reason: 'no destination', amounts: null, stated, occurredAt } as const;
      return aReportLine({ ...held, id: `shopify:1:${n}`, sourceId: String(n) });
    });
    right(await older.commitPage(aCommit('run-1', { checkpoint: null, lines }), at)());
    right(await older.close());
    await run(asBeforeMatterSearches);
    const store = await open();
    const find = async (filter: Partial<MatterFilter>) => {
      const wanted: MatterFilter = { storefronts: ['us-store'], state: 'open', now: at, ...filter };
      const page = right(await store.reviews.findMatters(wanted, { sort: 'newest', offset: 0, limit: 3 })());
      return page.matters.map(({ sourceId }) => sourceId);
    };
    expect(await find({})).toStrictEqual(['1', '2', '0']);
    expect(await find({ text: 'California' })).toStrictEqual(['1', '2', '0']);
    expect(await find({ days: { from: '2026-02-02', to: '2026-02-02' } })).toStrictEqual(['2']);
    right(await store.close());
  }, 60_000);
});
