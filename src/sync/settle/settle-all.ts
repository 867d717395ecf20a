import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../../core/instant.ts';
import type { BookError, Intent } from '../../core/record-book.ts';
import { atMost } from '../at-most.ts';
import { askUnknown } from './ask-unknown.ts';
import type { Candidate } from '../entry/candidate.ts';
import { carryOut, intentOf } from './carry-out.ts';
import { isUnknown } from './is-unknown.ts';
import type { KnownPage } from './know-page.ts';
import { type Settlement, settlementOf } from '../entry/settlement.ts';
import { pending, recordedBy, type Verdict } from '../entry/verdict.ts';
import type { Work } from './work.ts';

interface Decided {
  readonly candidate: Candidate;
  readonly settlement: Settlement;
}

/**
 * Settles transactions side by side, each as its own affair: what becomes of one says nothing about the others.
 *
 * Where the service may list what is not known, it is asked first. The intents of all new ones are durable before the first
 * of them is pushed. Left when the record book fails: then what was pushed is found again by the next run, through the
 * intents.
 */
export const settleAll = async (
  work: Work,
  candidates: readonly Candidate[],
  { known, mayBeListed }: KnownPage,
): Promise<E.Either<BookError, ReadonlyMap<string, Verdict>>> => {
  const unknown = mayBeListed ? candidates.filter((candidate) => isUnknown(work, known, candidate)) : [];
  const asked = await askUnknown(work)(unknown);
  if (E.isLeft(asked)) return asked;
  const verdicts = new Map<string, Verdict>(asked.right);
  const decided: Decided[] = [];
  for (const candidate of candidates) {
    if (verdicts.has(candidate.id)) continue;
    decided.push({ candidate, settlement: settlementOf(candidate, known, work.isRetried) });
  }
  const fresh = decided.filter(({ settlement }) => settlement._tag === 'Push' && settlement.sending === null);
  if (fresh.length > 0 && !work.dryRun && !work.lane.isOver()) {
    const intents: Intent[] = [];
    for (const { candidate } of fresh) intents.push(intentOf(work.storefront, candidate));
    const saved = await work.book.saveIntents(intents, instantOfMilliseconds(work.clock.now()))();
    if (E.isLeft(saved)) return saved;
    for (const [id, owner] of saved.right) verdicts.set(id, recordedBy(owner));
    work.crashPoint('after_intents');
  }
  const failures: BookError[] = [];
  const open = decided.filter(({ candidate }) => !verdicts.has(candidate.id));
  await atMost(work.concurrency)(open, async ({ candidate, settlement }) => {
    const verdict = failures.length > 0 ? E.right(pending) : await carryOut(work)(candidate, settlement);
    if (E.isLeft(verdict)) failures.push(verdict.left);
    else verdicts.set(candidate.id, verdict.right);
  });
  const [failure] = failures;
  return failure === undefined ? E.right(verdicts) : E.left(failure);
};
