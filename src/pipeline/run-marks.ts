import * as E from 'fp-ts/lib/Either.js';
import { type Instant, instantOfMilliseconds } from '../domain/instant.ts';
import type { PageCommit, StoreError, SyncStore } from '../domain/sync-store.ts';
import type { Run } from '../domain/run.ts';
import type { Stop } from './progress.ts';
import type { RunContext } from './run-context.ts';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';

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
    const end = await storefrontEnd(store, id, storefront);
    if (E.isLeft(end)) return end;
    const stop = end.right;
    if (typeof stop === 'string') continue;
    if (!stops.some(({ who, message }) => who === stop.who && message === stop.message)) stops.push(stop);
  }
  return E.right(stops);
};

/** Notes what stopped a run; what had stopped it before, and does no more, is forgotten. */
export const saveStops = async (
  { store, run, ports }: Pick<RunContext, 'store' | 'run'> & { readonly ports: Pick<RunContext['ports'], 'clock'> },
  stops: readonly Stop[],
): Promise<E.Either<StoreError, void>> => {
  // The service's: it stands at one storefront that nothing of its own has stopped.
  let common = stops.find(({ who }) => !run.storefronts.includes(who));
  for (const storefront of run.storefronts) {
    const own = stops.find(({ who }) => who === storefront);
    const stop = own ?? common ?? 'open';
    if (own === undefined) common = undefined;
    const before = await storefrontEnd(store, run.id, storefront);
    if (E.isLeft(before)) return before;
    if (stop === 'open' && before.right === 'open') continue;
    const at = instantOfMilliseconds(ports.clock.now());
    const noted = await store.commitPage(storefrontEnded(run.id, storefront, stop), at)();
    if (E.isLeft(noted)) return noted;
  }
  return E.right(undefined);
};

/** `open`: not at its end; `read`: read to its end; else why it came to an end before its time. */
type StorefrontEnd = 'open' | 'read' | Stop;

/** The checkpoint of when a run began or was resumed at a storefront; no window of a connector has this name. */
const beginWindow = 'begin of storefront';

/** The checkpoint of how a storefront of a run ended; no window of a connector has this name. */
const endWindow = 'end of storefront';

const cause = t.union([t.literal('credentials'), t.literal('address'), t.literal('no answer'), t.literal('refused')]);

const Reason = t.readonly(t.type({ who: t.string, cause, message: t.string }));

const cursorOf = (end: StorefrontEnd): O.Option<string> => {
  if (end === 'read') return O.none;
  return O.some(end === 'open' ? '' : JSON.stringify(Reason.encode(end)));
};

/** The commit that notes how a storefront of a run ended. Pure. */
export const storefrontEnded = (runId: string, storefront: string, end: StorefrontEnd): PageCommit => ({
  runId,
  storefront,
  checkpoint: { window: endWindow, next: cursorOf(end) },
  lines: [],
  references: [],
  settledIntents: [],
});

/** How a storefront of a run ended, if it did. */
export const storefrontEnd = async (
  store: Pick<SyncStore, 'readCheckpoint'>,
  runId: string,
  storefront: string,
): Promise<E.Either<StoreError, StorefrontEnd>> => {
  const checkpoint = await store.readCheckpoint(runId, storefront, endWindow)();
  if (E.isLeft(checkpoint)) return checkpoint;
  const { cursor, done } = checkpoint.right;
  if (done) return E.right('read');
  return E.right(
    pipe(
      cursor,
      O.chain((text) => O.fromEither(J.parse(text))),
      O.filter(Reason.is),
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
  return commitMark({ store, run, ports }, storefront, { window: beginWindow, next });
};

/**
 * When a run began or was last resumed at a storefront, by the clock of the process that recorded it: it distinguishes
 * starts, and is no measure of time.
 */
export const storefrontBegin = async (
  { store, run }: Begun,
  storefront: string,
): Promise<E.Either<StoreError, Instant>> =>
  pipe(
    await store.readCheckpoint(run.id, storefront, beginWindow)(),
    E.map(({ cursor }) => O.getOrElse(() => run.startedAt)(cursor)),
  );

/** Notes a checkpoint that moves nothing else. */
export const commitMark = async (
  { store, run, ports }: Marking,
  storefront: string,
  checkpoint: NonNullable<PageCommit['checkpoint']>,
): Promise<E.Either<StoreError, void>> =>
  store.commitPage(
    { runId: run.id, storefront, checkpoint, lines: [], references: [], settledIntents: [] },
    instantOfMilliseconds(ports.clock.now()),
  )();
