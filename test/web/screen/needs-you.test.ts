import { describe, expect, it } from '@jest/globals';
import type { ReportLine } from '../../../src/domain/run.ts';
import { aScreenInMemory, type MemoryScreen } from '../../support/a-screen-in-memory.ts';
import { aReportLine } from '../../support/a-report-line.ts';
import { scriptedConnector } from '../../support/scripted-connector.ts';
import { right } from '../../support/right.ts';

const heldLine = (n: number, differences: Partial<ReportLine> = {}): ReportLine =>
  aReportLine({
    ...{ id: `shopify:1:${n}`, sourceId: String(n), name: `#${n}`, outcome: 'held', reason: 'partially paid' },
    ...{ amounts: null, stated: { currency: 'USD', total: BigInt(n) * 100n, jurisdiction: 'CA' } },
    ...differences,
  });

const sixty = Array.from({ length: 60 }, (_, index) => heldLine(index + 1));

const next = async ({ text }: MemoryScreen, response: Response): Promise<string> => {
  expect(response.status).toBe(303);
  return text(`/${(response.headers.get('location') ?? '').replace(/^(\.\.\/)*screen\/?/, '')}`);
};

const claimed = async ({ store }: MemoryScreen): Promise<number> =>
  right(
    await store.inbox.claim('us-store', {
      now: Date.now() + 1_000,
      until: Date.now() + 9_000,
      owner: 'x',
      limit: 99,
    })(),
  ).length;

