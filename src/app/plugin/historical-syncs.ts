/** Starts, retries, watches and ends historical syncs for a host or a command, in this process, on workers, or by ticks. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { parseDateRange } from '../../domain/date-range.ts';
import { optionsOrEmpty } from '../../domain/fields.ts';
import type { Run, RunRequest, RunSummary } from '../../domain/run.ts';
import { endRun, type HowToEnd } from '../../pipeline/run-context.ts';
import { historicalSync, recordRun } from '../../pipeline/historical-sync.ts';
import { noProgress } from '../../pipeline/progress.ts';
import { readStops } from '../../pipeline/run-marks.ts';
import { retryRun } from '../../pipeline/retry-run.ts';
import { noStorefront, unknownRun, unknownStorefront } from '../../pipeline/failures.ts';
import { startOnWorkers, followRun, isOnWorkers } from '../../live/index.ts';
import { inPrecedence } from '../configuration/configuration.ts';
import { noteClosedMonths } from '../note-closed-months.ts';
import { type RunProgress, storedProgress } from '../../operations/progress.ts';
import { allowsRetry } from '../../operations/runs/retry-run.ts';
import type { ActiveRun, ActiveRuns } from './active-runs.ts';
import type { OpenAccount } from './accounts.ts';
import type { CommandPorts } from './command-ports.ts';
import type { Opened } from './open.ts';
import type { StorefrontTable } from './storefront-table.ts';
import { rightOrThrow, TaxNexusError } from './tax-nexus-error.ts';
import type { RunHandle } from '../../operations/storefront-name.ts';
import type { HistoricalSyncRequest } from '../../operations/runs/start-run.ts';
import type { RunControls } from '../../operations/historical-syncs.ts';

export interface HistoricalSyncPorts {
  readonly runs: ActiveRuns;
  readonly followed: FollowedRuns;
  /** Rejects while the app is stopped, or when the sync database cannot be opened. */
  readonly opened: () => Promise<Opened>;
  readonly table: Pick<StorefrontTable, 'names' | 'accountOf'>;
  /** Names the run among all runs that share the sync database, because two runs of one process must not work on one storefront. */
  readonly newOwner: () => string;
  /** Whether runs are only recorded, and ticks work on them. */
  readonly leavesWorkToTicks: boolean;
  /** A command, which waits for the end of what it starts. Null in a host's app, where runs continue in the background. */
  readonly command: Pick<CommandPorts, 'isOnWorkers'> | null;
}

/** `ended` resolves when this process no longer works on the run. */
type StartedRun = Pick<ActiveRun, 'id' | 'ended'>;

const noWorkers =
  'Workers share their work in PostgreSQL: write its address in the setting state, or leave out --on-workers.';

export const historicalSyncs = <Name extends string>({
  runs,
  followed,
  opened,
  table,
  newOwner,
  leavesWorkToTicks,
  command,
}: HistoricalSyncPorts): RunControls<Name> => {
  /** Starts by their request, from before they have an id, so that a second equal request joins the same run. */
  const starting = new Map<string, { readonly run: Promise<StartedRun>; readonly intoClosedPeriods: boolean }>();

  const ofRun = async (runId: string): Promise<OpenAccount> =>
    (await (await opened()).accountOfRun(runId)) ?? rightOrThrow(E.left(unknownRun(runId)));

  const handed = async ({ id, ended }: StartedRun): Promise<RunHandle> => {
    const ending = command === null ? E.right(undefined) : await ended;
    if (E.isLeft(ending)) throw ending.left;
    return { id };
  };

  const begin = async (request: RunRequest): Promise<StartedRun> => {
    const { account, workers, waiting } = await opened();
    const at = await account(accountOf(table, request.storefronts));
    const { sync: ports, jobs } = at;
    rightOrThrow(await noteClosedMonths(ports)(request));
    if (leavesWorkToTicks) {
      const { id } = rightOrThrow(await recordRun(ports)(request)());
      return { id, ended: Promise.resolve(E.right(undefined)) };
    }
    const isShared = command?.isOnWorkers ?? rightOrThrow(await workers.jobQueue()) !== null;
    const jobQueue = isShared ? jobs : null;
    if (jobQueue !== null) {
      const { id } = rightOrThrow(await waiting(startOnWorkers(ports, jobQueue)(request))());
      if (command !== null) return followed.follow(id);
      // The run is recorded, so the answer is the same if this process cannot follow it now.
      return followed.follow(id).catch(() => ({ id, ended: Promise.resolve(E.right(undefined)) }));
    }
    if (command?.isOnWorkers === true) throw new TaxNexusError('CONFIGURATION', noWorkers);
    // Loaded when it is used, as below, because an app can be imported without it.
    const { withRenewedKey } = await import('./renewed-key.ts');
    return runs.begin((following) =>
      withRenewedKey(account)(at, ({ sync }) => historicalSync({ ...sync, ...following, owner: newOwner() })(request)),
    );
  };

  const start = async (given: HistoricalSyncRequest<Name>): Promise<RunHandle> => {
    const request = requestOf(table, given);
    const { intoClosedPeriods = false, ...equal } = request;
    const key = JSON.stringify(equal);
    const started = starting.get(key);
    if (started !== undefined && started.intoClosedPeriods !== intoClosedPeriods) {
      throw activeRun((await started.run).id);
    }
    const run = started?.run ?? begin(request);
    starting.set(key, { run, intoClosedPeriods });
    const forget = (): void => {
      starting.delete(key);
    };
    run.then(({ ended }) => ended.then(forget), forget);
    return handed(await run);
  };

  const retry: RunControls<Name>['retry'] = async (runId, { lineId, intoClosedPeriods = false } = {}) => {
    const { account } = await opened();
    const { withRenewedKey } = await import('./renewed-key.ts');
    const at = await ofRun(runId);
    const [run, { counts }] = await stored(at, runId);
    rightOrThrow(allowsRetry({ storefronts: table.names }, run));
    rightOrThrow(await noteClosedMonths(at.sync)({ ...run, intoClosedPeriods }));
    // No `await` may stand between here and the begin: two requests at the same moment both reach this line.
    if (runs.find(runId) !== undefined) throw activeRun(runId);
    const begun = await runs.begin((following) => {
      // Callers that wait only for the id need not wait for the first record.
      if (command === null) following.report({ ...noProgress(runId, counts), phase: 'syncing' });
      const only = lineId === undefined ? {} : { id: lineId };
      return withRenewedKey(account)(at, ({ sync }) =>
        retryRun({ ...sync, ...following, owner: newOwner() })(runId, only, { intoClosedPeriods }),
      );
    });
    return handed(begun);
  };

  const watch = async function* watch(runId: string): AsyncGenerator<RunProgress, void, undefined> {
    const active = await followed.find(runId);
    if (active !== undefined) return yield* active.progress.watch();
    const at = await ofRun(runId);
    const [run, summary] = await stored(at, runId);
    yield storedProgress(run, summary.counts, rightOrThrow(await readStops(at.sync.store, run)));
  };

  const end =
    (how: HowToEnd) =>
    async (runId: string): Promise<boolean> => {
      const at = await (await opened()).accountOfRun(runId);
      // In the store first, because work in this process ends with the status stored there.
      const isEnded = at !== undefined && rightOrThrow(await endRun(at.sync)(runId, how)());
      const run = runs.find(runId);
      await run?.end();
      return isEnded || run !== undefined;
    };

  return {
    start,
    retry,
    watch,
    pause: end('pause'),
    cancel: end('cancel'),
  };
};

