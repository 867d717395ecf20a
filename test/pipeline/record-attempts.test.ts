import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { instantOfMilliseconds } from '../../src/domain/instant.ts';
import type { StoreError, Submission, SyncStore } from '../../src/domain/sync-store.ts';
import type { ServiceFacts } from '../../src/domain/tax-service.ts';
import type { WireSettings } from '../../src/domain/wire-settings.ts';
import { makePushGate } from '../../src/pipeline/push-gate.ts';
import { recordAttempts } from '../../src/pipeline/record-attempts.ts';
import { someFacts } from '../support/some-facts.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const at = (milliseconds: number): string => instantOfMilliseconds(noon + milliseconds);
const minute = 60_000;
const proof = 120_000;

interface Given {
  readonly facts?: ServiceFacts;
  readonly identity?: WireSettings['identity'];
  /** When the sync database knows of an attempt. */
  readonly attempted?: number;
  readonly answer?: ReturnType<SyncStore['recordAttempt']>;
}

/** The attempts at a push, seen at noon, and what the sync database was asked to note. */
const attempts = ({ facts, identity, attempted, answer = TE.right(O.none) }: Given = {}) => {
  const state = { now: noon };
  const noted: (readonly (string | null)[])[] = [];
  const gate = makePushGate();
  if (facts !== undefined) gate.setFacts(facts);
  const recorder = recordAttempts(
    {
      gate,
      clock: { now: () => state.now, sleep: () => () => Promise.resolve() },
      wire: identity === undefined ? undefined : { settings: { identity }, fingerprint: '' },
      store: {
        recordAttempt: (id, since, time) => {
          noted.push([id, since, time]);
          return answer;
        },
      },
    },
    { id: '1', attemptedAt: attempted === undefined ? null : at(attempted) },
  );
  return { ...recorder, noted, later: (milliseconds: number) => void (state.now = noon + milliseconds) };
};

const byService = someFacts({ identity: 'service', list: 'prompt' });
const late = someFacts({ identity: 'service', list: 'late' });
const unread = someFacts({ identity: 'service', list: 'not read' });
const lateAlone = someFacts({ list: 'not read', single: 'late' });

describe('an attempt to push a transaction', () => {
  it('is noted before it begins, and the next one after it', async () => {
    const { begin, failed, noted, later } = attempts();
    expect(await begin()).toBe(true);
    later(1_000);
    expect(await begin()).toBe(true);
    expect([noted, failed()]).toStrictEqual([
      [
        ['1', null, at(0)],
        ['1', at(0), at(1_000)],
      ],
      null,
    ]);
  });

  it('needs no note where the service recognizes a second one', async () => {
    const { begin, noted, untilAbsenceIsProven } = attempts({ facts: someFacts(), attempted: -1_000 });
    expect([await begin(), noted, untilAbsenceIsProven()]).toStrictEqual([true, [], 0]);
  });

  it('does not begin when another process began one, or the sync database fails', async () => {
    const submission: Submission = {
      ...{ id: '1', status: 'intent', digest: '', body: '{}', remoteId: null },
      ...{ savedAt: at(0), attemptedAt: at(0) },
    };
    const other = attempts({ answer: TE.right(O.some(submission)) });
    expect([await other.begin(), other.failed()]).toStrictEqual([
      false,
      E.right({ _tag: 'StartedByOther', submission }),
    ]);
    const failure: StoreError = { _tag: 'StoreError', problem: 'busy', message: '' };
    const broken = attempts({ answer: TE.left(failure) });
    expect([await broken.begin(), broken.failed()]).toStrictEqual([false, E.left(failure)]);
    expect(broken.untilAbsenceIsProven()).toBe(0);
  });

  it('is forgotten when it did not arrive; then its absence needs no proof', async () => {
    const { begin, forget, noted, untilAbsenceIsProven } = attempts({ attempted: -1_000 });
    await begin();
    expect(await forget()).toStrictEqual(E.right(O.none));
    expect(noted).toStrictEqual([
      ['1', at(-1_000), at(0)],
      ['1', at(0), null],
    ]);
    expect([untilAbsenceIsProven(), await forget(), noted.length]).toStrictEqual([0, E.right(undefined), 2]);
  });
});

describe('the absence of a transaction from the list', () => {
  it('proves at once that it did not arrive where none was attempted', () => {
    expect(attempts({ facts: late }).untilAbsenceIsProven()).toBe(0);
  });

  it('is proof two minutes after the attempt, and an hour after it where the list is late or may be', async () => {
    for (const [facts, after] of [
      [byService, proof],
      [late, 60 * minute],
      [unread, 60 * minute],
      [lateAlone, 60 * minute],
    ] as const) {
      const { begin, later, untilAbsenceIsProven } = attempts({ facts });
      await begin();
      expect(untilAbsenceIsProven()).toBe(after);
      later(20_000);
      expect(untilAbsenceIsProven()).toBe(after - 20_000);
      later(after);
      expect(untilAbsenceIsProven()).toBe(0);
      // A clock that was set back makes it no longer.
      later(-5 * minute);
      expect(untilAbsenceIsProven()).toBe(after);
    }
  });

  it.each([
    [undefined, proof],
    ['auto', proof],
    ['client', proof],
    ['service', 60 * minute],
  ] as const)(
    'counts as late before the first push only where the settings say that the service assigns ids: %s',
    async (identity, after) => {
      const { begin, untilAbsenceIsProven } = attempts(identity === undefined ? {} : { identity });
      await begin();
      expect(untilAbsenceIsProven()).toBe(after);
    },
  );

  it('counts from when another process noted it, by a clock that may be minutes behind this one', () => {
    // By a clock that is five minutes behind, read by one that is five ahead, it may have been just now.
    expect(attempts({ facts: byService, attempted: -minute }).untilAbsenceIsProven()).toBe(proof);
    expect(attempts({ facts: byService, attempted: -9 * minute }).untilAbsenceIsProven()).toBe(proof);
    expect(attempts({ facts: byService, attempted: -11 * minute }).untilAbsenceIsProven()).toBe(proof - minute);
    expect(attempts({ facts: byService, attempted: -60 * minute }).untilAbsenceIsProven()).toBeLessThan(0);
    // By a clock that is ahead.
    const ahead = attempts({ facts: byService, attempted: minute });
    ahead.later(2 * minute);
    expect(ahead.untilAbsenceIsProven()).toBe(proof - minute);
  });

  it('counts from an attempt of this process by its own clock alone', async () => {
    const { begin, later, untilAbsenceIsProven } = attempts({ facts: byService, attempted: -minute });
    later(-30_000);
    await begin();
    later(10_000);
    expect(untilAbsenceIsProven()).toBe(proof - 40_000);
  });
});
