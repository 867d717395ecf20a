import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SalesFilter, SalesOrder } from '../../../../src/domain/listed-sale.ts';
import { aCommit, aReportLine, aRequest } from '../../../support/a-report-line.ts';
import { placesOfStores } from '../../../support/places-of-stores.ts';
import { right } from '../../../support/right.ts';

const at = '2026-04-01T00:00:00Z';
const lines = 31_000;

interface Line {
  readonly i: number;
  readonly state: string;
  readonly month: string;
  readonly total: number;
}

/** Two thirds are of California, seven tenths of February: more than are sorted for a page. Each total is of one line alone. */
const all: readonly Line[] = Array.from({ length: lines }, (_, n) => ({
  i: n + 1,
  state: (n + 1) % 3 === 0 ? 'TX' : 'CA',
  month: (n + 1) % 10 < 7 ? '2026-02' : '2026-03',
  total: ((n + 1) * 7919) % 31_013,
}));

const insert = `insert into line_version
  (account, id, storefront, source_id, name, kind, currency, jurisdiction, month, day, total, tax_collected)
  with recursive n (i) as (select 1 union all select i + 1 from n where i < ${lines})
  select account, 'x:' || i, storefront, cast(i as text), 'Shopify #' || (100000 + i) || ' · ' || i, kind, 'USD',
    case when i % 3 = 0 then 'TX' else 'CA' end, case when i % 10 < 7 then '2026-02' else '2026-03' end,
    case when i % 10 < 7 then '2026-02-10' else '2026-03-10' end, i * 7919 % 31013, i * 7919 % 31013
  from line_version cross join n where id = 'shopify:1:a' order by i`;

const [perPage, pages] = [150, 3];

describe.each(placesOfStores())('sales of a large state or month, in %s', (_, newPlace) => {
  it.each<[string, Pick<SalesFilter, 'jurisdiction' | 'month'>]>([
    ['large state', { jurisdiction: 'CA' }],
    ['small state', { jurisdiction: 'TX' }],
    ['large month', { month: '2026-02' }],
    ['small month', { month: '2026-03' }],
    ['month of a state', { jurisdiction: 'CA', month: '2026-03' }],
  ])('are listed in each order, page by page: %s', async (name, filter) => {
    const { open, run } = await newPlace(name);
    const store = await open();
    right(await store.openRun(aRequest(), { id: 'run-1', at })());
    const first = aReportLine({
      id: 'shopify:1:a',
      sourceId: 'a',
      name: 'Shopify #1 · a',
      amounts: null,
      outcome: 'held',
    });
    right(await store.commitPage(aCommit('run-1', { lines: [{ ...first, reason: 'missing address' }] }), at)());
    await run(insert);
    const list = async (order: Pick<SalesOrder, 'sort' | 'descending'>): Promise<readonly number[]> => {
      const found: number[] = [];
      let after: O.Option<string> = O.none;
      for (let page = 0; page < pages; page += 1) {
        const wanted = { storefronts: ['us-store'], selection: 'all', ...filter } as const;
        const { sales, next } = right(await store.reviews.findSales(wanted, { ...order, after, limit: perPage })());
        found.push(...sales.map(({ sourceId }) => Number(sourceId)));
        after = next;
      }
      return found;
    };
    const wanted = all.filter(
      ({ state, month }) => (filter.jurisdiction ?? state) === state && (filter.month ?? month) === month,
    );
    const byTotal = wanted.toSorted((a, b) => b.total - a.total).map(({ i }) => i);
    const count = perPage * pages;
    expect(await list({ sort: 'total', descending: true })).toStrictEqual(byTotal.slice(0, count));
    expect(await list({ sort: 'tax', descending: false })).toStrictEqual(byTotal.toReversed().slice(0, count));
    const byNumber = wanted.map(({ i }) => i);
    expect(await list({ sort: 'number', descending: false })).toStrictEqual(byNumber.slice(0, count));
  });
});
