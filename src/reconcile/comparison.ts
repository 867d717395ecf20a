import type { Instant } from '../domain/instant.ts';
import type { ServiceFacts } from '../domain/tax-service.ts';
import type { SourceConnector, SourceResult } from '../mapping/source-connector.ts';
import type { MapContext } from '../pipeline/map-page.ts';
import type { MappedRecord, PushCandidate } from '../pipeline/mapped-record.ts';
import type { RunContext } from '../pipeline/run-context.ts';
import { isDay, keyOfPushed, type PushedTransaction } from './pushed.ts';
import type { ShownMarks } from './shown-marks.ts';
import { digestOf } from '../domain/fields.ts';
import type { Resolution } from '../domain/inbox.ts';
import type { Adjustment, LineAmounts, ReportLine } from '../domain/run.ts';
import { moneyIn } from '../domain/money.ts';
import {
  type Change,
  type DayLine,
  type Difference,
  resolvedBy,
  type Totals,
  type TotalsLine,
} from './reconciliation.ts';

/** The reconciliation of one storefront under way: what it asks, and what it has found so far. */
export interface Comparison {
  /** Of no run: nothing is pushed and nothing is committed. */
  readonly runContext: RunContext;
  /** What the sync database knows of the service. */
  readonly facts: ServiceFacts | null;
  readonly connector: SourceConnector;
  readonly mapContext: MapContext;
  readonly timeZone: string;
  /** The day of an instant, `YYYY-MM-DD`, in that time zone. */
  readonly dayOf: (instant: Instant) => string;
  /** How the ids of this storefront's transactions begin. */
  readonly prefix: string;
  /** What the service's list held; whatever a sale was found for is taken out. */
  readonly pushed: Map<string, PushedTransaction>;
  /** What the list held under names like ours and ids of others, on days outside of the range, by the key of the name. */
  readonly namesakes: Map<string, PushedTransaction>;
  /** What the list held of later changes, on days after the range, by the same keys. */
  readonly later: Map<string, PushedTransaction>;
  /** What the service was found to hold, by our id and by the key of its name. */
  readonly held: Map<string, Pick<PushCandidate, 'id' | 'sourceId' | 'name'>>;
  readonly ledger: Ledger;
  readonly findings: FindingsLog;
  /** Ids of the records that were compared: one that moves between pages while they are read counts once. */
  readonly seen: Set<string>;
  /** By the ids that they were sent under first, the corrected transactions that were compared. */
  readonly corrected: Set<string>;
  /** What the proof has looked at so far. */
  readonly compared: ComparedSoFar;
  /** Of transactions that the service may lack, by their ids. */
  readonly causes: Map<string, MissingCause>;
  /** Months in which a person has to agree before a sale is sent, `YYYY-MM`. */
  readonly closedMonths: ReadonlySet<string>;
  /** Whether a day is before the first that was synced: its sales are not to be sent. */
  readonly isBeforeFirstDay: (day: string) => boolean;
  /** Transactions that the service holds, of which it did not show all that a tax filing depends on. */
  notCompared: number;
  readonly marks: ShownMarks;
  /** What was compared by the list alone, without a difference, and of which the list does not show each mark. */
  readonly listedAlone: { readonly candidate: PushCandidate; readonly listed: PushedTransaction }[];
  /**
   * What the service holds now of a transaction that an earlier night read; null when it holds it no longer, and `not asked`
   * when that is not known: then nothing is reported of it. Left out where all of it was just read.
   */
  readonly confirm?: (listed: PushedTransaction) => Promise<PushedTransaction | null | 'not asked'>;
  /** Transactions that may differ, and that the service could not be asked about tonight. */
  unconfirmed: number;
  /** Takes one of the questions about single transactions; false when none is left. */
  readonly takeQuestion: () => boolean;
  /** How many records became no transaction, by reason. */
  readonly exclusions: Record<string, number>;
  readonly observer?: Observer | undefined;
}

/** Whether a day or instant that the service shows is of the compared days. */
export const isOfRange = (
  { runContext, mapContext }: Pick<Comparison, 'runContext' | 'mapContext'>,
  moment: string,
): boolean => {
  const { from, to } = runContext.run.range;
  return isDay(moment) ? moment >= from && moment <= to : mapContext.calendar.isInRange(moment);
};

/** Under which key the list shows a transaction of ours, and as what; null where it does not. */
export const heldIn = (
  { pushed, later, prefix }: Pick<Comparison, 'pushed' | 'later' | 'prefix'>,
  { id, name }: Pick<PushCandidate, 'id' | 'name'>,
): readonly [string, PushedTransaction] | null => {
  for (const rows of [pushed, later])
    for (const key of [id, keyOfPushed(prefix, { id: '', name })]) {
      const held = rows.get(key);
      if (held !== undefined) return [key, held];
    }
  return null;
};

/**
 * A transaction of another day has no part in the sums of the range: its own days have it. What the service must hold of it is
 * compared all the same.
 */
export const outsideTheSums = async <A>(
  comparison: Comparison,
  compare: (aside: Comparison) => Promise<A>,
): Promise<A> => {
  const aside: Comparison = { ...comparison, ledger: ledger(), notCompared: 0, unconfirmed: 0 };
  const compared = await compare(aside);
  comparison.notCompared += aside.notCompared;
  comparison.unconfirmed += aside.unconfirmed;
  return compared;
};

/** Within the sums of the range only what is dated in it. */
export const withinItsDays = <A>(
  comparison: Comparison,
  at: Instant,
  compare: (within: Comparison) => Promise<A>,
): Promise<A> =>
  comparison.mapContext.calendar.isInRange(at) ? compare(comparison) : outsideTheSums(comparison, compare);

