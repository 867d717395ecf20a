/**
 * Pushes the transactions of a page in parallel, after their intents are durable and after it is certain that the service
 * does not hold them.
 */
import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { StoreError, Intent, PageLookup } from '../domain/sync-store.ts';
import { inParallelUntilFailure } from '../domain/async.ts';
import type { PushCandidate } from './mapped-record.ts';
import { findBlocked } from './blocked-pushes.ts';
import { planPush, type PushPlan, withBlock } from './plan-push.ts';
import { pendingResult, recordedByResult, type PushResult } from './push-result.ts';
import type { ScanEnd } from './scan-list.ts';
import { lookUpPage } from './look-up-page.ts';
import { maxUncheckedWait } from './limits.ts';
import { isDeniedAlone } from './look-up.ts';
import { executePlan, intentOf } from './execute-plan.ts';
import { keepFacts, readFacts } from './service-facts.ts';
import type { PushContext } from './run-context.ts';
import { attempt } from '../domain/attempt.ts';

interface PlannedPush {
  readonly candidate: PushCandidate;
  readonly plan: PushPlan;
}

/**
 * Pushes transactions in parallel, each independent of the others.
 *
 * The intents of all new ones are durable before the first push. Left when the sync database fails: the next run finds
 * what was pushed through the intents.
 */
export const pushAll = (
  pushContext: PushContext,
  candidates: readonly PushCandidate[],
  found: PageLookup,
): Promise<E.Either<StoreError, ReadonlyMap<string, PushResult>>> =>
  attempt(async (take) => {
    const results = new Map<string, PushResult>();
    const blocked = await take(findBlocked(pushContext, candidates, found));
    const gone = new Set<string>();
    const planOne = (candidate: PushCandidate, all: PageLookup): PlannedPush => {
      const by = gone.has(candidate.id) ? { ...all, remoteById: new Map(), remoteByName: new Map() } : all;
      const plan = planPush(candidate, by, pushContext.isRetried);
      return { candidate, plan: withBlock(plan, blocked.get(candidate.id)) };
    };
    const planAll = (by: PageLookup): readonly PlannedPush[] => {
      const all: PlannedPush[] = [];
      for (const candidate of candidates) all.push(planOne(candidate, by));
      return all;
    };
    const lookUpAgain = async (some: readonly PushCandidate[]): Promise<E.Either<StoreError, PageLookup>> => {
      const wanted = some.map(({ id, name, references }) => ({ id, name, references }));
      const again = await lookUpPage(pushContext.store)(pushContext.runId, wanted);
      return E.map((known: PageLookup) => ({ ...known, settledInRun: found.settledInRun }))(again);
    };
    let known = found;
    let planned = planAll(known);
    for (const one of planned) if (await isGoneOfOther(pushContext, one)) gone.add(one.candidate.id);
    if (gone.size > 0) planned = planAll(known);
    if (!pushContext.dryRun && planned.some(({ plan }) => plan._tag === 'Push')) {
      const ready = await take(readyToPush(pushContext));
      if (!pushContext.isListRead && pushContext.gate.facts()?.identity !== 'client') {
        known = await take(lookUpAgain(candidates));
        planned = planAll(known);
      }
      if (ready !== 'read') {
        const result = stopWithoutList(pushContext, ready);
        for (const { candidate, plan } of planned) {
          if (plan._tag === 'Push') results.set(candidate.id, result);
        }
      }
    }
    const fresh = planned.filter((one) => isNew(one) && !results.has(one.candidate.id));
    if (!pushContext.dryRun && stopIfHeldUnderOtherName(pushContext, fresh)) {
      for (const { candidate } of fresh) results.set(candidate.id, pendingResult);
    }
    if (fresh.length > 0 && !pushContext.dryRun && !pushContext.client.isOver()) {
      const intents: Intent[] = [];
      for (const { candidate } of fresh) intents.push(intentOf(pushContext.storefront, candidate));
      const { claimed, existing } = await take(
        pushContext.store.saveIntents(intents, instantOfMilliseconds(pushContext.clock.now()))(),
      );
      for (const [id, owner] of claimed) results.set(id, recordedByResult(owner));
      // Another run or worker has begun to push them since the lookup.
      if (existing.size > 0) planned = planAll({ ...known, submissions: new Map([...known.submissions, ...existing]) });
      pushContext.crashPoint('after_intents');
    }
    const open = planned.filter(({ candidate }) => !results.has(candidate.id));
    const savedAt = pushContext.clock.now();
    const execute = async (one: PlannedPush): Promise<E.Either<StoreError, PushResult>> => {
      const { candidate, plan } = one;
      if (plan._tag !== 'Push' || pushContext.clock.now() - savedAt < maxUncheckedWait)
        return executePlan(pushContext, candidate, plan);
      const again = await lookUpAgain([candidate]);
      if (E.isLeft(again)) return again;
      const submission = again.right.submissions.get(candidate.id);
      // The buyer or the merchant was erased since the page was read, and the sale in hand still has the address.
      if (submission?.status === 'intent' && submission.body === null) return E.right(pendingResult);
      const isPushedSince = submission?.status === 'confirmed';
      return executePlan(pushContext, candidate, isPushedSince ? planOne(candidate, again.right).plan : plan);
    };
    const executed = await inParallelUntilFailure(pushContext.concurrency)(open, async (one) => {
      const result = await execute(one);
      if (E.isRight(result)) results.set(one.candidate.id, result.right);
      return result;
    });
    resetFailed(pushContext, results);
    await take(executed);
    return results;
  });

