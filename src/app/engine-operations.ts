import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { JobQueue } from '../domain/job-queue.ts';
import type { Run, RunRequest } from '../domain/run.ts';
import { failureOf, type OperationFailure } from '../operations/failure.ts';
import type { OperationPorts } from '../operations/ports.ts';
import type { SyncDatabase } from '../domain/inbox.ts';
import type { SyncFailure } from '../pipeline/failures.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { endRun } from '../pipeline/run-context.ts';
import { historicalSync } from '../pipeline/historical-sync.ts';
import { retryRun } from '../pipeline/retry-run.ts';
import { tieOut } from '../reconcile/read-tie-out.ts';
import type { OpenAccount } from './plugin/accounts.ts';
import { noteClosedMonths } from './note-closed-months.ts';
import { compare } from './plugin/counting.ts';
import { stateOf } from './plugin/screen-ports.ts';

interface EnginePorts extends Pick<SyncDatabase, 'inbox'> {
  readonly account: Pick<OpenAccount, 'sync' | 'reviews' | 'reviewUrl' | 'health'>;
  readonly accountOf: OperationPorts['accountOf'];
}

type Work = (request: RunRequest) => TE.TaskEither<SyncFailure, Run>;

/** Says first which closed months a run touches. */
const started =
  (ports: SyncPorts, work: Work): OperationPorts['runs']['start'] =>
  (request) =>
    pipe(
      () => noteClosedMonths(ports)(request),
      TE.flatMap(() => work(request)),
      idOf,
    );

const idOf = (run: TE.TaskEither<SyncFailure, Run>): TE.TaskEither<OperationFailure, string> =>
  pipe(
    run,
    TE.mapLeft(failureOf),
    TE.map(({ id }) => id),
  );

/** The same operations, where workers do the work of a run and this process follows it. */
export const onWorkers = (operations: OperationPorts, ports: SyncPorts, jobs: JobQueue): OperationPorts => {
  const work: Work = (request) => async () => {
    const { runOnWorkers } = await import('../live/index.ts');
    return runOnWorkers(ports, jobs)(request)();
  };
  return { ...operations, runs: { ...operations.runs, start: started(ports, work) } };
};

/** What the operations of a command work on: one account, in this process. A run that is started here is worked on to its end. */
export const engineOperations = ({ account, accountOf, inbox }: EnginePorts): OperationPorts => {
  const { sync: ports } = account;
  return {
    storefronts: () => Object.keys(ports.storefronts),
    storefrontsOf: (name) => (name in ports.storefronts ? [name] : []),
    connectorOf: (name) => ports.storefronts[name]?.connector,
    accountOf,
    allAccounts: () => Promise.resolve(E.right(inbox)),
    opened: () => Promise.resolve(E.right(stateOf({ inbox }, account))),
    runs: {
      start: started(ports, historicalSync(ports)),
      end: (runId, how) => pipe(endRun(ports)(runId, how), TE.mapLeft(failureOf)),
      worksToEnd: true,
      retry: (run, id, intoClosedPeriods) =>
        started(ports, () => retryRun(ports)(run.id, id === null ? {} : { id }, { intoClosedPeriods }))({
          ...run,
          intoClosedPeriods,
        }),
      progress: () => undefined,
      whyEnded: () => [],
    },
    unreachableSince: () => null,
    wake: () => undefined,
    counts: {
      begin: () => TE.right(false),
      now: () => undefined,
      failure: () => undefined,
      reconcile: (storefronts, range) =>
        pipe(() => compare({ inbox }, account, storefronts, range, ports.isInterrupted), TE.mapLeft(failureOf)),
      tieOut: (storefronts, month) => pipe(tieOut({ sync: ports, inbox })(storefronts, month), TE.mapLeft(failureOf)),
    },
    clock: ports.clock,
    log: ports.log,
  };
};
