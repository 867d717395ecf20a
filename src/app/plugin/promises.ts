/** The promises that hosts and commands call, for all accounts or limited to one. */
import * as O from 'fp-ts/lib/Option.js';
import { accountPorts } from '../../operations/access.ts';
import type { Caller } from '../../operations/operation.ts';
import type { OperationPorts } from '../../operations/ports.ts';
import { csvOf, promisesOf as promisesFor } from '../../operations/promises.ts';
import { type HostPromises, hostOperations } from '../../operations/table.ts';
import { historicalSyncs, type HistoricalSyncPorts } from './historical-syncs.ts';
import type { Opened } from './open.ts';
import { operationPorts, type OperationSources } from './operation-ports.ts';
import type { TaxNexus } from './tax-nexus.ts';

export interface Promises extends Omit<HostPromises, 'historicalSync'>, Pick<TaxNexus<string>, 'historicalSync'> {}

type Sources = Omit<HistoricalSyncPorts, 'table'> & Omit<OperationSources, 'syncs'>;

/** Limited to one account, data of other accounts does not exist. `ports`: for the screen and the HTTP API. */
export const promisesOf =
  (sources: Sources) =>
  (account?: string): Promises & { readonly ports: OperationPorts } => {
    const { table, opened } = sources;
    const accountOf = (name: string): string => account ?? table.accountOf(name);
    const syncs = historicalSyncs<string>({
      ...sources,
      table: {
        names: () => table.names().filter((name) => accountOf(name) === table.accountOf(name)),
        accountOf,
      },
      opened: async (): Promise<Opened> => {
        const at = await opened();
        return account === undefined ? at : { ...at, accountOfRun: () => at.account(account) };
      },
    });
    const all = operationPorts({ ...sources, syncs });
    const ports = account === undefined ? all : accountPorts(all, account);
    const caller: Caller = {
      ports,
      accountOfRun: async (runId) =>
        account === undefined ? (await opened()).accountNameOfRun(runId) : O.some(account),
    };
    const { historicalSync, ...operations } = promisesFor<HostPromises>(caller, hostOperations);
    // A command retries live sales itself and waits for the end, because the process that receives webhooks may not be running.
    const own = sources.command === null ? {} : { retry: syncs.retry };
    return { ...operations, historicalSync: { ...syncs, ...historicalSync, csv: csvOf(caller), ...own }, ports };
  };
