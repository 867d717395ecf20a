import type * as O from 'fp-ts/lib/Option.js';
import type { OperationPorts } from '../../operations/ports.ts';
import type { hostOperations } from './operations.ts';
import { lazily } from './once.ts';
import type { TaxNexusOperations } from './tax-nexus-operations.ts';

type Operations = ReturnType<typeof hostOperations>;

/** The operations of a host, whose code is loaded at the first use: an app's import does without it. */
export const lazyOperations = (
  ports: OperationPorts,
  accountOfRun: (runId?: string) => Promise<O.Option<string>>,
): { readonly operations: TaxNexusOperations<string>; readonly runs: Operations['runs'] } => {
  const load = lazily(async (): Promise<Operations> => {
    const { hostOperations } = await import('./operations.ts');
    return hostOperations(ports, accountOfRun);
  });
  const call =
    <Words extends readonly unknown[], A>(
      methodOf: (operations: Operations) => (...words: Words) => Promise<A>,
    ): ((...words: Words) => Promise<A>) =>
    async (...words) =>
      methodOf(await load())(...words);
  return {
    operations: {
      check: call((all) => all.check),
      reconcile: call((all) => all.reconcile),
      tieOut: call((all) => all.tieOut),
      exposure: call((all) => all.exposure),
      statement: call((all) => all.statement),
      export: call((all) => all.export),
      explain: call((all) => all.explain),
      resolve: call((all) => all.resolve),
      status: call((all) => all.status),
      corrections: { find: call((all) => all.corrections.find), correct: call((all) => all.corrections.correct) },
      decisions: {
        open: call((all) => all.decisions.open),
        list: call((all) => all.decisions.list),
        decide: call((all) => all.decisions.decide),
        resync: call((all) => all.decisions.resync),
        undo: call((all) => all.decisions.undo),
      },
      closedPeriods: {
        list: call((all) => all.closedPeriods.list),
        close: call((all) => all.closedPeriods.close),
        reopen: call((all) => all.closedPeriods.reopen),
      },
      webhooks: { status: call((all) => all.webhooks.status), apply: call((all) => all.webhooks.apply) },
      accounts: { list: call((all) => all.accounts.list), overview: call((all) => all.accounts.overview) },
    },
    runs: {
      list: call((all) => all.runs.list),
      find: call((all) => all.runs.find),
      report: call((all) => all.runs.report),
      csv: async function* csv(runId) {
        yield* (await load()).runs.csv(runId);
      },
      resume: call((all) => all.runs.resume),
      retry: call((all) => all.runs.retry),
      pause: call((all) => all.runs.pause),
      cancel: call((all) => all.runs.cancel),
      lines: call((all) => all.runs.lines),
      signOff: call((all) => all.runs.signOff),
      signOffs: call((all) => all.runs.signOffs),
    },
  };
};
