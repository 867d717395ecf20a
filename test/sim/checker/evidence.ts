import type { ReportLine, RunStatus } from '../../../src/domain/run.ts';
import type { Report } from '../../../src/reconcile/index.ts';
import type { Held, HistorySale, Right } from '../../reconcile/months/history.ts';
import type { Word } from '../app/history-keeper.ts';
import type { Fact } from './fact.ts';

/** One insert at the service, as it stands in its journal. */
export interface Inserted {
  readonly at: number;
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly isForeign: boolean;
  /** In what it differs from the sale whose id or name it has; `nothing` for ours. */
  readonly differsIn: 'nothing' | 'money' | 'state' | 'day' | 'purpose';
}

/** One transaction that was tried, as the sync database knows it. */
export interface Tried {
  readonly id: string;
  readonly status: string;
  readonly body: string | null;
}

/** One run of the sync database, with its own report. */
export interface KeptRun {
  readonly id: string;
  readonly kind: 'historical' | 'live';
  readonly status: RunStatus;
  readonly entries: readonly ReportLine[];
  readonly report: Pick<
    Report,
    'considered' | 'attempted' | 'succeeded' | 'alreadyPresent' | 'failed' | 'skipped' | 'held' | 'totals'
  >;
}

/** A record that has not been read again yet. */
export interface OpenRequest {
  readonly storefront: string;
  readonly recordId: string;
  readonly isParked: boolean;
}

export interface Manners {
  readonly requests: readonly { readonly at: number; readonly by: string }[];
  readonly pauses: readonly { readonly by: string; readonly from: number; readonly until: number }[];
  /** None leaves it to the service. */
  readonly requestsPerMinute: number | null;
  /** Whether processes share the rate limit, and their clocks agree, so that a pause of one holds for all. */
  readonly areTogether: boolean;
}

/** What the service held at the end of a month, and what was right. */
export interface MonthCheck {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly history: readonly HistorySale[];
  readonly right: readonly Right[];
  /** What must be held of it, of the days that were synced; null where not all days before were. */
  readonly due: readonly Right[] | null;
  readonly held: readonly Held[];
  readonly word: Pick<Word, 'proofs' | 'ties'> | null;
  readonly undoneSales: 'report' | 'send';
}

/** All that a judgement rests on: the sources, the service's journal, the sync database, and what was to be seen outside. */
export interface Evidence {
  readonly facts: readonly Fact[];
  readonly journal: readonly Inserted[];
  readonly tried: readonly Tried[];
  readonly runs: readonly KeptRun[];
  readonly resyncRequests: readonly OpenRequest[];
  /** The history run that was begun in peace; null when it never finished. */
  readonly lastHistory: string | null;
  /** When the proofs were made of which these are the differences. */
  readonly provenAt: number;
  /** What the reconciliation that followed it found. */
  readonly differences: readonly { readonly kind: string; readonly transactionId: string; readonly name: string }[];
  /** Whether the sync database was lost on the way, or an older one came back. */
  readonly wasBookLost: boolean;
  /** Whether the service's list shows more of a transaction than its id and name. */
  readonly isListFull: boolean;
  /** Whether it shows a transaction as soon as the service holds it. */
  readonly isListPrompt: boolean;
  /** Whether too little failed at the service for any retries to be exhausted. */
  readonly isAlwaysAnswered: boolean;
  readonly manners: Manners;
  /** Everything that was printed, pushed to the host or handed out. */
  readonly output: readonly string[];
  /** Ids that were written down as sent at a moment at which the service did not have them. */
  readonly falseClaims: readonly string[];
  /** What a witness saw of erasures that were answered as done: ids of transactions. */
  readonly erasures: {
    /** Their bodies stayed. */
    readonly leftovers: readonly string[];
    /** The proof that they were sent was erased as well. */
    readonly forgotten: readonly string[];
    /** Their bodies were erased while their pushes were unconfirmed. */
    readonly unconfirmed: readonly string[];
  };
  /** Ids that a process pushed which had never known them but as sent. */
  readonly sentAgain: readonly string[];
  /** Ids that were pushed with another body while an earlier push of them was not refused. */
  readonly sentOtherwise: readonly string[];
  readonly forgeriesTaken: number;
  /** Ids of deliveries that were answered as taken, and of the ones that the sync database holds. */
  readonly deliveriesTaken: readonly string[];
  readonly deliveriesKept: readonly string[];
  /** Of months; null where there were none. */
  readonly months: readonly MonthCheck[] | null;
}
