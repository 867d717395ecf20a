import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { accountPorts } from '../../operations/access.ts';
import type { OperationFailure } from '../../operations/failure.ts';
import type { OperationPorts } from '../../operations/ports.ts';
import { check } from '../../operations/check.ts';
import { exposure } from '../../operations/exposure.ts';
import { correct, findCorrections } from '../../operations/correct.ts';
import { decide, listMatters, needsDecision, resyncMatters, undoDecisions } from '../../operations/decisions.ts';
import { findLines } from '../../operations/lines.ts';
import {
  closePeriod,
  findReport,
  listClosedPeriods,
  listSignOffs,
  reopenPeriod,
  resolve,
  signOff,
} from '../../operations/review.ts';
import { noRun } from '../../operations/state.ts';
import { readStatus } from '../../operations/status.ts';
import { unknownRun } from '../../pipeline/failures.ts';
import { endRun, findRun, listRuns, resumeRun, retryLines } from '../../operations/runs.ts';
import { readOverview } from '../../operations/overview.ts';
import { periodStatement } from '../../operations/period-statement.ts';
import { explain, listAccounts, reconcile, reconcileAll, webhooks } from '../../operations/storefronts.ts';
import type { OfAccount, OfStorefronts, RunReviews, TaxNexusOperations } from './tax-nexus-operations.ts';
import { tieOut } from '../../operations/tie-out.ts';
import type { RunControls } from './tax-nexus.ts';
import { errorOf, rightOrThrow, TaxNexusError } from './tax-nexus-error.ts';

interface OperationsOfHost extends TaxNexusOperations<string> {
  readonly runs: RunReviews & Pick<RunControls<string>, 'retry' | 'pause' | 'cancel'>;
}

/** The ports of the account that a request is about. */
const portsOf = (ports: OperationPorts, { account }: OfAccount, storefronts: readonly string[]): OperationPorts => {
  const [first = account, ...others] = new Set(account === undefined ? storefronts.map(ports.accountOf) : [account]);
  if (others.length === 0) return first === undefined ? ports : accountPorts(ports, first);
  throw new TaxNexusError(
    'ACCOUNT',
    `The request is about storefronts of ${others.length + 1} accounts. Name storefronts of one, or its account.`,
  );
};

const run = async <A>(operation: TE.TaskEither<OperationFailure, A>): Promise<A> => rightOrThrow(await operation());

/**
 * The operations as promises.
 *
 * @param accountOfRun the account of a run, without an id of the newest; none for a run that is unknown
 */
export const hostOperations = (
  all: OperationPorts,
  accountOfRun: (runId?: string) => Promise<O.Option<string>>,
): OperationsOfHost => {
  const ofAccount = (request: OfAccount = {}): OperationPorts => portsOf(all, request, all.storefronts());
  const ofStorefronts = (request: OfStorefronts<string> = {}): readonly [OperationPorts, readonly string[]] => {
    const ports = portsOf(all, request, request.storefronts ?? all.storefronts());
    return [ports, request.storefronts ?? ports.storefronts()];
  };
  const ofStorefront = (storefront: string): OperationPorts => accountPorts(all, all.accountOf(storefront));
  const ofRun = async (runId?: string): Promise<OperationPorts> => {
    const account = await accountOfRun(runId);
    if (O.isSome(account)) return accountPorts(all, account.value);
    throw errorOf(runId === undefined ? noRun : unknownRun(runId));
  };
  return {
    check: async ({ probe = false, again = 'check again', ...request } = {}) =>
      run(check(...ofStorefronts(request), { isProbe: probe, again })),
    reconcile: async ({ from, to, ...request } = {}) =>
      run(
        from === undefined && to === undefined
          ? reconcileAll(...ofStorefronts(request))
          : reconcile(...ofStorefronts(request), from ?? '', to ?? ''),
      ),
    tieOut: async ({ month, ...request }) => run(tieOut(...ofStorefronts(request), month)),
    exposure: async ({ on, ...request } = {}) => run(exposure(ofAccount(request), on)),
    statement: async ({ from, to, ...request }) => run(periodStatement(ofAccount(request), from, to)),
    export: async ({ account, ...request }) => {
      // Loaded when it is used, as are the lines as CSV.
      const { exportFile } = await import('../../operations/export/export.ts');
      return run(exportFile(ofAccount(account === undefined ? {} : { account }), request));
    },
    explain: async (storefront, record) => run(explain(ofStorefront(storefront), storefront, record)),
    resolve: async (request) => run(resolve(ofStorefront(request.storefront), request)),
    status: async (request) => run(readStatus(ofAccount(request))),
    corrections: {
      find: async (storefront, record) => run(findCorrections(ofStorefront(storefront), storefront, record)),
      correct: async (request) => run(correct(ofStorefront(request.storefront), request)),
    },
    decisions: {
      open: async ({ account, ...request } = {}) =>
        run(needsDecision(ofAccount(account === undefined ? {} : { account }), request)),
      list: async ({ account, ...request } = {}) =>
        run(listMatters(ofAccount(account === undefined ? {} : { account }), request)),
      decide: async ({ account, ...request }) =>
        run(decide(ofAccount(account === undefined ? {} : { account }), request)),
      resync: async ({ account, ...request } = {}) => ({
        records: await run(resyncMatters(ofAccount(account === undefined ? {} : { account }), request)),
      }),
      undo: async ({ batch, ...request }) => run(undoDecisions(ofAccount(request), batch)),
    },
    closedPeriods: {
      list: async (request) => run(listClosedPeriods(ofAccount(request))),
      close: async ({ month, by, open, ...request }) =>
        run(closePeriod(ofAccount(request), month, { by, ...(open !== undefined && { open }) })),
      reopen: async ({ month, ...request }) => run(reopenPeriod(ofAccount(request), month)),
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
    runs: {
      list: async ({ account, ...request } = {}) =>
        run(listRuns(ofAccount(account === undefined ? {} : { account }), request)),
      find: async (runId) => run(findRun(await ofRun(runId), runId)),
      resume: async (runId, { intoClosedPeriods } = {}) => ({
        id: await run(resumeRun(await ofRun(runId), runId, intoClosedPeriods)),
      }),
      retry: async (runId, { entryId, ...options } = {}) => ({
        id: await run(
          retryLines(await ofRun(runId), runId, { ...options, ...(entryId !== undefined && { lineId: entryId }) }),
        ),
      }),
      pause: async (runId) => run(endRun(await ofRun(runId), runId, 'pause')),
      cancel: async (runId) => run(endRun(await ofRun(runId), runId, 'cancel')),
      report: async (runId) => run(findReport(await ofRun(runId), runId)),
      csv: async function* csv(runId) {
        const { csvPages } = await import('../../operations/lines-as-csv.ts');
        const { store } = rightOrThrow(await (await ofRun(runId)).opened());
        for await (const rows of csvPages(store, runId)) yield rightOrThrow(rows);
      },
      lines: async (runId, request = {}) => run(findLines(await ofRun(runId), runId, request)),
      signOff: async (runId, decided) => run(signOff(await ofRun(runId), runId, decided)),
      signOffs: async (runId) => run(listSignOffs(await ofRun(runId), runId)),
    },
  };
};
