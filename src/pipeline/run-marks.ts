/**
 * The checkpoints of a run apart from its pages: when each storefront began, how it ended, and what is to be retried after a
 * stop.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as J from 'fp-ts/lib/Json.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../domain/instant.ts';
import type { Checkpoint, PageCommit, StoreError, SyncStore } from '../domain/sync-store.ts';
import type { Run } from '../domain/run.ts';
import type { Stop } from './progress.ts';
import type { RunContext } from './run-context.ts';
import { pipe } from 'fp-ts/lib/function.js';
import type { Window } from '../mapping/source-connector.ts';
import { attempt } from '../domain/attempt.ts';

/**
 * The stops of a run, from the sync database, for other processes; none if it was not stopped. A service that refused
 * all storefronts appears once.
 */
export const readStops = async (
  store: Pick<SyncStore, 'readCheckpoint'>,
  run: Run,
): Promise<E.Either<StoreError, readonly Stop[]>> =>
  run.status === 'stopped' ? E.map(stopsOf)(await readEnds(store, run)) : E.right([]);

/** Each stop once, in the order of the storefronts. Pure. */
export const stopsOf = (ends: readonly StorefrontEnd[]): readonly Stop[] => [
  ...new Map(ends.flatMap((end) => (typeof end === 'string' ? [] : [[JSON.stringify(end), end] as const]))).values(),
];

/**
 * `open`: not finished; `read`: read to its end; `stopped`: ended early by the service, with the reason at another storefront;
 * otherwise why it ended early.
 */
export type StorefrontEnd = 'open' | 'read' | 'stopped' | Stop;

/** The checkpoints of a run in addition to those of its windows. No window of a connector has one of these keys. */
const checkpointKeys = {
  /** When a run began or was resumed at a storefront. */
  begin: 'begin of storefront',
  /** How a storefront of a run ended. */
  end: 'end of storefront',
  /** The windows of a storefront of a run. */
  windows: 'windows of storefront',
  /** Whether the refused sales of a storefront of a run are to be tried again. */
  refused: 'refused sales of storefront',
  /** When a run read the service's list. */
  list: 'list of the service',
};

/** The key of the checkpoint that notes how a storefront of a run ended. */
export const endOfStorefront = checkpointKeys.end;

const cause = t.union([t.literal('credentials'), t.literal('address'), t.literal('no answer'), t.literal('refused')]);

const StopCodec = t.readonly(t.type({ who: t.string, cause, message: t.string }));

/** The stop in a checkpoint's note; none if the note holds something else. Pure. */
export const stopFrom = (note: string): O.Option<Stop> => pipe(O.fromEither(J.parse(note)), O.filter(StopCodec.is));

/** The commit that notes how a storefront of a run ended. Pure. */
export const storefrontEndCommit = (runId: string, storefront: string, end: StorefrontEnd): PageCommit => ({
  runId,
  storefront,
  checkpoint: { window: checkpointKeys.end, next: cursorOf(end) },
  lines: [],
  references: [],
  settledIntents: [],
});

/** How a storefront of a run ended, if it did. */
export const readStorefrontEnd = async (
  store: Pick<SyncStore, 'readCheckpoint'>,
  runId: string,
  storefront: string,
): Promise<E.Either<StoreError, StorefrontEnd>> => {
  const checkpoint = await store.readCheckpoint(runId, storefront, checkpointKeys.end)();
  if (E.isLeft(checkpoint)) return checkpoint;
  const { cursor, done } = checkpoint.right;
  if (done) return E.right('read');
  if (O.isSome(cursor) && cursor.value === 'stopped') return E.right('stopped');
  return E.right(
    pipe(
      cursor,
      O.chain(stopFrom),
      O.getOrElse((): StorefrontEnd => 'open'),
    ),
  );
};

