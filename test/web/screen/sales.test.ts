import { describe, expect, it } from '@jest/globals';
import type { ReportLine } from '../../../src/domain/run.ts';
import { aReportLine } from '../../support/a-report-line.ts';
import { aScreenInMemory } from '../../support/a-screen-in-memory.ts';

const held = (n: number, reason: ReportLine['reason'] = 'partially paid'): ReportLine =>
  aReportLine({
    ...{ id: `shopify:1:${n}`, sourceId: String(n), name: `Shopify #${n} · ${n}`, outcome: 'held', reason },
    ...{ amounts: null, occurredAt: '2026-02-10T12:00:00Z' },
    stated: { currency: 'USD', total: BigInt(n) * 100n, jurisdiction: 'CA' },
  });

const sent = (n: number): ReportLine =>
  aReportLine({
    ...{ id: `shopify:1:${n}`, sourceId: String(n), name: `Shopify #${n} · ${n}` },
    occurredAt: '2026-02-11T12:00:00Z',
  });

/** The values of ticks, as a form of the page sends them. */
const picksIn = (html: string, label: RegExp): readonly string[] =>
  [...html.matchAll(/<input type="checkbox" name="pick"[^>]*? value="([^"]+)" aria-label="([^"]+)"/g)]
    .filter(([, , name = '']) => label.test(name))
    .map(([, value = '']) => value.replaceAll('&quot;', '"'));

const decideOn = (picks: readonly string[], action: string): string => {
  const query = new URLSearchParams({ action });
  for (const one of picks) query.append('pick', one);
  return `/needs-you/decide?${query.toString()}`;
};

describe('the list of all sales', () => {
  it('shows 25 a page, with filters that stay in the address', async () => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', [held(1), ...Array.from({ length: 30 }, (_, n) => sent(100 + n))]);
    const first = await screen.html('/sales?show=sent&sort=number&order=asc');
    expect(first.match(/<th scope="row"/g)).toHaveLength(25);
    const [, next = ''] = /href="([^"]*)" rel="next"/.exec(first) ?? [];
    expect(next).toMatch(/^\.\.\/screen\/sales\?show=sent&amp;sort=number&amp;order=asc&amp;after=/);
    const second = await screen.html(next.replace('../screen', '').replaceAll('&amp;', '&'));
    expect(second.match(/<th scope="row"/g)).toHaveLength(5);
    expect(await screen.text('/sales?show=open')).toMatch(/#1 Feb 10, 2026 CA 1\.00 USD – On hold Partially paid/);
    expect(await screen.text('/sales?show=left+out')).toContain('No sale is left out.');
    expect(await screen.text('/sales?month=2025-01')).toContain('No sale matches these filters.');
  });

  it('sorts by each column but the storefront, and keeps its filters and its order in the address', async () => {
    const screen = aScreenInMemory();
    const ofState = (n: number, jurisdiction: string, taxCollected: bigint): ReportLine => ({
      ...sent(n),
      amounts: { currency: 'USD', jurisdiction, month: '2026-02', total: BigInt(n) * 100n, taxCollected },
    });
    await screen.finish('run-1', [held(1), ofState(2, 'NY', 5n), ofState(3, 'TX', 1n), ofState(4, 'AZ', 9n)]);
    const order = async (query: string): Promise<string> =>
      [...(await screen.text(`/sales?${query}`)).matchAll(/#(\d) /g)].map(([, number]) => number).join('');
    expect(await order('sort=state&order=asc')).toBe('4123');
    expect(await order('sort=tax')).toBe('423');
    expect(await order('sort=total&order=asc')).toBe('1234');
    expect(await order('sort=status')).toBe('1432');
    expect(await order('sort=status&order=asc')).toBe('4321');
    expect(await screen.text('/sales?sort=tax')).toContain(
      'Sorted by tax: sales of which it is not known are not listed.',
    );
    const page = await screen.html('/sales?show=sent&state=NY&sort=status');
    expect(page).toContain('/sales?state=NY&amp;show=sent&amp;sort=tax" class="sort"');
    expect(page).toContain(
      '/sales?state=NY&amp;show=sent&amp;sort=status&amp;order=asc" class="sort" aria-current="true"',
    );
    expect(page).toMatch(/<form class="row ends filters"[^]*<input type="hidden" name="sort" value="status"/);
  });

  it('shows what needs you first by status, page after page', async () => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', [
      ...Array.from({ length: 26 }, (_, n) => held(200 + n)),
      ...Array.from({ length: 30 }, (_, n) => sent(100 + n)),
    ]);
    const statuses: string[] = [];
    for (let path = '/sales?sort=status'; path !== '';) {
      const page = await screen.html(path);
      statuses.push([...page.matchAll(/<span class="badge (warn|good)">/g)].map(([, tone]) => tone).join(' '));
      path = (/href="([^"]*)" rel="next"/.exec(page)?.[1] ?? '').replace('../screen', '').replaceAll('&amp;', '&');
    }
    const all = (tone: string, times: number): string => Array.from({ length: times }, () => tone).join(' ');
    expect(statuses).toStrictEqual([all('warn', 25), `warn ${all('good', 24)}`, all('good', 6)]);
  });

  it('is searched from each page, by number, amount and state', async () => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', [held(1), sent(2)]);
    expect(await screen.html('/help')).toMatch(/<form class="find" method="get" action="[^"]*\/sales"/);
    for (const [text, status] of Object.entries({ '#1': 'On hold', '107.25': 'Sent', California: 'Sent' }))
      expect(await screen.text(`/sales?text=${encodeURIComponent(text)}`)).toContain(status);
    expect(await screen.text('/sales?text=california')).toMatch(/#2 .*#1 /);
    expect(await screen.text('/sales?text=nothing')).toContain('No sale matches these filters.');
  });

  it('links no sale to a run that the user does not see', async () => {
    const screen = aScreenInMemory({ authorize: () => ({ name: 'Ada', storefronts: ['us-store'] }) });
    await screen.finish('run-1', [sent(1)], { storefronts: ['us-store', 'eu-store'] });
    const page = await screen.html('/sales');
    expect(page).toContain('#1');
    expect(page).not.toContain('runs/run-1');
  });
});

