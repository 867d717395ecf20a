import * as E from 'fp-ts/lib/Either.js';
import type { StoreError, PageLookup } from '../../domain/sync-store.ts';
import type { Outcome, Run } from '../../domain/run.ts';
import { beforeTheFirstDay, periodClosed } from '../entry/barred.ts';
import type { Candidate } from '../entry/candidate.ts';
import { type Settlement, settlementOf } from '../entry/settlement.ts';
import type { Settled } from '../entry/verdict.ts';
import { patientlyOn } from '../patience/patiently.ts';
import type { PeriodStore, SyncPorts } from '../ports.ts';

/** From which day live work sends sales of a storefront. */
export interface FirstDay {
  /** The day of a sale in the storefront's time zone, `YYYY-MM-DD`. */
  readonly dayOf: (sale: Pick<Candidate, 'transactedAt'>) => string;
  /** Right: the first day, if a day is before it. */
  readonly after: (day: string) => Promise<E.Either<StoreError, string | null>>;
}

/** What keeps sales from being sent that the service does not hold. */
export interface PushLimits {
  /** Null where a person agreed to send into closed periods. */
  readonly closedMonths: PeriodStore['closedPeriods'] | null;
  /** Null in everything but live work. */
  readonly firstDay: FirstDay | null;
}

/** The limits of a run: closed periods, unless a person agreed to send into them. */
export const pushLimitsOf = (
  { reviews, clock, random }: Pick<SyncPorts, 'reviews' | 'clock' | 'random'>,
  { intoClosedPeriods }: Pick<Run, 'intoClosedPeriods'>,
): PushLimits => ({
  closedMonths: intoClosedPeriods === true ? null : patientlyOn({ clock, random })(reviews.closedPeriods),
  firstDay: null,
});

interface LimitedWork {
  readonly storefront: string;
  readonly limits: PushLimits;
  /** Outcomes of this run that are to be replaced. */
  readonly isRetried: (outcome: Outcome) => boolean;
}

const closedNames = async ({ closedMonths }: PushLimits): Promise<E.Either<StoreError, ReadonlySet<string>>> => {
  const months = closedMonths === null ? E.right([]) : await closedMonths();
  return E.isLeft(months) ? months : E.right(new Set(months.right.map(({ month }) => month)));
};

/** A refund follows its sale, whatever its own day; and what was tried once is gone on with. */
const isOld = async (
  { storefront, limits: { firstDay } }: LimitedWork,
  candidate: Candidate,
  { submissions }: PageLookup,
): Promise<E.Either<StoreError, Settled | null>> => {
  if (firstDay === null || candidate.kind === 'refund' || submissions.has(candidate.id)) return E.right(null);
  const day = firstDay.dayOf(candidate);
  const first = await firstDay.after(day);
  if (E.isLeft(first)) return first;
  return E.right(first.right === null ? null : beforeTheFirstDay(storefront, day, first.right));
};

/**
 * By transaction id, what must not be pushed now, and why; whether the service holds it already is not asked here. Closed
 * months are read each time, so that one which is closed while a run is at work counts at once.
 */
export const findBarred = async (
  work: LimitedWork,
  candidates: readonly Candidate[],
  known: PageLookup,
): Promise<E.Either<StoreError, ReadonlyMap<string, Settled>>> => {
  const barred = new Map<string, Settled>();
  const open = candidates.filter((candidate) => {
    return settlementOf(candidate, known, work.isRetried)._tag === 'Push';
  });
  if (open.length === 0) return E.right(barred);
  const closed = await closedNames(work.limits);
  if (E.isLeft(closed)) return closed;
  for (const candidate of open) {
    const old = await isOld(work, candidate, known);
    if (E.isLeft(old)) return old;
    const { month } = candidate.amounts;
    const bar = old.right ?? (closed.right.has(month) ? periodClosed(month) : null);
    if (bar !== null) barred.set(candidate.id, bar);
  }
  return E.right(barred);
};

/** What is to be done about a transaction that must not be pushed: all but a push stays as it is. Pure. */
export const withinLimits = (settlement: Settlement, bar: Settled | undefined): Settlement =>
  bar === undefined || settlement._tag !== 'Push' ? settlement : { _tag: 'Barred', sending: settlement.sending, bar };
