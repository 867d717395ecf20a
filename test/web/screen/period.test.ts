import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { memoryStore } from '../../support/memory-store.ts';
import { aCommit, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { aScreenInMemory, type MemoryScreen, plainText } from '../../support/a-screen-in-memory.ts';
import { right } from '../../support/right.ts';

const detail = { zip: null, discount: 0n, shipping: 0n, marketplace: null, exemption: null, parentId: null };

const amounts = (jurisdiction: string, month: string, total: bigint, taxCollected: bigint) => ({
  amounts: { currency: 'USD', jurisdiction, month, total, taxCollected },
  detail: { ...detail, taxed: taxCollected === 0n ? 0n : (total - taxCollected) / 2n },
  occurredAt: `${month}-15T12:00:00Z`,
});

const lines = [
  aReportLine({ id: 'a', ...amounts('CA', '2026-01', 10_725n, 725n) }),
  aReportLine({ id: 'b', ...amounts('CA', '2026-02', 21_450n, 1_450n) }),
  aReportLine({ id: 'c', ...amounts('NY', '2026-02', 1_200_000n, 0n) }),
  aReportLine({
    id: 'd',
    name: 'Shopify #7 · 7',
    outcome: 'held',
    reason: 'missing address',
    ...amounts('TX', '2026-02', 500n, 0n),
  }),
  aReportLine({
    id: 'e',
    name: 'Shopify #8 · 8',
    outcome: 'held',
    reason: 'missing address',
    ...amounts('TX', '2026-05', 900n, 0n),
  }),
];

describe('the statement of a period', () => {
  it('sums up each state first, then its months, says which figures are of the service, and lists what is on hold', async () => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', lines);
    right(await screen.store.reviews.closePeriod({ month: '2026-02', by: 'Ada', at: '2026-04-01T00:00:00Z' })());
    const page = await screen.html('/period?from=2026-01-01&to=2026-03-31');
    const text = plainText(page);
    expect(text).toContain('Sales of Jan 1, 2026 to Mar 31, 2026 of us-store, eu-store');
    expect(text).toContain('. All amounts are in USD.');
    const [, states = '', months = '', service = ''] = text.split(/By state|Sales by month|From the service/);
    expect(states).toContain('CA 2 300.00 0.00 150.00 21.75');
    expect(states).toContain('all 3 12,300.00 0.00 150.00');
    expect(months).toContain('CA Jan 2026 1 100.00 0.00 50.00 50.00 7.25');
    expect(months).toContain('all 3 12,300.00 0.00 150.00 12,150.00');
    expect(text).not.toMatch(/unknown/i);
    expect(text).not.toContain('Refunds by month');
    expect(service).toContain('transactions total with tax tax collected tax it reports');
    expect(text).toContain('1 sale on hold or failed');
    expect(text).toContain('Shopify #7 · 7 us-store Feb 15, 2026');
    expect(text).not.toContain('#8');
    expect(text).toContain('Closed: Feb 2026 (by Ada on Apr 1, 2026 ).');
    expect((await screen.get('/period?from=2026-02-01&to=2026-01-01')).status).toBe(409);
  });

  it('shows what came after a month was closed, by state and with amounts, and nothing before', async () => {
    const screen = aScreenInMemory();
    await screen.readAll();
    await screen.finish('run-1', lines);
    const close = (open: string): Promise<Response> =>
      screen.post('/months', { month: '2026-02', what: 'close', open });
    const page = (to = '2026-02-28'): Promise<string> => screen.text(`/period?from=2026-02-01&to=${to}`);
    expect((await close('1')).status).toBe(303);
    expect(await page()).not.toContain('After closing');
    const late = aReportLine({ id: 'f', ...amounts('CA', '2026-02', 1_100n, 100n) });
    const changed = aReportLine({ id: 'c', ...amounts('NY', '2026-02', 1_000_000n, 0n) });
    await screen.finish('run-2', [late, changed]);
    const [, after = ''] = (await page()).split('After closing');
    expect(after).toMatch(/CA Feb 2026 USD 1 10\.00 0\.00 5\.00 1\.00 0 0\.00 0\.00/);
    expect(after).toMatch(/NY Feb 2026 USD 0 -2,000\.00 0\.00 0\.00 0\.00 0 0\.00 0\.00/);
    // Its totals are of the whole month.
    expect(await page('2026-02-27')).not.toContain('After closing');
    await screen.post('/months', { month: '2026-02', what: 'reopen', reason: 'a late sale' });
    expect(await page()).not.toContain('After closing');
    expect((await close('1')).status).toBe(303);
    expect(await page()).not.toContain('After closing');
  });

  it('keeps what was left out, with who, when and why, also after the sales were read again', async () => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', lines);
    const fields = { do: 'decide', what: 'missing address', action: 'leave out', expected: '2', note: 'tests of ours' };
    expect((await screen.post('/needs-you', fields)).status).toBe(303);
    const page = (): Promise<string> => screen.text('/period?from=2026-01-01&to=2026-03-31');
    const leftOut =
      /Left out by decision: 1 sale .* Shopify #7 · 7 us-store Feb 15, 2026 Missing address Ada on .*: tests of ours 5\.00 USD/;
    expect(await page()).toMatch(leftOut);
    expect(await page()).toContain('0 sales on hold or failed');
    const settled = lines.map((line) =>
      line.outcome === 'held' ? ({ ...line, outcome: 'skipped', reason: 'left out by decision' } as const) : line,
    );
    await screen.finish('run-2', settled);
    expect(await page()).toMatch(leftOut);
  });

  it('says where it is not known what was taxed', async () => {
    const screen = aScreenInMemory();
    const { detail: _, ...old } = amounts('CA', '2026-01', 10_725n, 725n);
    await screen.finish('run-1', [aReportLine({ id: 'a', ...old })]);
    const text = plainText(await screen.html('/period?from=2026-01-01&to=2026-03-31'));
    expect(text).toContain('exempt taxed not taxed unknown if taxed tax collected');
    expect(text).toContain('CA Jan 2026 1 100.00 0.00 0.00 0.00 100.00 7.25');
    expect(text).toContain('whose platform states one tax for several lines');
    const again = { id: 'a', outcome: 'alreadyPresent', ...amounts('CA', '2026-01', 10_725n, 725n) } as const;
    await screen.finish('run-2', [aReportLine(again)]);
    const after = plainText(await screen.html('/period?from=2026-01-01&to=2026-03-31'));
    expect(after).toContain('CA Jan 2026 1 100.00 0.00 50.00 50.00 7.25');
    expect(after).not.toMatch(/unknown if/i);
  });

  it('shows its days and files before its sales are read, and says when they cannot be', async () => {
    const { reviews } = memoryStore();
    let isRead = false;
    const monthFigures = () => () => {
      isRead = true;
      return Promise.resolve(E.left({ _tag: 'StoreError', problem: 'other', message: 'The disk is full.' } as const));
    };
    const screen = aScreenInMemory({}, { reviews: { ...reviews, monthFigures } });
    const parts = (await screen.get('/period')).body?.pipeThrough(new TextDecoderStream()) ?? [];
    let text = '';
    for await (const part of parts) {
      if (text === '') expect([isRead, part.includes('Files for your accountant')]).toStrictEqual([false, true]);
      text += part;
    }
    expect(plainText(text)).toContain('The disk is full.');
    expect(text).not.toContain('From your shops');
  });

  it('leads to the files that an accountant files from', async () => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', lines);
    const page = await screen.html('/period?from=2026-01-01&to=2026-03-31');
    const address = /href="[^"]*(\/export\?[^"]*what=summary&amp;format=csv)"/
      .exec(page)?.[1]
      ?.replaceAll('&amp;', '&');
    const file = await screen.get(address ?? '');
    expect(file.headers.get('content-disposition')).toContain('tax-nexus-summary-2026-01-01-2026-03-31.csv');
    expect(await file.text()).toContain('2026-02,US,CA');
    expect((await screen.get('/export?from=2026-01-01&to=2026-03-31&format=pdf')).status).toBe(409);
  });

  it('has the requests about its sales in its audit record, however much later they were made', async () => {
    const clock = { now: () => Date.UTC(2026, 10, 28), sleep: () => () => Promise.resolve() };
    const { html } = aScreenInMemory({ clock });
    const linkOf = async (to: string): Promise<string | undefined> =>
      /export\?([^"]*what=audit)&amp;format=csv/.exec(await html(`/period?from=2026-01-01&to=${to}`))?.[1];
    expect(await linkOf('2026-03-31')).toBe('from=2025-12-31&amp;to=2026-11-28&amp;what=audit');
    expect(await linkOf('2026-12-31')).toBe('from=2025-12-31&amp;to=2026-12-31&amp;what=audit');
  });

  it('says in one sentence that nothing was sent of its days', async () => {
    const text = await aScreenInMemory().text('/period?from=2026-01-01&to=2026-03-31');
    expect(text).toContain('No sales of these days are in the service.');
    expect(text).not.toContain('From the service');
  });

  it('lists sign-offs of its days, however many runs came after', async () => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', []);
    const signed = { runId: 'run-1', by: 'Ada', at: '2026-04-02T00:00:00Z', note: '', statement: () => '{}' };
    right(await screen.store.reviews.saveSignOff(signed)());
    const later = { range: { from: '2027-01-01', to: '2027-01-31' } };
    for (let run = 2; run <= 202; run += 1) await screen.finish(`run-${run}`, [], later, '2027-02-01T00:00:00Z');
    expect(await screen.text('/period?from=2026-01-01&to=2026-03-31')).toContain('by Ada on Apr 2, 2026');
  });

  it('names also the storefronts that were removed, whose sales are in its sums', async () => {
    const screen = aScreenInMemory();
    const { store } = screen;
    const at = '2026-04-01T00:00:00Z';
    right(await store.openRun(aRequest({ storefronts: ['old-store'] }), { id: 'run-1', at })());
    const old = lines.map((line) => ({ ...line, storefront: 'old-store' }));
    right(await store.commitPage(aCommit('run-1', { storefront: 'old-store', lines: old }), at)());
    const text = plainText(await screen.html('/period?from=2026-01-01&to=2026-03-31'));
    expect(text).toContain('of us-store, eu-store, old-store');
    expect(text).toContain('all 3 12,300.00');
    expect(text).toContain('Shopify #7 · 7 old-store Feb 15, 2026');
  });

  it('lists what is on hold once, the largest first, also when its day is not known', async () => {
    const screen = aScreenInMemory();
    const held = { outcome: 'held', reason: 'missing address' } as const;
    const { occurredAt: _, ...unknown } = amounts('TX', '2025-01', 700n, 0n);
    await screen.finish('run-1', [
      aReportLine({ id: 'a', name: 'in January', ...held, ...amounts('TX', '2026-01', 500n, 0n) }),
      aReportLine({ id: 'b', name: 'at some time', ...held, ...unknown }),
      aReportLine({ id: 'c', name: 'in March', ...held, ...amounts('TX', '2026-03', 900n, 0n) }),
      aReportLine({ id: 'd', name: 'in May', ...held, ...amounts('TX', '2026-05', 900n, 0n) }),
    ]);
    const text = plainText(await screen.html('/period?from=2026-01-01&to=2026-03-31'));
    expect(text.match(/in January|at some time|in March|in May/g)).toStrictEqual([
      'in March',
      'at some time',
      'in January',
    ]);
    expect(text).toContain('3 sales on hold or failed');
  });

  it('names the 500 largest of what is on hold, and adds up all of it', async () => {
    const screen = aScreenInMemory();
    const held = Array.from({ length: 502 }, (_, n) =>
      aReportLine({
        ...{ id: `${n}`, name: `number ${n};`, outcome: 'held', reason: 'missing address' },
        ...amounts('TX', '2026-03', BigInt(100 + n), 0n),
      }),
    );
    await screen.finish('run-1', held);
    const text = plainText(await screen.html('/period?from=2026-01-01&to=2026-03-31'));
    expect(text.match(/number \d+;/g)).toStrictEqual(Array.from({ length: 500 }, (_, n) => `number ${501 - n};`));
    expect(text).toContain('502 sales on hold or failed');
    expect(text).toContain('The 500 largest. All of them: 1,759.51 USD.');
  });

  it('lists what is on hold also when it was put off, and what may be of the period by the clock of the shop', async () => {
    const screen = aScreenInMemory();
    const atEight = { ...amounts('TX', '2026-03', 500n, 0n), occurredAt: '2026-04-01T01:00:00Z' };
    const held = aReportLine({
      id: 'f',
      name: 'Shopify #9 · 9',
      outcome: 'held',
      reason: 'missing address',
      ...atEight,
    });
    await screen.finish('run-1', [held]);
    const decision = { action: 'later', note: '', by: 'Ada', batch: 'b', until: '2099-01-01T00:00:00Z' } as const;
    const filter = { storefronts: ['us-store'], state: 'open', now: '2026-04-01T00:00:00Z' } as const;
    const at = '2026-04-01T00:00:00Z';
    expect(right(await screen.store.reviews.decide(filter, { ...decision, at }, 1)())).toBe(1);
    const text = plainText(await screen.html('/period?from=2026-03-01&to=2026-03-31'));
    expect(text).toContain('1 sale on hold or failed');
    expect(text).toMatch(/Shopify #9 · 9 us-store Apr 1, 2026 .* decide later/);
  });
});

describe('the overview of a user of several accounts', () => {
  const accountOf = (storefront: string): string => (storefront === 'us-store' ? 'acme' : 'zenith');
  const aRun = async ({ store }: MemoryScreen, storefront: string): Promise<void> => {
    const own = store.forAccount(accountOf(storefront));
    right(await own.openRun(aRequest({ storefronts: [storefront] }), { id: storefront, at: '2026-04-01T00:00:00Z' })());
    const commit = aCommit(storefront, { storefront, lines: lines.map((line) => ({ ...line, storefront })) });
    right(await own.commitPage(commit, '2026-04-01T00:00:00Z')());
  };

  it('has a line for each account, with what waits for the user', async () => {
    const screen = aScreenInMemory({ accountOf });
    await aRun(screen, 'us-store');
    const page = await screen.html('');
    expect(page).toContain('href="screen/accounts/acme"');
    expect(plainText(page)).toContain('1 of 2 accounts needs you.');
    expect(plainText(page)).toMatch(/acme 2 sales 14\.00 USD/);
    expect(await screen.text('?text=zen')).not.toContain('acme');
    expect((await screen.get('/runs/us-store')).status).toBe(404);
  });

  it('leads to the statement of a client, which names the client and its business', async () => {
    const user = { name: 'Ada', accountNames: { acme: 'Acme Shoes' } };
    const screen = aScreenInMemory({ accountOf, authorize: () => user });
    const statement = await screen.html('/accounts/acme/period?from=2026-03-01&to=2026-03-31');
    expect(statement).toContain('<h1>Statement of Acme Shoes</h1>');
    expect(plainText(statement)).toContain('Client: acme');
    expect(await screen.text('/accounts/zenith/period')).toContain('Statement of zenith First day');
  });

  it('knows nothing of storefronts that the user does not see', async () => {
    const user = { name: 'Ada', storefronts: ['us-store'], accounts: ['acme', 'zenith'] };
    const screen = aScreenInMemory({ accountOf, authorize: () => user });
    await aRun(screen, 'eu-store');
    expect(await screen.text('')).toContain('No sale waits for you in 2 accounts.');
    await aRun(screen, 'us-store');
    expect(await screen.text('')).toContain('1 of 2 accounts needs you.');
  });
});
