import * as E from 'fp-ts/lib/Either.js';
import type { BookError, Known, RecordBook } from '../../core/record-book.ts';
import { mostLookedUp } from '../limits.ts';

const merge = (all: readonly Known[]): Known => {
  const [first] = all;
  if (first !== undefined && all.length === 1) return first;
  return {
    sendings: new Map(all.flatMap(({ sendings }) => [...sendings])),
    presentIds: new Map(all.flatMap(({ presentIds }) => [...presentIds])),
    presentNames: new Map(all.flatMap(({ presentNames }) => [...presentNames])),
    settledInRun: new Map(all.flatMap(({ settledInRun }) => [...settledInRun])),
    owners: new Map(all.flatMap(({ owners }) => [...owners])),
  };
};

/** Looks up everything about a page in as few questions as the book allows; one, for a page of ordinary size. */
export const lookUpAll =
  ({ lookUp }: Pick<RecordBook, 'lookUp'>) =>
  async (runId: string, wanted: Parameters<RecordBook['lookUp']>[1]): Promise<E.Either<BookError, Known>> => {
    const all: Known[] = [];
    for (let start = 0; start < wanted.length; start += mostLookedUp) {
      const known = await lookUp(runId, wanted.slice(start, start + mostLookedUp))();
      if (E.isLeft(known)) return known;
      all.push(known.right);
    }
    return E.right(merge(all));
  };