describe('what needs you', () => {
  it('is on the first page with count and money, each sale once, however many runs have it', async () => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', [heldLine(1), heldLine(2)]);
    await screen.finish('run-2', [heldLine(1)], { range: { from: '2026-01-01', to: '2026-04-30' } });
    const home = await screen.text('/');
    expect(home).toContain('2 sales need you: 3.00 USD');
    expect(home).toContain('Next: Sync the past sales of eu-store');
    expect(home).toContain('Partially paid');
  });

  it('says of a search that among many it finds whole numbers and ids', async () => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', [heldLine(1)]);
    const rule = 'Of more than 5,000, search for a whole number or id.';
    expect(await screen.text('/needs-you?text=1')).toContain(rule);
    expect(await screen.text('/needs-you?text=nothing')).toContain(rule);
    expect(await screen.text('/needs-you?what=partially+paid&text=1')).toContain(rule);
    expect(await screen.text('/needs-you')).not.toContain(rule);
  });

  it('includes sales of a storefront that is configured no more, which are left out, and never read again', async () => {
    const screen = aScreenInMemory();
    const ofGone = { storefront: 'gone-store' };
    await screen.finish('run-1', [heldLine(1, ofGone)], { storefronts: ['gone-store'] });
    expect(await screen.text('/needs-you')).toContain('1.00 USD');
    const fields = {
      do: 'decide',
      what: 'partially paid',
      action: 'leave out',
      expected: '1',
      note: 'the shop is gone',
    };
    const decided = await screen.post('/needs-you', { ...fields, storefront: 'gone-store' });
    const batch = new URL(decided.headers.get('location') ?? '', 'https://x.example').searchParams.get('batch') ?? '';
    await screen.post('/needs-you', { do: 'resync', batch });
    expect(await screen.text('/needs-you')).toContain('Nothing needs you');
    expect(screen.woken).toStrictEqual([]);
    const limited = { authorize: () => ({ name: 'Bob', storefronts: ['us-store', 'eu-store'] }) };
    const other = aScreenInMemory(limited);
    await other.finish('run-1', [heldLine(1, ofGone)], { storefronts: ['gone-store'] });
    expect(await other.text('/needs-you')).not.toContain('1.00 USD');
  });

  it.each(['no longer true', 'differs'] as const)(
    'is corrected at the service after a word, and read again at once: %s',
    async (finding) => {
      const screen = aScreenInMemory();
      await screen.finish('run-1', [aReportLine({ findings: [finding] })]);
      const query = `what=${finding.replaceAll(' ', '+')}&sent=yes`;
      expect(await screen.text(`/needs-you?${query}`)).toContain('Correct at the service');
      expect(await screen.text(`/needs-you/decide?${query}&action=send`)).toContain(
        'The service gets the opposite of each',
      );
      const fields = { do: 'decide', what: finding, sent: 'yes', action: 'send', expected: '1' };
      const decided = await screen.post('/needs-you', fields);
      const batch = new URL(decided.headers.get('location') ?? '', 'https://x.example').searchParams.get('batch') ?? '';
      expect(await next(screen, decided)).toMatch(/Correct at the service: 1 sale.* Send now Undo/);
      await screen.post('/needs-you', { do: 'resync', batch });
      expect(await claimed(screen)).toBe(1);
    },
  );

  it('is settled for sixty sales of one kind by four clicks, previewed, and sent', async () => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', sixty);
    expect(await screen.html('/')).toContain('href="../screen/needs-you?what=partially+paid"');
    const group = await screen.html('/needs-you?what=partially+paid');
    expect(group).toContain('needs-you/decide?what=partially+paid&amp;action=send');
    const preview = await screen.text('/needs-you/decide?what=partially+paid&action=send');
    expect(preview).toContain('60 sales, 1,830.00 USD');
    const fields = { do: 'decide', what: 'partially paid', action: 'send', expected: '60', note: '' };
    const decided = await screen.post('/needs-you', fields);
    expect(await next(screen, decided)).toContain(
      'Send anyway: 60 sales, 1,830.00 USD. 0 of 60 sales are in the service. 60 wait to be sent. Send now Undo',
    );
    const batch = new URL(decided.headers.get('location') ?? '', 'https://x.example').searchParams.get('batch') ?? '';
    await screen.post('/needs-you', { do: 'resync', batch });
    expect(screen.woken).toContain('us-store');
    expect(await claimed(screen)).toBe(60);
    const inbox = await screen.text('/needs-you');
    expect(inbox).toContain('Nothing needs you');
    const waiting = '60 decided sales, 1,830.00 USD, wait to be sent. The service does not have them yet. Send now';
    for (const page of [inbox, await screen.text('/'), await screen.text('/runs/run-1/sign-off')])
      expect(page).toContain(waiting);
    const sent = sixty.map(({ id, sourceId, name }) => aReportLine({ id, sourceId, name }));
    await screen.finish('run-2', sent.slice(0, 59));
    expect(await screen.text(`/needs-you?batch=${batch}`)).toContain('59 of 60 sales are in the service. 1 waits');
    await screen.finish('run-3', [heldLine(60, { reason: 'missing address' })]);
    const listed = '1 could not be sent and is listed again under “Needs you”';
    expect(await screen.text(`/needs-you?batch=${batch}`)).toContain(listed);
    expect(await screen.text('/')).not.toContain('to be sent');
  });

  it('has a link to each record at its platform, in a window that learns nothing of the screen', async () => {
    const shop = scriptedConnector({ pages: [] });
    const recordUrl = ({ id, account }: { id: string; account: string }): string =>
      id === '2' ? 'javascript:alert(1)' : `https://acme.myshopify.com/admin/orders/${id}?of=${account}`;
    const screen = aScreenInMemory({ connectorOf: (name) => (name === 'us-store' ? { ...shop, recordUrl } : shop) });
    await screen.finish('run-1', [heldLine(1), heldLine(2), heldLine(3, { storefront: 'eu-store' })]);
    const link =
      '<a class="small" href="https://acme.myshopify.com/admin/orders/1?of=1" target="_blank" rel="noopener noreferrer" aria-label="View in Shopify: #1">View in Shopify</a>';
    for (const path of [
      '/needs-you?what=partially+paid',
      '/runs/run-1/needs',
      '/runs/run-1/lines',
      '/runs/run-1/line?id=shopify:1:1&storefront=us-store',
    ]) {
      const page = await screen.html(path);
      expect(page).toContain(link);
      expect(page.match(/target="_blank"/g)).toHaveLength(1);
    }
  });

  it('counts sales whose total is not known without a gap for money', async () => {
    const screen = aScreenInMemory();
    const { stated: _, ...unknown } = heldLine(1);
    await screen.finish('run-1', [unknown]);
    expect(await screen.text('/needs-you?what=partially+paid')).toContain('1 sale. Retry');
  });

  it('is undone, and waits again', async () => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', [heldLine(1)]);
    const fields = { do: 'decide', what: 'partially paid', action: 'leave out', expected: '1', note: 'a test of ours' };
    const decided = await screen.post('/needs-you', fields);
    expect(await next(screen, decided)).toContain('Leave out: Ada on');
    const batch = new URL(decided.headers.get('location') ?? '', 'https://x.example').searchParams.get('batch') ?? '';
    expect(await next(screen, await screen.post('/needs-you', { do: 'undo', batch }))).toContain('Partially paid');
  });

  it('is undone for one sale of many, from its page and from the list, and the others stay decided', async () => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', sixty.slice(0, 3));
    const fields = { do: 'decide', what: 'partially paid', action: 'leave out', expected: '3', note: 'a test of ours' };
    const decided = await next(screen, await screen.post('/needs-you', fields));
    expect(decided.match(/Undo this one/g)).toHaveLength(3);
    const page = await screen.html('/runs/run-1/line?id=shopify:1:2&storefront=us-store');
    const names = ['batch', 'line'] as const;
    const [batch = '', line = ''] = names.map((name) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]);
    expect(line).toBe('shopify:1:2');
    await screen.post('/needs-you', { do: 'undo', batch, line });
    expect(await screen.text('/')).toContain('1 sale needs you: 2.00 USD');
    expect(await screen.text('/needs-you/decided')).toContain('Leave out: Partially paid, 2 sales');
  });

  it('is undone as long as it counts, also from the page of the sale, after the sale was left out by a later sync', async () => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', [heldLine(1)]);
    const page = '/runs/run-1/line?id=shopify:1:1&storefront=us-store';
    expect(await screen.html(page)).toContain('needs-you?what=partially+paid&amp;line=shopify%3A1%3A1">Decide');
    expect(await screen.text('/needs-you/decided')).toContain('Nothing was decided yet.');
    const fields = { do: 'decide', what: 'partially paid', action: 'leave out', expected: '1', note: 'a test of ours' };
    await screen.post('/needs-you', fields);
    await screen.finish('run-2', [heldLine(1, { outcome: 'skipped', reason: 'left out by decision' })]);
    expect(await screen.html('/needs-you')).toContain('/needs-you/decided"');
    const decision = /Leave out: Partially paid, 1 sale Ada on .*, a test of ours Undo/;
    expect(await screen.text('/needs-you/decided')).toMatch(decision);
    const again = page.replace('run-1', 'run-2');
    expect(await screen.text(again)).toMatch(decision);
    const [, batch = ''] = /name="batch" value="([^"]*)"/.exec(await screen.html(again)) ?? [];
    await screen.post('/needs-you', { do: 'undo', batch });
    expect(await screen.text(again)).not.toContain('Leave out');
    expect(await screen.text('/')).toContain('1 sale needs you: 1.00 USD');
    expect(await screen.text('/needs-you')).toContain('Partially paid');
    expect(screen.woken).toStrictEqual(['us-store']);
  });

  it.each([
    ['another number of sales than were seen', { action: 'send', expected: '2' }, 'Other sales wait now'],
    ['leaving out without a note', { action: 'leave out', expected: '1' }, 'The note is empty'],
    ['nothing that exists', { action: 'delete', expected: '1' }, 'Choose what to do'],
  ])('is not decided by %s', async (_, fields, why) => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', [heldLine(1)]);
    const refused = await screen.post('/needs-you', { do: 'decide', what: 'partially paid', note: '', ...fields });
    expect([refused.status, await refused.text()]).toStrictEqual([409, expect.stringContaining(why)]);
    expect(await screen.text('/needs-you')).toContain('Partially paid');
  });

  it('offers only what is possible: a sale without an address cannot be sent as it is', async () => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', [heldLine(1, { reason: 'missing address' })]);
    expect(await screen.text('/needs-you?what=missing+address')).not.toContain('Send anyway');
    const fields = { do: 'decide', what: 'missing address', action: 'send', expected: '1', note: '' };
    const refused = await screen.post('/needs-you', fields);
    expect(await refused.text()).toContain('They cannot be sent as they are. No usable address.');
  });

  it('is settled for later sales by a setting of the storefront, which is previewed and never stored', async () => {
    const asked: unknown[] = [];
    const screen = aScreenInMemory(
      {},
      {
        previewSetting: (lines, choice) => () => {
          asked.push([lines.length, choice]);
          const sent = {
            outcome: 'succeeded',
            reason: null,
            currency: 'USD',
            total: 1_000n,
            tax: 80n,
            taxToday: 0n,
          } as const;
          return Promise.resolve([sent, sent]);
        },
      },
    );
    await screen.finish('run-1', sixty.slice(0, 3));
    const group = await screen.text('/needs-you?what=partially+paid');
    expect(group).toContain('write it to the storefront us-store in tax-nexus.config , or where your app calls');
    expect(group).toContain('&quot;policy&quot;: { &quot;partiallyPaid&quot;: &quot;send&quot; }');
    const preview = await screen.text('/needs-you/setting?what=partially+paid&choice=0');
    expect(preview).toContain('2 sales read again and mapped with this setting. Nothing was sent or stored.');
    expect(preview).toMatch(/would be sent 2 20\.00 USD 0\.00 USD 1\.60 USD/);
    expect(preview).toContain('1 sale could not be read from the platform now.');
    expect(asked).toStrictEqual([[3, { partiallyPaid: 'send' }]]);
    expect((await screen.get('/needs-you/setting?what=partially+paid&choice=9')).status).toBe(409);
  });

  it('offers no setting that the storefront has: what it sent is found again by each later sale', async () => {
    const screen = aScreenInMemory();
    const sent = { outcome: 'succeeded', reason: null, findings: ['partially paid', 'tax still estimated'] } as const;
    await screen.finish('run-1', [aReportLine(sent)]);
    expect(await screen.text('/needs-you?what=tax+still+estimated&sent=yes')).not.toContain('Settle all later sales');
    const group = await screen.text('/needs-you?what=partially+paid&sent=yes');
    expect(group).toContain('are skipped until they are paid');
    expect(group).not.toContain('are sent whole');
  });

  it('shows no sale of a storefront that the user may not see, and lets only those decide who may', async () => {
    const screen = aScreenInMemory({ authorize: () => ({ name: 'Bob', storefronts: ['eu-store'], may: ['view'] }) });
    await screen.finish('run-1', [heldLine(1)]);
    expect(await screen.text('/needs-you')).toContain('Nothing needs you');
    const fields = { do: 'decide', what: 'partially paid', action: 'send', expected: '1', note: '' };
    expect((await screen.post('/needs-you', fields)).status).toBe(403);
    expect((await screen.get('/needs-you/decide?what=partially+paid&action=send')).status).toBe(403);
    const { matters } = right(
      await screen.store.reviews.findMatters(
        { storefronts: ['us-store'], state: 'open', now: '2026-04-01T00:00:00Z' },
        { sort: 'money', offset: 0, limit: 5 },
      )(),
    );
    expect(matters).toHaveLength(1);
  });
});

