/**
 * Reads what changed in sales since they were synced: payments, captures, refunds, disputes, edits, cancellations, and sales
 * that were entered late. A run does so before its range, from where the storefront's last run stopped.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as J from 'fp-ts/lib/Json.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { dayIn, type DateRange, type Interval, intervalOf } from '../domain/date-range.ts';
import { maxClockSkew } from '../domain/environment.ts';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../domain/instant.ts';
import type { SourceError } from '../domain/errors.ts';
import { held } from '../domain/exclusion.ts';
import type { ReportLine } from '../domain/run.ts';
import type { PageLookup, StoreError } from '../domain/sync-store.ts';
import type { SourceConnector, Window } from '../mapping/source-connector.ts';
import { withLeftOut } from './apply-decisions.ts';
import type { FirstDay } from './blocked-pushes.ts';
import type { NotRead } from './call-source.ts';
import { lookUpPage } from './look-up-page.ts';
import type { MapContext } from './map-page.ts';
import { exclusionLine } from './report-lines.ts';
import type { RunContext } from './run-context.ts';
import { hiddenChangesId } from './unreadable-position.ts';
import { attempt } from '../domain/attempt.ts';

/** A storefront whose changes are read. */
export interface ChangesContext {
  readonly runContext: Pick<RunContext, 'store' | 'run' | 'ports'>;
  readonly storefront: string;
  readonly connector: Pick<SourceConnector, 'changes'>;
  readonly mapContext: Pick<MapContext, 'platform' | 'account'>;
  readonly timeZone: string;
  readonly firstDay: Pick<FirstDay, 'after'>;
  /** From the first to the last day that was synced by now, this run's range included. */
  readonly syncedDays: DateRange;
  readonly begun: Instant;
  /** Asks the platform, with retries. */
  readonly ask: (
    windows: ReturnType<SourceConnector['changes']>,
  ) => Promise<E.Either<SourceError | NotRead, readonly Window[]>>;
}

/** The changes to read next. `done`: notes that all windows were read to their end. */
export interface PlannedChanges {
  readonly windows: readonly Window[];
  readonly done: () => Promise<E.Either<StoreError, void>>;
  /** Whether they reach up to the beginning or resumption of this run. If not, the rest is read after them. */
  readonly isLast: boolean;
}

/** The checkpoint of a run that holds its reading of changes; no window of a connector has this key. */
const checkpointKey = 'changes of storefront';

const ReadingCodec = t.readonly(
  t.type({
    begun: t.string,
    upTo: t.string,
    isDone: t.boolean,
    windows: t.readonlyArray(t.readonly(t.type({ key: t.string, start: t.string, end: t.string }))),
  }),
);

/**
 * One reading of changes, across interruptions. `begun`: see `readStorefrontBegin`; `upTo`: up to when changes are read after
 * all windows.
 */
type ChangesReading = t.TypeOf<typeof ReadingCodec>;

/**
 * The changes that this run has to read next; null when it has read them up to its beginning or resumption. An interrupted
 * reading is finished first.
 */
export const nextChanges = async (
  at: ChangesContext,
): Promise<E.Either<SourceError | NotRead | StoreError, PlannedChanges | null>> => {
  const { runContext, storefront, begun } = at;
  const kept = await runContext.store.readCheckpoint(runContext.run.id, storefront, checkpointKey)();
  if (E.isLeft(kept)) return kept;
  const before = O.toNullable(O.chain(parse)(kept.right.cursor));
  if (before?.isDone === true && before.begun === begun) return E.right(null);
  const reading =
    before === null || before.isDone ? await planReading(at, before === null) : E.right<never, ChangesReading>(before);
  if (E.isLeft(reading) || reading.right === null) return E.map(() => null)(reading);
  const { right } = reading;
  return E.right({
    windows: right.windows.map((window) => ({ ...window, kind: 'changed' })),
    done: () => saveReading(at, { ...right, isDone: true }),
    isLast: right.begun === begun,
  });
};

const parse = (text: string): O.Option<ChangesReading> => pipe(J.parse(text), O.fromEither, O.filter(ReadingCodec.is));

type Planned = E.Either<SourceError | NotRead | StoreError, ChangesReading | null>;

