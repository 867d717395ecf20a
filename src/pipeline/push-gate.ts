/**
 * Protects the merchant's data at the service from many wrong pushes: the first push goes alone, and many equal refusals stop
 * all.
 */
import type { Instant } from '../domain/instant.ts';
import type { ShownFields } from '../domain/sync-store.ts';
import type { ServiceFacts, TaxService } from '../domain/tax-service.ts';
import { type AnswerForms, answerForms } from './answer-forms.ts';
import { maxEqualRefusals, maxRefusalsOfKey } from './limits.ts';
import { isAboutKey, refusedPlaces } from './refused-places.ts';

/** A push that may start. `isProbe`: it is the first one, and no other push is in progress. */
export interface PushTurn {
  readonly isProbe: boolean;
  readonly end: (result: PushEnd) => void;
}

export type PushEnd =
  | { readonly _tag: 'Stored'; readonly facts: ServiceFacts | null; readonly place?: string | null }
  /** `fingerprint`: see `PushReply`; `id`: the transaction's; `place`: the state to which it was sold. */
  | { readonly _tag: 'Refused'; readonly fingerprint: string; readonly id: string; readonly place?: string | null }
  | { readonly _tag: 'Other' };

/** The pushes in progress in this process: a historical sync, a catch-up and a webhook can reach one transaction at once. */
interface PushesUnderWay {
  /**
   * Begins a push, unless another push of that transaction is in progress: then waits for its end, and returns what the
   * service stored, or null for nothing. What the service stored lately is returned at once, unless `mayHaveArrived`: an
   * attempt that the sync database knows of is settled by asking the service, which may have lost it.
   */
  readonly begin: (id: string, mayHaveArrived: boolean) => Promise<'begun' | Stored | null>;
  readonly end: (id: string, stored: Stored | null) => void;
}

/** The gate through which all pushes with an API key pass. The first push shows what the service does with a transaction. */
export interface PushGate {
  readonly pushes: PushesUnderWay;
  readonly forms: AnswerForms;
  readonly facts: () => ServiceFacts | null;
  /** Sets the facts that the sync database holds. */
  readonly setFacts: (facts: ServiceFacts) => void;
  /** Forgets that the service changed values of a transaction: the next push is inspected like the first one. */
  readonly forgetChangedFacts: () => void;
  /**
   * Forgets refusals from before a run began or was resumed at `begun`, because their cause may be repaired. A second call
   * with the same `begun` does nothing.
   */
  readonly beginRun: (runId: string, begun: Instant) => void;
  /** Waits for a turn; null when `isOver` came first. */
  readonly takeTurn: (isOver: () => boolean) => Promise<PushTurn | null>;
  /** Notes the result of a push that a lookup showed after its turn ended. */
  readonly note: (result: PushEnd) => void;
  /** Whether the service ever stored a transaction, as far as this process and the sync database know. */
  readonly hasStored: () => boolean;
  /** Whether a sale to a state is not tried, because many in a row to that state were refused: see `refusedPlaces`. */
  readonly skips: (place: string | null) => boolean;
  /**
   * Whether so many were refused since one was stored that only transactions are sent that no earlier run tried. Otherwise
   * old refused sales would keep new ones from being sent in each run.
   */
  readonly sendsOnlyUntried: () => boolean;
  /** How many different transactions were refused since one was stored. */
  readonly refusedInARow: () => number;
  /** The fingerprint of the refusals that stopped all pushes; null if none did. */
  readonly refusedAll: () => string | null;
  /**
   * The same for a run with too few sales to stop all pushes: the fingerprint if a service that never stored a transaction
   * refused several, all for the same reason.
   */
  readonly refusedEach: () => string | null;
}

/** Marks refusals of a body that may be about the key or the address: see `ServiceClient.push`. */
export const ofKey = 'key';
export const isOfKey = (fingerprint: string): boolean => fingerprint.startsWith(`${ofKey} `);

