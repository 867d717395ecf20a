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
  { id, status, storefronts }: Run,
): Promise<E.Either<StoreError, readonly Stop[]>> => {
  const stops: Stop[] = [];
  if (status !== 'stopped') return E.right(stops);
  for (const storefront of storefronts) {
    const end = await readStorefrontEnd(store, id, storefront);
    if (E.isLeft(end)) return end;
    const stop = end.right;
    if (typeof stop === 'string') continue;
    if (!stops.some(({ who, message }) => who === stop.who && message === stop.message)) stops.push(stop);
  }
  return E.right(stops);
};

/** Whether a service refuses everything: then the cause is in no single sale. */
const refusesAll = ({ storefronts }: Run, { who, cause: why }: Stop): boolean =>
  why === 'refused' && !storefronts.includes(who);

/** Notes what stopped a run, and forgets earlier stops that no longer apply. */
export const saveStops = (at: Marking, stops: readonly Stop[]): Promise<E.Either<StoreError, void>> =>
  attempt(async (take) => {
    const { store, run, ports } = at;
    await take(stops.some((one) => refusesAll(run, one)) ? markAllRefused(at) : E.right(undefined));
    // A stop by the service is noted at one storefront that has no stop of another cause.
    let common = stops.find(({ who }) => !run.storefronts.includes(who));
    for (const storefront of run.storefronts) {
      const own = stops.find(({ who }) => who === storefront);
      const stop = own ?? common ?? 'open';
      if (own === undefined) common = undefined;
      const before = await take(readStorefrontEnd(store, run.id, storefront));
      if (stop === 'open' && before === 'open') continue;
      const now = instantOfMilliseconds(ports.clock.now());
      await take(store.commitPage(storefrontEndCommit(run.id, storefront, stop), now)());
    }
  });

/** `open`: not finished; `read`: read to its end; otherwise why it ended early. */
type StorefrontEnd = 'open' | 'read' | Stop;

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

const cause = t.union([t.literal('credentials'), t.literal('address'), t.literal('no answer'), t.literal('refused')]);

const StopCodec = t.readonly(t.type({ who: t.string, cause, message: t.string }));

/** The key of the checkpoint that notes how a storefront of a run ended. */
export const endOfStorefront = checkpointKeys.end;

/** The stop in a checkpoint's note; none if the note holds something else. Pure. */
export const stopFrom = (note: string): O.Option<Stop> => pipe(O.fromEither(J.parse(note)), O.filter(StopCodec.is));

const cursorOf = (end: StorefrontEnd): O.Option<string> => {
  if (end === 'read') return O.none;
  return O.some(end === 'open' ? '' : JSON.stringify(StopCodec.encode(end)));
};

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
  return E.right(
    pipe(
      cursor,
      O.chain(stopFrom),
      O.getOrElse((): StorefrontEnd => 'open'),
    ),
  );
};

export type Begun = Pick<RunContext, 'store' | 'run'>;

export type Marking = Begun & { readonly ports: Pick<RunContext['ports'], 'clock'> };

/** Notes that a run begins or is resumed at a storefront now. */
export const markStorefrontBegin = async (
  { store, run, ports }: Marking,
  storefront: string,
): Promise<E.Either<StoreError, void>> => {
  const next = O.some(instantOfMilliseconds(ports.clock.now()));
  return commitMark({ store, run, ports }, storefront, { window: checkpointKeys.begin, next });
};

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
 * Notes that a run begins or is resumed at all its storefronts, and that none of them is read to its end. If it fails
 * halfway, the same request opens the same run and repeats it.
 */
export const markRunBegin = (at: Marking): Promise<E.Either<StoreError, void>> =>
  attempt(async (take) => {
    for (const storefront of at.run.storefronts) {
      await take(markStorefrontBegin(at, storefront));
      await take(commitMark(at, storefront, { window: checkpointKeys.windows, next: O.some('') }));
    }
    return take(reopenStorefronts(at));
  });

/**
 * Clears how the storefronts of a run ended when it last worked. If the service refused everything, the cause was in no single
 * sale: each storefront then tries its refused ones again.
 */
export const reopenStorefronts = (at: Marking): Promise<E.Either<StoreError, void>> =>
  attempt(async (take) => {
    const { id, storefronts } = at.run;
    const ended: string[] = [];
    let isRefused = false;
    for (const storefront of storefronts) {
      const end = await take(readStorefrontEnd(at.store, id, storefront));
      if (end === 'open') continue;
      ended.push(storefront);
      isRefused ||= end !== 'read' && refusesAll(at.run, end);
    }
    // This comes first: a process that dies in between still finds the ends, and repeats it.
    await take(isRefused ? markAllRefused(at) : E.right(undefined));
    for (const storefront of ended) {
      await take(
        at.store.commitPage(storefrontEndCommit(id, storefront, 'open'), instantOfMilliseconds(at.ports.clock.now()))(),
      );
    }
  });

/** The mark for the position before the first line. */
const beforeAll = 'open';

/** Which refused sales of a storefront are still to be tried again. */
export interface RefusedMark {
  /** The lines after this position; none: all of them. */
  readonly after: O.Option<string>;
}

/** Notes which refused sales of a storefront are still to be tried again. Null: none are. */
export const markRefused = (
  at: Marking,
  storefront: string,
  mark: RefusedMark | null,
): Promise<E.Either<StoreError, void>> => {
  const next = mark === null ? O.none : O.some(O.getOrElse(() => beforeAll)(mark.after));
  return commitMark(at, storefront, { window: checkpointKeys.refused, next });
};

const markAllRefused = async (at: Marking): Promise<E.Either<StoreError, void>> => {
  for (const storefront of at.run.dryRun ? [] : at.run.storefronts) {
    const marked = await markRefused(at, storefront, { after: O.none });
    if (E.isLeft(marked)) return marked;
  }
  return E.right(undefined);
};

/** Which refused sales of a storefront are still to be tried again. Null: none are. */
export const readRefusedMark = async (
  { store, run }: Begun,
  storefront: string,
): Promise<E.Either<StoreError, RefusedMark | null>> =>
  E.map(({ cursor }: Checkpoint) =>
    O.isNone(cursor) ? null : { after: O.filter((position) => position !== beforeAll)(cursor) },
  )(await store.readCheckpoint(run.id, storefront, checkpointKeys.refused)());

/** Milliseconds after which a run that short-lived processes continue reads the head of the list again. */
const listReadFor = 24 * 60 * 60_000;

/** The whole list, or only its head down to what an earlier run had read. */
type ListPart = 'whole' | 'head';

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
