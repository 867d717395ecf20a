import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Instant, instantOfMilliseconds } from '../../core/instant.ts';
import type { BookError, RecordBook } from '../../core/record-book.ts';
import type { Movement, RunEntry } from '../../core/run.ts';
import { skipped } from '../../core/set-aside.ts';
import { setAsideEntry } from '../entry/to-run-entry.ts';
import { type WasTold, wasTold } from '../entry/was-told.ts';
import { stays, wordsOfDeletion } from '../entry/words-of-deletion.ts';
import { isInService } from '../settle/is-in-service.ts';
import type { LiveStorefront } from './live-storefront.ts';

const deletion = ({ currency, total, taxCollected }: NonNullable<RunEntry['amounts']>, at: Instant): Movement => ({
  kind: 'deletion',
  id: 'deletion',
  occurredAt: at,
  currency,
  amount: -total,
  tax: -taxCollected,
  sent: false,
  message: `The platform has no such record any more. ${stays}`,
});

/** Once is enough, however often it is looked at. */
const withDeletion = (entry: RunEntry, at: Instant): RunEntry =>
  entry.amounts === null || entry.movements.some(({ kind }) => kind === 'deletion')
    ? entry
    : { ...entry, movements: [...entry.movements, deletion(entry.amounts, at)] };

/** What is known of a deleted record from before it was. */
export interface BeforeDeletion {
  readonly told: WasTold;
  /** The line of the live run. */
  readonly live: RunEntry | undefined;
  /** The line of the newest history: the live run has none of what nothing has rung for since. */
  readonly history: RunEntry | undefined;
}

const lineOfTold = ({ told, live, history }: BeforeDeletion): RunEntry | undefined => {
  if (isInService(live?.outcome)) return live;
  if (told !== 'told' || history === undefined || !isInService(history.outcome)) return undefined;
  return { ...history, outcome: 'alreadyPresent' };
};

/** The entry of a deleted record: a transaction that was told keeps its line, and the deletion stands beside it. Pure. */
export const deletedEntry = (
  { storefront, id, sourceId }: Pick<RunEntry, 'storefront' | 'id' | 'sourceId'>,
  before: BeforeDeletion,
  at: Instant,
): RunEntry => {
  const line = lineOfTold(before);
  if (line !== undefined) return withDeletion({ ...line, storefront }, at);
  const name = before.live?.name ?? sourceId;
  return setAsideEntry(
    storefront,
    { id, kind: 'sale', sourceId },
    skipped({ sourceId, name }, 'deleted at source', wordsOfDeletion[before.told]),
  );
};

const lineOf = async (
  book: RecordBook,
  runId: string,
  id: string,
): Promise<E.Either<BookError, RunEntry | undefined>> => {
  const page = await book.entries(runId, { id }, { after: O.none, limit: 1 })();
  return E.isLeft(page) ? page : E.right(page.right.entries[0]);
};

const lineOfHistory = async (book: RecordBook, id: string): Promise<E.Either<BookError, RunEntry | undefined>> => {
  const newest = await book.findRun(O.none)();
  if (E.isLeft(newest)) return newest;
  return O.isNone(newest.right) ? E.right(undefined) : lineOf(book, newest.right.value.id, id);
};

/** Notes that the platform has no record of that id any more. Nothing is changed at the service. */
export const noteDeletion =
  ({ ports, book, run, prepare }: LiveStorefront) =>
  async (sourceId: string): Promise<E.Either<BookError, readonly RunEntry[]>> => {
    const { storefront, platform, account } = prepare;
    const id = `${platform}:${account}:${sourceId}`;
    const known = await book.lookUp(run.id, [{ id, name: '' }])();
    if (E.isLeft(known)) return known;
    const live = await lineOf(book, run.id, id);
    if (E.isLeft(live)) return live;
    const history = await lineOfHistory(book, id);
    if (E.isLeft(history)) return history;
    const at = instantOfMilliseconds(ports.clock.now());
    const before = { told: wasTold(known.right, id), live: live.right, history: history.right };
    const entry = deletedEntry({ storefront, id, sourceId }, before, at);
    const committed = await book.commitPage(
      { runId: run.id, storefront, checkpoint: null, entries: [entry], references: [], settled: [] },
      at,
    )();
    return E.isLeft(committed) ? committed : E.right([entry]);
  };
