/** Reads all windows of a connector, for the checks of the conformance suite. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { DateRange } from '../domain/date-range.ts';
import { pagesOf } from '../mapping/pages-of.ts';
import type { Sale } from '../mapping/sale.ts';
import type { ArrivedRequest, ConnectorUnderTest } from './connector-under-test.ts';
import type {
  Cursor,
  RawRequest,
  SourceConnector,
  SourceResult,
  WebhookMeaning,
  WebhookRefusal,
  Window,
} from '../mapping/source-connector.ts';

/** One promise of an interface, as a sentence, and a check of it that rejects when it is broken. Fits any test runner. */
export interface InterfacePromise {
  readonly sentence: string;
  readonly check: () => Promise<void>;
}

/** Fails a check with a sentence that states the actual result. */
export const insist = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new Error(otherwise);
};

/** Turns a synchronous check into one that rejects. */
export const atOnce =
  (look: () => void): InterfacePromise['check'] =>
  () =>
    Promise.resolve().then(look);

const maxPages = 10_000;

/** The value of a Right, or a failed check with the message of the error. */
export const must = <A>(what: string, result: E.Either<{ readonly message: string }, A>): A => {
  if (E.isLeft(result)) throw new Error(`${what} failed: ${result.left.message}`);
  return result.right;
};

export interface ReadWindow {
  readonly window: Window;
  readonly entries: readonly SourceResult[];
  readonly cursors: readonly Cursor[];
}

export const readWindow = async (
  connector: SourceConnector,
  window: Window,
  from: O.Option<Cursor> = O.none,
): Promise<ReadWindow> => {
  const results: SourceResult[] = [];
  const cursors: Cursor[] = [];
  for await (const read of pagesOf((cursor) => connector.readPage(window, cursor)(), from)) {
    insist(cursors.length < maxPages, `the window ${window.key} did not end after ${maxPages} pages`);
    const page = must(`reading a page of ${window.key}`, read);
    results.push(...page.results);
    if (O.isSome(page.next)) cursors.push(page.next.value);
  }
  return { window, entries: results, cursors };
};

export const readEverything = async (connector: SourceConnector, range: DateRange): Promise<readonly ReadWindow[]> => {
  const windows = must('windows', await connector.windows(range)());
  const read: ReadWindow[] = [];
  for (const window of windows) read.push(await readWindow(connector, window));
  return read;
};

const readBefore = new WeakMap<ConnectorUnderTest, Promise<readonly ReadWindow[]>>();

/** The results of the range, read once for all promises about them. */
export const readOnce = (under: ConnectorUnderTest): Promise<readonly ReadWindow[]> => {
  const before = readBefore.get(under);
  if (before !== undefined) return before;
  const reading = Promise.resolve().then(() => readEverything(under.open(), under.range));
  readBefore.set(under, reading);
  return reading;
};

/** A request with a moment of arrival. */
export const arrived = (request: ArrivedRequest | undefined): RawRequest | undefined =>
  request && { receivedAt: '2026-01-01T00:00:00.000Z', ...request };

/** The meaning of a delivery without its id, which may contain unsigned data. */
export const meant = (meaning: E.Either<WebhookRefusal, WebhookMeaning>): unknown =>
  E.isLeft(meaning) ? meaning : { ...meaning.right, deliveryId: '' };

/** The result of a delivery, for the author of the connector. */
export const answerTo = (meaning: E.Either<WebhookRefusal, WebhookMeaning>): string =>
  E.isLeft(meaning) ? `${meaning.left._tag}: ${meaning.left.message}` : JSON.stringify(meaning.right);

export const salesIn = (results: readonly SourceResult[]): readonly Sale[] =>
  results.flatMap((result) => (E.isRight(result) ? [result.right] : []));

/** The id of the record behind a result, even if it became no sale. */
export const recordIdOf = (result: SourceResult): string =>
  E.isLeft(result) ? result.left.sourceId : result.right.identity.recordId;
