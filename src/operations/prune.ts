/** Removes details of old runs and requests that nothing needs any longer, so that the sync database does not grow forever. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { PruneCounts, PrunedRecord } from '../domain/prune-store.ts';
import { parseDateRange } from '../domain/date-range.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import { fail, failureOf } from './failure.ts';
import type { OperationPorts } from './ports.ts';
import { type Operation, withAccount } from './state.ts';

export interface PruneOptions {
  /** `2024-01`, or a day: the first one that is kept, in UTC. */
  readonly before: string;
  /** Null only counts. Otherwise it receives all records before they are removed. */
  readonly archive: ((records: readonly PrunedRecord[]) => Promise<void>) | null;
}

/** Works in batches, with pauses in which sales go on. */
export const prune = (ports: OperationPorts, { before, archive }: PruneOptions): Operation<PruneCounts> =>
  withAccount(ports, ({ reviews }) => async () => {
    const { now, sleep } = ports.clock;
    const at = instantOfMilliseconds(now());
    const start = startOf(before, at.slice(0, 10));
    if (start === null) return fail('INVALID', `"${before}" is not a month or day in the past. Write it as 2024-01.`);
    const removal = archive === null ? null : { at, archive };
    let counts: PruneCounts = { lines: 0, bodies: 0 };
    let after: O.Option<string> = O.none;
    do {
      const begun = now();
      const batch: Awaited<ReturnType<ReturnType<typeof reviews.prune>>> = await reviews.prune({
        ...{ before: start, after, removal },
      })();
      if (E.isLeft(batch)) return E.left(failureOf(batch.left));
      const { lines, bodies, next } = batch.right;
      counts = { lines: counts.lines + lines, bodies: counts.bodies + bodies };
      after = next;
      // A pause as long as the batch, so that other work gets half of the time.
      if (removal !== null) await sleep(now() - begun)();
    } while (O.isSome(after));
    return E.right(counts);
  });

/** Null for a text that does not name a day in the past. */
const startOf = (before: string, today: string): string | null => {
  const day = /^\d{4}-\d{2}$/.test(before) ? `${before}-01` : before;
  return E.isRight(parseDateRange(day, day)) && day <= today ? `${day}T00:00:00Z` : null;
};
