/** Remembers answers by `Idempotency-Key`, so that a client that repeats a request after a lost response starts nothing twice. */
import { digestOf } from '../../domain/fields.ts';

/** Milliseconds for which an answer is kept. */
const kept = 24 * 60 * 60_000;

/** Answers that are kept; the oldest is forgotten. */
const maxKept = 10_000;

/** An answer that can be sent again. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Entry {
  readonly request: string;
  readonly at: number;
  readonly answer: Promise<KeptAnswer>;
}

/**
 * Gives equal requests under one key the same answer, also while the first is under way. An answer of status 300 or above is not
 * kept, so that the client may try again. Answers are in the memory of this process; in another one, a repeated start continues
 * the unfinished run.
 */
export const answersByKey = (now: () => number) => {
  const entries = new Map<string, Entry>();
  /** @returns undefined when the key was used for another request */
  return async (key: string, request: string, answer: () => Promise<KeptAnswer>): Promise<KeptAnswer | undefined> => {
    for (const [old, { at }] of entries) {
      if (now() - at < kept && entries.size < maxKept) break;
      entries.delete(old);
    }
    const own = digestOf(key);
    const before = entries.get(own);
    if (before !== undefined) return before.request === digestOf(request) ? before.answer : undefined;
    const entry = { request: digestOf(request), at: now(), answer: answer() };
    entries.set(own, entry);
    const forget = (): void => {
      if (entries.get(own) === entry) entries.delete(own);
    };
    entry.answer.then(({ status }) => (status >= 300 ? forget() : undefined), forget);
    return entry.answer;
  };
};
