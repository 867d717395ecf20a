/** The state of one storefront's reconciliation: what the list showed, what was compared, the sums and the findings so far. */
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
  type ReconciledChange,
  type DayLine,
  type Difference,
  resolvedBy,
  type ReconciledTotals,
  type TotalsLine,
} from './reconciliation.ts';

/** The sums of both sides by currency, month and state, and the counts by day. */
interface Ledger {
  /** `day`: the day of the sale, `YYYY-MM-DD`. */
  readonly add: (side: 'source' | 'service', amounts: LineAmounts, day: string) => void;
  /** A transaction whose amounts the service does not show. `amounts`: the amounts of ours, for its month and state. */
  readonly addUnseen: (amounts: LineAmounts, day: string) => void;
  /** Sorted by currency, month and state. */
  readonly lines: () => readonly TotalsLine[];
  /** Sorted by day. */
  readonly days: () => readonly DayLine[];
}

/** Collects what a person has to check. */
interface FindingsLog {
  readonly differ: (difference: Omit<Difference, 'id' | 'resolution'>) => void;
  readonly change: (transaction: { readonly id: string; readonly name: string }, adjustment: Adjustment) => void;
  readonly differences: () => readonly Difference[];
  readonly changes: () => readonly ReconciledChange[];
}

export interface Comparison {
  /** Belongs to no run: nothing is pushed and nothing is committed. */
  readonly runContext: RunContext;
  /** What the sync database knows of the service. */
  readonly facts: ServiceFacts | null;
  readonly connector: SourceConnector;
  readonly mapContext: MapContext;
  readonly timeZone: string;
  /** The day of an instant, `YYYY-MM-DD`, in that time zone. */
  readonly dayOf: (instant: Instant) => string;
  /** The beginning of the ids of this storefront's transactions. */
  readonly prefix: string;
  /** The transactions of the service's list; each is removed when its sale is found. */
  readonly pushed: Map<string, PushedTransaction>;
  /** Listed transactions with names like ours but other ids, on days outside of the range, by the key of the name. */
  readonly namesakes: Map<string, PushedTransaction>;
  /** Listed later changes on days after the range, by the same keys. */
  readonly later: Map<string, PushedTransaction>;
  /** Transactions that the service was found to hold, by our id and by the key of the name. */
  readonly held: Map<string, Pick<PushCandidate, 'id' | 'sourceId' | 'name'>>;
  readonly ledger: Ledger;
  readonly findings: FindingsLog;
  /** Ids of the records that were compared: a record that moves between pages while they are read counts once. */
  readonly seen: Set<string>;
  /** The corrected transactions that were compared, by the ids under which they were first sent. */
  readonly corrected: Set<string>;
  /** The counts of what was compared so far. */
  readonly compared: ComparedSoFar;
  /** The causes of missing transactions, by id. */
  readonly causes: Map<string, MissingCause>;
  /** Months in which a person has to agree before a sale is sent, `YYYY-MM`. */
  readonly closedMonths: ReadonlySet<string>;
  /** Whether a day is before the first day that was synced: its sales are not to be sent. */
  readonly isBeforeFirstDay: (day: string) => boolean;
  /** Transactions of the service that did not show every field on which a tax filing depends. */
  notCompared: number;
  readonly marks: ShownMarks;
  /** Transactions that equal ours in the list, while the list does not show each mark. */
  readonly listedAlone: { readonly candidate: PushCandidate; readonly listed: PushedTransaction }[];
  /**
   * Returns what the service holds now for a transaction that an earlier night read; null if it is gone, and `not asked` if that
   * is not known: then nothing is reported about it. Undefined if everything was just read.
   */
  readonly confirm?: (listed: PushedTransaction) => Promise<PushedTransaction | null | 'not asked'>;
  /** Transactions that may differ, but that the service could not be asked about tonight. */
  unconfirmed: number;
  /** Uses up one of the reads of single transactions; false after the last one. */
  readonly takeQuestion: () => boolean;
  /** How many records became no transaction, by reason. */
  readonly exclusions: Record<string, number>;
  readonly observer?: Observer | undefined;
}

