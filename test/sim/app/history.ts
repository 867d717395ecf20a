import type { HistoryWish, Wanted, Word } from './history-keeper.ts';
import { historyRange } from '../world/setting.ts';

/** The report of what was wanted last and its proof, made when nothing went wrong any more. */
export interface LastWord extends Word {
  /** When they were made. */
  readonly at: number;
}

export interface History {
  readonly wish: HistoryWish;
  /** Wants this from now on, until it is done. */
  readonly ask: (wanted: Wanted) => void;
  readonly isDone: () => boolean;
  readonly last: () => LastWord | null;
}

/** Days that are over: a platform shows new records a little later. */
const allDays = { from: '2026-02-24', to: '2026-04-04' } as const;

/** A history that is wanted during the faults, and again when all is quiet: the last one must find everything sent. */
export const duringFaults: Wanted = { range: historyRange, proofs: [], months: [] };
export const inPeace: Wanted = { range: historyRange, proofs: [allDays], months: [] };

/** What processes are asked for, one thing after the other. */
export const newHistory = (now: () => number): History => {
  let wanted: Wanted | null = null;
  let last: LastWord | null = null;
  return {
    wish: {
      wanted: () => wanted,
      done: (what, word) => {
        if (what !== wanted) return;
        wanted = null;
        last = { ...word, at: now() };
      },
    },
    ask: (what) => {
      wanted = what;
      last = null;
    },
    isDone: () => wanted === null,
    last: () => last,
  };
};
