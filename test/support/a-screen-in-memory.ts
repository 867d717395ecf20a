import * as E from 'fp-ts/lib/Either.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { DateRange } from '../../src/domain/date-range.ts';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import type { Instant } from '../../src/domain/instant.ts';
import type { ReportLine, RunRequest, RunStatus } from '../../src/domain/run.ts';
import type { PageCommit } from '../../src/domain/sync-store.ts';
import { memoryStore } from './memory-store.ts';
import { keepNewest } from '../../src/operations/keep-newest.ts';
import type { AccountState } from '../../src/operations/ports.ts';
import type { ScreenPorts } from '../../src/web/index.ts';
import { screen } from '../../src/web/screen/screen.ts';
import { aCommit, aRequest } from './a-report-line.ts';
import { right } from './right.ts';

export interface MemoryScreen {
  readonly store: SyncDatabase;
  readonly ports: ScreenPorts;
  readonly answer: (request: Request) => Promise<Response>;
  /** A browser's request for this path of the screen. */
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  /** The HTML of a page. */
  readonly html: (path: string) => Promise<string>;
  /** The text of a page, without tags and styles. */
  readonly text: (path: string) => Promise<string>;
  /** Sends a form of the screen. */
  readonly post: (
    path: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>;
  readonly open: (id: string, request?: Partial<RunRequest>, startedAt?: Instant) => Promise<void>;
  readonly commit: (id: string, page: Partial<PageCommit>) => Promise<void>;
  readonly close: (id: string, status: Exclude<RunStatus, 'running'>) => Promise<void>;
  /** A finished run with these lines. */
  readonly finish: (
    id: string,
    lines: readonly ReportLine[],
    request?: Partial<RunRequest>,
    startedAt?: Instant,
  ) => Promise<void>;
  /** A finished sync without sales of all storefronts, from 2019 to March 2026. */
  readonly readAll: () => Promise<void>;
  readonly started: readonly RunRequest[];
  readonly retried: readonly (readonly [runId: string, lineId: string | null])[];
  /** Of each retry, whether it may send into closed periods. */
  readonly agreed: readonly boolean[];
  readonly ended: readonly (readonly [runId: string, how: 'pause' | 'cancel'])[];
  readonly counted: readonly (readonly [storefront: string, range: DateRange])[];
  readonly woken: readonly string[];
  readonly logged: readonly string[];
}

const origin = 'https://host.example';
const at = '2026-04-01T00:00:00Z';

/** The text of HTML, without tags, styles, scripts and the list of keys. */
export const plainText = (html: string): string =>
  html.replaceAll(/<(style|script|dialog)\b[^]*?<\/\1>/g, '').replaceAll(/(?:<[^>]+>|\s)+/g, ' ');

const formOf = (fields: Readonly<Record<string, string | readonly string[]>>): URLSearchParams => {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one);
  return form;
};

/** The screen over a sync database in memory. Storefronts have names, but no connectors. */
export const aScreenInMemory = (
  differences: Partial<ScreenPorts> = {},
  state: Partial<AccountState> = {},
): MemoryScreen => {
  const store = memoryStore();
  const started: RunRequest[] = [];
  const retried: (readonly [string, string | null])[] = [];
  const agreed: boolean[] = [];
  const ended: (readonly [string, 'pause' | 'cancel'])[] = [];
  const counted: (readonly [string, DateRange])[] = [];
  const woken: string[] = [];
  const logged: string[] = [];
  const note = (message: string, fields?: Readonly<Record<string, unknown>>): void => {
    logged.push(`${message} ${JSON.stringify(fields ?? {})}`);
  };
  const opened: AccountState = {
    store,
    reviews: store.reviews,
    countedStates: keepNewest(2),
    seesAll: TE.right(true),
    inbox: store.inbox,
    reviewUrl: null,
    registrations: {},
    stateSettings: () => ({ facilitatorLaws: {}, nexusThresholds: {}, marketplaceSales: [] }),
    requestsPerMinute: 600,
    unreachableSince: () => null,
    explain: () => TE.left({ code: 'SOURCE_FAILED', message: 'the platform does not answer' }),
    corrections: { waysOf: () => [], find: () => TE.right([]), apply: () => TE.right({ _tag: 'Corrected' }) },
    previewSetting: () => T.of([]),
    checkService: () => T.of([{ level: 'fine', subject: 'access', message: 'the key is accepted' }]),
    ...state,
  };
  const ports: ScreenPorts = {
    authorize: () => ({ name: 'Ada' }),
    frameAncestors: [],
    storefronts: () => ['us-store', 'eu-store'],
    storefrontsOf: (name) => (['us-store', 'eu-store'].includes(name) ? [name] : []),
    connectorOf: () => undefined,
    accountOf: () => 'default',
    publicUrl: () => null,
    mayNameAnyAddress: true,
    opened: () => Promise.resolve(E.right(opened)),
    unreachableSince: () => null,
    allAccounts: () => Promise.resolve(E.right(store.inbox)),
    runs: {
      start: (request) => {
        started.push(request);
        return TE.right('run-new');
      },
      retry: ({ id }, lineId, intoClosedPeriods) => {
        retried.push([id, lineId]);
        agreed.push(intoClosedPeriods);
        return TE.right(id);
      },
      end: (runId, how) => {
        ended.push([runId, how]);
        return TE.right(true);
      },
      progress: () => undefined,
      whyEnded: () => [],
    },
    wake: (storefront) => void woken.push(storefront),
    counts: {
      begin: (storefront, range) => {
        counted.push([storefront, range]);
        return TE.right(true);
      },
      now: () => undefined,
      failure: () => undefined,
      reconcile: () => TE.right([]),
      tieOut: () => TE.right([]),
    },
    imports: { open: () => TE.left({ code: 'INVALID', message: 'no file is read in memory' }) },
    clock: { now: Date.now, sleep: () => () => Promise.resolve() },
    log: { debug: note, info: note, warn: note, error: note },
    eventInterval: 5,
    authorizeInterval: 20,
    ...differences,
  };
  const answer = screen(ports);
  const urlOf = (path: string): string => `${origin}/tax-nexus/screen${path}`;
  const get: MemoryScreen['get'] = (path, headers = {}) => answer(new Request(urlOf(path), { headers }));
  const html: MemoryScreen['html'] = async (path) => (await get(path)).text();
  const open: MemoryScreen['open'] = async (id, request = {}, startedAt = at) => {
    right(await store.openRun(aRequest(request), { id, at: startedAt })());
  };
  const commit: MemoryScreen['commit'] = async (id, page) => {
    right(await store.commitPage(aCommit(id, page), at)());
  };
  const close: MemoryScreen['close'] = async (id, status) => {
    right(await store.closeRun(id, status, '2026-04-01T00:05:00Z')());
  };
  const finish: MemoryScreen['finish'] = async (id, lines, request = {}, startedAt = at) => {
    await open(id, request, startedAt);
    await commit(id, { lines });
    await close(id, 'finished');
  };
  return {
    store,
    ports,
    answer,
    started,
    retried,
    agreed,
    ended,
    counted,
    woken,
    logged,
    get,
    html,
    text: async (path) => plainText(await html(path)),
    post: (path, fields, headers = { origin, 'sec-fetch-site': 'same-origin' }) =>
      answer(new Request(urlOf(path), { method: 'POST', headers, body: formOf(fields) })),
    open,
    commit,
    close,
    finish,
    readAll: async () =>
      finish('run-read', [], {
        storefronts: ['us-store', 'eu-store'],
        range: { from: '2019-01-01', to: '2026-03-31' },
      }),
  };
};
