import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EntryFilter, RecordBook } from '../../core/record-book.ts';
import type { RunEntry, RunSummary } from '../../core/run.ts';
import { foldSummary } from '../fold-summary.ts';
import { parsePlace } from '../parse-place.ts';
import type { Memory } from './memory.ts';

const isOrAny = (wanted: string | undefined, is: string | null | undefined): boolean =>
  wanted === undefined || wanted === is;

const passes =
  ({ outcomes, storefront, id, reason, finding, place, month, text = '', isMoved = false, untold }: EntryFilter) =>
  (entry: RunEntry): boolean =>
    isOrAny(id, entry.id) &&
    (outcomes === undefined || outcomes.includes(entry.outcome)) &&
    isOrAny(storefront, entry.storefront) &&
    isOrAny(reason, entry.reason) &&
    isOrAny(place, entry.amounts?.jurisdiction) &&
    isOrAny(month, entry.amounts?.month) &&
    (finding === undefined || entry.findings.some((kind) => kind === finding)) &&
    (!isMoved || entry.movements.length > 0) &&
    (untold === undefined || entry.movements.some(({ kind, sent }) => kind === untold && !sent)) &&
    [entry.name, entry.sourceId, entry.id].some((part) => part.toLowerCase().includes(text.toLowerCase()));

const entriesOf = (memory: Memory, runId: string): readonly RunEntry[] => [
  ...(memory.entries.get(runId)?.values() ?? []),
];

export const summaryOf = (entries: readonly RunEntry[]): RunSummary =>
  foldSummary(
    entries.map(({ outcome, reason, amounts }) => ({ outcome, reason, amounts, count: 1 })),
    entries.flatMap(({ findings }) => findings.map((kind) => ({ kind, count: 1 }))),
    entries.flatMap(({ movements }) =>
      movements.map(({ kind, currency, amount, sent }) => ({ kind, currency, amount, sent, count: 1 })),
    ),
  );

export const report = (memory: Memory): Pick<RecordBook, 'summarize' | 'entries'> => ({
  summarize: (runId) => TE.fromIO(() => summaryOf(entriesOf(memory, runId))),

  entries: (runId, filter, { after, limit }) =>
    TE.fromIOEither(() => {
      const start = parsePlace(after);
      if (E.isLeft(start)) return start;
      const rest = entriesOf(memory, runId)
        .map((entry, place) => ({ entry, place }))
        .filter(({ entry, place }) => place > start.right && passes(filter)(entry));
      const taken = rest.slice(0, Math.max(1, limit));
      const next = taken.length === rest.length ? undefined : taken.at(-1)?.place.toString();
      return E.right({ entries: taken.map(({ entry }) => entry), next: O.fromNullable(next) });
    }),
});
