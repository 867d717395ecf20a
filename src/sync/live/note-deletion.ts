import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Instant, instantOfMilliseconds } from '../../domain/instant.ts';
import type { StoreError, SyncStore } from '../../domain/sync-store.ts';
import type { Adjustment, ReportLine } from '../../domain/run.ts';
import { gone, stays } from '../entry/words-of-deletion.ts';
import type { Lane } from '../pace/lane.ts';
import { isInService } from '../settle/is-in-service.ts';
import { asArrived, type Deleted, settleDeleted } from '../settle/settle-deleted.ts';
import type { LiveStorefront } from './live-storefront.ts';
import { liveWork } from './live-work.ts';
import type { LiveSettlement } from './settle-live.ts';

const deletion = ({ currency, total, taxCollected }: NonNullable<ReportLine['amounts']>, at: Instant): Adjustment => ({
  kind: 'deletion',
  id: 'deletion',
  occurredAt: at,
  currency,
  amount: -total,
  tax: -taxCollected,
  sent: false,
  message: `${gone}. ${stays}`,
});

/** Once is enough, however often it is looked at. */
const withDeletion = (entry: ReportLine, at: Instant): ReportLine =>
  entry.amounts === null || entry.adjustments.some(({ kind }) => kind === 'deletion')
    ? entry
    : { ...entry, adjustments: [...entry.adjustments, deletion(entry.amounts, at)] };

/** What is known of a deleted record from before it was. */
export interface BeforeDeletion extends Pick<Deleted, 'told' | 'line'> {
  /** The line of the live run. */
  readonly live: ReportLine | undefined;
  /** The line of the newest history: the live run has none of what nothing has rung for since. */
  readonly history: ReportLine | undefined;
}

const lineOfTold = ({ told, live, history }: BeforeDeletion): ReportLine | undefined => {
  if (isInService(live?.outcome)) return live;
  if (told === 'told' && live?.reason === 'gave up') return asArrived(live);
  if (told !== 'told' || history === undefined || !isInService(history.outcome)) return undefined;
  return { ...history, outcome: 'alreadyPresent' };
};

/** The entry of a deleted record: a transaction that was told keeps its line, and the deletion stands beside it. Pure. */
export const deletedEntry = (before: BeforeDeletion, at: Instant): ReportLine => {
  const line = lineOfTold(before);
  return line === undefined ? before.line : withDeletion({ ...line, storefront: before.line.storefront }, at);
};

const lineOf = async (
  book: SyncStore,
  runId: string,
  id: string,
): Promise<E.Either<StoreError, ReportLine | undefined>> => {
  const page = await book.findLines(runId, { id }, { after: O.none, limit: 1 })();
  return E.isLeft(page) ? page : E.right(page.right.lines[0]);
};

const lineOfHistory = async (book: SyncStore, id: string): Promise<E.Either<StoreError, ReportLine | undefined>> => {
  const newest = await book.findRun(O.none)();
  if (E.isLeft(newest)) return newest;
  return O.isNone(newest.right) ? E.right(undefined) : lineOf(book, newest.right.value.id, id);
};

/**
 * Notes that the platform has no record of that id any more. Nothing is changed at the service; it is asked about a push that
 * is in doubt.
 */
export const noteDeletion =
  (at: LiveStorefront, lane: Lane, isOver: () => boolean) =>
  async (sourceId: string): Promise<E.Either<StoreError, LiveSettlement>> => {
    const { ports, book, run, prepare } = at;
    const { storefront, platform, account } = prepare;
    const id = `${platform}:${account}:${sourceId}`;
    const known = await book.lookUpTransactions(run.id, [{ id, name: '' }])();
    if (E.isLeft(known)) return known;
    const live = await lineOf(book, run.id, id);
    if (E.isLeft(live)) return live;
    const history = await lineOfHistory(book, id);
    if (E.isLeft(history)) return history;
    const record = { id, kind: 'sale', sourceId, name: live.right?.name ?? sourceId } as const;
    const deleted = await settleDeleted(liveWork(at, lane, isOver), record, known.right);
    if (E.isLeft(deleted)) return deleted;
    const { told, line, settled, unclear, isWhole } = deleted.right;
    // What was said of it last stays, until the service says what became of the push.
    if (!isWhole || unclear.length > 0) return E.right({ entries: [], unclear, isWhole });
    const now = instantOfMilliseconds(ports.clock.now());
    const entries = [deletedEntry({ told, line, live: live.right, history: history.right }, now)];
    const committed = await book.commitPage(
      { runId: run.id, storefront, checkpoint: null, lines: entries, references: [], settledIntents: settled },
      now,
    )();
    return E.isLeft(committed) ? committed : E.right({ entries, unclear, isWhole });
  };
