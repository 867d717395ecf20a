import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { isFinalStatus, type Run } from '../../domain/run.ts';
import type { SyncStore } from '../../domain/sync-store.ts';
import { runRequestKey } from '../run-request-key.ts';
import { noSuchRunError, runIdTakenError } from '../store-errors.ts';
import type { Memory } from './memory.ts';

type Runs = Pick<SyncStore, 'openRun' | 'findRun' | 'setTimeZone' | 'closeRun'>;

const changeRun = (memory: Memory, runId: string, by: (run: Run) => Run): ReturnType<SyncStore['closeRun']> =>
  TE.fromIOEither(() => {
    const run = memory.runs.get(runId);
    if (run === undefined) return E.left(noSuchRunError(runId));
    memory.runs.set(runId, by(run));
    return E.right(undefined);
  });

export const memoryRuns = (memory: Memory): Runs => ({
  openRun: (request, fresh) =>
    TE.fromIOEither(() => {
      const key = runRequestKey(request);
      const open = [...memory.runs.values()]
        .reverse()
        .find((run) => !isFinalStatus(run.status) && runRequestKey(run) === key);
      if (open === undefined && memory.runs.has(fresh.id)) return E.left(runIdTakenError(fresh.id));
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
      if (open === undefined) memory.lines.set(run.id, new Map());
      return E.right(run);
    }),

  findRun: O.match(
    () => TE.fromIO(() => O.fromNullable([...memory.runs.values()].filter(({ kind }) => kind !== 'live').at(-1))),
    (id) => TE.fromIO(() => O.fromNullable(memory.runs.get(id))),
  ),

  setTimeZone: (runId, storefront, timeZone) =>
    changeRun(memory, runId, (run) => ({ ...run, timeZones: { ...run.timeZones, [storefront]: timeZone } })),

  closeRun: (runId, status, at) =>
    changeRun(memory, runId, (run) => {
      if (isFinalStatus(run.status)) return run;
      if (isFinalStatus(status)) memory.references.delete(runId);
      return { ...run, status, finishedAt: status === 'running' ? null : at };
    }),
});
