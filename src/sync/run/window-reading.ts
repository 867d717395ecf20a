import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../../domain/instant.ts';
import type { StoreError, PageCommit, SyncStore } from '../../domain/sync-store.ts';
import type { Cursor, Window } from '../../mapping/source-connector.ts';

/** Milliseconds after its end in which a platform may still show a sale of a window; some end one that short before now. */
const settling = 60 * 60_000;

/** Milliseconds between two beginnings of a run that are one: no longer than reading itself takes. */
const atOnce = 1_000;

const isSame = (one: Instant, other: Instant): boolean =>
  Math.abs(millisecondsOf(one) - millisecondsOf(other)) <= atOnce;

/** One reading of a window, from its first page to its last, however often it is left off. */
export interface WindowReading {
  /** Where it goes on; none before its first page. */
  readonly cursor: O.Option<Cursor>;
  /** Whether nothing is left to be read. */
  readonly isDone: boolean;
  /** Whether the window is finished by this reading; else it lacks what was sold since it was begun and before the run was resumed. */
  readonly isLast: boolean;
  /** What is committed with the page before a cursor, or with the last page. */
  readonly checkpointAt: (next: O.Option<Cursor>) => NonNullable<PageCommit['checkpoint']>;
}

/** `begun`: see `beginOf`; `day`: on which it was last taken up, in UTC; `cursor`: null at its end. */
const Note = t.readonly(t.type({ begun: t.string, day: t.string, cursor: t.union([t.string, t.null]) }));
type Note = t.TypeOf<typeof Note>;

const parse = (text: string): O.Option<Note> => pipe(J.parse(text), O.fromEither, O.filter(Note.is));

const dayOf = (now: number): string => instantOfMilliseconds(now).slice(0, 'YYYY-MM-DD'.length);

const readingOfOpen = (name: string, noted: O.Option<string>, begun: Instant, now: number): WindowReading => {
  const day = dayOf(now);
  const note = pipe(noted, O.chain(parse), O.toNullable);
  const isSameBegin = note !== null && isSame(note.begun, begun);
  const cursor = O.fromNullable(note?.cursor);
  const isDone = isSameBegin && O.isNone(cursor) && note.day === day;
  const from = note !== null && O.isSome(cursor) ? note.begun : begun;
  return {
    cursor,
    isDone,
    isLast: isSame(from, begun),
    checkpointAt: (next) => {
      const text: Note = { begun: from, day, cursor: O.toNullable(next) };
      return { window: name, next: O.some(JSON.stringify(text)) };
    },
  };
};

/**
 * How far a run has read a window that it comes to.
 *
 * More may be sold in a window that is not over. So having read it counts only until the run is resumed, and no longer than that
 * day: a resumed run first finishes the reading that was left off, so that one which is interrupted again and again still gets
 * on, and then reads such a window once more. What this run has settled stays settled when it is read again.
 *
 * @param begun see `beginOf`
 * @param now milliseconds since 1970
 */
export const windowReading =
  (checkpointOf: (name: string) => ReturnType<SyncStore['readCheckpoint']>, begun: Instant) =>
  async ({ key, end }: Pick<Window, 'key' | 'end'>, now: number): Promise<E.Either<StoreError, WindowReading>> => {
    const isOver = millisecondsOf(end) <= now - settling;
    const name = isOver ? key : `${key}, not over`;
    return pipe(
      await checkpointOf(name)(),
      E.map(({ cursor, done }) =>
        isOver
          ? { cursor, isDone: done, isLast: true, checkpointAt: (next) => ({ window: name, next }) }
          : readingOfOpen(name, cursor, begun, now),
      ),
    );
  };
