import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { BookError, Presence } from '../../core/record-book.ts';
import { askService } from '../pace/ask-service.ts';
import { atMost } from '../at-most.ts';
import type { Candidate } from '../entry/candidate.ts';
import { differences } from '../entry/compare.ts';
import { alreadyPresent, conflict, gaveUp, pending, type Verdict } from '../entry/verdict.ts';
import type { Work } from './work.ts';

/** No walk saw it: as with our own pushes, it was learnt by its id. */
const byId = 0;

/**
 * Asks the service by id for transactions of which nothing is known, because its list was not read to the end. What it holds
 * is compared, and noted in the record book when it is the same, so that it is not asked for again. Right: by transaction
 * id, the verdicts; of what the service does not hold there is none.
 */
export const askUnknown =
  (work: Work) =>
  async (unknown: readonly Candidate[]): Promise<E.Either<BookError, ReadonlyMap<string, Verdict>>> => {
    const verdicts = new Map<string, Verdict>();
    const found: Presence[] = [];
    await atMost(work.concurrency)(unknown, async ({ id, name, body }) => {
      const answer = await askService(work)(id);
      if (answer._tag === 'NotAsked') {
        verdicts.set(id, pending);
        return;
      }
      work.crashPoint('after_get_before_commit');
      if (answer._tag === 'NoClearAnswer') {
        work.lane.gaveUp();
        verdicts.set(id, gaveUp(answer.message));
      }
      if (answer._tag !== 'Found') return;
      const fields = differences(body, answer.stored);
      verdicts.set(id, fields.length === 0 ? alreadyPresent(null) : conflict(fields));
      if (fields.length === 0) found.push({ id, name });
    });
    if (found.length === 0) return E.right(verdicts);
    const noted = await work.book.savePresence({ walk: byId, transactions: found, next: O.none, completes: false })();
    return E.isLeft(noted) ? noted : E.right(verdicts);
  };
