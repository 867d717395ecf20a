import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ReportLine, RunRequest } from '../../../src/domain/run.ts';
import { memoryStore } from '../../support/memory-store.ts';
import type { CountPorts, RunPorts } from '../../../src/operations/ports.ts';
import { aScreenInMemory, type MemoryScreen, plainText } from '../../support/a-screen-in-memory.ts';
import { anAdjustment, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';

const hostile = '<script>alert(1)</script>"\'><img src=x onerror=alert(2)>';
const planned = { outcome: 'skipped', reason: 'would be sent' } as const;

const lines: readonly ReportLine[] = [
  aReportLine({ id: 'sent' }),
  aReportLine({ id: 'there', outcome: 'alreadyPresent', adjustments: [anAdjustment({ message: hostile })] }),
  aReportLine({ id: 'wrong', name: hostile, outcome: 'failed', reason: 'refused', message: hostile }),
  aReportLine({ id: 'kept', outcome: 'held', reason: 'missing address', message: 'no address', amounts: null }),
  aReportLine({ id: 'left', outcome: 'skipped', reason: 'test order', amounts: null }),
];

const partiallyPaid = (id: string, message: string): ReportLine =>
  aReportLine({ id, outcome: 'held', reason: 'partially paid', message, amounts: null });

/** A screen with the run `run-1`, which is finished. */
const aFinishedRun = async (shown = lines, request: Partial<RunRequest> = {}): Promise<MemoryScreen> => {
  const memory = aScreenInMemory();
  await memory.finish('run-1', shown, request);
  return memory;
};

describe('the report on the screen', () => {
  it('shows four numbers, what is next before them, and both equations hold', async () => {
    const { html, text } = await aFinishedRun();
    const page = await html('/runs/run-1');
    const numbers = [...page.matchAll(/<dd>([\d,]+)<\/dd>/g)].map(([, number]) => Number(number));
    expect(numbers).toStrictEqual([2, 1, 1, 2]);
    expect(plainText(page)).toMatch(/Next: 2 sales need you: 107\.25 USD .* to send 2 sent 1 already .* need you 2 /);
    const considered = '5 considered = 3 attempted + 1 skipped + 1 on hold';
    expect(page.replaceAll(/\s+/g, ' ')).toContain(considered);
    const sums = await text('/runs/run-1/sums');
    expect(sums).toContain(considered);
    expect(sums).toContain('3 attempted = 1 sent + 1 already in the service + 1 failed');
  });

  it('says how many sales it found by what an earlier sync saw alone', async () => {
    const passed = aReportLine({ outcome: 'alreadyPresent', findings: ['not read again'] });
    const { text } = await aFinishedRun([passed, aReportLine({ id: 'b' })]);
    expect(await text('/runs/run-1')).toContain(
      '1 already present as an earlier run saw them: this run read only the newest',
    );
    const { text: ofOther } = await aFinishedRun();
    expect(await ofOther('/runs/run-1')).not.toContain('an earlier run saw');
  });

  it('says what is next: correct, check, sign off, nothing', async () => {
    const { text, post, finish } = aScreenInMemory();
    await finish('run-0', [aReportLine({ id: 'kept', outcome: 'held', reason: 'missing address', amounts: null })]);
    expect(await text('/runs/run-0')).toMatch(/Next: 1 sale needs you .* See what it needs Retry this sale/);
    await finish('run-1', [aReportLine({ id: 'a', findings: ['no tax collected'] })]);
    expect(await text('/runs/run-1')).toContain('Next: check 1 sale or change in the service, then sign off.');
    await finish('run-2', [aReportLine({ id: 'b' })]);
    expect(await text('/runs/run-2')).toContain('Next: review and sign off.');
    await post('/runs/run-2/sign-off', { note: '' });
    expect(await text('/runs/run-2')).toMatch(/signed off by Ada on .* Nothing else to do\./);
    await finish('run-3', [aReportLine({ id: 'c', ...planned })], { dryRun: true });
    expect(await text('/runs/run-3')).toContain('Next: start the sync. It would send 1 sale.');
  });

  it('needs you only for what is not decided yet, and not part of a later sync', async () => {
    const { text, post, finish } = await aFinishedRun([partiallyPaid('a', ''), partiallyPaid('b', '')]);
    const note = { note: 'a test of ours', expected: '1', line: 'a' };
    await post('/needs-you', { do: 'decide', what: 'partially paid', action: 'leave out', ...note });
    expect(await text('')).toContain('1 sale needs you');
    expect(await text('/activity')).toContain('2 failed or on hold');
    expect(await text('/runs/run-1')).toMatch(
      /Next: 1 sale needs you They .* need you 1 .* 1 of 2 sales failed or on hold: decided since, or part of a later sync\. /,
    );
    expect(await text('/runs/run-1/needs')).toContain('1 of 2 sales failed or on hold: decided since');
    await finish('run-2', [aReportLine({ id: 'b' })]);
    expect(await text('/runs/run-1')).toMatch(
      /Next: review and sign off\. .* need you 0 .* 2 of 2 sales failed or on hold/,
    );
  });

  it('asks for the sign-off with the name of what is open now, and of nothing else', async () => {
    const check = { findings: ['no tax collected'] } as const;
    const { text, post } = await aFinishedRun([aReportLine({ id: 'a', ...check }), partiallyPaid('b', '')]);
    const open = '2 matters are open: Partially paid (1), No tax was collected (1). Sign off all the same.';
    expect(await text('/runs/run-1/sign-off')).toContain(open);
    await post('/needs-you', { do: 'decide', what: 'no tax collected', sent: 'yes', action: 'accept', expected: '1' });
    const left = await text('/runs/run-1/sign-off');
    expect(left).toContain('1 matter is open: Partially paid (1). Sign off');
    expect(left).not.toContain('reasons');
  });

  it('calls already in the service what was there before the run', async () => {
    const { html } = await aFinishedRun();
    expect(plainText(await html('/runs/run-1/sums'))).toMatch(
      /already in the service Feb 2026 CA USD 214\.50 14\.50 -53\.63 2 1 /,
    );
  });

  it('names each sale on one page once, under its reason', async () => {
    const { html } = await aFinishedRun();
    for (const id of ['wrong', 'kept']) {
      const named = (page: string): number => page.split(`line?id=${id}&`).length - 1;
      expect(named(await html('/runs/run-1'))).toBe(0);
      expect(named(await html('/runs/run-1/needs'))).toBe(1);
    }
  });

  it('returns from a retry to where it was asked for, with what was found', async () => {
    const { post, get, text, finish } = aScreenInMemory();
    const waiting = aReportLine({ id: 'kept', outcome: 'held', reason: 'missing address', amounts: null });
    await finish('run-1', [waiting, aReportLine({ id: 'also', outcome: 'failed', reason: 'refused' })]);
    const [form = ''] = /<form[^>]*\/retry">.*?<\/form>/s.exec(await (await get('/runs/run-1/needs')).text()) ?? [];
    expect(form).toContain('name="page" value="needs"');
    const all = await post('/runs/run-1/retry', { page: 'needs', count: '2' });
    expect(all.headers.get('location')).toBe('../../../screen/runs/run-1/needs?retried=2');
    for (const page of ['/runs/run-1/needs?retried=2', '/runs/run-1?retried=2'])
      expect(await text(page)).toContain('2 sales were read again. 2 sales need you now.');
    expect(await text('/runs/run-1?retried=<b>')).not.toContain('read again.');
    const one = await post('/runs/run-1/retry', { id: 'kept', storefront: 'us-store', was: 'missing address' });
    const at = '/runs/run-1/line?id=kept&storefront=us-store&retried=';
    expect(one.headers.get('location')).toBe(`../../../screen${at}missing+address`);
    expect(await text(`${at}missing+address`)).toContain('Read again: nothing has changed. It is still on hold.');
    expect(await text(`${at}partially+paid`)).toContain('Read again: now on hold. Missing address.');
    await finish('run-2', [aReportLine({ id: 'kept' })]);
    expect(await text(at.replace('run-1', 'run-2'))).toContain('Read again: sent.');
  });

  it('sets what was sent in a month against the platform, in amounts when asked for', async () => {
    const amount = { total: '107.25', tax: '7.25' };
    const nothing = { total: '0.00', tax: '0.00' };
    const asked: unknown[] = [];
    const tieOut = (storefronts: readonly string[], month: string) => {
      asked.push([storefronts, month]);
      const sums = { currency: 'USD', platform: amount, expected: nothing, service: nothing, rest: nothing };
      const reasons = [{ reason: 'partially paid', count: 1, ...amount }];
      const [storefront = ''] = storefronts;
      const known = { storefront, month, isTied: true, source: 'the sales report', unavailable: null };
      const compared = { transactions: 1, changes: 0, followed: 0, notFollowed: [] };
      const named = { unexplained: [], atService: [], notCompared: month === '2026-02' ? 0 : 2 };
      return TE.right([{ ...known, currencies: [{ ...sums, reasons }], ...named, compared }]);
    };
    const { counts } = { counts: { tieOut } } as unknown as { readonly counts: CountPorts };
    const { html, get, finish } = aScreenInMemory({ counts });
    await finish('run-1', lines);
    const month = await html('/period?from=2026-02-01&to=2026-02-28');
    expect(month).toContain('/tie-out?month=2026-02&amp;storefront=us-store"');
    expect(asked).toStrictEqual([]);
    const tied = plainText(await html('/tie-out?month=2026-02&storefront=us-store'));
    expect(tied).toContain('us-store ties out, but not complete');
    expect(tied).toContain('Not in the service: 1 sale, 107.25 USD, on hold.');
    expect(tied).toMatch(/the sales report 107\.25 7\.25 less: Partially paid 1 107\.25 7\.25 To be sent 0\.00/);
    expect(asked).toStrictEqual([[['us-store'], '2026-02']]);
    expect(tied).not.toContain('not compared');
    expect(plainText(await html('/tie-out?month=2026-01&storefront=us-store'))).toContain(
      '2 not compared: the service does not show total, tax, state and day of them, or 1,000 single reads were not enough.',
    );
    expect((await get('/tie-out?month=Feb&storefront=us-store')).status).toBe(404);
    expect(await html('/tie-out?month=2026-02&storefront=other')).toContain('role="alert"');
    expect(asked).toHaveLength(2);
  });

  it('leads from a month of a state to its sales', async () => {
    const { html } = await aFinishedRun();
    const page = await html('/runs/run-1/sums');
    expect(plainText(page)).toMatch(/By month and state .* Feb 2026 CA USD 214\.50 14\.50/);
    expect(page).toContain('/lines?place=CA&amp;month=2026-02');
  });

  it('shows when and where a sale on hold was made, and what all of them come to', async () => {
    const stated = { currency: 'USD', total: 12_345n, jurisdiction: 'NY' };
    const held = { outcome: 'held', reason: 'partially paid', amounts: null } as const;
    const { text } = await aFinishedRun([
      aReportLine({ id: 'a', ...held, occurredAt: '2026-02-11T03:00:00Z', stated }),
      aReportLine({ id: 'b', ...held, stated: { ...stated, total: 55n, jurisdiction: null } }),
      aReportLine({ id: 'c', ...held }),
    ]);
    const page = await text('/runs/run-1/needs');
    expect(page).toContain('3 sales need you: 124.00 USD');
    expect(page).toContain('us-store · NY · Feb 11, 2026');
    expect(page).toContain('123.45 USD');
    expect(await text('/runs/run-1/line?id=a&storefront=us-store')).toContain('us-store · NY · Feb 11, 2026');
  });

  it.each([
    '/runs/run-1/needs',
    '/runs/run-1/lines',
    '/runs/run-1/lines?moved=yes',
    '/runs/run-1/line?id=wrong&storefront=us-store',
  ])('escapes text of customers (%s)', async (path) => {
    const { html } = await aFinishedRun();
    const page = await html(path);
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<img');
    expect(page).toContain('&lt;script&gt;alert(1)');
  });

  it('of a preview shows what would be sent, by month and jurisdiction, and can start the sync', async () => {
    const { text } = await aFinishedRun(
      ['a', 'b'].map((id) => aReportLine({ id, ...planned })),
      { dryRun: true },
    );
    const page = await text('/runs/run-1');
    expect(page).toContain('to send 2 sent 0');
    expect(page).toContain('2 considered = 0 attempted + 2 skipped + 0 on hold; 2 of the skipped would be sent');
    expect(await text('/runs/run-1/sums')).toMatch(/Feb 2026 CA USD 214\.50 14\.50 0\.00 2 0/);
    expect(page).toContain('Start the sync');
    expect(page).not.toContain('Sign-off');
  });

  it('can retry failed and held sales of a sync, but not of a preview, which sent nothing', async () => {
    const { text, post, finish, retried } = aScreenInMemory();
    await finish('run-1', lines, { dryRun: true });
    await finish('run-2', lines);
    for (const path of ['', '/line?id=wrong&storefront=us-store']) {
      expect(await text(`/runs/run-1${path}`)).not.toContain('Retry');
      expect(await text(`/runs/run-2${path}`)).toContain('Retry');
    }
    expect((await post('/runs/run-1/retry', {})).status).toBe(409);
    expect(retried).toStrictEqual([]);
  });

  it('pages through a large run, each line once', async () => {
    const many = Array.from({ length: 120 }, (_, index) => aReportLine({ id: `entry-${index}-`, name: `#${index}-` }));
    const { html } = await aFinishedRun(many);
    const seen: string[] = [];
    for (let path = '/runs/run-1/lines'; path !== '';) {
      const page = await html(path);
      seen.push(...[...page.matchAll(/line\?id=(entry-\d+-)/g)].map(([, id = '']) => id));
      const [, next = ''] = /href="[^"]*(\/runs\/run-1\/lines\?[^"]*)" rel="next"/.exec(page) ?? [];
      path = next.replaceAll('&amp;', '&');
    }
    expect(seen).toStrictEqual(many.map(({ id }) => id));
  });

  it.each([
    ['outcome=failed&outcome=held', ['wrong', 'kept']],
    ['reason=test+order', ['left']],
    ['place=CA&month=2026-02&outcome=alreadyPresent', ['there']],
    ['text=KEP', ['kept']],
    ['outcome=nonsense&after=nonsense', ['sent', 'there', 'wrong', 'kept', 'left']],
  ])('filters by outcome, reason, jurisdiction, month and text: %s', async (query, ids) => {
    const { html } = await aFinishedRun();
    const page = await html(`/runs/run-1/lines?${query}`);
    expect([...page.matchAll(/line\?id=(\w+)/g)].map(([, id = '']) => id)).toStrictEqual(ids);
  });

  it('downloads as CSV whose formulas do not run, whole or filtered, and as JSON', async () => {
    const formula = aReportLine({ id: 'formula', name: '=1+1', outcome: 'failed', reason: 'refused' });
    const { get } = await aFinishedRun([...lines, formula]);
    const download = async (query: string): Promise<readonly [name: string | null, csv: string]> => {
      const response = await get(`/runs/run-1/lines.csv${query}`);
      return [response.headers.get('content-disposition'), (await response.text()).trim()];
    };
    const [name, csv] = await download('');
    expect(name).toBe('attachment; filename="tax-nexus-run-1.csv"');
    expect(csv.split('\n')).toHaveLength(7);
    expect(csv).toContain("'=1+1");
    const [nameOfCreated, created] = await download('?outcome=succeeded');
    expect(nameOfCreated).toContain('"tax-nexus-run-1-created.csv"');
    expect(created.split('\n')).toHaveLength(2);
    const [nameOfPart] = await download('?outcome=succeeded&place=CA');
    expect(nameOfPart).toContain('"tax-nexus-run-1-part.csv"');
    const report: unknown = await (await get('/runs/run-1/report.json')).json();
    expect(report).toMatchObject({ runId: 'run-1', considered: 6, attempted: 4, held: { 'missing address': 1 } });
  });

  it('reports a sync database that cannot be read', async () => {
    const { get } = aScreenInMemory({
      opened: () => Promise.resolve(E.left({ code: 'STATE', message: 'the disk is full' })),
    });
    const response = await get('');
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('the disk is full');
  });

  it('counts what a bookkeeper checks, each with its list, and adds up refunds by month and jurisdiction', async () => {
    const { html, post, finish, readAll } = aScreenInMemory();
    await readAll();
    await post('/months', { month: '2026-02', what: 'close', open: '1' });
    const message = 'total 1.00 in the sale, 2.00 in the service';
    await finish(
      'run-1',
      [
        aReportLine({ id: 'a', ...planned, findings: ['marketplace sale'], adjustments: [anAdjustment()] }),
        aReportLine({ id: 'b', ...planned, findings: ['exempt sale'] }),
        aReportLine({ id: 'c', ...planned, findings: ['no tax collected'] }),
        aReportLine({ id: 'd', outcome: 'alreadyPresent', findings: ['differs'], message }),
      ],
      { dryRun: true },
    );
    const page = `${await html('/runs/run-1/needs')}${await html('/runs/run-1/sums')}`;
    const text = plainText(page);
    for (const kind of [
      'The service holds other values',
      'No tax was collected',
      'Marketplace the',
      'Exempt sent',
      'Refunded later',
    ])
      expect(text).toMatch(new RegExp(`${kind} [^0-9]+ 1 `));
    expect(text).toMatch(/Exempt, no reason given [^0-9]+ 0 /);
    expect(text).toMatch(/In Feb 2026 a closed month: its taxes are filed 4 /);
    expect(text).toContain('Feb 2026 CA USD 429.00 29.00 -53.63 4 1');
    for (const query of ['finding=marketplace+sale', 'finding=no+tax+collected', 'place=CA&amp;month=2026-02']) {
      expect(page).toContain(`/lines?${query}`);
    }
    // What is informational needs no decision.
    expect(text).not.toContain('marketplace sale');
  });

  it('lists only the refunds that it counts', async () => {
    const { html, text, finish } = aScreenInMemory();
    const refund = anAdjustment({ id: 'r', message: 'two desks came back' });
    const drift = anAdjustment({ id: 'd', kind: 'drift', message: 'it drifted' });
    await finish('run-1', [
      aReportLine({ id: 'a', name: '#1', adjustments: [refund, drift] }),
      aReportLine({ id: 'b', name: '#2', adjustments: [anAdjustment({ kind: 'edit' })] }),
      aReportLine({ id: 'c', name: '#3', adjustments: [anAdjustment({ sent: true })] }),
      aReportLine({ id: 'd', name: '#4' }),
    ]);
    const [, query = ''] = /\/lines(\?[^"]*)">Refunded later/.exec(await html('/runs/run-1/needs')) ?? [];
    for (const list of ['lines', 'lines.csv']) {
      const page = await html(`/runs/run-1/${list}${query}`);
      expect(page).toContain('#1');
      for (const other of ['#2', '#3', '#4']) expect(page).not.toContain(`${other}<`);
    }
    const page = await text(`/runs/run-1/lines${query}`);
    expect(page).toContain('two desks came back');
    expect(page).toContain('refunded later ×');
    expect(page).not.toContain('it drifted');
  });

  it('explains what to do, and names the setting in a fold for developers', async () => {
    const { text } = await aFinishedRun([partiallyPaid('part', 'only a part of it is paid')]);
    for (const path of ['/runs/run-1/needs', '/runs/run-1/line?id=part&storefront=us-store']) {
      const [before = '', after = ''] = (await text(path)).split('For your developer ');
      expect(before).toContain('Retry once they are paid');
      expect(before).not.toContain('partiallyPaid');
      expect(after).toMatch(/^policy\.partiallyPaid /);
    }
  });

  it('does not repeat the reason of a sale that would be held again for the same reason', async () => {
    const message = 'only a part of it is paid';
    const result = { _tag: 'Excluded', outcome: 'held', reason: 'partially paid', message } as const;
    const explanation = {
      storefront: 'us-store',
      sourceId: '1',
      name: '#1',
      url: null,
      adjustments: [],
      sent: [],
      result,
    };
    const { text, finish } = aScreenInMemory({}, { explain: () => TE.right(explanation) });
    await finish('run-1', [partiallyPaid('part', message), partiallyPaid('else', 'nothing is paid')]);
    const same = await text('/runs/run-1/line?id=part&storefront=us-store');
    expect(same).toContain('No change: it would be on hold again');
    expect(same.split(message)).toHaveLength(2);
    const other = await text('/runs/run-1/line?id=else&storefront=us-store');
    expect(other).toContain(`on hold. Partially paid: ${message}`);
  });

  it('says when there are no sales on the days, with a link to other days', async () => {
    const { html, text, finish } = aScreenInMemory();
    for (const dryRun of [true, false]) {
      await finish(`run-${dryRun}`, [], { dryRun });
      const page = await html(`/runs/run-${dryRun}`);
      expect(page).toContain('The storefronts have no sales on these days.');
      expect(page).toContain('/new?storefront=us-store&amp;from=2026-01-01&amp;to=2026-03-31');
      expect(page).not.toContain('>Start the sync<');
    }
    await finish('run-1', lines);
    expect(await text('/runs/run-1')).not.toContain('no sales on these days');
  });

  it('says that every sale is sent only after a finished sync', async () => {
    const { text, finish, open, close } = aScreenInMemory();
    const allSent = 'Every sale is sent or needs no action.';
    await finish('run-1', [aReportLine()]);
    expect(await text('/runs/run-1/needs')).toContain(allSent);
    await finish('run-2', [aReportLine(planned)], { dryRun: true });
    expect(await text('/runs/run-2/needs')).toContain('Every sale would be sent or needs no action.');
    for (const status of ['paused', 'stopped', 'canceled'] as const) {
      await open(status, { range: { from: '2025-01-01', to: `2025-01-${10 + status.length}` } });
      await close(status, status);
      const page = await text(`/runs/${status}/needs`);
      expect(page).not.toContain(allSent);
      expect(page).toContain('Nothing among the sales read so far. Not all sales were read.');
    }
    const list = await text('/activity');
    expect(list).toMatch(/stopped .*? 0 sent, 0 already there 0 failed or on hold/);
    expect(list.match(/no action needed/g)).toHaveLength(2);
  });

  it('explains why a run ended early, as far as it is known, and what to do', async () => {
    const pageOf = async (status: 'paused' | 'stopped', whyEnded: readonly string[]): Promise<string> => {
      const runs = { whyEnded: () => whyEnded, progress: () => undefined } as unknown as RunPorts;
      const { html, open, close } = aScreenInMemory({ runs });
      await open(status, { range: { from: '2025-01-01', to: '2025-01-31' } });
      await close(status, status);
      const page = await html(`/runs/${status}`);
      const isLinked = page.includes('/check?storefront=us-store&amp;from=2025-01-01&amp;to=2025-01-31"');
      expect(isLinked).toBe(status === 'stopped');
      return plainText(page);
    };
    const known = await pageOf('stopped', ['us-store: the token is refused', 'eu-store: the key is refused']);
    expect(known).toContain(
      'us-store: the token is refused eu-store: the key is refused The run is not finished: it was stopped by a problem.',
    );
    expect(known).toContain('Resume it to continue from there. Check what stopped it');
    const unknown = await pageOf('stopped', []);
    expect(unknown).toContain(
      'The process that ran it reported the problem; it is not known here. Check what stopped it',
    );
    const paused = await pageOf('paused', []);
    expect(paused).toContain('it was paused, or its process ended. Nothing that was sent is lost.');
    expect(paused).not.toContain('Check what stopped it');
  });

  it('dates adjustments in the storefront’s time zone, as it does months', async () => {
    const { text, open, commit, close, store } = aScreenInMemory();
    await open('run-1');
    right(await store.setTimeZone('run-1', 'us-store', 'America/New_York')());
    await commit('run-1', {
      lines: [aReportLine({ adjustments: [anAdjustment({ occurredAt: '2026-03-01T02:30:00Z' })] })],
    });
    await close('run-1', 'finished');
    for (const path of ['/runs/run-1/lines?moved=yes', '/runs/run-1/line?id=shopify:1:1001&storefront=us-store'])
      expect(await text(path)).toContain('refund Feb 28, 2026');
  });

  it('sends the head of its page before the run is read, and shows there when the sync database fails', async () => {
    const store = memoryStore();
    let fail: () => void = () => undefined;
    const failing = new Promise<void>((resolve) => {
      fail = resolve;
    });
    const message = 'The sync database is locked.';
    const overview = () => () => failing.then(() => E.left({ _tag: 'StoreError', problem: 'other', message } as const));
    right(await store.openRun(aRequest(), { id: 'run-1', at: '2026-04-01T00:00:00Z' })());
    right(await store.closeRun('run-1', 'finished', '2026-04-01T00:05:00Z')());
    const { get } = aScreenInMemory({}, { store, reviews: { ...store.reviews, overview } });
    const response = await get('/runs/run-1');
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const reader = response.body?.getReader();
    const read = async (): Promise<string> => {
      const chunk: unknown = (await reader?.read())?.value;
      return chunk instanceof Uint8Array ? new TextDecoder().decode(chunk) : '';
    };
    const head = await read();
    expect(head).toContain('Sync of Jan 1, 2026 to Mar 31, 2026');
    expect(head).not.toContain(message);
    fail();
    expect(await read()).toContain(message);
  });
});
