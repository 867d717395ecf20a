import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { instantOfMilliseconds } from '../../core/instant.ts';
import type { BookError, Intent, Sending } from '../../core/record-book.ts';
import type { StoredTransaction } from '../../core/stored-transaction.ts';
import { askService } from '../pace/ask-service.ts';
import type { Candidate } from '../entry/candidate.ts';
import { differences, parseBody } from '../entry/compare.ts';
import { driftMovement } from '../entry/drift-movement.ts';
import { pushUntilSettled } from './push-until-settled.ts';
import type { Settlement } from '../entry/settlement.ts';
import {
  alreadyPresent,
  conflict,
  dryRun,
  gaveUp,
  nameTaken,
  pending,
  presentAsItIsNow,
  recordedBy,
  succeeded,
  type Verdict,
} from '../entry/verdict.ts';
import type { Work } from './work.ts';

type Result = Promise<E.Either<BookError, Verdict>>;

export const intentOf = (storefront: string, { sourceId, references, id, name, body, digest }: Candidate): Intent => ({
  storefront,
  sourceId,
  references,
  id,
  name,
  body,
  digest,
});

/**
 * What was settled by an earlier body is not the sale as it is now: that is a drift, and nobody may look at it again. Where
 * that body was erased, it is the sale as it is now that was told.
 */
const asToldBy = ({ clock }: Work, candidate: Candidate, sending: Sending, verdict: Verdict): Verdict => {
  const isOther = sending.digest !== candidate.digest;
  if (!isOther || verdict._tag !== 'Settled' || verdict.sending !== 'confirmed' || verdict.digest !== null)
    return verdict;
  if (sending.body === null) return { ...verdict, digest: candidate.digest };
  const told = parseBody(sending.body);
  return O.isNone(told)
    ? verdict
    : { ...verdict, drift: driftMovement(candidate, E.right(told.value), instantOfMilliseconds(clock.now())) };
};

const push = async (work: Work, candidate: Candidate, sending: Sending | null): Result => {
  if (work.dryRun) return E.right(dryRun);
  const { id } = candidate;
  const body = sending?.body ?? candidate.body;
  const isNameTaken = (): Promise<boolean> => work.isNameTaken(candidate);
  const verdict = await pushUntilSettled(work)({
    id,
    body,
    mayHaveArrived: sending?.status === 'intent',
    current: candidate,
    isNameTaken,
  });
  return E.right(sending === null ? verdict : asToldBy(work, candidate, sending, verdict));
};

/** The body that we froze counts first; the sale as it is now may have become what is there by a correction. */
const compare = (candidate: Candidate, sending: Sending | null, stored: StoredTransaction): Verdict => {
  const fields = differences(sending?.body ?? candidate.body, stored);
  if (fields.length === 0) return sending?.status === 'intent' ? succeeded : alreadyPresent('confirmed');
  return sending !== null && differences(candidate.body, stored).length === 0
    ? presentAsItIsNow(candidate.digest)
    : conflict(fields);
};

const ask = async (work: Work, candidate: Candidate, sending: Sending | null): Result => {
  const answer = await askService(work)(candidate.id);
  if (answer._tag === 'NotAsked') return E.right(pending);
  work.crashPoint('after_get_before_commit');
  switch (answer._tag) {
    case 'Found': {
      const verdict = compare(candidate, sending, answer.stored);
      return E.right(sending === null ? verdict : asToldBy(work, candidate, sending, verdict));
    }
    case 'NoClearAnswer':
      work.lane.gaveUp();
      return E.right(gaveUp(answer.message));
    case 'Absent': {
      if (work.dryRun) return E.right(dryRun);
      // The list had it, and it is gone: an intent must be durable before it is pushed, as always.
      const at = instantOfMilliseconds(work.clock.now());
      const saved = await work.book.saveIntents([intentOf(work.storefront, candidate)], at)();
      if (E.isLeft(saved)) return saved;
      const owner = saved.right.get(candidate.id);
      if (owner !== undefined) return E.right(recordedBy(owner));
      return push(work, candidate, sending);
    }
  }
};

const drifted = async (work: Work, candidate: Candidate): Promise<Verdict> => {
  const now = instantOfMilliseconds(work.clock.now());
  const unknown = (why: string): Verdict => alreadyPresent(null, driftMovement(candidate, E.left(why), now));
  if (!work.takeDriftQuestion()) return unknown('the service was not asked for the difference');
  const answer = await askService(work)(candidate.id);
  switch (answer._tag) {
    case 'Found':
      return alreadyPresent(null, driftMovement(candidate, E.right(answer.stored), now));
    case 'Absent':
      return unknown('the service says that it holds it no longer');
    case 'NoClearAnswer':
    case 'NotAsked':
      return unknown('the service did not say what it holds');
  }
};

/** Does what was decided about one transaction. Left only when the record book fails; never rejects. */
export const carryOut =
  (work: Work) =>
  async (candidate: Candidate, settlement: Settlement): Result => {
    switch (settlement._tag) {
      case 'SettledBefore':
        return E.right(settlement);
      case 'Present':
        return E.right(alreadyPresent(null));
      case 'NameTaken':
        return E.right(nameTaken);
      case 'Drifted':
        return E.right(await drifted(work, candidate));
      case 'Ask':
        return ask(work, candidate, settlement.sending);
      case 'Push':
        return push(work, candidate, settlement.sending);
    }
  };
