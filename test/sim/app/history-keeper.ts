import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Inbox } from '../../../src/domain/inbox.ts';
import type { RunRequest } from '../../../src/domain/run.ts';
import { historicalSync, retryRun, type SyncFailure, type SyncPorts } from '../../../src/pipeline/index.ts';
import { readReport, type Report } from '../../../src/reconcile/index.ts';
import { reconcile } from '../../../src/reconcile/reconcile.ts';
import type { Reconciliation } from '../../../src/reconcile/reconciliation.ts';
import type { Dice } from '../kernel/dice.ts';

/** Whether the history is still wanted; a person who starts it again and again until it is done, and reads the report. */
export interface HistoryWish {
  readonly isWanted: () => boolean;
  /** Whether the last word is wanted: then the history is proven as well. */
  readonly isLast: () => boolean;
  readonly done: (report: Report, proofs: readonly Reconciliation[], wasLast: boolean) => void;
}

export interface HistoryPorts {
  readonly sync: SyncPorts;
  readonly inbox: Inbox;
  readonly request: RunRequest;
  readonly dice: Dice;
  readonly wish: HistoryWish;
  readonly note: (...printed: readonly unknown[]) => void;
}

const passing: ReadonlySet<string> = new Set(['gave up', 'unknown']);
const waiting: ReadonlySet<string> = new Set(['ambiguous duplicate', 'sale not confirmed']);

/** Whether a person who reads the report would try again. */
const isWorthRetry = ({ failures, held }: Report): boolean =>
  failures.some(({ reason }) => passing.has(reason)) || Object.keys(held).some((reason) => waiting.has(reason));

const maxRetries = 20;

/** Days that are over: a platform shows new records a little later. */
const allDays = { from: '2026-02-24', to: '2026-04-04' } as const;

/** Runs the history until it is finished, and retries what can succeed. Continues while it is wanted. */
export const keepHistory = async ({ sync, inbox, request, dice, wish, note }: HistoryPorts): Promise<never> => {
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
  const prove = async (): Promise<readonly Reconciliation[] | undefined> => {
    const proofs = await reconcile({ sync, inbox })(request.storefronts, allDays)();
    note('the proof', proofs);
    return E.isRight(proofs) ? proofs.right : undefined;
  };
  for (;;) {
    if (wish.isWanted()) {
      const isLast = wish.isLast();
      const run = await historicalSync(sync)(request)();
      if (E.isLeft(run)) note('the run ended', run.left);
      if (E.isRight(run) && run.right.status === 'finished') {
        const report = await settle(run.right.id);
        const proofs = report !== undefined && isLast ? await prove() : [];
        if (report !== undefined && proofs !== undefined) wish.done(report, proofs, isLast);
      }
    }
    await pause();
  }
};
