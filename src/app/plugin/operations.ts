import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { accountPorts } from '../../operations/access.ts';
import type { OperationFailure } from '../../operations/failure.ts';
import type { OperationPorts } from '../../operations/ports.ts';
import { listAccounts } from '../../operations/storefronts.ts';
import type { OfAccount, OfStorefronts, RunReviews, TaxNexusOperations } from './tax-nexus-operations.ts';
import { rightOrThrow, TaxNexusError } from './tax-nexus-error.ts';

interface OperationsOfHost extends TaxNexusOperations<string> {
  readonly runs: RunReviews;
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
 * The operations as promises. Their code is loaded when it is used: an app's import does without it.
 *
 * @param accountOfRun the account of a run; none for a run that is unknown
 */
export const hostOperations = (
  all: OperationPorts,
  accountOfRun: (runId: string) => Promise<O.Option<string>>,
): OperationsOfHost => {
  const ofAccount = (request: OfAccount = {}): OperationPorts => portsOf(all, request, all.storefronts());
  const ofStorefronts = (request: OfStorefronts<string> = {}): readonly [OperationPorts, readonly string[]] => {
    const ports = portsOf(all, request, request.storefronts ?? all.storefronts());
    return [ports, request.storefronts ?? ports.storefronts()];
  };
  const ofStorefront = (storefront: string): OperationPorts => accountPorts(all, all.accountOf(storefront));
  const ofRun = async (runId: string): Promise<OperationPorts> => {
    const account = await accountOfRun(runId);
    return O.isSome(account) ? accountPorts(all, account.value) : all;
  };
  const [check, exposure, lines, review, runs, storefronts] = [
    () => import('../../operations/check.ts'),
    () => import('../../operations/exposure.ts'),
    () => import('../../operations/lines.ts'),
    () => import('../../operations/review.ts'),
    () => import('../../operations/runs.ts'),
    () => import('../../operations/storefronts.ts'),
  ];
  return {
    check: async (request) => run((await check()).check(...ofStorefronts(request))),
    reconcile: async ({ from, to, ...request }) =>
      run((await storefronts()).reconcile(...ofStorefronts(request), from, to)),
    exposure: async ({ on, ...request } = {}) => run((await exposure()).exposure(ofAccount(request), on)),
    explain: async (storefront, record) =>
      run((await storefronts()).explain(ofStorefront(storefront), storefront, record)),
    resolve: async (request) => run((await review()).resolve(ofStorefront(request.storefront), request)),
    closedPeriods: {
      list: async (request) => run((await review()).listClosedPeriods(ofAccount(request))),
      close: async ({ month, by, ...request }) => run((await review()).closePeriod(ofAccount(request), month, by)),
      reopen: async ({ month, ...request }) => run((await review()).reopenPeriod(ofAccount(request), month)),
    },
    webhooks: {
      status: async (request) =>
        run((await storefronts()).webhooks(ofStorefront(request.storefront), 'status', request)),
      apply: async (request) => run((await storefronts()).webhooks(ofStorefront(request.storefront), 'apply', request)),
    },
    accounts: { list: () => listAccounts(all) },
    runs: {
      list: async ({ account, ...request } = {}) =>
        run((await runs()).listRuns(ofAccount(account === undefined ? {} : { account }), request)),
      find: async (runId) => run((await runs()).findRun(await ofRun(runId), runId)),
      resume: async (runId, { intoClosedPeriods } = {}) => ({
        id: await run((await runs()).resumeRun(await ofRun(runId), runId, intoClosedPeriods)),
      }),
      lines: async (runId, request = {}) => run((await lines()).findLines(await ofRun(runId), runId, request)),
      signOff: async (runId, decided) => run((await review()).signOff(await ofRun(runId), runId, decided)),
      signOffs: async (runId) => run((await review()).listSignOffs(await ofRun(runId), runId)),
    },
  };
};
