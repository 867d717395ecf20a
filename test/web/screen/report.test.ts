import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ReportLine } from '../../../src/domain/run.ts';
import { memoryStore } from '../../../src/store/memory/memory-store.ts';
import type { ScreenRuns } from '../../../src/web/index.ts';
import { aScreenInMemory } from '../../support/a-screen-in-memory.ts';
import { right } from '../../support/right.ts';
import { aCommit, aAdjustment, anEntry, aRequest } from '../../support/an-entry.ts';

const hostile = '<script>alert(1)</script>"\'><img src=x onerror=alert(2)>';

const entries: readonly ReportLine[] = [
  anEntry({ id: 'told' }),
  anEntry({ id: 'there', outcome: 'alreadyPresent', adjustments: [aAdjustment({ message: hostile })] }),
  anEntry({ id: 'wrong', name: hostile, outcome: 'failed', reason: 'refused', message: hostile }),
  anEntry({ id: 'kept', outcome: 'held', reason: 'no destination', message: 'no address', amounts: null }),
  anEntry({ id: 'left', outcome: 'skipped', reason: 'test order', amounts: null }),
];

const textOf = async (answer: Response): Promise<string> => (await answer.text()).replaceAll(/(?:<[^>]+>|\s)+/g, ' ');

describe('the report on the screen', () => {
  it('shows the four numbers, and both identities hold', async () => {
    const { get, finish } = aScreenInMemory();
    await finish('run-1', entries);
    const text = await (await get('/runs/run-1')).text();
    const numbers = [...text.matchAll(/<dd>([\d,]+)<\/dd>/g)].map(([, number]) => Number(number));
    expect(numbers.slice(0, 4)).toStrictEqual([3, 1, 1, 1]);
    expect(text.replaceAll(/\s+/g, ' ')).toContain('5 considered = 3 attempted + 1 skipped + 1 held');
  });

  it.each([
    '/runs/run-1',
    '/runs/run-1/entries',
    '/runs/run-1/entries?moved=yes',
    '/runs/run-1/entry?id=wrong&storefront=us-store',
  ])('shows what anybody wrote as text (%s)', async (path) => {
    const { get, finish } = aScreenInMemory();
    await finish('run-1', entries);
    const text = await (await get(path)).text();
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img');
    expect(text).toContain('&lt;script&gt;alert(1)');
  });

  it('says of a preview what would be pushed, by month and place, and offers to start it', async () => {
    const { get, finish } = aScreenInMemory();
    const planned = { outcome: 'skipped', reason: 'dry run' } as const;
    await finish('run-1', [anEntry({ id: 'a', ...planned }), anEntry({ id: 'b', ...planned })], { dryRun: true });
    const answer = await get('/runs/run-1');
    const text = await textOf(answer);
    expect(text).toContain('would be pushed 2');
    expect(text).toContain('2 considered = 0 attempted + 2 skipped + 0 held; 2 of the skipped would be pushed');
    expect(text).toMatch(/Feb 2026 CA USD 214\.50 14\.50 0\.00 2 0/);
    expect(text).toContain('Start the sync');
    expect(text).not.toContain('Sign off');
  });

  it('offers to retry what failed or is held of a sync, and nothing of a preview, which pushed nothing', async () => {
    const { get, post, finish, retried } = aScreenInMemory();
    await finish('run-1', entries, { dryRun: true });
    await finish('run-2', entries);
    const paths = (run: string): readonly string[] => [
      `/runs/${run}`,
      `/runs/${run}/entry?id=wrong&storefront=us-store`,
    ];
    for (const path of paths('run-1')) expect(await textOf(await get(path))).not.toContain('Retry');
    for (const path of paths('run-2')) expect(await textOf(await get(path))).toContain('Retry');
    expect((await post('/runs/run-1/retry', {})).status).toBe(409);
    expect(retried).toStrictEqual([]);
  });

  it('goes through a large run page by page, each entry once', async () => {
    const { get, finish } = aScreenInMemory();
    const many = Array.from({ length: 120 }, (_, index) => anEntry({ id: `entry-${index}-`, name: `#${index}-` }));
    await finish('run-1', many);
    const seen: string[] = [];
    for (let path = '/runs/run-1/entries'; path !== '';) {
      const text = await (await get(path)).text();
      seen.push(...[...text.matchAll(/entry\?id=(entry-\d+-)/g)].map(([, id = '']) => id));
      const [, next = ''] = /href="[^"]*(\/runs\/run-1\/entries\?[^"]*)" rel="next"/.exec(text) ?? [];
      path = next.replaceAll('&amp;', '&');
    }
    expect(seen).toStrictEqual(many.map(({ id }) => id));
  });

  it('narrows down by outcome, reason, place, month and text', async () => {
    const { get, finish } = aScreenInMemory();
    await finish('run-1', entries);
    const idsOf = async (query: string): Promise<readonly string[]> => {
      const text = await (await get(`/runs/run-1/entries?${query}`)).text();
      return [...text.matchAll(/entry\?id=(\w+)/g)].map(([, id = '']) => id);
    };
    expect(await idsOf('outcome=failed&outcome=held')).toStrictEqual(['wrong', 'kept']);
    expect(await idsOf('reason=test+order')).toStrictEqual(['left']);
    expect(await idsOf('place=CA&month=2026-02&outcome=alreadyPresent')).toStrictEqual(['there']);
    expect(await idsOf('text=KEP')).toStrictEqual(['kept']);
    expect(await idsOf('outcome=nonsense&after=nonsense')).toHaveLength(5);
  });

  it('hands out CSV whose formulas do not run, whole or narrowed down, and the report as JSON', async () => {
    const { get, finish } = aScreenInMemory();
    await finish('run-1', [...entries, anEntry({ id: 'formula', name: '=1+1', outcome: 'failed', reason: 'refused' })]);
    const all = await get('/runs/run-1/entries.csv');
    expect(all.headers.get('content-disposition')).toBe('attachment; filename="tax-nexus-run-1.csv"');
    const csv = await all.text();
    expect(csv.trim().split('\n')).toHaveLength(7);
    expect(csv).toContain("'=1+1");
    const created = await get('/runs/run-1/entries.csv?outcome=succeeded');
    expect(created.headers.get('content-disposition')).toContain('"tax-nexus-run-1-created.csv"');
    expect((await created.text()).trim().split('\n')).toHaveLength(2);
    const part = await get('/runs/run-1/entries.csv?outcome=succeeded&place=CA');
    expect(part.headers.get('content-disposition')).toContain('"tax-nexus-run-1-part.csv"');
    const report: unknown = await (await get('/runs/run-1/report.json')).json();
    expect(report).toMatchObject({ runId: 'run-1', considered: 6, attempted: 4, held: { 'no destination': 1 } });
  });

  it('says so when the sync database cannot be read', async () => {
    const { get } = aScreenInMemory({ opened: () => Promise.resolve(E.left({ message: 'the disk is full' })) });
    const answer = await get('');
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('the disk is full');
  });

  it('counts what a bookkeeper asks for, each with its list, and adds up refunds by month and place', async () => {
    const { get, post, finish } = aScreenInMemory();
    const planned = { outcome: 'skipped', reason: 'dry run' } as const;
    await post('/months', { month: '2026-02', what: 'close' });
    await finish(
      'run-1',
      [
        anEntry({ id: 'a', ...planned, findings: ['marketplace sale'], adjustments: [aAdjustment()] }),
        anEntry({ id: 'b', ...planned, findings: ['exempt sale'] }),
        anEntry({ id: 'c', ...planned, findings: ['no tax, no exemption'] }),
        anEntry({
          id: 'd',
          outcome: 'alreadyPresent',
          findings: ['differs'],
          message: 'total 1.00 in the sale, 2.00 in the service',
        }),
      ],
      { dryRun: true },
    );
    const page = await (await get('/runs/run-1')).text();
    const text = page.replaceAll(/<style[^]*?<\/style>/g, '').replaceAll(/(?:<[^>]+>|\s)+/g, ' ');
    expect(text).toMatch(/Present but different [^0-9]+ 1 /);
    expect(text).toMatch(/No tax, no exemption [^0-9]+ 1 /);
    expect(text).toMatch(/Marketplace the [^0-9]+ 1 /);
    expect(text).toMatch(/Exempt sent [^0-9]+ 1 /);
    expect(text).toMatch(/Exempt, nobody says why [^0-9]+ 0 /);
    expect(text).toMatch(/Refunds after the sale [^0-9]+ 1 /);
    expect(text).toMatch(/In Feb 2026 a closed month: its taxes are filed 4 /);
    expect(text).toContain('Feb 2026 CA USD 429.00 29.00 -53.63 4 1');
    for (const query of ['finding=marketplace+sale', 'finding=no+tax%2C+no+exemption', 'place=CA&amp;month=2026-02']) {
      expect(page).toContain(`/entries?${query}`);
    }
    // Nobody has to decide about what is as it should be.
    expect(text.slice(text.indexOf('For you to decide'))).not.toContain('marketplace sale');
  });

  it('leads from the refunds that it counts to these alone', async () => {
    const { get, finish } = aScreenInMemory();
    const refund = aAdjustment({ id: 'r', message: 'two desks came back' });
    await finish('run-1', [
      anEntry({
        id: 'a',
        name: '#1',
        adjustments: [refund, aAdjustment({ id: 'd', kind: 'drift', message: 'it drifted' })],
      }),
      anEntry({ id: 'b', name: '#2', adjustments: [aAdjustment({ kind: 'edit' })] }),
      anEntry({ id: 'c', name: '#3', adjustments: [aAdjustment({ sent: true })] }),
      anEntry({ id: 'd', name: '#4' }),
    ]);
    const report = await (await get('/runs/run-1')).text();
    const [, query] = /\/entries(\?[^"]*)">Refunds after the sale/.exec(report) ?? [];
    for (const list of ['entries', 'entries.csv']) {
      const text = await (await get(`/runs/run-1/${list}${query ?? ''}`)).text();
      expect(text).toContain('#1');
      for (const other of ['#2', '#3', '#4']) expect(text).not.toContain(`${other}<`);
    }
    const page = await textOf(await get(`/runs/run-1/entries${query ?? ''}`));
    expect(page).toContain('two desks came back');
    expect(page).toContain('refunded after the sale ×');
    expect(page).not.toContain('it drifted');
  });

  it('says in words what to do, and names the setting apart, for whoever runs the app', async () => {
    const { get, finish } = aScreenInMemory();
    const message = 'only a part of it is paid';
    await finish('run-1', [anEntry({ id: 'part', outcome: 'held', reason: 'partially paid', message, amounts: null })]);
    for (const path of ['/runs/run-1', '/runs/run-1/entry?id=part&storefront=us-store']) {
      const text = await textOf(await get(path));
      const [before = '', after = ''] = text.split('For whoever runs the app: ');
      expect(before).toContain('Retry once they are paid');
      expect(before).not.toContain('partiallyPaid');
      expect(after).toMatch(/^policy\.partiallyPaid /);
    }
  });

  it('does not say twice why a sale is held, when it would be again for the same reason', async () => {
    const message = 'only a part of it is paid';
    const result = { _tag: 'SetAside', outcome: 'held', reason: 'partially paid', message } as const;
    const explanation = { storefront: 'us-store', sourceId: '1', name: '#1', url: null, adjustments: [], result };
    const { get, finish } = aScreenInMemory({}, { explain: () => TE.right(explanation) });
    const held = anEntry({ id: 'part', outcome: 'held', reason: 'partially paid', message, amounts: null });
    await finish('run-1', [held, { ...held, id: 'else', message: 'nothing is paid' }]);
    const same = await textOf(await get('/runs/run-1/entry?id=part&storefront=us-store'));
    expect(same).toContain('Still so: it would be held again');
    expect(same.split(message)).toHaveLength(2);
    const other = await textOf(await get('/runs/run-1/entry?id=else&storefront=us-store'));
    expect(other).toContain(`held, partially paid: ${message}`);
  });

  it('says when the days hold no sale, and leads to other days', async () => {
    const { get, finish } = aScreenInMemory();
    for (const dryRun of [true, false]) {
      await finish(`run-${dryRun}`, [], { dryRun });
      const page = await (await get(`/runs/run-${dryRun}`)).text();
      expect(page).toContain('The storefronts have no sale on these days.');
      expect(page).toContain('/new?storefront=us-store&amp;from=2026-01-01&amp;to=2026-03-31');
      expect(page).not.toContain('>Start the sync<');
    }
    await finish('run-1', entries);
    expect(await textOf(await get('/runs/run-1'))).not.toContain('no sale on these days');
  });

  it('calls every sale told of a finished sync alone', async () => {
    const { get, finish, store } = aScreenInMemory();
    const told = 'Every sale is sent, or is rightly left out.';
    await finish('run-1', [anEntry()]);
    expect(await textOf(await get('/runs/run-1'))).toContain(told);
    await finish('run-2', [anEntry({ outcome: 'skipped', reason: 'dry run' })], { dryRun: true });
    const preview = await textOf(await get('/runs/run-2'));
    expect(preview).toContain('Every sale would be sent, or is rightly left out.');
    for (const status of ['interrupted', 'stopped', 'cancelled'] as const) {
      const range = { from: '2025-01-01', to: `2025-01-${10 + status.length}` };
      right(await store.openRun(aRequest({ range }), { id: status, at: '2026-04-01T00:00:00Z' })());
      right(await store.closeRun(status, status, '2026-04-01T00:05:00Z')());
      const page = await textOf(await get(`/runs/${status}`));
      expect(page).not.toContain(told);
      expect(page).toContain('Nothing among the sales that were looked at. Not all of them were.');
    }
    const list = await textOf(await get(''));
    expect(list).toMatch(/stopped .*? 0 considered no sale to look at/);
    expect(list.match(/nothing waits for you/g)).toHaveLength(2);
  });

  it('says of a run that ended before its time why, as far as it is known here, and what to do', async () => {
    const range = { from: '2025-01-01', to: '2025-01-31' };
    const pageOf = async (status: 'interrupted' | 'stopped', whyEnded: readonly string[]): Promise<string> => {
      const runs = { whyEnded: () => whyEnded, progress: () => undefined } as unknown as ScreenRuns;
      const { get, store } = aScreenInMemory({ runs });
      right(await store.openRun(aRequest({ range }), { id: status, at: '2026-04-01T00:00:00Z' })());
      right(await store.closeRun(status, status, '2026-04-01T00:05:00Z')());
      const page = await (await get(`/runs/${status}`)).text();
      const isLinked = page.includes('/check?storefront=us-store&amp;from=2025-01-01&amp;to=2025-01-31"');
      expect(isLinked).toBe(status === 'stopped');
      return textOf(new Response(page));
    };
    const known = await pageOf('stopped', ['us-store: the token is refused', 'eu-store: the key is refused']);
    expect(known).toContain(
      'us-store: the token is refused eu-store: the key is refused It is not finished. It was stopped',
    );
    expect(known).toContain('once the cause is mended, it goes on where it was. Check what is in its way');
    const unknown = await pageOf('stopped', []);
    expect(unknown).toContain('What stopped it was told where it ran, and is not known here. Check what is in its way');
    const paused = await pageOf('interrupted', []);
    expect(paused).toContain('It was paused, or its process was ended. What was settled is kept');
    expect(paused).not.toContain('What stopped it');
  });

  it('dates what came after a sale by the storefront’s own clock, as its month is', async () => {
    const { get, store } = aScreenInMemory();
    right(await store.openRun(aRequest(), { id: 'run-1', at: '2026-04-01T00:00:00Z' })());
    right(await store.setTimeZone('run-1', 'us-store', 'America/New_York')());
    const late = aAdjustment({ occurredAt: '2026-03-01T02:30:00Z' });
    right(
      await store.commitPage(aCommit('run-1', { lines: [anEntry({ adjustments: [late] })] }), '2026-04-01T00:00:00Z')(),
    );
    right(await store.closeRun('run-1', 'finished', '2026-04-01T00:05:00Z')());
    for (const path of ['/runs/run-1/entries?moved=yes', '/runs/run-1/entry?id=shopify:1:1001&storefront=us-store'])
      expect(await textOf(await get(path))).toContain('refund 28 Feb 2026');
  });

  it('sends the head of its page before the run was read, and says there when the sync database fails', async () => {
    const store = memoryStore();
    let fail: () => void = () => undefined;
    const failing = new Promise<void>((resolve) => {
      fail = resolve;
    });
    const message = 'The sync database is locked.';
    const overview = () => () => failing.then(() => E.left({ _tag: 'BookError', problem: 'other', message } as const));
    right(await store.openRun(aRequest(), { id: 'run-1', at: '2026-04-01T00:00:00Z' })());
    right(await store.closeRun('run-1', 'finished', '2026-04-01T00:05:00Z')());
    const { get } = aScreenInMemory({}, { store, reviews: { ...store.reviews, overview } });
    const answer = await get('/runs/run-1');
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const reader = answer.body?.getReader();
    const read = async (): Promise<string> => {
      const chunk: unknown = (await reader?.read())?.value;
      return chunk instanceof Uint8Array ? new TextDecoder().decode(chunk) : '';
    };
    const head = await read();
    expect(head).toContain('Sync of 1 Jan 2026 to 31 Mar 2026');
    expect(head).not.toContain(message);
    fail();
    expect(await read()).toContain(message);
  });
});