/** Runs that the workers of all processes share, as this process follows them. */
export interface FollowedRuns {
  /** Follows a run from now on, until it is over. */
  readonly follow: (runId: string) => Promise<ActiveRun>;
  /**
   * A run in progress: one of this process, or a shared one, which is followed here from then on. Undefined when it is over, or
   * when another process works on it alone.
   */
  readonly find: (runId: string) => Promise<ActiveRun | undefined>;
}

export const followedRuns = ({ runs, opened }: Pick<HistoricalSyncPorts, 'runs' | 'opened'>): FollowedRuns => {
  const joining = new Map<string, Promise<ActiveRun>>();

  const follow = async (runId: string): Promise<ActiveRun> => {
    const at = await (await opened()).accountOfRun(runId);
    if (at === undefined) return rightOrThrow(E.left(unknownRun(runId)));
    const { sync: ports } = at;
    const joined =
      runs.find(runId) ??
      joining.get(runId) ??
      runs
        .begin((following) => followRun({ ...ports, ...following })(runId))
        .finally(() => {
          joining.delete(runId);
        });
    if (joined instanceof Promise) joining.set(runId, joined);
    return joined;
  };

  return {
    follow,
    find: async (runId) => {
      const active = runs.find(runId);
      if (active !== undefined) return active;
      const at = await opened();
      const jobQueue = await at.workers.jobQueue();
      if (E.isLeft(jobQueue) || jobQueue.right === null) return undefined;
      const account = await at.accountOfRun(runId);
      if (account === undefined) return undefined;
      const run = rightOrThrow(await account.sync.store.findRun(O.some(runId))());
      if (O.isNone(run) || run.value.status !== 'running') return undefined;
      return rightOrThrow(await isOnWorkers(jobQueue.right, runId)()) ? follow(runId) : undefined;
    },
  };
};

/** Rejects storefronts of several accounts, because a run belongs to one. */
const accountOf = (table: HistoricalSyncPorts['table'], storefronts: readonly string[]): string => {
  const [account, ...others] = new Set(storefronts.map(table.accountOf));
  if (account === undefined) return rightOrThrow(E.left(noStorefront(table.names())));
  if (others.length === 0) return account;
  throw new TaxNexusError(
    'ACCOUNT',
    `A historical sync is of one account, and these storefronts are of ${others.length + 1}. Name storefronts of one, or its account.`,
  );
};

const requestOf = (table: HistoricalSyncPorts['table'], request: HistoricalSyncRequest<string>): RunRequest => {
  // A host in JavaScript may have left out the days, or the whole request.
  const { from, to, account, storefronts, dryRun, intoClosedPeriods } = optionsOrEmpty(request);
  const configured = table.names().filter((name) => account === undefined || table.accountOf(name) === account);
  const range = parseDateRange(String(from), String(to));
  if (E.isLeft(range)) throw new TaxNexusError('RANGE', `The range cannot be read: ${range.left}.`);
  if (configured.length === 0) return rightOrThrow(E.left(noStorefront([])));
  const foreign = storefronts?.find((name) => !configured.includes(name));
  if (foreign !== undefined) return rightOrThrow(E.left(unknownStorefront(foreign, configured)));
  return {
    storefronts: inPrecedence(configured, storefronts),
    range: range.right,
    dryRun: dryRun === true,
    intoClosedPeriods: intoClosedPeriods === true,
  };
};

const activeRun = (runId: string): TaxNexusError =>
  new TaxNexusError('RUN_ACTIVE', `The run "${runId}" is at work. Wait for its end, or cancel it.`);

const stored = async ({ sync: { store } }: OpenAccount, runId: string): Promise<[Run, RunSummary]> => {
  const run = rightOrThrow(await store.findRun(O.some(runId))());
  if (O.isNone(run)) return rightOrThrow(E.left(unknownRun(runId)));
  return [run.value, rightOrThrow(await store.summarizeRun(runId)())];
};
