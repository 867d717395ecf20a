import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OperationFailure } from '../../src/operations/failure.ts';
import { api } from '../../src/web/api/api.ts';
import type { ScreenPorts } from '../../src/web/screen/screen-ports.ts';
import { aReportLine } from '../support/a-report-line.ts';
import { aScreenInMemory, type MemoryScreen } from '../support/a-screen-in-memory.ts';

const days = { from: '2026-01-01', to: '2026-01-31' };

/** A screen, and the HTTP API on the same ports, with another way to start runs. */
const facesThat = (start: ScreenPorts['runs']['start']) => {
  const screen = aScreenInMemory({ runs: { ...aScreenInMemory().ports.runs, start } });
  const handler = api(screen.ports);
  const startOverHttp = (key = 'one'): Promise<Response> =>
    handler(
      new Request('https://host.example/api/v1/runs', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(days),
      }),
    );
  return { ...screen, startOverHttp };
};

const startByForm = ({ post }: MemoryScreen): Promise<Response> =>
  post('/runs', { storefront: 'us-store', ...days, mode: 'start' });

const refusal: OperationFailure = { code: 'RUN_ACTIVE', message: 'The run "r" is at work. Wait for its end.' };

describe('what a promise is refused with', () => {
  it.each([
    ['RUN_ACTIVE', 409, 409, null],
    ['SOURCE_FAILED', 502, 409, null],
    ['STATE', 503, 503, '5'],
  ] as const)('is answered with its code and message: %s', async (code, ofApi, ofScreen, retryAfter) => {
    const faces = facesThat(() => TE.left({ ...refusal, code }));
    const answer = await faces.startOverHttp();
    expect([answer.status, answer.headers.get('retry-after')]).toStrictEqual([ofApi, retryAfter]);
    expect(await answer.json()).toMatchObject({ code, status: ofApi, detail: refusal.message });
    const page = await startByForm(faces);
    expect(page.status).toBe(ofScreen);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('The run &quot;r&quot; is at work. Wait for its end.');
    expect(faces.logged).toStrictEqual([]);
  });

  it('is not kept under an Idempotency-Key: the start may be tried again', async () => {
    const starts = [TE.left(refusal), TE.right('run-new')];
    const { startOverHttp } = facesThat(() => starts.shift() ?? TE.left(refusal));
    // The second comes while the first is under way: it is the same request.
    expect((await Promise.all([startOverHttp(), startOverHttp()])).map(({ status }) => status)).toStrictEqual([
      409, 409,
    ]);
    expect(await (await startOverHttp()).json()).toStrictEqual({ runId: 'run-new' });
  });

  it('is a bug for anything else that is thrown, whose message stays unknown', async () => {
    const faces = facesThat(() => () => Promise.reject(new TypeError('Ada Lovelace bought it')));
    const answer = await faces.startOverHttp();
    expect(answer.status).toBe(500);
    const problem = await answer.text();
    expect(JSON.parse(problem)).toMatchObject({ code: 'DEFECT' });
    const page = await startByForm(faces);
    expect(page.status).toBe(500);
    expect(faces.logged).toStrictEqual([
      'A request to the HTTP API failed because of a bug in tax-nexus-sync. Please report it. {"method":"POST","defect":"TypeError"}',
      'A page failed because of a bug in tax-nexus-sync. Please report it. {"method":"POST","defect":"TypeError"}',
    ]);
    expect([problem, await page.text()].join(' ')).not.toContain('Lovelace');
  });
});

describe('while the sync database is not available', () => {
  const pages = [
    ...[
      '',
      '/activity',
      '/sales',
      '/live',
      '/calendar',
      '/calendar?year=2026',
      '/needs-you',
      '/needs-you/decided',
      '/needs-you/decide?what=failed',
    ],
    ...['/needs-you/setting?what=failed', '/months', '/period', '/nexus', '/runs/run-1', '/runs/run-1/lines'],
    ...['/runs/run-1/line?id=a', '/runs/run-1/lines.csv', '/runs/run-1/report.json', '/runs/run-1/statement'],
    ...['/check?storefront=us-store&from=2026-01-01&to=2026-01-31', '/export?from=2026-01-01&to=2026-01-31'],
  ];

  it.each(pages)('says so, and what to do: %s', async (path) => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', [aReportLine({ id: 'a' })]);
    const down = { code: 'STATE', message: 'The database is away. Start it again.' } as const;
    const { get } = aScreenInMemory({ ...screen.ports, opened: () => Promise.resolve(E.left(down)) });
    const answer = await get(path);
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('The database is away. Start it again.');
  });
});

describe('when the sync database is gone after the head of an answer was sent', () => {
  const message = 'The database is away. Start it again.';
  const gone = TE.left({ _tag: 'StoreError', problem: 'unreachable', message } as const);

  /** The same run, whose report and second reading of lines fail. */
  const screenThatBreaks = async (): Promise<MemoryScreen> => {
    const screen = aScreenInMemory();
    await screen.finish('run-1', [aReportLine({ id: 'a' })]);
    const { store } = screen;
    return aScreenInMemory(
      {},
      { store: { ...store, findLines: () => gone }, reviews: { ...store.reviews, overview: () => gone } },
    );
  };

  it('shows it in the page', async () => {
    const answer = await (await screenThatBreaks()).get('/runs/run-1');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/role="alert">The database is away\. Start it again\.[^]*<\/html>$/);
  });

  it('shows it in the file', async () => {
    const { get, logged } = await screenThatBreaks();
    const answer = await get('/runs/run-1/lines.csv');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(
      /^storefront,[^\n]*\n\nThis file is incomplete: The database is away\. Start it again\.\n$/,
    );
    expect(logged).toStrictEqual([]);
  });
});