describe('a day', () => {
  it("is the storefront's own, which the page names, written as the viewer writes it", async () => {
    const screen = aScreenInMemory();
    await screen.open('run-1');
    await screen.store.setTimeZone('run-1', 'us-store', 'America/New_York')();
    await screen.commit('run-1', { lines: [heldLine(1, { occurredAt: '2026-03-05T03:00:00Z' })] });
    const pages = ['/needs-you?what=partially+paid', '/period?from=2026-03-01&to=2026-03-31'];
    for (const path of pages) {
      const page = await screen.text(path);
      expect(page).toContain('Mar 4, 2026');
      expect(page).toContain('Days are those of us-store in America/New_York.');
      expect(await (await screen.get(path, { 'accept-language': 'en-GB' })).text()).toContain('4 Mar 2026');
    }
  });
});

describe('a sign-off', () => {
  it('names what is open, and needs a word that it counts all the same', async () => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', [heldLine(1)]);
    expect(await screen.text('/runs/run-1/sign-off')).toContain(
      '1 matter is open: Partially paid (1). Sign off all the same.',
    );
    expect((await screen.post('/runs/run-1/sign-off', { note: '' })).status).toBe(409);
    expect((await screen.post('/runs/run-1/sign-off', { note: '', open: '1' })).status).toBe(303);
    expect(await screen.text('/activity')).toContain('signed off by Ada on');
    expect(await screen.text('/period?from=2026-03-01&to=2026-03-31')).toContain(
      'us-store, Jan 1, 2026 to Mar 31, 2026: by Ada on',
    );
    expect(await screen.text('/period?from=2025-03-01&to=2025-03-31')).toContain(
      'No sync of these days is signed off.',
    );
  });

  it('of a month by closing it needs the same, and only for sales that may be of it', async () => {
    const screen = aScreenInMemory();
    await screen.readAll();
    await screen.open('run-1');
    await screen.store.setTimeZone('run-1', 'us-store', 'America/New_York')();
    const lines = [
      heldLine(1, { occurredAt: '2026-03-01T03:00:00Z' }),
      heldLine(2, { occurredAt: '2026-03-09T00:00:00Z' }),
    ];
    await screen.commit('run-1', { lines });
    const close = (month: string, more: Readonly<Record<string, string>> = {}): Promise<Response> =>
      screen.post('/months', { what: 'close', month, ...more });
    const refused = await close('2026-02');
    expect([refused.status, await refused.text()]).toStrictEqual([
      409,
      expect.stringMatching(
        /Feb 2026 was not closed\. 1 matter is open: Partially paid \(1\)\.[^]*value="2026-02"[^]*name="open" value="1"[^]*1 matter is[^]*open\. Close Feb 2026/,
      ),
    ]);
    expect((await close('2026-02', { open: '2' })).status).toBe(409);
    expect(right(await screen.store.reviews.closedPeriods())).toStrictEqual([]);
    expect((await close('2026-01')).status).toBe(303);
    expect((await close('2026-02', { open: '1' })).status).toBe(303);
    const again = await close('2026-02');
    expect([again.status, await again.text()]).toStrictEqual([200, expect.stringContaining('Nothing was changed')]);
    expect(right(await screen.store.reviews.closedPeriods()).map(({ month }) => month)).toStrictEqual([
      '2026-01',
      '2026-02',
    ]);
  });
});
