import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { RefundTotal, ReviewBook } from '../../core/review-book.ts';
import type { RunEntry } from '../../core/run.ts';
import { addRefunds } from '../add-refunds.ts';
import { countsOf } from '../fold-summary.ts';
import { outcomeTotals } from '../outcome-totals.ts';
import { firstDayOf } from '../first-day-of.ts';
import type { Memory } from './memory.ts';
import { summaryOf } from './report.ts';

const refundsOf = (entries: readonly RunEntry[]): readonly RefundTotal[] =>
  addRefunds(
    entries.flatMap(({ amounts, movements }) =>
      amounts === null
        ? []
        : movements
            .filter(({ kind, sent }) => kind === 'refund' && !sent)
            .map(({ currency, amount }) => ({
              currency,
              jurisdiction: amounts.jurisdiction,
              month: amounts.month,
              count: 1,
              amount,
            })),
    ),
  );

export const reviews = (memory: Memory): ReviewBook => ({
  runs: ({ before, limit }) =>
    TE.fromIO(() => {
      const all = [...memory.runs.values()].filter(({ kind }) => kind !== 'live').reverse();
      const start = O.isNone(before) ? 0 : all.findIndex(({ id }) => id === before.value) + 1;
      const rest = O.isSome(before) && start === 0 ? [] : all.slice(start);
      const runs = rest.slice(0, Math.max(1, limit));
      return { runs, next: runs.length < rest.length ? O.fromNullable(runs.at(-1)?.id) : O.none };
    }),
  outcomeCounts: (runId) =>
    TE.fromIO(() => {
      const outcomes = [...(memory.entries.get(runId)?.values() ?? [])].map(({ outcome }) => ({ outcome, count: 1 }));
      return countsOf(outcomes);
    }),
  overview: (runId) =>
    TE.fromIO(() => {
      const entries = [...(memory.entries.get(runId)?.values() ?? [])];
      return {
        summary: summaryOf(entries),
        totals: outcomeTotals(entries.map(({ outcome, reason, amounts }) => ({ outcome, reason, amounts, count: 1 }))),
        refunds: refundsOf(entries),
      };
    }),
  signOff: (signOff) => TE.fromIO(() => void memory.signOffs.push(signOff)),
  signOffs: (runId) => TE.fromIO(() => memory.signOffs.filter((one) => one.runId === runId)),
  closeMonth: (closed) =>
    TE.fromIO(() => {
      if (!memory.closedMonths.has(closed.month)) memory.closedMonths.set(closed.month, closed);
    }),
  reopenMonth: (month) => TE.fromIO(() => void memory.closedMonths.delete(month)),
  firstSyncedDay: (storefront) =>
    TE.fromIO(() =>
      firstDayOf(
        [...memory.runs.values()].filter(({ kind }) => kind !== 'live'),
        storefront,
      ),
    ),
  saveCountedDays: (days) =>
    TE.fromIO(() => {
      for (const day of days) memory.countedDays.set(`${day.storefront} ${day.day}`, day);
    }),
  countedDays: (storefront, { from, to }) =>
    TE.fromIO(() =>
      [...memory.countedDays.values()]
        .filter((one) => one.storefront === storefront && one.day >= from && one.day <= to)
        .sort((a, b) => (a.day < b.day ? -1 : 1)),
    ),
  closedMonths: TE.fromIO(() => [...memory.closedMonths.values()].sort((a, b) => (a.month < b.month ? -1 : 1))),
});
