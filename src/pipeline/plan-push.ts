import { type Decision, decisionFor } from '../domain/decision.ts';
import type { PageLookup, RemoteTransaction, StoreError, Submission, SyncStore } from '../domain/sync-store.ts';
import { isInService, type Outcome, type ReportLine, type Run } from '../domain/run.ts';
import { lookUpPage } from './look-up.ts';
import type { MappedRecord, MappedTransaction, PushCandidate } from './mapped-record.ts';
import { type SettledResult, settledResult } from './push-result.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { dayIn } from '../domain/date-range.ts';
import { withRetryOn } from './store-with-retry.ts';
import type { PeriodStore, SyncPorts } from './ports.ts';
import { isOtherTransaction } from '../mapping/identity.ts';

/** What is to be done about one transaction, as far as our own knowledge goes. */
export type PushPlan =
  /** This run settled it already. */
  | { readonly _tag: 'SettledBefore'; readonly outcome: Outcome }
  /** The service holds it, under our id or our name. `remote`: what the list showed; null when no list did yet. */
  | { readonly _tag: 'Present'; readonly remote: RemoteTransaction | null; readonly submission: Submission | null }
  /** The service holds it, as it was before the source changed. */
  | { readonly _tag: 'Drifted'; readonly remote: RemoteTransaction | null; readonly submission: Submission }
  /** Not known to be there, and not to be pushed now, for the reason that `block` gives: the service is asked for it. */
  | { readonly _tag: 'Blocked'; readonly submission: Submission | null; readonly block: SettledResult }
  /** Not known to be there: push the frozen body of an earlier attempt, or a new one. */
  | { readonly _tag: 'Push'; readonly submission: Submission | null };

const isAttempted = (outcome: Outcome): boolean =>
  outcome === 'succeeded' || outcome === 'alreadyPresent' || outcome === 'failed';

/**
 * Decides from what the sync database knows. Pure.
 *
 * The list proves presence, never absence: what is not in it is pushed, and the service's 409 is the safeguard. An equal
 * id or an equal name is the same transaction by the service's own rule, unless its id is that of another one of ours, so that a
 * history which is wholly present costs no question for each sale.
 *
 * @param isRetried whether an outcome of this run is to be replaced
 */
export const planPush = (
  { id, name, digest }: Pick<PushCandidate, 'id' | 'name' | 'digest'>,
  known: PageLookup,
  isRetried: (outcome: Outcome) => boolean = () => false,
): PushPlan => {
  const before = known.settledInRun.get(id);
  if (before !== undefined && isAttempted(before) && !isRetried(before)) {
    return { _tag: 'SettledBefore', outcome: before };
  }
  const submission = known.submissions.get(id) ?? null;
  const [byId, named] = [known.remoteById.get(id), known.remoteByName.get(name)];
  const byName = named === undefined || isOtherTransaction(named.id, id) ? undefined : named;
  // A service may write ids in another form: then the list showed it under its name alone.
  const remote = (byId?.shown == null ? (byName ?? byId) : byId) ?? null;
  if (submission?.status === 'confirmed') {
    return submission.digest === digest
      ? { _tag: 'Present', remote, submission }
      : { _tag: 'Drifted', remote, submission };
  }
  if (remote !== null) return { _tag: 'Present', remote, submission };
  // What was refused, or was another transaction, never arrived: what is sold now may be what the service wants.
  return { _tag: 'Push', submission: submission?.status === 'intent' ? submission : null };
};

/** From which day live work sends sales of a storefront. */
export interface FirstDay {
  /** The day of a sale in the storefront's time zone, `YYYY-MM-DD`. */
  readonly dayOf: (sale: Pick<PushCandidate, 'transactedAt'>) => string;
  /** Right: the first day, if a day is before it. */
  readonly after: (day: string) => Promise<E.Either<StoreError, string | null>>;
}

/** What keeps sales from being sent that the service does not hold. */
export interface PushLimits {
  /** Null where a person agreed to send into closed periods. */
  readonly closedPeriods: PeriodStore['closedPeriods'] | null;
  /** Null in everything but live work. */
  readonly firstDay: FirstDay | null;
}

type LimitPorts = Pick<SyncPorts, 'storefronts' | 'reviews' | 'clock' | 'random'>;

/**
 * The first day of live sales: the setting, else the earlier of the first synced day and the day of going live. A later
 * sync of earlier days only moves it back, so it is read again before an older sale is skipped.
 *
 * @param run the storefront's live run
 */
