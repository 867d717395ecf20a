/**
 * Reads a window with many orders by a Shopify bulk operation, and falls back to pages when bulk operations fail or are denied.
 */
import { isThisMachine } from '../../../src/domain/fields.ts';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../../../src/domain/environment.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import type { SourceResult, Page, Window } from '../../../src/mapping/source-connector.ts';
import type { Shop } from '../account.ts';
import type { AskForPagePorts } from '../read/ask-for-page.ts';
import { type PagesInProgress, pagesInProgress } from '../read/pages-in-progress.ts';
import { type FinishedOperations, finishedOperations } from './finished-operations.ts';
import { type OpenResult, openResult, type ResultFile } from './open-result.ts';
import { bulkDenied, type OperationsAhead, operationsAhead, type Start, startOperation } from './start-operation.ts';
import { type Part, type ReadPart, type NoPart, readPart } from './read-part.ts';
import { bulkCursorOf, type BulkPosition, bulkStart } from './bulk-position.ts';
import type { FetchRange } from './fetch-range.ts';
import * as O from 'fp-ts/lib/Option.js';
import { bulkCancel } from '../queries/index.ts';
import { orderContextOf } from '../to-sale/identity.ts';
import { readAgain } from './read-again.ts';
import { readResults } from './read-results.ts';
import { cursorOf, startOf } from '../read/page-cursor.ts';

export interface BulkPorts extends AskForPagePorts {
  readonly shop: TE.TaskEither<SourceError, Shop>;
  readonly policy: Policy;
  readonly clock: Clock;
  /** The origin of the Admin API. */
  readonly origin: string;
  readonly openResult: OpenResult;
  readonly readPart: ReadPart;
  readonly ahead: OperationsAhead;
  readonly finished: FinishedOperations;
  readonly inProgress: PagesInProgress<Part, SourceResult | null>;
  /** Whether Shopify denied bulk operations since the range was planned. */
  readonly denial: { isKnown: boolean };
}

export type Step = Promise<E.Either<SourceError, Page>>;

type Given = AskForPagePorts & Pick<BulkPorts, 'shop' | 'policy' | 'clock' | 'origin'>;

/** Reads windows by bulk operations. */
interface BulkReading {
  /** Announces the windows of a range, so that the next operations run while one window is read. */
  readonly plan: (windows: readonly Window[]) => void;
  readonly readPage: (window: Window, position: BulkPosition) => TE.TaskEither<SourceError, Page>;
  /** Takes the verified payload of a webhook. */
  readonly onWebhook: (payload: unknown) => void;
}

/** One per connector: it keeps the operations that were started ahead. */
export const bulkReading = (given: Given, fetch: FetchRange): BulkReading => {
  const [ahead, finished] = [operationsAhead(), finishedOperations()];
  const inProgress: BulkPorts['inProgress'] = pagesInProgress(given.clock.now);
  const denial = { isKnown: false };
  return {
    plan: (windows) => {
      inProgress.forgetAll();
      denial.isKnown = false;
      ahead.plan(windows);
    },
    onWebhook: finished.onWebhook,
    readPage: readBulkPage({
      ...given,
      ahead,
      finished,
      openResult: openResult(given.ask),
      readPart: readPart(fetch),
      inProgress,
      denial,
    }),
  };
};

/** The host of Shopify's bulk results. */
const resultHost = 'storage.googleapis.com';

/**
 * Whether a result may be fetched from an address: only over https from Shopify's result host. A stand-in API on this machine
 * may serve results from its own host name, at any port.
 *
 * @param apiOrigin the origin of the Admin API, `https://acme.myshopify.com`
 */
export const isResultAddress = (address: string, apiOrigin: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  const api = new URL(apiOrigin);
  if (isThisMachine(api.hostname)) return protocol === api.protocol && hostname === api.hostname;
  return protocol === 'https:' && port === '' && (hostname === resultHost || hostname.endsWith(`.${resultHost}`));
};

/**
 * Takes one step: starts the operation, waits for it, or returns the next part of its result. If an operation fails, the window
 * is read by a second one, then in pages.
 */
const readBulkPage =
  (ports: BulkPorts) =>
  (window: Window, position: BulkPosition): TE.TaskEither<SourceError, Page> =>
  async () => {
    const shop = await ports.shop();
    if (E.isLeft(shop)) return shop;
    const { operation } = position;
    return operation === null
      ? beginWindow(ports, shop.right, window, position)
      : continueReading(ports, shop.right, window, position, operation);
  };

/**
 * Starts the operation of a window and those of the next windows. The cursor holds the operation's id, so that a crash does not
 * start it twice.
 */
const beginWindow = async (ports: BulkPorts, shop: Shop, window: Window, position: BulkPosition): Step => {
  const { ask, ahead, clock, denial } = ports;
  if (denial.isKnown) return switchToPages(window);
  const start: Start = (one, isFirst) => startOperation(ask, shop.access)(one, clock.now(), isFirst);
  const started = await ahead.open(start, window, position.failures === 0);
  if (E.isLeft(started)) return started;
  switch (started.right._tag) {
    case 'Busy':
      return pollLater(ports, window, position);
    case 'Refused':
      return switchToPages(window);
    case 'Denied':
      denial.isKnown = true;
      return switchToPages(window, bulkDenied);
    case 'Started': {
      const { operation } = started.right;
      await ahead.openFollowing(start, window, clock.now());
      return continueFrom({ ...position, operation, since: 0, looks: 0 });
    }
  }
};

