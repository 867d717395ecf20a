import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { DateRange } from '../../../src/domain/date-range.ts';
import type { Inbox } from '../../../src/domain/inbox.ts';
import type { RunRequest } from '../../../src/domain/run.ts';
import { historicalSync, retryRun, type SyncFailure, type SyncPorts } from '../../../src/pipeline/index.ts';
import { readReport, type Report } from '../../../src/reconcile/index.ts';
import { reconcile } from '../../../src/reconcile/reconcile.ts';
import type { Reconciliation } from '../../../src/reconcile/reconciliation.ts';
import { tieOut } from '../../../src/reconcile/read-tie-out.ts';
import type { TieOut } from '../../../src/reconcile/tie-out.ts';
import type { Dice } from '../kernel/dice.ts';

/** What a person wants of a process. */
export interface Wanted {
  /** What is synced; null where the live worker does that. */
  readonly range: DateRange | null;
  /** Whether it is tried dry, and not synced. */
  readonly isDry?: boolean;
  /** Whether earlier runs with a failure that may pass are tried again first. */
  readonly retries?: boolean;
  /** What is proven after it, and the months that are tied out. */
  readonly proofs: readonly DateRange[];
  readonly months: readonly string[];
}

/** What became of it. */
export interface Word {
  readonly runId: string | null;
  readonly proofs: readonly Reconciliation[];
  readonly ties: readonly TieOut[];
}

/** A person who starts the history again and again until it is done, and reads the report; null while nothing is wanted. */
export interface HistoryWish {
  readonly wanted: () => Wanted | null;
  readonly done: (wanted: Wanted, word: Word) => void;
}

export interface HistoryPorts {
  readonly sync: SyncPorts;
  /** What proofs read with. */
  readonly proving: SyncPorts;
  readonly inbox: Inbox;
  readonly storefronts: RunRequest['storefronts'];
  /** Historical runs that were finished. */
  readonly finished: () => readonly string[];
  readonly dice: Dice;
  readonly wish: HistoryWish;
  readonly note: (...printed: readonly unknown[]) => void;
}

const passing: ReadonlySet<string> = new Set(['no definitive response', 'unknown']);
const waiting: ReadonlySet<string> = new Set(['possible duplicate', 'waiting for its sale']);

/** Whether a person who reads the report would try again. */
const isWorthRetry = ({ failures, held }: Report): boolean =>
  failures.some(({ reason }) => passing.has(reason)) || Object.keys(held).some((reason) => waiting.has(reason));

const maxRetries = 20;

/** Runs the history until it is finished, and retries what can succeed. Continues while it is wanted. */
export const keepHistory = async ({
  sync,
  proving,
  inbox,
  storefronts,
  finished,
  dice,
  wish,
  note,
}: HistoryPorts): Promise<never> => {
  const pause = (): Promise<void> => sync.clock.sleep(dice.int(1_000, 30_000))();
  const reportOf = async (runId: string): Promise<Report | undefined> => {
    const report = await readReport({ store: sync.store, reviewUrl: null })(O.some(runId))();
    if (E.isLeft(report)) note('no report', report.left);
    else note('report', O.toNullable(report.right));
    return E.isRight(report) ? O.toUndefined(report.right) : undefined;
  };
  const settle = async (runId: string): Promise<Report | undefined> => {
    for (let retries = 0; ; retries += 1) {
      const report = await reportOf(runId);
      if (report === undefined || !isWorthRetry(report) || retries === maxRetries) return report;
      const retried: E.Either<SyncFailure, unknown> = await retryRun(sync)(runId)();
      if (E.isLeft(retried)) note('the retry ended', retried.left);
      await pause();
    }
  };
  const prove = async ({ proofs, months }: Wanted): Promise<Omit<Word, 'runId'> | undefined> => {
    const all: { readonly proofs: Reconciliation[]; readonly ties: TieOut[] } = { proofs: [], ties: [] };
    for (const range of proofs) {
      const proof = await reconcile({ sync: proving, inbox })(storefronts, range)();
      note('the proof', proof);
      if (E.isLeft(proof)) return undefined;
      all.proofs.push(...proof.right);
    }
    for (const month of months) {
      const tied = await tieOut({ sync: proving, inbox })(storefronts, month)();
      note('the tie-out', tied);
      if (E.isLeft(tied)) return undefined;
      all.ties.push(...tied.right);
    }
    return all;
  };
  /** The id of a finished run whose report has nothing to retry; undefined while there is none. */
  const syncOnce = async (range: DateRange, dryRun: boolean): Promise<string | undefined> => {
    const run = await historicalSync(sync)({ storefronts, range, dryRun })();
    if (E.isLeft(run)) note('the run ended', run.left);
    if (E.isLeft(run) || run.right.status !== 'finished') return undefined;
    return dryRun ? run.right.id : (await settle(run.right.id))?.runId;
  };
  for (;;) {
    const wanted = wish.wanted();
    if (wanted !== null) {
      if (wanted.retries === true) for (const id of finished()) await settle(id);
      const runId = wanted.range === null ? null : await syncOnce(wanted.range, wanted.isDry === true);
      const proven = runId === undefined ? undefined : await prove(wanted);
      if (runId !== undefined && proven !== undefined) wish.done(wanted, { runId, ...proven });
    }
    await pause();
  }
};
