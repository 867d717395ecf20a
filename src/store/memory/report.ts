import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { withoutPersonalData } from '../../domain/audit.ts';
import type { DayFigure, FigureGroup } from '../../domain/day-figures.ts';
import type { RefundTotal, ReviewStore, SentLine } from '../../domain/review-store.ts';
import { findingKind, openChannelOf, type ReportLine, type Run, type RunSummary } from '../../domain/run.ts';
import type { LineFilter, SyncStore } from '../../domain/sync-store.ts';
import { figuresOfLine } from '../../mapping/figures-of-line.ts';
import { correctionWithin } from '../../mapping/identity.ts';
import { localDays } from '../local-days.ts';
import { findReadDays, findSyncedDays, parsePosition, mayClose } from '../store-rules.ts';
import { buildSummary, countByOutcome, type LineGroup, outcomeTotals, sumDailySales, sumRefunds } from '../summary.ts';
import { finderOf, countOpenIn, countOpenOfRun, memoryDecisions } from './decisions.ts';
import { isErasedIn, type Memory } from './memory.ts';

const refundTotalsOf = (lines: readonly ReportLine[]): readonly RefundTotal[] =>
  sumRefunds(
    lines.flatMap(({ amounts, adjustments }) =>
      amounts === null
        ? []
        : adjustments
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

const historicalRuns = (memory: Memory): readonly Run[] =>
  [...memory.runs.values()].filter(({ kind }) => kind !== 'live');

export const memoryReviews = (memory: Memory): ReviewStore => ({
  listRuns: ({ before, limit }) =>
    TE.fromIO(() => {
      const all = [...memory.runs.values()].filter(({ kind }) => kind !== 'live').reverse();
      const start = O.isNone(before) ? 0 : all.findIndex(({ id }) => id === before.value) + 1;
      const rest = O.isSome(before) && start === 0 ? [] : all.slice(start);
      const runs = rest.slice(0, Math.max(1, limit));
      return { runs, next: runs.length < rest.length ? O.fromNullable(runs.at(-1)?.id) : O.none };
    }),
  outcomeCounts: (runId) =>
    TE.fromIO(() => {
      return countByOutcome(linesOf(memory, runId).map(({ outcome }) => ({ outcome, count: 1 })));
    }),
  overview: (runId) =>
    TE.fromIO(() => {
      const lines = linesOf(memory, runId);
      return {
        summary: summarizeLines(lines),
        totals: outcomeTotals(lines.map(toGroup)),
        refunds: refundTotalsOf(lines),
      };
    }),
  auditRecords: ({ storefronts, sourceId, days }) =>
    TE.fromIO(() => ({
      records: memory.audit.filter(
        ({ answeredAt, ...one }) =>
          (storefronts?.includes(one.storefront) ?? true) &&
          (sourceId === undefined || sourceId === one.sourceId) &&
          (days === undefined || (answeredAt.slice(0, 10) >= days.from && answeredAt.slice(0, 10) <= days.to)),
      ),
      next: O.none,
    })),
  saveCorrection: (record, note) =>
    TE.fromIO(() => {
      memory.audit.push(isErasedIn(memory)(record) ? withoutPersonalData(record) : record);
      const { storefront, id, by, answeredAt } = record;
      if (note !== null) memory.resolutions.push({ storefront, id, note, by: by ?? '', at: answeredAt });
    }),
  saveSignOff: (signOff, expected) =>
    TE.fromIO(() => {
      const open = countOpenOfRun(memory, signOff);
      if (!mayClose(open, expected)) return { open, statement: null };
      const statement = signOff.statement(summarizeLines(linesOf(memory, signOff.runId)));
      memory.signOffs.push({ ...signOff, statement });
      return { open, statement };
    }),
  signOffs: (runId) => TE.fromIO(() => memory.signOffs.filter((one) => one.runId === runId)),
  closePeriod: (closed, expected) =>
    TE.fromIO(() => {
      const before = O.fromNullable(memory.closedPeriods.get(closed.month));
      if (O.isSome(before)) return { open: 0, before };
      const open = countOpenIn(memory, closed);
      if (mayClose(open, expected)) memory.closedPeriods.set(closed.month, closed);
      return { open, before };
    }),
  reopenPeriod: (month) =>
    TE.fromIO(() => {
      const before = O.fromNullable(memory.closedPeriods.get(month));
      memory.closedPeriods.delete(month);
      return before;
    }),
  storefronts: TE.fromIO(() =>
    [...new Set([...memory.runs.values()].flatMap(({ storefronts }) => storefronts))].sort(),
  ),
  knows: (storefront, ids) =>
    TE.fromIO(() => {
      const isOne = (one: { readonly id: string; readonly storefront: string }): boolean =>
        one.storefront === storefront && ids.includes(one.id);
      return (
        [...memory.lines.values()].some((lines) => [...lines.values()].some(isOne)) ||
        [...memory.submissions.values()].some(isOne) ||
        ids.some((id) => memory.remote.has(id))
      );
    }),
  syncedDays: (storefront) => TE.fromIO(() => findSyncedDays(historicalRuns(memory), storefront)),
  readDays: (storefront) =>
    TE.fromIO(() =>
      findReadDays(
        historicalRuns(memory).filter(({ status }) => status === 'finished'),
        storefront,
      ),
    ),
  ...memoryDecisions(memory),
  dailySales: TE.fromIO(() => {
    const all = allFigures(memory).filter(({ kind }) => kind === 'sale');
    return sumDailySales(
      all.map(({ day, currency, jurisdiction, isMarketplace, isExempt, isResale, ...sums }) => ({
        ...{ day, currency, jurisdiction, isMarketplace, isExempt, isResale },
        ...{ count: sums.thresholdCount, sales: sums.thresholdSales },
      })),
    ).filter(({ count, sales }) => count !== 0 || sales !== 0n);
  }),
  sentLines: ({ storefronts, days }) =>
    TE.fromIO(() => {
      const isOnDays = (day: string | null): boolean => day !== null && day >= days.from && day <= days.to;
      const lines = datedLines(memory)
        .flatMap(({ line, state }) => (state === 'in service' ? line : []))
        .filter(
          ({ storefront, day, adjustments }) =>
            (storefronts?.includes(storefront) ?? true) &&
            (isOnDays(day) || adjustments.some((adjustment) => isOnDays(adjustment.day))),
        );
      return { lines, next: O.none };
    }),
  monthFigures: ({ storefronts, days }) =>
    TE.fromIO(() =>
      allFigures(memory).flatMap(({ storefront, day, state, ...figure }) =>
        state === 'in service' && (storefronts?.includes(storefront) ?? true) && day >= days.from && day <= days.to
          ? { ...figure, month: day.slice(0, 7) }
          : [],
      ),
    ),
  checkSums: TE.right({ transactions: 0, sums: 0, wrong: [], wrongCount: 0 }),
  saveDailyCounts: (days) =>
    TE.fromIO(() => {
      for (const day of days) memory.dailyCounts.set(`${day.storefront} ${day.day}`, day);
    }),
  dailyCounts: (storefront, { from, to }) =>
    TE.fromIO(() =>
      [...memory.dailyCounts.values()]
        .filter((one) => one.storefront === storefront && one.day >= from && one.day <= to)
        .sort((a, b) => (a.day < b.day ? -1 : 1)),
    ),
  closedPeriods: TE.fromIO(() => [...memory.closedPeriods.values()].sort((a, b) => (a.month < b.month ? -1 : 1))),
});

const days = localDays();

const stateOf = ({ outcome, reason, amounts }: ReportLine, dryRun: boolean): FigureGroup['state'] | undefined => {
  if (reason === 'dry run') return 'preview';
  const isSent =
    (amounts !== null && (outcome === 'succeeded' || outcome === 'alreadyPresent')) || reason === 'credit document';
  return isSent ? (dryRun ? 'preview' : 'in service') : undefined;
};

const datedLines = (memory: Memory) => {
  const newest = new Map<string, { readonly line: SentLine; readonly state: FigureGroup['state'] }>();
  for (const [runId, { timeZones, dryRun }] of memory.runs)
    for (const line of linesOf(memory, runId)) {
      const state = stateOf(line, dryRun);
      if (state === undefined || (newest.get(line.id)?.state === 'in service' && state === 'preview')) continue;
      const timeZone = timeZones[line.storefront];
      const dated: SentLine = {
        ...line,
        day: days.ofLine(timeZone, line),
        adjustments: line.adjustments.map((one) => ({ ...one, day: days.ofInstant(timeZone, one.occurredAt) })),
        shown: memory.remote.get(memory.submissions.get(line.id)?.remoteId ?? line.id)?.shown ?? null,
      };
      newest.set(line.id, { line: dated, state });
    }
  return [...newest.values()];
};

const allFigures = (memory: Memory): readonly DayFigure[] =>
  datedLines(memory).flatMap(({ line, state }) => figuresOfLine(line, state));

const matches = (wanted: string | undefined, is: string | null | undefined): boolean =>
  wanted === undefined || wanted === is;

const passesFilter = ({
  outcomes,
  storefront,
  id,
  reason,
  finding,
  jurisdiction,
  month,
  text = '',
  hasAdjustments = false,
  unsentAdjustment,
}: LineFilter): ((line: ReportLine) => boolean) => {
  const hasText = finderOf(text);
  return (line) =>
    matches(id, line.id) &&
    (outcomes === undefined || outcomes.includes(line.outcome)) &&
    matches(storefront, line.storefront) &&
    matches(reason, line.reason) &&
    matches(jurisdiction, (line.amounts ?? line.stated)?.jurisdiction) &&
    matches(month, line.amounts?.month) &&
    (finding === undefined || line.findings.some((one) => one === finding || findingKind(one) === finding)) &&
    (!hasAdjustments || line.adjustments.length > 0) &&
    (unsentAdjustment === undefined || line.adjustments.some(({ kind, sent }) => kind === unsentAdjustment && !sent)) &&
    hasText({ ...line, jurisdiction: null, total: null, ...(line.amounts ?? line.stated) });
};

const linesOf = (memory: Memory, runId: string): readonly ReportLine[] => [
  ...(memory.lines.get(runId)?.values() ?? []),
];

const toGroup = ({ outcome, reason, amounts, stated }: ReportLine): LineGroup => {
  const { currency, total } = amounts ?? stated ?? { total: null };
  return {
    outcome,
    reason,
    amounts,
    known: currency === undefined || total === null ? null : { currency, total, count: 1 },
    count: 1,
  };
};

const summarizeLines = (lines: readonly ReportLine[]): RunSummary => ({
  ...buildSummary(
    lines.map(toGroup),
    lines.flatMap(({ findings }) => findings.map((kind) => ({ kind, count: 1 }))),
    lines.flatMap(({ adjustments }) =>
      adjustments.map(({ kind, currency, amount, sent }) => ({ kind, currency, amount, sent, count: 1 })),
    ),
    lines.flatMap(({ amounts, findings }) =>
      findings.flatMap((finding) => {
        const channel = openChannelOf(finding);
        if (channel === undefined || amounts === null) return [];
        return [{ channel, currency: amounts.currency, count: 1, total: amounts.total }];
      }),
    ),
  ),
  olderSales: lines.filter(({ isOlder }) => isOlder === true).length,
});

export const memoryReport = (memory: Memory): Pick<SyncStore, 'summarizeRun' | 'findLines' | 'findByNumber'> => ({
  summarizeRun: (runId) => TE.fromIO(() => summarizeLines(linesOf(memory, runId))),

  findLines: (runId, filter, { after, limit }) =>
    TE.fromIOEither(() => {
      const start = parsePosition(after);
      if (E.isLeft(start)) return start;
      const rest = linesOf(memory, runId)
        .map((line, place) => ({ line, place }))
        .filter(({ line, place }) => place > start.right && passesFilter(filter)(line));
      const taken = rest.slice(0, Math.max(1, limit));
      const next = taken.length === rest.length ? undefined : taken.at(-1)?.place.toString();
      return E.right({ lines: taken.map(({ line }) => line), next: O.fromNullable(next) });
    }),

  findByNumber: (storefront, number) =>
    TE.fromIO(() => {
      const word = ` ${number} `.toLowerCase();
      const named = [...memory.lines.keys()]
        .flatMap((runId) => linesOf(memory, runId))
        .filter((line) => line.storefront === storefront && line.kind === 'sale')
        .filter(({ id }) => correctionWithin(id) === undefined)
        .filter(({ name }) => ` ${name} `.toLowerCase().includes(word));
      const numbered = named.filter(({ name }) =>
        ` ${name.slice(name.indexOf(' ') + 1)} `.toLowerCase().startsWith(word),
      );
      const found = numbered.length > 0 ? numbered : named;
      return [...new Map(found.map(({ sourceId, amounts }) => [sourceId, { sourceId, amounts }])).values()].slice(
        0,
        20,
      );
    }),
});