/**
 * Whether a transaction that another source wrote has disappeared: the whole list no longer shows it, and a single read
 * denies it. We never sent it, so it is sent now.
 */
const isGoneOfOther = async (pushContext: PushContext, { candidate, plan }: PlannedPush): Promise<boolean> => {
  if (plan._tag !== 'Present' || plan.submission !== null || plan.remote === null) return false;
  const [list, facts] = [pushContext.remoteList.whole(), pushContext.gate.facts()];
  if (list === null || list.isLate() || list.shows({ ...candidate, remoteId: plan.remote.id }, facts)) return false;
  return (
    pushContext.takeDriftLookup() &&
    (await isDeniedAlone(pushContext, { ...candidate, remoteId: plan.remote.id }, facts))
  );
};

/**
 * `read`: new transactions may be pushed. Where the service keeps our ids, it recognizes a second push. Where it assigns ids,
 * or that is not known yet, its whole list must have been read once.
 */
const readyToPush = async (pushContext: PushContext): Promise<E.Either<StoreError, ScanEnd>> => {
  const loaded = await loadFacts(pushContext);
  if (E.isLeft(loaded)) return loaded;
  const { gate, remoteList } = pushContext;
  if (gate.facts() === null && !gate.hasStored()) return remoteList.readBeforeFirst();
  return gate.facts()?.identity === 'client' ? E.right('read') : remoteList.ensureRead();
};

/** Loads the service's facts from the sync database, unless this process has them. */
const loadFacts = async (pushContext: PushContext): Promise<E.Either<StoreError, void>> => {
  const { gate, store, wire, audit } = pushContext;
  if (gate.facts() !== null) {
    const listShows = pushContext.remoteList.shows();
    return gate.facts()?.listShows === null && listShows !== null
      ? keepFacts(pushContext, { listShows })
      : E.right(undefined);
  }
  const kept = await readFacts(store, wire);
  if (E.isLeft(kept)) return kept;
  const facts = kept.right;
  // A run that a person started tries one transaction again; live work waits until that went well.
  const isTriedAgain = audit.cause === 'run' && facts !== null && facts.changed.length > 0;
  if (facts !== null && gate.facts() === null && !isTriedAgain) gate.setFacts(facts);
  return E.right(undefined);
};

const listNotRead =
  'The list of the Tax Nexus Service cannot be read to its end, and the service assigns ids: only the list shows what it holds. Nothing more was pushed. Run again later, or ask the service why its list refuses its own cursors.';

/** New transactions stay pending when the list cannot be read: only the list shows whether the service holds them. */
const stopWithoutList = ({ client }: PushContext, end: Exclude<ScanEnd, 'read'>): PushResult => {
  if (end === 'lost') client.stop(listNotRead);
  if (typeof end !== 'string') client.stop(end.message, end.cause);
  return pendingResult;
};

const isNew = ({ plan }: PlannedPush): boolean => plan._tag === 'Push' && plan.submission === null;

/**
 * An empty sync database may have been lost: if the service seems to hold a sale under another name, the run stops, so that
 * nothing is sent twice.
 */
const stopIfHeldUnderOtherName = (
  { remoteList, gate, client, wire }: PushContext,
  fresh: readonly PlannedPush[],
): boolean => {
  const resembling = gate.facts()?.identity === 'client' ? null : remoteList.resembling();
  const [first] = fresh;
  const isOurs = wire?.settings.identity === 'client';
  const count = first === undefined || isOurs ? 0 : (resembling?.nameless(first.candidate.id) ?? 0);
  if (count > 0) {
    client.stop(nameless(count));
    return true;
  }
  for (const { candidate } of resembling === null ? [] : fresh) {
    const [theirs] = resembling?.find(candidate) ?? [];
    if (theirs === undefined) continue;
    client.stop(seemsHeld(candidate.name, theirs.id));
    return true;
  }
  return false;
};

const nameless = (count: number): string =>
  `This sync database is empty, and the list of the Tax Nexus Service shows ${count} transactions without a name and with ids that the service assigned, so that it is unknown which of them are yours. Nothing more was pushed. Set service.wire.names to { "name": … } with the field that holds the name, or restore the sync database (state) that sent them. If the service keeps our ids, set service.wire.identity to "client".`;

const seemsHeld = (name: string, theirs: string): string =>
  `This sync database is empty, and the Tax Nexus Service seems to hold ${name} under another name, as its ${theirs}. Nothing more was pushed. Restore the sync database (state) that sent it, or have the name there corrected. If another source wrote it, remove it there, or begin with a later day.`;

/** When the service refuses everything or does not answer, the cause is not in single sales, so those sales stay pending. */
const resetFailed = ({ client }: PushContext, results: Map<string, PushResult>): void => {
  const cause = client.stopped()?.cause ?? '';
  const reason = cause === 'no answer' ? 'no definitive response' : 'refused';
  if (!['refused', 'credentials', 'address', 'no answer'].includes(cause)) return;
  for (const [id, result] of results) {
    if (result._tag === 'Settled' && result.reason === reason) results.set(id, pendingResult);
  }
};
