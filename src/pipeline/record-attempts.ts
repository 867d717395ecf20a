/**
 * Notes each push attempt in the sync database before it begins, so that two processes never push one transaction to a
 * service that would store both.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Clock, maxClockSkew } from '../domain/environment.ts';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../domain/instant.ts';
import type { StoreError, Submission, SyncStore } from '../domain/sync-store.ts';
import type { ServiceFacts } from '../domain/tax-service.ts';
import { proofOfAbsenceAfter, proofOfAbsenceInLateList } from './limits.ts';
import type { WirePorts } from './ports.ts';
import type { PushGate } from './push-gate.ts';

/** Another run or worker pushes it, or has pushed it since the lookup. `submission`: as the sync database has it now. */
export interface StartedByOther {
  readonly _tag: 'StartedByOther';
  readonly submission: Submission;
}

/** The attempts at pushing one transaction, as the sync database and this process know them. */
export interface AttemptRecorder {
  /** Notes that an attempt begins, if the service might store a second one; false when another run or worker began an attempt. */
  readonly begin: () => Promise<boolean>;
  /** Why an attempt did not begin; null when all began. */
  readonly failed: () => E.Either<StoreError, StartedByOther> | null;
  /** Notes that the latest attempt did not arrive. */
  readonly forget: () => Promise<E.Either<StoreError, unknown>>;
  /**
   * How many milliseconds must pass until the absence of a transaction proves that no attempt has arrived. 0 where the
   * service keeps our ids and shows them at once. Where it assigns ids, or shows transactions late, it may store both
   * attempts: only a list that had time to show the first one is proof. Whether a list is late is learned from the first
   * push; a list that could not be read then may be late. Before the first push it counts as late only where the wire settings
   * say that the service assigns ids.
   */
  readonly untilAbsenceIsProven: () => number;
}

interface AttemptPorts {
  readonly gate: PushGate;
  readonly store: Pick<SyncStore, 'recordAttempt'>;
  readonly clock: Clock;
  readonly wire: WirePorts | undefined;
}

/** The recorder of one transaction's attempts. */
export const recordAttempts = (
  { gate, store, clock, wire }: AttemptPorts,
  { id, attemptedAt }: { readonly id: string; readonly attemptedAt: Instant | null },
): AttemptRecorder => {
  const seenAt = clock.now();
  let known = attemptedAt;
  let failed: E.Either<StoreError, StartedByOther> | null = null;
  /** Milliseconds since 1970 by this process's clock, which may be ahead of the clock of the process that made the attempt. */
  const latestAttempt = (): number | null => {
    if (known === null) return null;
    const notedAt = millisecondsOf(known);
    return known === attemptedAt ? Math.max(notedAt, Math.min(seenAt, notedAt + 2 * maxClockSkew)) : notedAt;
  };
  return {
    failed: () => failed,
    untilAbsenceIsProven: () => {
      const facts = gate.facts();
      const latest = latestAttempt();
      if (isShownAtOnce(facts) || latest === null) return 0;
      const mayBeLate = facts === null ? wire?.settings.identity === 'service' : facts.list !== 'prompt';
      return (mayBeLate ? proofOfAbsenceInLateList : proofOfAbsenceAfter) - Math.max(0, clock.now() - latest);
    },
    forget: async () => {
      if (known === null) return E.right(undefined);
      const forgotten = await store.recordAttempt(id, known, null)();
      known = null;
      return forgotten;
    },
    begin: async () => {
      if (isShownAtOnce(gate.facts())) return true;
      const at = instantOfMilliseconds(clock.now());
      const begun = await store.recordAttempt(id, known, at)();
      if (E.isLeft(begun)) failed = begun;
      else if (O.isSome(begun.right)) failed = E.right({ _tag: 'StartedByOther', submission: begun.right.value });
      else known = at;
      return failed === null;
    },
  };
};

/** Whether the service keeps our ids and shows a transaction at once, so that its absence is proof. */
const isShownAtOnce = (facts: Pick<ServiceFacts, 'identity' | 'list' | 'single'> | null): boolean =>
  facts?.identity === 'client' &&
  facts.list !== 'late' &&
  // The list could not be read after the first push, and the single read did not show it.
  (facts.list === 'prompt' || facts.single !== 'late');
