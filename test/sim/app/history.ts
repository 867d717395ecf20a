import type { Reconciliation } from '../../../src/reconcile/reconciliation.ts';
import type { HistoryWish } from './history-keeper.ts';

/** The report of the history and its proof, made when nothing went wrong any more. */
export interface LastWord {
  readonly runId: string;
  readonly proofs: readonly Reconciliation[];
  /** When they were made. */
  readonly at: number;
}

export interface History {
  readonly wish: HistoryWish;
  readonly isDone: () => boolean;
  readonly askForLast: () => void;
  readonly last: () => LastWord | null;
}

/** A history that is wanted during the faults, and again when all is quiet: the last one must find everything sent. */
export const newHistory = (now: () => number): History => {
  let [isQuiet, isDone] = [false, false];
  let last: LastWord | null = null;
  return {
    wish: {
      isWanted: () => (isQuiet ? last === null : !isDone),
      isLast: () => isQuiet,
      done: ({ runId }, proofs, wasLast) => {
        isDone = true;
        if (wasLast) last = { runId, proofs, at: now() };
      },
    },
    isDone: () => isDone,
    askForLast: () => {
      isQuiet = true;
    },
    last: () => last,
  };
};