/** How the storefronts of a run ended, in their order. */
export const readEnds = (
  store: Pick<SyncStore, 'readCheckpoint'>,
  { id, storefronts }: Run,
): Promise<E.Either<StoreError, readonly StorefrontEnd[]>> =>
  attempt(async (take) => {
    const ends: StorefrontEnd[] = [];
    for (const storefront of storefronts) ends.push(await take(readStorefrontEnd(store, id, storefront)));
    return ends;
  });

/** Notes how a storefront of a run ended. */
export const markStorefrontEnd =
  ({ store, run, ports }: Marking) =>
  (storefront: string, end: StorefrontEnd): Promise<E.Either<StoreError, void>> =>
    store.commitPage(storefrontEndCommit(run.id, storefront, end), instantOfMilliseconds(ports.clock.now()))();

export type Begun = Pick<RunContext, 'store' | 'run'>;

export type Marking = Begun & { readonly ports: Pick<RunContext['ports'], 'clock'> };

/**
 * When a run began or was last resumed at a storefront, by the clock of the process that recorded it: it distinguishes starts, and
 * must not be used to measure time.
 */
export const readStorefrontBegin = async (
  { store, run }: Begun,
  storefront: string,
): Promise<E.Either<StoreError, Instant>> =>
  pipe(
    await store.readCheckpoint(run.id, storefront, checkpointKeys.begin)(),
    E.map(({ cursor }) => O.getOrElse(() => run.startedAt)(cursor)),
  );

const KeptWindows = t.readonlyArray(t.readonly(t.type({ key: t.string, start: t.string, end: t.string })));

/** The windows of a storefront as they were when the run first asked for them since it began or was resumed. */
export const readOrKeepWindows = <F>(
  at: Marking,
  storefront: string,
  ask: () => Promise<E.Either<F, readonly Window[]>>,
): Promise<E.Either<F | StoreError, readonly Window[]>> =>
  attempt(async (take) => {
    const checkpoint = await take(at.store.readCheckpoint(at.run.id, storefront, checkpointKeys.windows)());
    const kept = pipe(
      checkpoint.cursor,
      O.chain((text) => O.fromEither(J.parse(text))),
      O.filter(KeptWindows.is),
    );
    if (O.isSome(kept)) return kept.value.map((window) => ({ ...window, kind: 'sold' }));
    const windows = await ask();
    if (E.isLeft(windows)) return take(windows);
    const text = JSON.stringify(windows.right.map(({ key, start, end }) => ({ key, start, end })));
    await take(commitMark(at, storefront, { window: checkpointKeys.windows, next: O.some(text) }));
    return take(windows);
  });

/**
 * Begins or resumes a run: all its storefronts are open, and what it knew of the service's list and of the windows counts no
 * more. If it fails halfway, the same request opens the same run and repeats it.
 */
export const beginRun = (at: Marking): Promise<E.Either<StoreError, void>> =>
  attempt(async (take) => {
    const { store, run, ports } = at;
    const [first = ''] = run.storefronts;
    const next = O.some(instantOfMilliseconds(ports.clock.now()));
    await take(forget(at, first, checkpointKeys.list));
    for (const storefront of run.storefronts) {
      await take(commitMark(at, storefront, { window: checkpointKeys.begin, next }));
      await take(forget(at, storefront, checkpointKeys.windows));
    }
    const ends = await take(readEnds(store, run));
    // If the service refused everything, the cause was in no single sale: each storefront tries its refused ones again. This
    // comes first: a process that dies in between still finds the ends, and repeats it.
    if (stopsOf(ends).some((stop) => refusesAll(run, stop))) await take(markAllRefused(at));
    for (const [index, storefront] of run.storefronts.entries())
      if (ends[index] !== 'open') await take(markStorefrontEnd(at)(storefront, 'open'));
  });

/** Which refused sales of a storefront are still to be tried again. */
export interface RefusedMark {
  /** The lines after this position; none: all of them. */
  readonly after: O.Option<string>;
}

