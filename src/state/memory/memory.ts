import type { CountedDay } from '../../core/counted-day.ts';
import type { Bell, Resolution } from '../../core/inbox.ts';
import type { Intent, Owner, Sending, Shown } from '../../core/record-book.ts';
import type { ClosedMonth, SignOff } from '../../core/review-book.ts';
import type { Run, RunEntry } from '../../core/run.ts';
import { textKey } from '../../mapping/comparison.ts';

/** What the book in memory is made of. Changed only by the parts in this folder, each change in one synchronous step. */
export interface Memory {
  readonly runs: Map<string, Run>;
  /** By run, then by entry id. A map keeps the place of a key whose value is replaced: so do the other books. */
  readonly entries: Map<string, Map<string, RunEntry>>;
  readonly checkpoints: Map<string, { readonly cursor: string | null; readonly done: boolean }>;
  readonly leases: Map<string, { readonly owner: string; readonly until: number }>;
  readonly sendings: Map<string, Sending & Pick<Intent, 'name' | 'storefront' | 'sourceId'>>;
  readonly serviceFacts: Map<string, string>;
  readonly present: Map<string, Seen>;
  readonly idsByName: Map<string, Set<string>>;
  readonly walks: { latest: number; complete: number; cursor: string | null };
  /** In the order in which they were noted. */
  readonly references: ReferenceLists;
  /** When each delivery was received, in milliseconds since 1970. */
  readonly deliveries: Map<string, { readonly storefront: string; readonly receivedAt: number }>;
  readonly bells: Map<string, RungBell>;
  readonly caughtUpTo: Map<string, string>;
  readonly tasks: Map<string, number>;
  readonly resolutions: Resolution[];
  readonly lane: { pausedUntil: number; nextTurn: number };
  readonly signOffs: SignOff[];
  readonly closedMonths: Map<string, ClosedMonth>;
  /** By storefront and day. */
  readonly countedDays: Map<string, CountedDay>;
}

/** Times in milliseconds since 1970. */
export interface RungBell extends Bell {
  readonly isParked: boolean;
  readonly dueAt: number;
  readonly claim: { readonly owner: string; readonly until: number } | null;
}

/** By dry run (`''` for what was told), then by reference. */
export type ReferenceLists = Map<string, Map<string, readonly Owner[]>>;

/** A transaction of the service; `walk` is the first walk that saw it, 0 when it was our own push that told us. */
export interface Seen {
  /** By `textKey`. */
  readonly name: string | null;
  readonly shown: Shown | null;
  readonly walk: number;
}

export const emptyMemory = (): Memory => ({
  runs: new Map(),
  entries: new Map(),
  checkpoints: new Map(),
  leases: new Map(),
  sendings: new Map(),
  serviceFacts: new Map(),
  present: new Map(),
  idsByName: new Map(),
  walks: { latest: 0, complete: 0, cursor: null },
  references: new Map(),
  deliveries: new Map(),
  bells: new Map(),
  caughtUpTo: new Map(),
  tasks: new Map(),
  resolutions: [],
  lane: { pausedUntil: 0, nextTurn: 0 },
  signOffs: [],
  closedMonths: new Map(),
  countedDays: new Map(),
});

/** Notes that the service holds a transaction. The first walk that saw it stays; a newer name replaces the older one. */
export const noteSeen = ({ present, idsByName }: Memory, id: string, seen: Seen): void => {
  const before = present.get(id);
  const name = seen.name === null ? (before?.name ?? null) : textKey(seen.name);
  if (before !== undefined && before.name !== null) idsByName.get(before.name)?.delete(id);
  if (name !== null) idsByName.set(name, (idsByName.get(name) ?? new Set()).add(id));
  const shown = seen.shown ?? before?.shown ?? null;
  present.set(id, { name, shown, walk: before === undefined || before.walk === 0 ? seen.walk : before.walk });
};