export const makePushGate = (): PushGate => {
  let facts: ServiceFacts | null = null;
  let isOpen = false;
  let hasStored = false;
  let inProgress = 0;
  const refused = new Set<string>();
  const kinds = new Map<string, Map<string, string | null>>();
  const places = refusedPlaces();
  const forms = answerForms();
  let waiting: (() => void)[] = [];
  const begins = new Map<string, Instant>();

  const isNew = (): boolean => facts === null && !hasStored;
  const limitOfKey = (): number => maxRefusalsOfKey[isNew() ? 'untilStored' : 'later'];
  const stopsAll = (kind: string, ids: ReadonlyMap<string, string | null>): boolean => {
    if (!isOfKey(kind)) return ids.size >= maxEqualRefusals;
    return isAboutKey(ids, limitOfKey()) || places.areTooMany();
  };
  const refusedAll = (): string | null => [...kinds].find(([kind, ids]) => stopsAll(kind, ids))?.[0] ?? null;
  const mayStart = (): boolean => {
    if (inProgress === 0) return true;
    if (facts === null) return false;
    // Each push in progress may be refused as well.
    return isOpen || inProgress + refused.size < maxEqualRefusals;
  };
  const wake = (): void => {
    const woken = waiting;
    waiting = [];
    for (const resume of woken) resume();
  };
  const note = (result: PushEnd): void => {
    if (result._tag === 'Stored') {
      facts = result.facts ?? facts;
      isOpen = true;
      hasStored = true;
      places.stored(result.place ?? null);
      refused.clear();
      kinds.clear();
    } else if (result._tag === 'Refused') {
      isOpen = false;
      const { id } = result;
      refused.add(id);
      const kind = kindOf(result.fingerprint);
      const ids = kinds.get(kind) ?? new Map<string, string | null>();
      kinds.set(kind, ids.set(id, result.place ?? null));
      if (isOfKey(kind)) places.note(ids, limitOfKey());
    }
  };

  return {
    pushes: pushesUnderWay(),
    forms,
    facts: () => facts,
    setFacts: (known) => {
      facts = known;
      if (known.answers === 'transaction') forms.note(undefined);
      wake();
    },
    forgetChangedFacts: () => {
      if (facts !== null && facts.changed.length > 0) facts = null;
    },
    beginRun: (runId, begun) => {
      if (begins.get(runId) === begun) return;
      begins.set(runId, begun);
      places.forget();
      refused.clear();
      kinds.clear();
      wake();
    },
    takeTurn: async (isOver) => {
      while (!isOver() && !mayStart()) await new Promise<void>((resume) => waiting.push(resume));
      if (isOver()) {
        wake();
        return null;
      }
      inProgress += 1;
      return {
        isProbe: facts === null,
        end: (result) => {
          inProgress -= 1;
          note(result);
          wake();
        },
      };
    },
    note: (result) => {
      note(result);
      wake();
    },
    hasStored: () => hasStored || facts !== null,
    skips: places.skips,
    sendsOnlyUntried: () =>
      [...kinds].some(([kind, ids]) => ids.size >= (isOfKey(kind) ? limitOfKey() : maxEqualRefusals) / 2),
    refusedInARow: () => refused.size,
    refusedAll,
    refusedEach: () => {
      const [only, ...others] = kinds.keys();
      const isOfOnePlace = only !== undefined && isOfKey(only) && refused.size >= maxRefusalsOfKey.later;
      // Several attempts of one transaction are one.
      const transactions = new Set([...refused].map((id) => id.replace(/#\d+$/, '')));
      return only !== undefined && others.length === 0 && transactions.size > 1 && (isNew() || isOfOnePlace)
        ? only
        : null;
    },
  };
};

/** The same gate for pushes that were refused before: if they are refused again, that shows nothing about other sales. */
export const withoutRefusals = (gate: PushGate): PushGate => ({
  ...gate,
  refusedAll: () => null,
  sendsOnlyUntried: () => false,
  takeTurn: async (isOver) => {
    const turn = await gate.takeTurn(isOver);
    if (turn === null) return null;
    return { ...turn, end: (result) => turn.end(result._tag === 'Refused' ? { _tag: 'Other' } : result) };
  },
});

/** A transaction that the service stored. */
export interface Stored {
  /** The service's own id; empty when unknown. */
  readonly remoteId: string;
  readonly shown: ShownFields | null;
}

const gates = new WeakMap<TaxService, PushGate>();

/** The gate of a service's client: one for all runs and live work of its key in this process. */
export const pushGateOf = (service: TaxService): PushGate => {
  const gate = gates.get(service) ?? makePushGate();
  gates.set(service, gate);
  return gate;
};

/** Refusals that differ only in line numbers are equal. */
const kindOf = (fingerprint: string): string => fingerprint.replaceAll(/\.\d+/g, '.#');

/** A forgotten one may be sent once more, and then the service recognizes it, or the sync database knows of the attempt. */
const maxStoredLately = 1_000;

const pushesUnderWay = (): PushesUnderWay => {
  const waiting = new Map<string, ((stored: Stored | null) => void)[]>();
  // A page that was looked up before another push of the same transaction ended would push it again.
  const storedLately = new Map<string, Stored>();
  return {
    begin: async (id, mayHaveArrived) => {
      const before = mayHaveArrived ? undefined : storedLately.get(id);
      if (before !== undefined) return before;
      const others = waiting.get(id);
      if (others !== undefined) return new Promise((resume) => others.push(resume));
      waiting.set(id, []);
      return 'begun';
    },
    end: (id, stored) => {
      if (stored !== null) storedLately.set(id, stored);
      const [oldest] = storedLately.keys();
      if (storedLately.size > maxStoredLately && oldest !== undefined) storedLately.delete(oldest);
      const others = waiting.get(id) ?? [];
      waiting.delete(id);
      for (const resume of others) resume(stored);
    },
  };
};