describe('ticked sales', () => {
  it('are decided together over several reasons; only leaving out needs a note', async () => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', [held(1), held(2), held(3), held(4, 'tax still estimated')]);
    const html = await screen.html('/needs-you');
    const picks = [...picksIn(html, /^Select Shopify #[12] /), ...picksIn(html, /^Select all: Tax is still/)];
    expect(picks).toHaveLength(3);
    const preview = await screen.html(decideOn(picks, 'leave out'));
    expect(preview).toContain('Leave out: 3 sales');
    expect(preview).toMatch(/<textarea name="note"[^>]* required/);
    const [, expected = ''] = /name="expected" value="([^"]*)"/.exec(preview) ?? [];
    const send = (fields: Readonly<Record<string, string>>) =>
      screen.post('/needs-you', { do: 'decide picked', pick: picks, action: 'leave out', expected, ...fields });
    expect((await send({ note: '' })).status).toBe(409);
    expect((await send({ note: 'a test of ours', expected: '[9,9]' })).status).toBe(409);
    const decided = await send({ note: 'a test of ours' });
    expect(decided.headers.get('location')).toContain('done=decided');
    expect(await screen.text('/sales?show=left+out')).toMatch(/#1 .*#2 .*#4 |#4 .*#2 .*#1 /);
    expect(await screen.text('/')).toContain('1 sale needs you');
  });

  it('are named where a decision is not possible for them, and stay', async () => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', [held(1), held(2, 'missing address')]);
    const picks = picksIn(await screen.html('/needs-you'), /^Select all/);
    const preview = await screen.text(decideOn(picks, 'send'));
    expect(preview).toContain('Send anyway: 1 sale');
    expect(preview).toContain('Missing address, 1 sale stays as it is');
    expect(preview).toContain('Add a note');
    expect((await screen.get(decideOn([], 'send'))).status).toBe(409);
    expect((await screen.get(decideOn(['nonsense', '[1,2]'], 'send'))).status).toBe(409);
  });
});
