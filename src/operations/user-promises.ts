/** The promises of a user of the screen: what they do not see does not exist. */
import * as O from 'fp-ts/lib/Option.js';
import type { LineFilter } from '../domain/sync-store.ts';
import { type Access, overviewOfUser, portsOfUser } from './access.ts';
import type { Caller } from './operation.ts';
import { type AccountOverview, readOverview } from './overview.ts';
import { type Pages, pagesOn } from './pages.ts';
import type { OperationPorts } from './ports.ts';
import { csvOf, promisesOf } from './promises.ts';
import { type HostPromises, hostOperations, type WebPromises, webOperations } from './table.ts';
import { rightOrThrow } from './tax-nexus-error.ts';

export interface UserPromises extends Omit<HostPromises, 'accounts' | 'historicalSync'> {
  readonly historicalSync: HostPromises['historicalSync'] &
    WebPromises['historicalSync'] & {
      /** Makes this process follow a run, where processes share it. */
      readonly join: (runId: string) => Promise<void>;
      /** Only lines that match the filter. Default: all. */
      readonly csv: (runId: string, filter?: LineFilter) => AsyncIterable<string>;
    };
  readonly storefronts: WebPromises['storefronts'];
  readonly pages: Pages;
}

type SeenByPorts = ReturnType<typeof portsOfUser>;

/** An account as a user sees it. */
export type UserOfAccount = Extract<SeenByPorts, { readonly _tag: 'Account' }> & {
  readonly caller: Caller;
  readonly taxNexus: UserPromises;
};

type SeenByUser = Exclude<SeenByPorts, { readonly _tag: 'Account' }> | UserOfAccount;

/** @param chosen the account of a user of several; undefined when the request names none */
export const promisesOfUser = (ports: OperationPorts, user: Access, chosen: string | undefined): SeenByUser => {
  const seen = portsOfUser(ports, user, chosen);
  if (seen._tag !== 'Account') return seen;
  const { ports: own, account } = seen;
  const caller: Caller = { ports: own, accountOfRun: () => Promise.resolve(O.some(account)) };
  const { historicalSync, ...all } = promisesOf<HostPromises>(caller, hostOperations);
  const web = promisesOf<WebPromises>(caller, webOperations);
  const runs = { join: async (runId: string) => own.runs.join?.(runId), csv: csvOf(caller) };
  return {
    ...{ ...seen, caller },
    taxNexus: {
      ...all,
      historicalSync: { ...historicalSync, ...web.historicalSync, ...runs },
      ...{ storefronts: web.storefronts, pages: pagesOn(own) },
    },
  };
};

/**
 * By account, the states whose threshold is reached while the business is not registered there. Without accounts of which the user
 * does not see all storefronts.
 */
export const reachedStatesOf = async (
  ports: OperationPorts,
  user: Access,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  // Loaded when it is used: an app's import does without it.
  const { reachedStates } = await import('./exposure.ts');
  const reached = new Map<string, readonly string[]>();
  for (const account of accounts) {
    const seen = promisesOfUser(ports, user, account);
    if (seen._tag !== 'Account' || !(await seen.taxNexus.pages.seesAll())) continue;
    reached.set(account, rightOrThrow(await reachedStates(seen.caller.ports)()));
  }
  return reached;
};

/** Where each account of a user stands, accounts that need work first. */
export const overviewOf = async (ports: OperationPorts, user: Access): Promise<readonly AccountOverview[]> =>
  rightOrThrow(await readOverview(ports, overviewOfUser(ports, user))());
