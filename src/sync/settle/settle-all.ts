import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { StoreError, Intent, PageLookup } from '../../domain/sync-store.ts';
import { atMost } from '../at-most.ts';
import type { Candidate } from '../entry/candidate.ts';
import { type Settlement, settlementOf } from '../entry/settlement.ts';
import { pending, recordedBy, type Verdict } from '../entry/verdict.ts';
import { lookUpAll } from '../presence/look-up.ts';
import { longestUnchecked } from '../limits.ts';
import type { PresenceEnd } from '../presence/read-presence.ts';
import { carryOut, intentOf } from './carry-out.ts';
import { noteFacts, readFacts } from './learn-service.ts';
import { findBarred, withinLimits } from './push-limits.ts';
import type { Work } from './work.ts';

interface Decided {
  readonly candidate: Candidate;
  readonly settlement: Settlement;
}

/** Facts of the record book, unless this process knows them. */
const loadFacts = async (work: Work): Promise<E.Either<StoreError, void>> => {
  const { gate, book, wire, isListRead } = work;
  if (gate.facts() !== null) {
    const listShows = work.remoteList.shows();
    return gate.facts()?.listShows === null && listShows !== null ? noteFacts(work, { listShows }) : E.right(undefined);
  }
  const kept = await readFacts(book, wire);
  if (E.isLeft(kept)) return kept;
  const facts = kept.right;
  // A run that a person started tries one transaction again; live work waits until that went well.
  const isTriedAgain = isListRead && facts !== null && facts.changed.length > 0;
  if (facts !== null && gate.facts() === null && !isTriedAgain) gate.setFacts(facts);
  return E.right(undefined);
};

/**
 * Whether new transactions may be pushed: `read`. Where ids are ours, the service recognizes what it holds; where it assigns them, or
 * where that is not known yet, its whole list must have been read once.
 */
const readyToPush = async (work: Work): Promise<E.Either<StoreError, PresenceEnd>> => {
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

const isNew = ({ settlement }: Decided): boolean => settlement._tag === 'Push' && settlement.sending === null;

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
  found: PageLookup,
): Promise<E.Either<StoreError, ReadonlyMap<string, Verdict>>> => {
  const verdicts = new Map<string, Verdict>();
  const barred = await findBarred(work, candidates, found);
  if (E.isLeft(barred)) return barred;
  const decideOne = (candidate: Candidate, by: PageLookup): Decided => ({
    candidate,
    settlement: withinLimits(settlementOf(candidate, by, work.isRetried), barred.right.get(candidate.id)),
  });
  const decide = (by: PageLookup): readonly Decided[] => candidates.map((candidate) => decideOne(candidate, by));
  const lookUpAgain = async (some: readonly Candidate[]): Promise<E.Either<StoreError, PageLookup>> => {
    const wanted = some.map(({ id, name, references }) => ({ id, name, references }));
    const again = await lookUpAll(work.book)(work.runId, wanted);
    return E.map((known: PageLookup) => ({ ...known, settledInRun: found.settledInRun }))(again);
  };
  let known = found;
  let decided = decide(known);
  if (!work.dryRun && decided.some(({ settlement }) => settlement._tag === 'Push')) {
    const ready = await readyToPush(work);
    if (E.isLeft(ready)) return ready;
    if (!work.isListRead && work.gate.facts()?.identity !== 'client') {
      const again = await lookUpAgain(candidates);
      if (E.isLeft(again)) return again;
      known = again.right;
      decided = decide(known);
    }
    if (ready.right !== 'read') {
      const verdict = withoutList(work, ready.right);
      for (const { candidate, settlement } of decided) {
        if (settlement._tag === 'Push') verdicts.set(candidate.id, verdict);
      }
    }
  }
  const fresh = decided.filter((one) => isNew(one) && !verdicts.has(one.candidate.id));
  if (fresh.length > 0 && !work.dryRun && !work.lane.isOver()) {
    const intents: Intent[] = [];
    for (const { candidate } of fresh) intents.push(intentOf(work.storefront, candidate));
    const saved = await work.book.saveIntents(intents, instantOfMilliseconds(work.clock.now()))();
    if (E.isLeft(saved)) return saved;
    const { claimed, existing } = saved.right;
    for (const [id, owner] of claimed) verdicts.set(id, recordedBy(owner));
    // Another run or worker came upon them since the record book was asked.
    if (existing.size > 0) decided = decide({ ...known, submissions: new Map([...known.submissions, ...existing]) });
    work.crashPoint('after_intents');
  }
  const failures: StoreError[] = [];
  const open = decided.filter(({ candidate }) => !verdicts.has(candidate.id));
  const savedAt = work.clock.now();
  const settle = async (one: Decided): Promise<E.Either<StoreError, Verdict>> => {
    if (failures.length > 0) return E.right(pending);
    const { candidate, settlement } = one;
    if (!isNew(one) || work.clock.now() - savedAt < longestUnchecked) return carryOut(work)(candidate, settlement);
    const again = await lookUpAgain([candidate]);
    if (E.isLeft(again)) return again;
    const isPushedSince = again.right.submissions.get(candidate.id)?.status === 'confirmed';
    return carryOut(work)(candidate, isPushedSince ? decideOne(candidate, again.right).settlement : settlement);
  };
  await atMost(work.concurrency)(open, async (one) => {
    const verdict = await settle(one);
    if (E.isLeft(verdict)) failures.push(verdict.left);
    else verdicts.set(one.candidate.id, verdict.right);
  });
  pendingAgain(work, verdicts);
  const [failure] = failures;
  return failure === undefined ? E.right(verdicts) : E.left(failure);
};