/** Whether a line stands for a list that the platform does not show, `refunds from … to …`: nothing is proved of what is in it. */
export const isUnreadList = ({ sourceId, reason }: Pick<ReportLine, 'sourceId' | 'reason'>): boolean =>
  reason === 'incomplete record' && /^[a-z ]+ from \S+ to \S+$/.test(sourceId);

/** See `Compared`. */
export interface ComparedSoFar {
  transactions: number;
  changes: number;
  followed: number;
  readonly notFollowed: string[];
}

/** What a person needs to know of a transaction that the service lacks. */
export interface MissingCause {
  /** The day of the sale, `YYYY-MM-DD`: a sync of that day sends it, with all that happened to it. */
  readonly saleDay: string;
  /** Why it was not sent before, as the platform dates it; null where nothing shows that. */
  readonly cause: string | null;
}

/** Sees what a reconciliation reads and compares, so that another one needs no second reading. */
export interface Observer {
  /** A page, before it is compared; `mapped` after the app's hook. */
  readonly page: (results: readonly SourceResult[], mapped: readonly MappedRecord[]) => void;
  /** A transaction that belongs at the service, held there or not. */
  readonly compared: (candidate: PushCandidate) => void;
  /** The platform's own books, where they are proved too. */
  readonly books?: BooksObserver;
}

/** What a reconciliation has to follow because the platform's books name it. */
interface BooksObserver {
  /** Ids of payments of which no record was seen. */
  readonly unseen: () => readonly string[];
  /** Whether no record of it has been seen since. */
  readonly isUnseen: (recordId: string) => boolean;
  /** A record of another month; `askedFor`: the payment that led to it. */
  readonly found: (result: SourceResult, askedFor?: string) => void;
  /** A payment of which the platform has no record. */
  readonly missing: (recordId: string) => void;
}

/** Gathers what a person has to look at. */
interface FindingsLog {
  readonly differ: (difference: Omit<Difference, 'id' | 'resolution'>) => void;
  readonly change: (transaction: { readonly id: string; readonly name: string }, adjustment: Adjustment) => void;
  readonly differences: () => readonly Difference[];
  readonly changes: () => readonly Change[];
}

export const findingsLog = (resolutions: readonly Resolution[]): FindingsLog => {
  const resolved = resolvedBy(resolutions);
  const differences: Difference[] = [];
  const changes: Change[] = [];
  return {
    differ: (difference) => {
      const { transactionId, kind, message } = difference;
      // What a person resolved is this difference: when it grows or changes, it is another one.
      const id = `${transactionId}/${digestOf(`${kind} ${message}`).slice(0, 8)}`;
      differences.push({ ...difference, id, resolution: resolved(id) });
    },
    change: (transaction, { kind, id: movementId, occurredAt, currency, amount, sent }) => {
      if (sent) return;
      const id = `${transaction.id}/${movementId}`;
      const change = { kind, id, name: transaction.name, occurredAt, currency, amount: moneyIn(currency)(amount) };
      changes.push({ ...change, resolution: resolved(id) });
    },
    differences: () => differences,
    changes: () => changes,
  };
};

/** Sums by currency, month and place, and counts by day, of both sides. */
interface Ledger {
  /** `day`: of the sale, `YYYY-MM-DD`. */
  readonly add: (side: 'source' | 'service', amounts: LineAmounts, day: string) => void;
  /** A transaction that the service holds, and does not show the money of. `amounts`: where ours stands. */
  readonly addUnseen: (amounts: LineAmounts, day: string) => void;
  /** In the order of currency, month and place. */
  readonly lines: () => readonly TotalsLine[];
  /** In the order of the calendar. */
  readonly days: () => readonly DayLine[];
}

interface Sum {
  readonly count: number;
  readonly total: bigint;
  readonly tax: bigint;
}

interface Sums {
  readonly amounts: LineAmounts;
  readonly source: Sum;
  readonly service: Sum;
}

const nothing: Sum = { count: 0, total: 0n, tax: 0n };

const plus = ({ count, total, tax }: Sum, amounts: LineAmounts): Sum => ({
  count: count + 1,
  total: total + amounts.total,
  tax: tax + amounts.taxCollected,
});

const toLine = ({ amounts: { currency, month, jurisdiction }, source, service }: Sums): TotalsLine => {
  const money = moneyIn(currency);
  const totals = ({ count, total, tax }: Sum): Totals => ({ count, total: money(total), taxCollected: money(tax) });
  return {
    currency,
    month,
    place: jurisdiction,
    source: totals(source),
    service: totals(service),
    isSame: source.count === service.count && source.total === service.total && source.tax === service.tax,
  };
};

export const ledger = (): Ledger => {
  const sums = new Map<string, Sums>();
  const days = new Map<string, DayLine>();
  const add: Ledger['add'] = (side, amounts, day) => {
    const counted = days.get(day) ?? { day, source: 0, service: 0 };
    days.set(day, { ...counted, [side]: counted[side] + 1 });
    const key = [amounts.currency, amounts.month, amounts.jurisdiction].join(' ');
    const before = sums.get(key) ?? { amounts, source: nothing, service: nothing };
    sums.set(key, { ...before, [side]: plus(before[side], amounts) });
  };
  return {
    add,
    addUnseen: (amounts, day) => add('service', { ...amounts, total: 0n, taxCollected: 0n }, day),
    days: () => [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)),
    lines: () => [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => toLine(sum)),
  };
};
