import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../../domain/instant.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import type { LiveStorefront } from './live-storefront.ts';

const Place = t.readonly(
  t.type({ piece: t.type({ start: t.string, end: t.string }), window: t.string, cursor: t.string }),
);

/** Where a catch-up left off within a piece of its span: what of the piece lies before the cursor of the window is settled. */
export type CatchUpPlace = t.TypeOf<typeof Place>;

/** The checkpoint of the live run that holds it; no window of a connector is called so. */
const name = 'catch-up';

/** A place of an earlier version, or of a span that is over, is none. Pure. */
const parse = (text: string): O.Option<CatchUpPlace> => pipe(J.parse(text), O.fromEither, O.filter(Place.is));

/** Everything before the piece is settled, and not all of it is; a piece that ends after now is none of this clock's. Pure. */
const isCurrent =
  (caughtUpTo: O.Option<Instant>, now: number) =>
  ({ piece }: CatchUpPlace): boolean => {
    const [start, end] = [millisecondsOf(piece.start), millisecondsOf(piece.end)];
    if (end > now) return false;
    if (O.isNone(caughtUpTo)) return true;
    const upTo = millisecondsOf(caughtUpTo.value);
    return start <= upTo && upTo < end;
  };

/** Where the last catch-up of a storefront left off, if it did. `now`: milliseconds since 1970. */
export const findPlace = async (
  { book, run, prepare }: LiveStorefront,
  caughtUpTo: O.Option<Instant>,
  now: number,
): Promise<E.Either<StoreError, O.Option<CatchUpPlace>>> => {
  const kept = await book.readCheckpoint(run.id, prepare.storefront, name)();
  return E.isLeft(kept) ? kept : E.right(pipe(kept.right.cursor, O.chain(parse), O.filter(isCurrent(caughtUpTo, now))));
};

/** Keeps where a catch-up is. */
export const keepPlace = async (
  { ports, book, run, prepare }: LiveStorefront,
  place: CatchUpPlace,
): Promise<E.Either<StoreError, void>> => {
  const checkpoint = { window: name, next: O.some(JSON.stringify(place)) };
  return book.commitPage(
    { runId: run.id, storefront: prepare.storefront, checkpoint, lines: [], references: [], settledIntents: [] },
    instantOfMilliseconds(ports.clock.now()),
  )();
};