/** Whether a day or instant that the service shows lies in the compared days. */
export const isOfRange = (
  { runContext, mapContext }: Pick<Comparison, 'runContext' | 'mapContext'>,
  moment: string,
): boolean => {
  const { from, to } = runContext.run.range;
  return isDay(moment) ? moment >= from && moment <= to : mapContext.calendar.isInRange(moment);
};

/** The key and the row under which the list shows a transaction of ours; null if it does not show it. */
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
 * Compares a transaction of another day without adding it to the sums of the range, because it belongs to the sums of its own
 * days.
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

/** Adds to the sums of the range only if the date lies in the range. */
export const withinItsDays = <A>(
  comparison: Comparison,
  at: Instant,
  compare: (within: Comparison) => Promise<A>,
): Promise<A> =>
  comparison.mapContext.calendar.isInRange(at) ? compare(comparison) : outsideTheSums(comparison, compare);

/**
 * Whether a line stands for a list that the platform does not show, `refunds from … to …`: nothing is proved about its entries.
 */
export const isUnreadList = ({ sourceId, reason }: Pick<ReportLine, 'sourceId' | 'reason'>): boolean =>
  reason === 'incomplete record' && /^[a-z ]+ from \S+ to \S+$/.test(sourceId);

/** See `Compared`. */
export interface ComparedSoFar {
  transactions: number;
  changes: number;
  followed: number;
  readonly notFollowed: string[];
}

/** What a person needs to know about a transaction that the service lacks. */
export interface MissingCause {
  /** The day of the sale, `YYYY-MM-DD`: a sync of that day sends it with all later changes. */
  readonly saleDay: string;
  /** Why it was not sent before, by the dates of the platform; null if nothing shows the reason. */
  readonly cause: string | null;
}

/** What a reconciliation has to follow because the books of the platform name it. */
interface BooksObserver {
  /** Ids of payments for which no record was seen. */
  readonly unseen: () => readonly string[];
  /** Whether still no record of it was seen. */
  readonly isUnseen: (recordId: string) => boolean;
  /** A record of another month; `askedFor`: the payment that led to it. */
  readonly found: (result: SourceResult, askedFor?: string) => void;
  /** A payment for which the platform has no record. */
  readonly missing: (recordId: string) => void;
}

/** Receives what a reconciliation reads and compares, so that another one needs no second read. */
export interface Observer {
  /** A page before it is compared; `mapped` is the result of the app's hook. */
  readonly page: (results: readonly SourceResult[], mapped: readonly MappedRecord[]) => void;
  /** A transaction that belongs at the service, whether or not it is there. */
  readonly compared: (candidate: PushCandidate) => void;
  /** The platform's own books, if they are proved too. */
  readonly books?: BooksObserver;
}

export const findingsLog = (resolutions: readonly Resolution[]): FindingsLog => {
  const resolved = resolvedBy(resolutions);
  const differences: Difference[] = [];
  const changes: ReconciledChange[] = [];
  return {
    differ: (difference) => {
      const { transactionId, kind, message } = difference;
      // A resolution applies to exactly this difference: when it grows or changes, it gets another id.
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

const plus = ({ count, total, tax }: Sum, amounts: LineAmounts): Sum => ({
  count: count + 1,
  total: total + amounts.total,
  tax: tax + amounts.taxCollected,
});

const toLine = ({ amounts: { currency, month, jurisdiction }, source, service }: Sums): TotalsLine => {
  const money = moneyIn(currency);
  const totals = ({ count, total, tax }: Sum): ReconciledTotals => ({
    count,
    total: money(total),
    taxCollected: money(tax),
  });
  return {
    currency,
    month,
    place: jurisdiction,
    source: totals(source),
    service: totals(service),
    isSame: source.count === service.count && source.total === service.total && source.tax === service.tax,
  };
};
