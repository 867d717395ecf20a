import type { ServiceFacts, TaxService } from '../../domain/tax-service.ts';
import { maxEqualRefusals } from '../limits.ts';
import type { ShownFields } from '../../domain/sync-store.ts';

/** A push that may start. `isProbe`: nothing is known of the service yet, and no other push is under way. */
export interface PushTurn {
  readonly isProbe: boolean;
  /** Ends the turn. `facts`: what this push showed of the service; null when it showed nothing. */
  readonly end: (result: PushEnd) => void;
}

export type PushEnd =
  | { readonly _tag: 'Stored'; readonly facts: ServiceFacts | null }
  /** `fingerprint`: see `PushReply`; `id`: of the transaction. */
  | { readonly _tag: 'Refused'; readonly fingerprint: string; readonly id: string }
  | { readonly _tag: 'Other' };

/**
 * What protects a service, and a merchant's data there, from many wrong pushes: the first one goes alone and shows what the
 * service makes of it, and equal refusals without a success between them end the pushing.
 */
export interface PushGate {
  readonly pushes: PushesUnderWay;
  readonly facts: () => ServiceFacts | null;
  /** Facts of the sync database, which hold from now on. */
  readonly setFacts: (facts: ServiceFacts) => void;
  /** Forgets that the service changed what it was sent: the next push is looked at as the first one again. */
  readonly forgetChanged: () => void;
  /** Waits for a turn; null when `isOver` before. */
  readonly takeTurn: (isOver: () => boolean) => Promise<PushTurn | null>;
  /** How many transactions were refused since one was stored; one that is refused again and again counts once. */
  readonly refusedInARow: () => number;
  /** The fingerprint of refusals that ended the pushing; null as long as they did not. */
  readonly refusedAll: () => string | null;
}

/** Line numbers say nothing of the kind of a refusal. */
const kindOf = (fingerprint: string): string => fingerprint.replaceAll(/\.\d+/g, '.#');

export const makePushGate = (): PushGate => {
  let facts: ServiceFacts | null = null;
  let isOpen = false;
  let inFlight = 0;
  const refused = new Set<string>();
  const kinds = new Map<string, Set<string>>();
  let waiting: (() => void)[] = [];

  const refusedAll = (): string | null => [...kinds].find(([, ids]) => ids.size >= maxEqualRefusals)?.[0] ?? null;
  const mayStart = (): boolean => {
    if (inFlight === 0) return true;
    if (facts === null) return false;
    // Every push under way may come back refused as well.
    return isOpen || inFlight + refused.size < maxEqualRefusals;
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
      refused.clear();
      kinds.clear();
    } else if (result._tag === 'Refused') {
      isOpen = false;
      const { id } = result;
      refused.add(id);
      const kind = kindOf(result.fingerprint);
      kinds.set(kind, (kinds.get(kind) ?? new Set()).add(id));
    }
  };

  return {
    pushes: pushesUnderWay(),
    facts: () => facts,
    setFacts: (known) => {
      facts = known;
      wake();
    },
    forgetChanged: () => {
      if (facts !== null && facts.changed.length > 0) facts = null;
    },
    takeTurn: async (isOver) => {
      while (!isOver() && !mayStart()) await new Promise<void>((resume) => waiting.push(resume));
      if (isOver()) {
        wake();
        return null;
      }
      inFlight += 1;
      return {
        isProbe: facts === null,
        end: (result) => {
          inFlight -= 1;
          note(result);
          wake();
        },
      };
    },
    refusedInARow: () => refused.size,
    refusedAll,
  };
};

const gates = new WeakMap<TaxService, PushGate>();

/** The gate of a service's client, the same one for every run and all live work of its key in this process. */
export const pushGateOf = (service: TaxService): PushGate => {
  const gate = gates.get(service) ?? makePushGate();
  gates.set(service, gate);
  return gate;
};

/** A transaction that the service stored. */
export interface Stored {
  /** The service's own id; empty where it is not known. */
  readonly remoteId: string;
  readonly shown: ShownFields | null;
}

/**
 * The pushes of this process that are under way: a historical sync, a catch-up and a webhook can come upon the same
 * transaction within the same second.
 */
interface PushesUnderWay {
  /**
   * Begins a push of it, unless another one is under way: then nothing is begun, and it waits for the end of that one. Gives
   * what the service stored then, null for nothing; `begun` otherwise.
   */
  readonly begin: (id: string) => Promise<'begun' | Stored | null>;
  /** `stored`: null when nothing was. */
  readonly end: (id: string, stored: Stored | null) => void;
}

const pushesUnderWay = (): PushesUnderWay => {
  const waiting = new Map<string, ((stored: Stored | null) => void)[]>();
  return {
    begin: async (id) => {
      const others = waiting.get(id);
      if (others !== undefined) return new Promise((resume) => others.push(resume));
      waiting.set(id, []);
      return 'begun';
    },
    end: (id, stored) => {
      const others = waiting.get(id) ?? [];
      waiting.delete(id);
      for (const resume of others) resume(stored);
    },
  };
};
