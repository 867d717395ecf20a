import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { unknownRun } from '../pipeline/failures.ts';
import { type Access, accountPorts, overviewOfUser, portsOfUser } from './access.ts';
import { check } from './check.ts';
import { correct, findCorrections } from './correct.ts';
import { findGone, sendAgain } from './send-again.ts';
import { batchProgress, decide, listMatters, needsDecision, resyncMatters, undoDecisions } from './decisions.ts';
import { exposure } from './exposure.ts';
import type { OperationFailure } from './failure.ts';
import type { RunControls, RunReviews } from './historical-syncs.ts';
import type { LineFilter } from '../domain/sync-store.ts';
import { findLines } from './lines.ts';
import { type AccountOverview, readOverview } from './overview.ts';
import { type Pages, pagesOn } from './pages.ts';
import { periodStatement } from './period-statement.ts';
import type { OperationPorts } from './ports.ts';
import type { RunProgress } from './progress.ts';
import { listOpeningBalances, removeOpeningBalances, saveOpeningBalances } from './opening-balances.ts';
import { listRegistrations, removeRegistration, saveRegistration } from './registrations.ts';
import { closePeriod, listClosedPeriods, listMonths, reopenPeriod } from './closed-periods.ts';
import { findReport, listSignOffs, resolve, signOff } from './review.ts';
import { endRun, findRun, listRuns, readProgress, resumeRun, retryLines, startRun } from './runs.ts';
import { noRun } from './state.ts';
import { readStatus } from './status.ts';
import {
  explain,
  listAccounts,
  type ListedStorefront,
  listStorefronts,
  reconcile,
  reconcileAll,
} from './storefronts.ts';
import { webhooks } from './webhooks.ts';
import { errorOf, rightOrThrow, TaxNexusError } from './tax-nexus-error.ts';
import type { TaxNexusOperations } from './tax-nexus-operations.ts';
import { tieOut } from './tie-out.ts';

/** All that commands, the HTTP API and the screen call: what a host has, and what they need beside it. */
export interface AllPromises extends TaxNexusOperations<string> {
  readonly historicalSync: Omit<RunReviews, 'csv'> &
    Pick<RunControls<string>, 'start' | 'retry' | 'pause' | 'cancel'> & {
      /** How far a run has come. Rejects with `UNKNOWN_RUN`. */
      readonly progress: (runId: string) => Promise<RunProgress>;
      /** Makes this process follow a run, where processes share it. */
      readonly join: (runId: string) => Promise<void>;
      /** Of the lines of a filter. Default: all. */
      readonly csv: (runId: string, filter?: LineFilter) => AsyncIterable<string>;
    };
  readonly storefronts: {
    /** In order of precedence. */
    readonly list: () => readonly ListedStorefront[];
  };
}

/** Undefined where a request names none. */
interface About {
  readonly account?: string | undefined;
}

/** The ports of the account that a request is about. */
const portsOf = (ports: OperationPorts, { account }: About, storefronts: readonly string[]): OperationPorts => {
  const [first = account, ...others] = new Set(account === undefined ? storefronts.map(ports.accountOf) : [account]);
  if (others.length === 0) return first === undefined ? ports : accountPorts(ports, first);
  throw new TaxNexusError(
    'ACCOUNT',
    `The request is about storefronts of ${others.length + 1} accounts. Name storefronts of one, or its account.`,
  );
};

const run = async <A>(operation: TE.TaskEither<OperationFailure, A>): Promise<A> => rightOrThrow(await operation());

/**
 * The operations as promises. Every rejection is a `TaxNexusError`.
 *
 * @param accountOfRun the account of a run, without an id of the newest; none for a run that is unknown
 */
