import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { isFinal } from '../../core/is-final.ts';
import type { RecordBook } from '../../core/record-book.ts';
import type { Run } from '../../core/run.ts';
import { requestKey } from '../request-key.ts';
import { noSuchRun, runIdTaken } from '../run-errors.ts';
import type { Memory } from './memory.ts';

type Runs = Pick<RecordBook, 'openRun' | 'findRun' | 'setTimeZone' | 'closeRun'>;

const change = (memory: Memory, runId: string, by: (run: Run) => Run): ReturnType<RecordBook['closeRun']> =>
  TE.fromIOEither(() => {
    const run = memory.runs.get(runId);
    if (run === undefined) return E.left(noSuchRun(runId));
    memory.runs.set(runId, by(run));
    return E.right(undefined);
  });

export const runs = (memory: Memory): Runs => ({
  openRun: (request, fresh) =>
    TE.fromIOEither(() => {
      const key = requestKey(request);
      const open = [...memory.runs.values()].reverse().find((run) => !isFinal(run.status) && requestKey(run) === key);
      if (open === undefined && memory.runs.has(fresh.id)) return E.left(runIdTaken(fresh.id));
      const { storefronts, range, dryRun, kind, intoClosedPeriods } = request;
      const run: Run = {
        id: open?.id ?? fresh.id,
        storefronts,
        range,
        dryRun,
        status: 'running',
        startedAt: open?.startedAt ?? fresh.at,
        finishedAt: null,
        timeZones: open?.timeZones ?? {},
        ...(kind === 'live' && { kind }),
        ...(intoClosedPeriods === true && { intoClosedPeriods }),
      };
      memory.runs.set(run.id, run);
      if (open === undefined) memory.entries.set(run.id, new Map());
      return E.right(run);
    }),

  findRun: O.match(
    () => TE.fromIO(() => O.fromNullable([...memory.runs.values()].filter(({ kind }) => kind !== 'live').at(-1))),
    (id) => TE.fromIO(() => O.fromNullable(memory.runs.get(id))),
  ),

  setTimeZone: (runId, storefront, timeZone) =>
    change(memory, runId, (run) => ({ ...run, timeZones: { ...run.timeZones, [storefront]: timeZone } })),

  closeRun: (runId, status, at) =>
    change(memory, runId, (run) => {
      if (isFinal(run.status)) return run;
      if (isFinal(status)) memory.references.delete(runId);
      return { ...run, status, finishedAt: status === 'running' ? null : at };
    }),
});
