import type * as O from 'fp-ts/lib/Option.js';
import type { RunControls, RunReviews } from '../../operations/historical-syncs.ts';
import type { OperationPorts } from '../../operations/ports.ts';
import type { AllPromises } from '../../operations/promises.ts';
import { lazily } from './once.ts';
import type { TaxNexusOperations } from '../../operations/tax-nexus-operations.ts';

interface LazyOperations extends TaxNexusOperations<string> {
  readonly historicalSync: RunReviews & Pick<RunControls<string>, 'retry' | 'pause' | 'cancel'>;
}

/** The operations of a host, whose code is loaded at the first use: an app's import does without it. */
export const lazyOperations = (
  ports: OperationPorts,
  accountOfRun: (runId?: string) => Promise<O.Option<string>>,
): LazyOperations => {
  const load = lazily(async (): Promise<AllPromises> => {
    const { promisesOn } = await import('../../operations/promises.ts');
    return promisesOn(ports, accountOfRun);
  });
  const call =
    <Words extends readonly unknown[], A>(
      methodOf: (all: AllPromises) => (...words: Words) => Promise<A>,
    ): ((...words: Words) => Promise<A>) =>
    async (...words) =>
      methodOf(await load())(...words);
  return {
    check: call((all) => all.check),
    reconcile: call((all) => all.reconcile),
    tieOut: call((all) => all.tieOut),
    exposure: call((all) => all.exposure),
    statement: call((all) => all.statement),
    export: call((all) => all.export),
    explain: call((all) => all.explain),
    resolve: call((all) => all.resolve),
    status: call((all) => all.status),
    corrections: {
      find: call((all) => all.corrections.find),
      correct: call((all) => all.corrections.correct),
      findGone: call((all) => all.corrections.findGone),
      sendAgain: call((all) => all.corrections.sendAgain),
    },
    decisions: {
      open: call((all) => all.decisions.open),
      list: call((all) => all.decisions.list),
      decide: call((all) => all.decisions.decide),
      resync: call((all) => all.decisions.resync),
      progress: call((all) => all.decisions.progress),
      undo: call((all) => all.decisions.undo),
    },
    openingBalances: {
      list: call((all) => all.openingBalances.list),
      save: call((all) => all.openingBalances.save),
      remove: call((all) => all.openingBalances.remove),
    },
    registrations: {
      list: call((all) => all.registrations.list),
      save: call((all) => all.registrations.save),
      remove: call((all) => all.registrations.remove),
    },
    closedPeriods: {
      list: call((all) => all.closedPeriods.list),
      close: call((all) => all.closedPeriods.close),
      reopen: call((all) => all.closedPeriods.reopen),
      months: call((all) => all.closedPeriods.months),
    },
    webhooks: { status: call((all) => all.webhooks.status), apply: call((all) => all.webhooks.apply) },
    accounts: { list: call((all) => all.accounts.list), overview: call((all) => all.accounts.overview) },
    historicalSync: {
      list: call((all) => all.historicalSync.list),
      find: call((all) => all.historicalSync.find),
      report: call((all) => all.historicalSync.report),
      csv: async function* csv(runId) {
        yield* (await load()).historicalSync.csv(runId);
      },
      resume: call((all) => all.historicalSync.resume),
      retry: call((all) => all.historicalSync.retry),
      pause: call((all) => all.historicalSync.pause),
      cancel: call((all) => all.historicalSync.cancel),
      lines: call((all) => all.historicalSync.lines),
      signOff: call((all) => all.historicalSync.signOff),
      signOffs: call((all) => all.historicalSync.signOffs),
    },
  };
};
