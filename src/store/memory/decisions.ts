import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type DecidedTogether,
  type Decision,
  type ListedMatter,
  type MatterFilter,
  mattersOf,
} from '../../domain/decision.ts';
import { type DateRange, monthIn } from '../../domain/date-range.ts';
import type { ClosedPeriod, DecisionStore, SignOff } from '../../domain/review-store.ts';
import type { ReportLine } from '../../domain/run.ts';
import { maxSearchedForParts } from '../../domain/search.ts';
import { amountTexts, jurisdictionTexts, numberTexts } from '../store-rules.ts';
import type { Memory } from './memory.ts';

const keyOf = ({ lineId, id, what }: Pick<Decision, 'lineId' | 'id' | 'what'>): string =>
  JSON.stringify([lineId, id, what]);

/** A person may look for parts of names and ids, or for whole ones alone. */
type Search = 'parts' | 'whole';

type Searched = Pick<ReportLine, 'name' | 'sourceId' | 'id'> & {
  readonly jurisdiction: string | null;
  readonly total: bigint | null;
};

/** Finds the lines with a part of a name or id, a state or country, or an amount. */
export const finderOf = (text: string, search: Search = 'parts'): ((line: Searched) => boolean) => {
  const { codes, start, isOnlyPlace } = jurisdictionTexts(text);
  const [part, whole, numbers, amounts] = [text.toLowerCase(), text.trim(), numberTexts(text), amountTexts(text)];
  const isWhole = ({ name, sourceId, id }: Searched): boolean => {
    const behindPlatform = name.toLowerCase().slice(name.indexOf(' ') + 1);
    return [sourceId, id].includes(whole) || numbers.some((number) => `${behindPlatform} `.startsWith(`${number} `));
  };
  const hasPart = ({ name, sourceId, id }: Searched): boolean =>
    !isOnlyPlace && [name, sourceId, id].some((one) => one.toLowerCase().includes(part));
  return (line) =>
    (search === 'whole' ? isWhole(line) : hasPart(line)) ||
    (line.jurisdiction !== null && codes.includes(line.jurisdiction.toUpperCase())) ||
    (start !== null && line.jurisdiction?.startsWith(start) === true) ||
    amounts.includes(line.total?.toString() ?? '');
};

/** Replaces the matters of lines by those that they raise now. */
export const changeMatters = (memory: Memory, runId: string, lines: readonly ReportLine[]): void => {
  if (memory.runs.get(runId)?.dryRun === true) return;
  const changed = new Set(lines.map(({ id }) => id));
  for (const [key, { lineId }] of memory.matters) if (changed.has(lineId)) memory.matters.delete(key);
  for (const line of new Map(lines.map((one) => [one.id, one])).values())
    for (const matter of mattersOf(line)) memory.matters.set(keyOf(matter), { ...matter, runId });
};

const isOfDays = ({ from, to }: DateRange, day: string | undefined): boolean =>
  day === undefined || (day >= from && day <= to);

const listed = (memory: Memory, filter: MatterFilter): readonly ListedMatter[] => {
  const { text = '', days, ...others } = filter;
  const isMany = (): boolean => listedBy(memory, others).length > maxSearchedForParts.matters;
  return listedBy(memory, filter, text.trim() !== '' && days === undefined && isMany() ? 'whole' : 'parts');
};

const listedBy = (memory: Memory, filter: MatterFilter, search?: Search): readonly ListedMatter[] => {
  const { storefronts, what, isSent, lineId, runId, currency, text = '', days, state, batch, now } = filter;
  const found: ListedMatter[] = [];
  const hasText = finderOf(text, search);
  for (const matter of memory.matters.values()) {
    const line = memory.lines.get(matter.runId)?.get(matter.lineId);
    if (line === undefined) continue;
    const stored = memory.decisions.get(keyOf(matter));
    const decision = stored === undefined || (stored.until !== null && stored.until <= now) ? null : stored;
    const jurisdiction = (line.amounts ?? line.stated)?.jurisdiction ?? null;
    if (
      storefronts.includes(matter.storefront) &&
      (state === 'open') === (decision === null) &&
      (what ?? matter.what) === matter.what &&
      (isSent ?? matter.isSent) === matter.isSent &&
      (lineId ?? matter.lineId) === matter.lineId &&
      (runId ?? matter.runId) === matter.runId &&
      (currency ?? matter.currency) === matter.currency &&
      (batch === undefined || decision?.batch === batch) &&
      (days === undefined || isOfDays(days, line.occurredAt?.slice(0, 10))) &&
      hasText({ ...line, jurisdiction, total: matter.total })
    )
      found.push({
        ...matter,
        ...{ name: line.name, kind: line.kind, message: line.message, occurredAt: line.occurredAt ?? null },
        ...{ jurisdiction, decision, timeZone: memory.runs.get(matter.runId)?.timeZones[matter.storefront] ?? null },
      });
  }
  return found;
};