const planReading = (at: ChangesContext, isFirst: boolean): Promise<Planned> =>
  attempt(async (take) => {
    const { runContext, storefront, connector, begun, ask } = at;
    const now = runContext.ports.clock.now();
    const mark = await take(runContext.store.changesReadUpTo(storefront)());
    const start = startOf(mark, at, now);
    if (start >= now) return null;
    const interval: Interval = { start: instantOfMilliseconds(start), end: instantOfMilliseconds(now) };
    const windows = await take(ask(connector.changes(interval, undefined, isFirst ? besidesOf(at) : undefined)));
    const reading: ChangesReading = {
      ...{ begun, upTo: interval.end, isDone: false },
      windows: windows.map(({ key, start: from, end }) => ({ key, start: from, end })),
    };
    const hidden = await take(hiddenLines(at, windows));
    // A reading without windows cannot be interrupted.
    await take(reading.windows.length === 0 ? E.right(undefined) : await saveReading(at, reading, hidden));
    return reading;
  });

/** Milliseconds by which two readings overlap: platforms show a change minutes after its own time stamp. */
const overlap = 60 * 60_000;

/**
 * Where a reading begins. A mark in the future was set by a wrong clock and is ignored, so that the changes it hides are
 * read.
 */
const startOf = (mark: O.Option<Instant>, { syncedDays, timeZone }: ChangesContext, now: number): number =>
  O.isSome(mark) && millisecondsOf(mark.value) <= now + maxClockSkew
    ? Math.min(now, millisecondsOf(mark.value)) - overlap
    : millisecondsOf(intervalOf({ from: syncedDays.from, to: syncedDays.from }, timeZone).start);

/** No sale is dated later. */
const lastOfAll = '9999-12-30';

/**
 * Days whose changes are not requested: the run's own range, which it reads by date, and all later days if none of them was
 * synced.
 */
const besidesOf = ({ runContext: { run }, syncedDays }: ChangesContext): DateRange => ({
  from: run.range.from,
  to: syncedDays.to > run.range.to ? run.range.to : lastOfAll,
});

/**
 * A held line about changes that the platform does not show, until a person leaves it out. No line if only sales before the
 * first day are hidden, because those are never sent.
 */
const hiddenLines = async (
  { runContext, storefront, mapContext: { platform, account }, timeZone, firstDay }: ChangesContext,
  windows: readonly Window[],
): Promise<E.Either<StoreError, readonly ReportLine[]>> => {
  const hides = windows.find((window) => window.hides !== undefined)?.hides;
  if (hides === undefined) return E.right([]);
  const { madeBefore, message } = hides;
  const first = await firstDay.after(dayIn(timeZone, madeBefore));
  if (E.isLeft(first)) return first;
  if (first.right !== null) return E.right([]);
  runContext.ports.log.warn(message, { storefront });
  const sourceId = hiddenChangesId;
  const why = held({ sourceId, name: `sales of before ${dayIn(timeZone, madeBefore)}` }, 'incomplete record', message);
  const record = { id: `${platform}:${account}:${sourceId}`, kind: 'sale', sourceId } as const;
  const line: ReportLine = { ...exclusionLine(storefront, record, why), isOlder: true };
  const known = await lookUpPage(runContext.store)(runContext.run.id, [{ id: line.id, name: '' }]);
  return E.map((decisions: PageLookup) => [withLeftOut(line, decisions)])(known);
};

const saveReading = async (
  { runContext: { store, run, ports }, storefront }: Pick<ChangesContext, 'runContext' | 'storefront'>,
  reading: ChangesReading,
  lines: readonly ReportLine[] = [],
): Promise<E.Either<StoreError, void>> => {
  const isRead = reading.isDone && !run.dryRun;
  return store.commitPage(
    {
      runId: run.id,
      storefront,
      checkpoint: { window: checkpointKey, next: O.some(JSON.stringify(reading)) },
      lines,
      references: [],
      settledIntents: [],
      // In the commit of the checkpoint: a process that dies before it reads the same changes again.
      ...(isRead && { changesReadUpTo: reading.upTo }),
    },
    instantOfMilliseconds(ports.clock.now()),
  )();
};
