import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { instantOfMilliseconds } from '../../core/instant.ts';
import type { BookError, Intent, Known } from '../../core/record-book.ts';
import { parseFacts } from '../../core/service-facts.ts';
import { atMost } from '../at-most.ts';
import type { Candidate } from '../entry/candidate.ts';
import { type Settlement, settlementOf } from '../entry/settlement.ts';
import { pending, recordedBy, type Verdict } from '../entry/verdict.ts';
import { lookUpAll } from '../presence/look-up.ts';
import type { PresenceEnd } from '../presence/read-presence.ts';
import { carryOut, intentOf } from './carry-out.ts';
import { noteFacts } from './learn-service.ts';
import { findBarred, withinLimits } from './push-limits.ts';
import type { Work } from './work.ts';

interface Decided {
  readonly candidate: Candidate;
  readonly settlement: Settlement;
}

/** Facts of the record book, unless this process knows them. */
const loadFacts = async (work: Work): Promise<E.Either<BookError, void>> => {
  const { gate, book, wire, isListRead } = work;
  if (gate.facts() !== null) {
    const listShows = work.remoteList.shows();
    return gate.facts()?.listShows === null && listShows !== null ? noteFacts(work, { listShows }) : E.right(undefined);
  }
  const kept = await book.serviceFacts(wire?.fingerprint ?? '')();
  if (E.isLeft(kept)) return kept;
  const facts = O.chain(parseFacts)(kept.right);
  // A run that a person started tries one transaction again; live work waits until that went well.
  const isTriedAgain = isListRead && O.isSome(facts) && facts.value.changed.length > 0;
  if (O.isSome(facts) && gate.facts() === null && !isTriedAgain) gate.setFacts(facts.value);
  return E.right(undefined);
};

/**
 * Whether new transactions may be pushed: `read`. Where ids are ours, the service recognizes what it holds; where it assigns them, or
 * where that is not known yet, its whole list must have been read once.
 */
const readyToPush = async (work: Work): Promise<E.Either<BookError, PresenceEnd>> => {
  const loaded = await loadFacts(work);
  if (E.isLeft(loaded)) return loaded;
  return work.gate.facts()?.identity === 'client' ? E.right('read') : work.remoteList.ensureRead();
};

const listNotRead =
  'The list of the Tax Nexus Service cannot be read to its end, and the service assigns ids: only its list shows what it holds. Nothing more was pushed. Run again later, or ask the service why its list refuses its own cursors.';

/** What becomes of new transactions while the list cannot be read that alone shows whether the service holds them. */
const withoutList = ({ lane }: Work, end: Exclude<PresenceEnd, 'read'>): Verdict => {
  if (end === 'lost') lane.stop(listNotRead);
  if (typeof end !== 'string') lane.stop(end.message, end.cause);
  return pending;
};

/** When the service refuses everything, what it refused is no matter of single sales, and stays pending. */
const pendingAgain = ({ lane }: Work, verdicts: Map<string, Verdict>): void => {
  if (lane.stopped()?.cause !== 'refused') return;
  for (const [id, verdict] of verdicts) {
    if (verdict._tag === 'Settled' && verdict.reason === 'refused') verdicts.set(id, pending);
  }
};

/**
 * Settles transactions side by side, each as its own affair: what becomes of one says nothing about the others.
 *
 * The intents of all new ones are durable before the first of them is pushed. Left when the record book fails: then what was
 * pushed is found again by the next run, through the intents.
 */
export const settleAll = async (
  work: Work,
  candidates: readonly Candidate[],
  found: Known,
): Promise<E.Either<BookError, ReadonlyMap<string, Verdict>>> => {
  const verdicts = new Map<string, Verdict>();
  const barred = await findBarred(work, candidates, found);
  if (E.isLeft(barred)) return barred;
  const decide = (known: Known): readonly Decided[] =>
    candidates.map((candidate) => ({
      candidate,
      settlement: withinLimits(settlementOf(candidate, known, work.isRetried), barred.right.get(candidate.id)),
    }));
  let decided = decide(found);
  if (!work.dryRun && decided.some(({ settlement }) => settlement._tag === 'Push')) {
    const ready = await readyToPush(work);
    if (E.isLeft(ready)) return ready;
    if (!work.isListRead && work.gate.facts()?.identity !== 'client') {
      const wanted = candidates.map(({ id, name, references }) => ({ id, name, references }));
      const again = await lookUpAll(work.book)(work.runId, wanted);
      if (E.isLeft(again)) return again;
      decided = decide({ ...again.right, settledInRun: found.settledInRun });
    }
    if (ready.right !== 'read') {
      const verdict = withoutList(work, ready.right);
      for (const { candidate, settlement } of decided) {
        if (settlement._tag === 'Push') verdicts.set(candidate.id, verdict);
      }
    }
  }
  const fresh = decided.filter(
    ({ candidate, settlement }) =>
      settlement._tag === 'Push' && settlement.sending === null && !verdicts.has(candidate.id),
  );
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
  pendingAgain(work, verdicts);
  const [failure] = failures;
  return failure === undefined ? E.right(verdicts) : E.left(failure);
};
