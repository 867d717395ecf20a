import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { LineFilter } from '../../../../src/domain/sync-store.ts';
import { aCommit, aReportLine, aRequest } from '../../../support/a-report-line.ts';
import { placesOfStores } from '../../../support/places-of-stores.ts';
import { right } from '../../../support/right.ts';

const at = '2026-04-01T00:00:00Z';
const lines = 120_000;

/** Lines after the ones that are there: numbers #1 to #120000, of which every 50,000th is EN-50000-US. */
const more = [
  `update run set next_position = ${lines + 2}`,
  `insert into line_version (account, id, storefront, source_id, name, kind)
  with recursive n (i) as (select 1 union all select i + 1 from n where i < ${lines})
  select account, 'x:' || i, storefront, 'X' || i,
    'Shopify ' || case when i % 50000 = 0 then 'EN-50000-US' else '#' || i end || ' · X' || i, kind
  from line_version cross join n where id = 'shopify:1:a' order by i`,
  `insert into run_line (run, position, version, outcome, older)
  select 1, 1 + cast(substr(id, 3, 10) as integer), version, 'succeeded', 0 from line_version where id like 'x:%'`,
];

describe.each(placesOfStores())('a search among more than 100,000 lines, in %s', (_, newPlace) => {
  it('finds whole numbers, ids, places and amounts, in their order', async () => {
    const { open, run } = await newPlace('long');
    const store = await open();
    right(await store.openRun(aRequest(), { id: 'run-1', at })());
    const inTexas = { currency: 'USD', jurisdiction: 'TX', month: '2026-02', total: 129_000n, taxCollected: 0n };
    const [sale, held] = [
      aReportLine({ id: 'shopify:1:a', sourceId: 'a', name: 'Shopify #A-1 · a', amounts: inTexas }),
      aReportLine({
        id: 'shopify:1:b',
        sourceId: 'b',
        name: 'Shopify #A-1 · b',
        outcome: 'held',
        reason: 'missing address',
      }),
    ];
    right(await store.commitPage(aCommit('run-1', { lines: [sale, held] }), at)());
    for (const statement of more) await run(statement);
    const find = async (text: string, filter: LineFilter = {}, limit = 50, after: O.Option<string> = O.none) =>
      right(await store.findLines('run-1', { text, ...filter }, { after, limit })());
    const idsOf = ({ lines: found }: Awaited<ReturnType<typeof find>>) => found.map(({ id }) => id);
    const whole: Readonly<Record<string, readonly string[]>> = {
      ...{ '#119999': ['x:119999'], '119999': ['x:119999'], 'x:7': ['x:7'], X8: ['x:8'], ' #9 ': ['x:9'] },
      ...{ 'shopify #119998': ['x:119998'], 'Shopify #3 · X3': ['x:3'], 'en-50000-us': ['x:50000', 'x:100000'] },
      ...{ '#a-1': [sale.id, held.id], Texas: [sale.id], tx: [sale.id], '$1,290.00': [sale.id] },
      ...{ Ohio: [], '50000-US': [], '%': [], 'nothing like this': [], '7%_': [] },
    };
    for (const [text, ids] of Object.entries(whole)) expect([text, idsOf(await find(text))]).toStrictEqual([text, ids]);
    expect(idsOf(await find('#A-1', { outcomes: ['held'] }))).toStrictEqual([held.id]);
    expect(idsOf(await find('#A-1', { jurisdiction: 'TX' }))).toStrictEqual([sale.id]);

    const first = await find('EN-50000-US', {}, 1);
    expect(idsOf(first)).toStrictEqual(['x:50000']);
    const second = await find('EN-50000-US', {}, 1, first.next);
    expect([idsOf(second), second.next]).toStrictEqual([['x:100000'], O.none]);
    const named = right(await store.findByNumber('us-store', '#119997')());
    expect(named.map(({ sourceId }) => sourceId)).toStrictEqual(['X119997']);
    expect((await find('', {}, 5)).lines).toHaveLength(5);
    right(await store.close());
  });
});