/** Reads the window in pages, from its beginning. Orders that were already returned come again, which is harmless. */
const switchToPages = (window: Window, warning?: string): E.Either<SourceError, Page> =>
  E.right({
    results: [],
    next: O.some(cursorOf(startOf(window.start))),
    ...(warning !== undefined && { warning: `${warning}.` }),
  });

/** Minutes are usual. After this the operation is canceled and the window is read in pages. */
const maxWait = 3 * 60 * 60_000;

/** Milliseconds before the first polls of an operation, and before each later one. */
const firstPauses = [1_000, 2_000] as const;

const laterPause = 5_000;

/**
 * Waits a few seconds, or until a webhook reports the operation as finished, and returns a page without orders, so that the
 * pipeline can be interrupted, renews its lease, and continues after a crash.
 */
const pollLater = async (
  { ask, clock, finished }: Pick<BulkPorts, 'ask' | 'clock' | 'finished'>,
  window: Window,
  position: BulkPosition,
): Step => {
  const { looks, operation } = position;
  const since = looks === 0 ? clock.now() : position.since;
  if (clock.now() - since > maxWait) {
    // The window is read in pages even if the operation cannot be canceled.
    if (operation !== null) await ask(bulkCancel, { id: operation })();
    return switchToPages(window);
  }
  const pause = clock.sleep(firstPauses[looks] ?? laterPause)();
  await (operation === null ? pause : Promise.race([pause, finished.whenFinished(operation)]));
  return continueFrom({ ...position, since, looks: looks + 1 });
};

/** A page without orders that continues at a position. */
const continueFrom = (position: BulkPosition): E.Either<SourceError, Page> =>
  E.right({ results: [], next: O.some(bulkCursorOf(position)) });

const continueReading = async (
  ports: BulkPorts,
  shop: Shop,
  window: Window,
  position: BulkPosition,
  operation: string,
): Step => {
  const { openResult, origin } = ports;
  for (;;) {
    const result = await openResult.open(operation);
    if (E.isLeft(result)) return result;
    if (result.right._tag === 'Preparing') return pollLater(ports, window, position);
    if (result.right._tag === 'Lost') return restartOperation(window, position);
    const { file, isFresh } = result.right;
    if (file.url === null) return E.right({ results: [], next: O.none });
    if (!isResultAddress(file.url, origin)) return switchToPages(window);
    const part = await nextPart(ports, position, file);
    if (E.isRight(part)) return deliver(ports, shop, window, position, { file, part: part.right });
    if (part.left._tag === 'Unusable') return restartOperation(window, position);
    if (part.left._tag !== 'Expired') return E.left(part.left);
    openResult.forget(operation);
    // Another fresh address would expire as well.
    if (isFresh) return restartOperation(window, position);
  }
};

const maxFailures = 2;

/**
 * Starts a failed operation once more; then reads the window in pages. A partial result is never used, because the missing orders
 * are unknown.
 */
const restartOperation = (window: Window, { failures }: BulkPosition): E.Either<SourceError, Page> =>
  failures + 1 < maxFailures ? continueFrom(bulkStart(failures + 1)) : switchToPages(window);

/** The next part of a result; a partly read one is kept in progress. */
const nextPart = (
  { inProgress, readPart }: BulkPorts,
  position: BulkPosition,
  file: ResultFile,
): Promise<E.Either<NoPart, Part>> => {
  const { page } = inProgress.of(partKey(position));
  return page === undefined ? readPart(file, position.offset) : Promise.resolve(E.right(page));
};

const partKey = ({ operation, offset }: BulkPosition): string => `${operation ?? ''} ${offset}`;

/**
 * Returns the orders of a part; the last part only if the result has the announced number of lines and orders.
 */
const deliver = async (
  ports: BulkPorts,
  shop: Shop,
  window: Window,
  position: BulkPosition,
  { file, part }: { readonly file: ResultFile; readonly part: Part },
): Step => {
  const { block, isEnd } = part;
  const read = {
    offset: position.offset + block.bytes,
    lines: position.lines + block.lines,
    orders: position.orders + block.orders.length,
  };
  if (isEnd && (read.lines !== file.lines || read.orders !== file.orders)) return restartOperation(window, position);
  const key = partKey(position);
  const progress = ports.inProgress.of(key);
  progress.page = part;
  const context = orderContextOf(shop, ports.policy);
  const results = await readResults(context, readAgain(ports, shop, context), block.orders, progress.results);
  if (E.isLeft(results)) return results;
  ports.inProgress.done(key);
  return E.right({ results: results.right, next: isEnd ? O.none : O.some(bulkCursorOf({ ...position, ...read })) });
};