export const countOpenIn = (memory: Memory, { month, at }: Pick<ClosedPeriod, 'month' | 'at'>): number => {
  const storefronts = [...new Set([...memory.matters.values()].map(({ storefront }) => storefront))];
  return listed(memory, { storefronts, state: 'open', now: at }).filter(
    ({ occurredAt, timeZone }) => occurredAt === null || monthIn(timeZone ?? 'UTC', occurredAt) === month,
  ).length;
};

export const countOpenOfRun = (memory: Memory, { runId, at }: Pick<SignOff, 'runId' | 'at'>): number =>
  [...memory.runs.values()]
    .filter(({ id }) => id === runId)
    .flatMap(({ storefronts }) => listed(memory, { storefronts, runId, state: 'open', now: at })).length;

const size = (total: bigint | null): bigint => (total === null ? 0n : total < 0n ? -total : total);

const orders: Readonly<Record<'money' | 'newest', (a: ListedMatter, b: ListedMatter) => number>> = {
  money: (a, b) => Number(size(b.total) - size(a.total)),
  newest: (a, b) =>
    (a.occurredAt ?? '') < (b.occurredAt ?? '') ? 1 : (a.occurredAt ?? '') > (b.occurredAt ?? '') ? -1 : 0,
};

export const memoryDecisions = (memory: Memory): DecisionStore => ({
  matterGroups: (filter) =>
    TE.fromIO(() => {
      const groups = new Map<string, { count: number; total: bigint; readonly of: ListedMatter }>();
      for (const one of listed(memory, filter)) {
        const key = JSON.stringify([one.isSent, one.what, one.storefront, one.currency]);
        const group = groups.get(key) ?? { count: 0, total: 0n, of: one };
        groups.set(key, { ...group, count: group.count + 1, total: group.total + (one.total ?? 0n) });
      }
      return [...groups]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(
          ([
            ,
            {
              count,
              total,
              of: { storefront, what, isSent, currency },
            },
          ]) => ({
            ...{ storefront, what, isSent, currency, count, total },
          }),
        );
    }),

  findMatters: (filter, order) =>
    TE.fromIO(() => {
      const byKey = (a: ListedMatter, b: ListedMatter): number => (keyOf(a) < keyOf(b) ? -1 : 1);
      const { limit } = order;
      if (order.sort === 'id') {
        const after = order.after === null ? '' : keyOf(order.after);
        const rest = listed(memory, filter).filter((one) => keyOf(one) > after);
        return { matters: [...rest].sort(byKey).slice(0, limit), next: O.none };
      }
      const { sort, offset } = order;
      const all = [...listed(memory, filter)].sort((a, b) => orders[sort](a, b) || byKey(a, b));
      const next = offset + limit < all.length ? O.some(offset + limit) : O.none;
      return { matters: all.slice(offset, offset + limit), next };
    }),

  decide: (filter, decision, expected) =>
    TE.fromIO(() => {
      const all = listed(memory, filter);
      if (expected !== undefined && all.length !== expected) return all.length;
      for (const { storefront, sourceId, lineId, id, what } of all)
        memory.decisions.set(keyOf({ lineId, id, what }), { storefront, sourceId, lineId, id, what, ...decision });
      return all.length;
    }),

  decided: ({ storefronts, lineId, now }, limit) =>
    TE.fromIO(() => {
      const batches = new Map<string, DecidedTogether>();
      for (const { storefront, until, lineId: line, what, action, note, by, at, batch } of memory.decisions.values()) {
        const isOver = until !== null && until <= now;
        if (isOver || !storefronts.includes(storefront) || (lineId ?? line) !== line) continue;
        const { count = 0 } = batches.get(`${batch} ${what}`) ?? {};
        batches.set(`${batch} ${what}`, { what, action, note, by, at, batch, count: count + 1 });
      }
      return [...batches]
        .sort(([a, { at }], [b, { at: other }]) => (at < other || (at === other && a > b) ? 1 : -1))
        .slice(0, limit)
        .map(([, one]) => one);
    }),

  undo: (batch, storefronts) =>
    TE.fromIO(() => {
      const records: { storefront: string; sourceId: string }[] = [];
      let [count, kept] = [0, 0];
      for (const [key, { storefront, sourceId, lineId, action, ...decision }] of memory.decisions) {
        if (decision.batch !== batch || !storefronts.includes(storefront)) continue;
        const status = memory.submissions.get(lineId)?.status;
        const isGone = memory.matters.get(key)?.isSent !== false || status === 'intent' || status === 'confirmed';
        if (action === 'send' && isGone) kept += 1;
        else {
          memory.decisions.delete(key);
          count += 1;
          if (action === 'leave out') records.push({ storefront, sourceId });
        }
      }
      return { count, records, kept };
    }),
});