export const promisesOn = (
  all: OperationPorts,
  accountOfRun: (runId?: string) => Promise<O.Option<string>>,
): AllPromises => {
  const ofAccount = (request: About = {}): OperationPorts => portsOf(all, request, all.storefronts());
  const ofStorefronts = ({
    storefronts,
    ...about
  }: About & { readonly storefronts?: readonly string[] | undefined } = {}): readonly [
    OperationPorts,
    readonly string[],
  ] => {
    const ports = portsOf(all, about, storefronts ?? all.storefronts());
    return [ports, storefronts ?? ports.storefronts()];
  };
  const ofStorefront = (storefront: string): OperationPorts => accountPorts(all, all.accountOf(storefront));
  const ofRun = async (runId?: string): Promise<OperationPorts> => {
    const account = await accountOfRun(runId);
    if (O.isSome(account)) return accountPorts(all, account.value);
    throw errorOf(runId === undefined ? noRun : unknownRun(runId));
  };
  return {
    check: async ({ probe = false, sums = false, again = 'check again', ...request } = {}) =>
      run(check(...ofStorefronts(request), { isProbe: probe, isOfSums: sums, again })),
    reconcile: async ({ from, to, ...request } = {}) =>
      run(
        from === undefined && to === undefined
          ? reconcileAll(...ofStorefronts(request))
          : reconcile(...ofStorefronts(request), from ?? '', to ?? ''),
      ),
    tieOut: async ({ month, ...request }) => run(tieOut(...ofStorefronts(request), month)),
    exposure: async ({ on, basis, ...request } = {}) =>
      run(exposure(ofAccount(request), { ...(on !== undefined && { on }), ...(basis !== undefined && { basis }) })),
    statement: async ({ from, to, ...request }) => run(periodStatement(ofAccount(request), from, to)),
    export: async ({ account, ...request }) => {
      // Loaded when it is used, as are the lines as CSV.
      const { exportFile } = await import('./export/export.ts');
      return run(exportFile(ofAccount({ account }), request));
    },
    explain: async (storefront, record) => run(explain(ofStorefront(storefront), storefront, record)),
    resolve: async (request) => run(resolve(ofStorefront(request.storefront), request)),
    status: async (request) => run(readStatus(ofAccount(request))),
    corrections: {
      find: async (storefront, record) => run(findCorrections(ofStorefront(storefront), storefront, record)),
      correct: async (request) => run(correct(ofStorefront(request.storefront), request)),
      findGone: async (storefront, what, selection) =>
        run(findGone(ofStorefront(storefront), storefront, what, selection)),
      sendAgain: async (request) => run(sendAgain(ofStorefront(request.storefront), request)),
    },
    decisions: {
      open: async ({ account, ...request } = {}) => run(needsDecision(ofAccount({ account }), request)),
      list: async ({ account, ...request } = {}) => run(listMatters(ofAccount({ account }), request)),
      decide: async ({ account, ...request }) => run(decide(ofAccount({ account }), request)),
      resync: async ({ account, ...request } = {}) => ({
        records: await run(resyncMatters(ofAccount({ account }), request)),
      }),
      progress: async ({ batch, ...request }) => run(batchProgress(ofAccount(request), batch)),
      undo: async ({ account, ...request }) => run(undoDecisions(ofAccount({ account }), request)),
    },
    openingBalances: {
      list: async (request) => run(listOpeningBalances(ofAccount(request))),
      save: async ({ account, ...request }) => run(saveOpeningBalances(ofAccount({ account }), request)),
      remove: async ({ account, ...request }) => run(removeOpeningBalances(ofAccount({ account }), request)),
    },
    registrations: {
      list: async (request) => run(listRegistrations(ofAccount(request))),
      save: async ({ account, ...request }) => run(saveRegistration(ofAccount({ account }), request)),
      remove: async ({ state, ...request }) => run(removeRegistration(ofAccount(request), state)),
    },
    closedPeriods: {
      list: async (request) => run(listClosedPeriods(ofAccount(request))),
      close: async ({ month, by, open, ...request }) =>
        run(closePeriod(ofAccount(request), month, { by, ...(open !== undefined && { open }) })),
      reopen: async ({ month, by, reason, ...request }) => run(reopenPeriod(ofAccount(request), month, { by, reason })),
      months: async (request) => run(listMonths(ofAccount(request))),
    },
    webhooks: {
      status: async (request) => run(webhooks(ofStorefront(request.storefront), 'status', request)),
      apply: async (request) => run(webhooks(ofStorefront(request.storefront), 'apply', request)),
    },
    accounts: {
      list: () => Promise.resolve(listAccounts(all)),
      overview: async () => {
        const accounts = listAccounts(all).map(({ name }) => name);
        return run(readOverview(all, { accounts, storefronts: all.storefronts(), isLimited: false }));
      },
    },
    storefronts: { list: () => listStorefronts(all) },
    historicalSync: {
      start: async ({ account, storefronts, dryRun = false, ...request }) => {
        const [ports, names] = ofStorefronts({ account, storefronts });
        return { id: await run(startRun(ports, { ...request, storefronts: names, dryRun })) };
      },
      list: async ({ account, ...request } = {}) => run(listRuns(ofAccount({ account }), request)),
      find: async (runId) => run(findRun(await ofRun(runId), runId)),
      resume: async (runId, { intoClosedPeriods } = {}) => ({
        id: await run(resumeRun(await ofRun(runId), runId, intoClosedPeriods)),
      }),
      retry: async (runId, options = {}) => ({ id: await run(retryLines(await ofRun(runId), runId, options)) }),
      progress: async (runId) => run(readProgress(await ofRun(runId), runId)),
      join: async (runId) => all.runs.join?.(runId),
      pause: async (runId) => run(endRun(await ofRun(runId), runId, 'pause')),
      cancel: async (runId) => run(endRun(await ofRun(runId), runId, 'cancel')),
      report: async (runId) => run(findReport(await ofRun(runId), runId)),
      csv: async function* csv(runId, filter = {}) {
        const { csvPages } = await import('./lines-as-csv.ts');
        const { store } = rightOrThrow(await (await ofRun(runId)).opened());
        for await (const rows of csvPages(store, runId, filter)) yield rightOrThrow(rows);
      },
      lines: async (runId, request = {}) => run(findLines(await ofRun(runId), runId, request)),
      signOff: async (runId, decided) => run(signOff(await ofRun(runId), runId, decided)),
      signOffs: async (runId) => run(listSignOffs(await ofRun(runId), runId)),
    },
  };
};

/** The promises of a user: what they do not see does not exist. */
export interface UserPromises extends Omit<AllPromises, 'accounts'> {
  readonly pages: Pages;
}

type SeenByPorts = ReturnType<typeof portsOfUser>;

/** What a user sees; of an account, its promises. */
type SeenByUser =
  | Exclude<SeenByPorts, { readonly _tag: 'Account' }>
  | (Extract<SeenByPorts, { readonly _tag: 'Account' }> & { readonly taxNexus: UserPromises });

/** @param chosen the account of a user of several; undefined when the request names none */
export const promisesOfUser = (ports: OperationPorts, user: Access, chosen: string | undefined): SeenByUser => {
  const seen = portsOfUser(ports, user, chosen);
  if (seen._tag !== 'Account') return seen;
  const { ports: own, account } = seen;
  return { ...seen, taxNexus: { ...promisesOn(own, () => Promise.resolve(O.some(account))), pages: pagesOn(own) } };
};

/** Where each account of a user stands, those that need work first. */
export const overviewOf = async (ports: OperationPorts, user: Access): Promise<readonly AccountOverview[]> =>
  run(readOverview(ports, overviewOfUser(ports, user)));