/** The mark for the position before the first line. */
const beforeAll = 'open';

/** Notes which refused sales of a storefront are still to be tried again. Null: none are. */
export const markRefused = (
  at: Marking,
  storefront: string,
  mark: RefusedMark | null,
): Promise<E.Either<StoreError, void>> => {
  const next = mark === null ? O.none : O.some(O.getOrElse(() => beforeAll)(mark.after));
  return commitMark(at, storefront, { window: checkpointKeys.refused, next });
};

/** Which refused sales of a storefront are still to be tried again. Null: none are. */
export const readRefusedMark = async (
  { store, run }: Begun,
  storefront: string,
): Promise<E.Either<StoreError, RefusedMark | null>> =>
  E.map(({ cursor }: Checkpoint) =>
    O.isNone(cursor) ? null : { after: O.filter((position) => position !== beforeAll)(cursor) },
  )(await store.readCheckpoint(run.id, storefront, checkpointKeys.refused)());

/** The whole list, or only its head down to what an earlier run had read. */
type ListPart = 'whole' | 'head';

/** Milliseconds after which a run that short-lived processes continue reads the head of the list again. */
const listReadFor = 24 * 60 * 60_000;

/** What a run has read of the service's list within the last day; null for nothing. */
export const listReadLately = async ({
  store,
  run,
  ports,
}: Marking): Promise<E.Either<StoreError, ListPart | null>> => {
  const checkpoint = await store.readCheckpoint(run.id, run.storefronts[0] ?? '', checkpointKeys.list)();
  return E.map(({ cursor }: Checkpoint) => {
    const [at, part] = O.isSome(cursor) ? cursor.value.split(' ') : [];
    const age = at === undefined ? Number.NaN : ports.clock.now() - millisecondsOf(at);
    return age >= 0 && age < listReadFor ? (part === 'head' ? 'head' : 'whole') : null;
  })(checkpoint);
};

/** Notes that a run has read the service's list now. */
export const markListRead = (at: Marking, part: ListPart): Promise<E.Either<StoreError, void>> =>
  commitMark(at, at.run.storefronts[0] ?? '', {
    window: checkpointKeys.list,
    next: O.some(`${instantOfMilliseconds(at.ports.clock.now())}${part === 'head' ? ' head' : ''}`),
  });

const cursorOf = (end: StorefrontEnd): O.Option<string> => {
  if (end === 'read') return O.none;
  if (end === 'open') return O.some('');
  return O.some(end === 'stopped' ? end : JSON.stringify(StopCodec.encode(end)));
};

/** Notes a checkpoint that moves nothing else. */
const commitMark = async (
  { store, run, ports }: Marking,
  storefront: string,
  checkpoint: NonNullable<PageCommit['checkpoint']>,
): Promise<E.Either<StoreError, void>> =>
  store.commitPage(
    { runId: run.id, storefront, checkpoint, lines: [], references: [], settledIntents: [] },
    instantOfMilliseconds(ports.clock.now()),
  )();

/** Removes a mark, if there is one. */
const forget = (at: Marking, storefront: string, window: string): Promise<E.Either<StoreError, void>> =>
  attempt(async (take) => {
    const { cursor } = await take(at.store.readCheckpoint(at.run.id, storefront, window)());
    if (O.isSome(cursor)) await take(commitMark(at, storefront, { window, next: O.none }));
  });

/** Whether a service refuses everything: then the cause is in no single sale. */
const refusesAll = ({ storefronts }: Run, { who, cause: why }: Stop): boolean =>
  why === 'refused' && !storefronts.includes(who);

const markAllRefused = async (at: Marking): Promise<E.Either<StoreError, void>> => {
  for (const storefront of at.run.dryRun ? [] : at.run.storefronts) {
    const marked = await markRefused(at, storefront, { after: O.none });
    if (E.isLeft(marked)) return marked;
  }
  return E.right(undefined);
};
