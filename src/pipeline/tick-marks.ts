import { pipe } from 'fp-ts/lib/function.js';
import * as E from 'fp-ts/lib/Either.js';
import * as J from 'fp-ts/lib/Json.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { instantOfMilliseconds, millisecondsOf } from '../domain/instant.ts';
import type { Checkpoint, StoreError } from '../domain/sync-store.ts';
import type { Window } from '../mapping/source-connector.ts';
import { commitMark, type Marking, markStorefrontBegin, storefrontEnd, storefrontEnded } from './run-marks.ts';

/** The checkpoint that holds the windows of a storefront of a run; no window of a connector has this name. */
const windowsWindow = 'windows of storefront';

const KeptWindows = t.readonlyArray(t.readonly(t.type({ key: t.string, start: t.string, end: t.string })));

/** The windows of a storefront as they were when the run first asked for them since it began or was resumed. */
export const keptWindows = async <F>(
  at: Marking,
  storefront: string,
  ask: () => Promise<E.Either<F, readonly Window[]>>,
): Promise<E.Either<F | StoreError, readonly Window[]>> => {
  const checkpoint = await at.store.readCheckpoint(at.run.id, storefront, windowsWindow)();
  if (E.isLeft(checkpoint)) return checkpoint;
  const kept = pipe(
    checkpoint.right.cursor,
    O.chain((text) => O.fromEither(J.parse(text))),
    O.filter(KeptWindows.is),
  );
  if (O.isSome(kept)) return E.right(kept.value.map((window) => ({ ...window, kind: 'sold' })));
  const windows = await ask();
  if (E.isLeft(windows)) return windows;
  const text = JSON.stringify(windows.right.map(({ key, start, end }) => ({ key, start, end })));
  const saved = await commitMark(at, storefront, { window: windowsWindow, next: O.some(text) });
  return E.isLeft(saved) ? saved : windows;
};

/**
 * Notes that a run begins or is resumed at all of its storefronts, none of which is read to its end any more. The
 * same request opens the same run, so that this is repeated when it fails in between.
 */
export const markRunBegin = async (at: Marking): Promise<E.Either<StoreError, void>> => {
  for (const storefront of at.run.storefronts) {
    const begun = await markStorefrontBegin(at, storefront);
    if (E.isLeft(begun)) return begun;
    const asked = await commitMark(at, storefront, { window: windowsWindow, next: O.some('') });
    if (E.isLeft(asked)) return asked;
    const end = await storefrontEnd(at.store, at.run.id, storefront);
    if (E.isLeft(end)) return end;
    // What stopped it stays known: a run that the service refused as a whole tries its refused sales again.
    if (end.right !== 'read') continue;
    const opened = await at.store.commitPage(
      storefrontEnded(at.run.id, storefront, 'open'),
      instantOfMilliseconds(at.ports.clock.now()),
    )();
    if (E.isLeft(opened)) return opened;
  }
  return E.right(undefined);
};

/** The checkpoint of when a run read the service's list; no window of a connector has this name. */
const listWindow = 'list of the service';

/** Milliseconds after which a run that short-lived processes continue reads the head of the list again. */
const listReadFor = 24 * 60 * 60_000;

/** Whether a run has read the service's list within the last day. */
export const isListReadLately = async ({ store, run, ports }: Marking): Promise<E.Either<StoreError, boolean>> => {
  const checkpoint = await store.readCheckpoint(run.id, run.storefronts[0] ?? '', listWindow)();
  return E.map(({ cursor }: Checkpoint) => {
    const age = O.isSome(cursor) ? ports.clock.now() - millisecondsOf(cursor.value) : Number.NaN;
    return age >= 0 && age < listReadFor;
  })(checkpoint);
};

/** Notes that a run has read the service's list now. */
export const markListRead = (at: Marking): Promise<E.Either<StoreError, void>> =>
  commitMark(at, at.run.storefronts[0] ?? '', {
    window: listWindow,
    next: O.some(instantOfMilliseconds(at.ports.clock.now())),
  });