export const liveFirstDay = (
  { storefronts, reviews, clock, random }: LimitPorts,
  storefront: string,
  { startedAt, timeZones }: Pick<Run, 'startedAt' | 'timeZones'>,
): FirstDay => {
  const timeZone = timeZones[storefront] ?? 'UTC';
  const since = storefronts[storefront]?.since ?? null;
  const firstSyncedDay = withRetryOn({ clock, random })(reviews.firstSyncedDay(storefront));
  let first = since;
  return {
    dayOf: ({ transactedAt }) => dayIn(timeZone, transactedAt),
    after: async (day) => {
      first ??= dayIn(timeZone, startedAt);
      if (day >= first) return E.right(null);
      if (since !== null) return E.right(since);
      const synced = await firstSyncedDay();
      if (E.isLeft(synced)) return synced;
      if (O.isSome(synced.right) && synced.right.value < first) first = synced.right.value;
      return E.right(day < first ? first : null);
    },
  };
};

/** The limits of a run: closed periods, unless a person agreed to send into them, and the first day of a live run. */
export const pushLimitsOf = (ports: LimitPorts, storefront: string, run: Run): PushLimits => ({
  closedPeriods: run.intoClosedPeriods === true ? null : withRetryOn(ports)(ports.reviews.closedPeriods),
  firstDay: run.kind === 'live' ? liveFirstDay(ports, storefront, run) : null,
});

interface LimitContext {
  readonly storefront: string;
  readonly limits: PushLimits;
  /** Outcomes of this run that are to be replaced. */
  readonly isRetried: (outcome: Outcome) => boolean;
}

const readClosedMonths = async ({ closedPeriods }: PushLimits): Promise<E.Either<StoreError, ReadonlySet<string>>> => {
  const months = closedPeriods === null ? E.right([]) : await closedPeriods();
  return E.isLeft(months) ? months : E.right(new Set(months.right.map(({ month }) => month)));
};

/** A refund follows its sale, whatever its own day; what was tried once is continued; and a decision to send is about this sale. */
const blockedByFirstDay = async (
  { storefront, limits: { firstDay } }: LimitContext,
  candidate: PushCandidate,
  known: PageLookup,
): Promise<E.Either<StoreError, SettledResult | null>> => {
  if (firstDay === null || candidate.kind === 'refund' || known.submissions.has(candidate.id)) return E.right(null);
  if (isSentAnyway(known, candidate.id)) return E.right(null);
  const day = firstDay.dayOf(candidate);
  const first = await firstDay.after(day);
  if (E.isLeft(first)) return first;
  return E.right(first.right === null ? null : firstDayResult(storefront, day, first.right));
};

/**
 * By transaction id, what must not be pushed now, and why; whether the service holds it already is not asked here. Closed
 * months are read each time, so that one which is closed while a run is at work counts at once.
 */
export const findBlocked = async (
  pushContext: LimitContext,
  candidates: readonly PushCandidate[],
  known: PageLookup,
): Promise<E.Either<StoreError, ReadonlyMap<string, SettledResult>>> => {
  const blocked = new Map<string, SettledResult>();
  const open = candidates.filter((candidate) => {
    return planPush(candidate, known, pushContext.isRetried)._tag === 'Push';
  });
  if (open.length === 0) return E.right(blocked);
  const closed = await readClosedMonths(pushContext.limits);
  if (E.isLeft(closed)) return closed;
  for (const candidate of open) {
    const old = await blockedByFirstDay(pushContext, candidate, known);
    if (E.isLeft(old)) return old;
    const { month } = candidate.amounts;
    const isClosed = closed.right.has(month) && !isSentAnyway(known, candidate.id, 'period closed');
    const block = leftOutResult(known, candidate.id) ?? old.right ?? (isClosed ? closedPeriodResult(month) : null);
    if (block !== null) blocked.set(candidate.id, block);
  }
  return E.right(blocked);
};

/** What is to be done about a transaction that must not be pushed: all but a push stays as it is. Pure. */
export const withinLimits = (plan: PushPlan, block: SettledResult | undefined): PushPlan =>
  block === undefined || plan._tag !== 'Push' ? plan : { _tag: 'Blocked', submission: plan.submission, block };

/**
 * The lookup without this run's outcome of sales whose refunds are not all sent: their lines are written again, so that
 * a refund that is pushed now is not listed as unsent. Pure.
 */
export const reopenSalesWithUnsentRefunds = (records: readonly MappedRecord[], known: PageLookup): PageLookup => {
  const settledInRun = new Map(known.settledInRun);
  for (const { sale, refunds } of records) {
    if (E.isLeft(sale) || !isInService(settledInRun.get(sale.right.id))) continue;
    const isOpen = refunds.some(
      ({ refund }) => E.isRight(refund) && !isInService(known.settledInRun.get(refund.right.id)),
    );
    if (isOpen) settledInRun.delete(sale.right.id);
  }
  return { ...known, settledInRun };
};

