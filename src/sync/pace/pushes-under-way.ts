import type { ShownFields } from '../../domain/sync-store.ts';

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
export interface PushesUnderWay {
  /**
   * Begins a push of it, unless another one is under way: then nothing is begun, and it waits for the end of that one. Gives
   * what the service stored then, null for nothing; `begun` otherwise.
   */
  readonly begin: (id: string) => Promise<'begun' | Stored | null>;
  /** `stored`: null when nothing was. */
  readonly end: (id: string, stored: Stored | null) => void;
}

export const pushesUnderWay = (): PushesUnderWay => {
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
