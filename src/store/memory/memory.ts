import type { AuditRecord } from '../../domain/audit.ts';
import type { Decision, Matter } from '../../domain/decision.ts';
import type { ClosedPeriod, DailyCount, SignOff } from '../../domain/review-store.ts';
import { defaultAccount, type Resolution, type ResyncRequest } from '../../domain/inbox.ts';
import type { Intent, SaleOwner, Submission, ShownFields } from '../../domain/sync-store.ts';
import type { ListedTransaction, ProvedDay } from '../../domain/proof-store.ts';
import type { Run, ReportLine } from '../../domain/run.ts';
import { textKey } from '../../mapping/comparison.ts';
import { type ErasedRecord, erasedTransaction, isErasedName, isErasedRow, type RecordRow } from '../erased.ts';
import { idPrefixesOf } from '../store-rules.ts';

/** The data of the store in memory. Changed only by the files of this folder, each change in one synchronous step. */
export interface Memory {
  /** The data of each account, this one's among them. What is not of one account is the same object in all. */
  readonly accounts: Map<string, Memory>;
  /** The account that sales of a storefront are sent to. */
  readonly accountOf: Map<string, string>;
  readonly runs: Map<string, Run>;
  /** By run, then by line id. A map keeps the position of a key whose value is replaced; so do the other stores. */
  readonly lines: Map<string, Map<string, ReportLine>>;
  readonly checkpoints: Map<string, { readonly cursor: string | null; readonly done: boolean }>;
  readonly leases: Map<string, { readonly owner: string; readonly until: number }>;
  readonly submissions: Map<string, Submission & Pick<Intent, 'name' | 'storefront' | 'sourceId'>>;
  /** In the order in which they were added. */
  readonly audit: AuditRecord[];
  readonly serviceFacts: Map<string, string>;
  readonly remote: Map<string, SeenTransaction>;
  readonly idsByName: Map<string, Set<string>>;
  readonly scans: { latest: number; complete: number; cursor: string | null };
  /** In the order in which they were noted. */
  readonly references: ReferenceLists;
  /** When each delivery was received, in milliseconds since 1970. */
  readonly deliveries: Map<
    string,
    { readonly storefront: string; readonly deliveryId: string; readonly receivedAt: number }
  >;
  readonly resyncRequests: Map<string, QueuedRequest>;
  readonly caughtUpTo: Map<string, string>;
  readonly changesRead: Map<string, string>;
  readonly taskStarts: Map<string, number>;
  /** See `ErasedRecord`. */
  readonly erased: Pick<ErasedRecord, 'sourceId' | 'storefront'>[];
  /** See `ErasedOf.isLeft`. */
  readonly leftStorefronts: Set<string>;
  readonly resolutions: Resolution[];
  readonly rateLimit: { pausedUntil: number; nextTurn: number };
  readonly signOffs: SignOff[];
  /** By line, id and what, here and below. */
  readonly matters: Map<string, Matter & { readonly runId: string }>;
  readonly decisions: Map<string, Decision & Pick<Matter, 'sourceId'>>;
  readonly closedPeriods: Map<string, ClosedPeriod>;
  /** By storefront and day. */
  readonly dailyCounts: Map<string, DailyCount>;
  readonly proof: {
    readonly listed: Map<string, ListedTransaction>;
    readonly states: Map<string, string>;
    /** By storefront, then by day. */
    readonly proved: Map<string, Map<string, ProvedDay>>;
  };
}

/** Times in milliseconds since 1970. */
export interface QueuedRequest {
  readonly request: ResyncRequest;
  readonly isParked: boolean;
  readonly dueAt: number;
  readonly claim: { readonly owner: string; readonly until: number } | null;
}

/** By dry run (`''` for what was pushed), then by reference. */
export type ReferenceLists = Map<string, Map<string, readonly SaleOwner[]>>;

/** A transaction of the service; `scan` is the first scan that saw it, 0 when it is known from our own push. */
export interface SeenTransaction {
  /** By `textKey`. */
  readonly name: string | null;
  readonly shown: ShownFields | null;
  readonly scan: number;
}

export const emptyMemory = (): Memory => {
  const accounts = new Map<string, Memory>();
  const memory: Memory = { ...emptyAccount(), accounts };
  accounts.set(defaultAccount, memory);
  return memory;
};

/** The data of an account, in the same store. */
export const memoryOf = (memory: Memory, account: string): Memory => {
  const {
    accounts,
    accountOf,
    leases,
    deliveries,
    resyncRequests,
    caughtUpTo,
    taskStarts,
    erased,
    leftStorefronts,
    resolutions,
  } = memory;
  const shared = {
    accounts,
    accountOf,
    leases,
    deliveries,
    resyncRequests,
    caughtUpTo,
    taskStarts,
    erased,
    leftStorefronts,
    resolutions,
  };
  const known = accounts.get(account) ?? { ...emptyAccount(), ...shared };
  accounts.set(account, known);
  return known;
};

const emptyAccount = (): Omit<Memory, 'accounts'> => ({
  accountOf: new Map(),
  runs: new Map(),
  lines: new Map(),
  checkpoints: new Map(),
  leases: new Map(),
  submissions: new Map(),
  audit: [],
  serviceFacts: new Map(),
  remote: new Map(),
  idsByName: new Map(),
  scans: { latest: 0, complete: 0, cursor: null },
  references: new Map(),
  deliveries: new Map(),
  resyncRequests: new Map(),
  caughtUpTo: new Map(),
  changesRead: new Map(),
  taskStarts: new Map(),
  erased: [],
  leftStorefronts: new Set(),
  resolutions: [],
  rateLimit: { pausedUntil: 0, nextTurn: 0 },
  signOffs: [],
  matters: new Map(),
  decisions: new Map(),
  closedPeriods: new Map(),
  dailyCounts: new Map(),
  proof: { listed: new Map(), states: new Map(), proved: new Map() },
});

/** Saves that the service has a transaction. The first scan that saw it stays; a newer name replaces the older one. */
export const saveSeen = ({ remote, idsByName, submissions }: Memory, id: string, given: SeenTransaction): void => {
  const previous = remote.get(id);
  const isErased = isErasedName(previous?.name ?? null) || submissions.get(id)?.name === id;
  const seen = isErased ? { ...given, ...erasedTransaction({ id, ...given }) } : given;
  const name = seen.name === null ? (previous?.name ?? null) : textKey(seen.name);
  if (previous !== undefined && previous.name !== null) idsByName.get(previous.name)?.delete(id);
  if (name !== null) idsByName.set(name, (idsByName.get(name) ?? new Set()).add(id));
  const shown = seen.shown ?? previous?.shown ?? null;
  remote.set(id, { name, shown, scan: previous === undefined || previous.scan === 0 ? seen.scan : previous.scan });
};

/** What erasures remember, of this account. */
export const erasedRecords = (memory: Memory): readonly ErasedRecord[] => {
  const { erased, accounts, accountOf, lines } = memory;
  const ofAccount = erased.filter(({ storefront }) => {
    const owner = accounts.get(accountOf.get(storefront) ?? '');
    return owner === undefined || owner === memory;
  });
  if (ofAccount.length === 0) return [];
  const all = [...lines.values()].flatMap((ofRun) => [...ofRun.values()]);
  return ofAccount.map((one) => {
    const ids = all.filter(({ storefront }) => storefront === one.storefront).map(({ id }) => id);
    return { ...one, prefixes: idPrefixesOf(ids) };
  });
};

/** Whether a row is of a record that was erased. */
export const isErasedIn = (memory: Memory): ((row: RecordRow) => boolean) => isErasedRow(erasedRecords(memory));