/** `day`: of the sale, in the storefront's time zone. */
const firstDayResult = (storefront: string, day: string, firstDay: string): SettledResult =>
  settledResult('skipped', {
    reason: 'before the first day',
    message: `It was made on ${day}, before the first day of ${storefront} (${firstDay}). To send it: tax-nexus sync --storefront ${storefront} --from ${day} --to ${day}`,
  });

/** `month`: `YYYY-MM`. */
const closedPeriodResult = (month: string): SettledResult =>
  settledResult('held', {
    reason: 'period closed',
    message: `${month} is a closed period. Reopen it, or allow sending into closed periods when you retry.`,
  });

type Decisions = Pick<PageLookup, 'decisions'>;

const describeLeftOut = ({ by, at, note }: Decision): string => {
  const who = by === '' ? '' : ` by ${by}`;
  return `Left out${who} on ${at.slice(0, 10)}${note === '' ? '' : `: ${note}`}`;
};

/** A transaction that a person decided to leave out; undefined without such a decision. Pure. */
export const leftOutResult = ({ decisions }: Decisions, id: string): SettledResult | undefined => {
  const decision = decisionFor(decisions?.get(id), 'leave out');
  return decision === undefined
    ? undefined
    : settledResult('skipped', { reason: 'left out', message: describeLeftOut(decision) });
};

/** Whether a person decided to send a transaction although this, or anything, holds it. Pure. */
export const isSentAnyway = ({ decisions }: Decisions, id: string, what?: string): boolean =>
  decisionFor(decisions?.get(id), 'send', what) !== undefined;

/** The line of a held record that a person left out. */
const withLeftOut = (line: ReportLine, decisions: Decisions): ReportLine => {
  const result = line.outcome === 'held' ? leftOutResult(decisions, line.id) : undefined;
  return result === undefined ? line : { ...line, outcome: 'skipped', reason: result.reason, message: result.message };
};

const decideOn = <A extends MappedTransaction | MappedRecord>(
  held: MappedTransaction,
  ifSent: A | undefined,
  decisions: Decisions,
): A | undefined => {
  if (E.isRight(held) || ifSent === undefined || held.left.reason === null) return undefined;
  return isSentAnyway(decisions, held.left.id, held.left.reason) ? ifSent : undefined;
};

/** A record as people decided about it. Pure. */
export const applyDecisions = (record: MappedRecord, known: Decisions): MappedRecord => {
  if (known.decisions === undefined) return record;
  const sent = decideOn(record.sale, record.ifSent, known);
  if (sent !== undefined) return applyDecisions(sent, known);
  const settle = E.mapLeft((line: ReportLine) => withLeftOut(line, known));
  return {
    ...record,
    sale: settle(record.sale),
    refunds: record.refunds.map(({ ifSent, ...one }) => ({
      ...one,
      refund: settle(decideOn(one.refund, ifSent, known) ?? one.refund),
    })),
  };
};

/** A record as it would be if all that a decision can send were sent: what is looked up of it. Pure. */
export const asIfSent = (record: MappedRecord): MappedRecord =>
  record.ifSent !== undefined
    ? asIfSent(record.ifSent)
    : { ...record, refunds: record.refunds.map((one) => ({ ...one, refund: one.ifSent ?? one.refund })) };

const isHeld = (mapped: MappedTransaction): boolean => E.isLeft(mapped) && mapped.left.outcome === 'held';

/** Also of one that is not attempted. */
export const transactionIdOf = (mapped: MappedTransaction): string =>
  E.isLeft(mapped) ? mapped.left.id : mapped.right.id;

/** The same for records that are only compared: decisions are read for those that are held. */
export const withDecisions =
  ({ lookUpTransactions }: Pick<SyncStore, 'lookUpTransactions'>, runId: string) =>
  async (records: readonly MappedRecord[]): Promise<E.Either<StoreError, readonly MappedRecord[]>> => {
    const held = records.flatMap(({ sale, refunds }) => [sale, ...refunds.map(({ refund }) => refund)]).filter(isHeld);
    if (held.length === 0) return E.right(records);
    const known = await lookUpPage({ lookUpTransactions })(
      runId,
      held.map((one) => ({ id: transactionIdOf(one), name: '' })),
    );
    return E.isLeft(known) ? known : E.right(records.map((record) => applyDecisions(record, known.right)));
  };
