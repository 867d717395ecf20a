/** `tax-nexus run-due`: does what is due and ends, for cron and other schedulers instead of a running process. */
import type { Command } from '../../app/plugin/command.ts';
import type { TaxNexus, TaxNexusEvent } from '../../app/plugin/tax-nexus.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, withCommand, withInterrupts } from '../open-command.ts';
import { json } from '../render/text.ts';
import { counted } from '../render/words.ts';

interface RunDueOptions extends CommonOptions {
  /** Seconds. */
  readonly budget: number;
  readonly json?: boolean;
}

type LiveEvent = Extract<TaxNexusEvent, { readonly storefront: string }>;

/** The result of the tick, with the events that it caused. */
interface Ticked extends Awaited<ReturnType<TaxNexus<string>['tick']>> {
  readonly events: readonly LiveEvent[];
}

type Differing = Extract<LiveEvent, { readonly type: 'reconcile.finished' }>;

/** Ends after about `--budget` seconds. */
export const runDue = (io: CliIo, options: RunDueOptions): Promise<ExitCode> =>
  withInterrupts(io, (following) => {
    const events: LiveEvent[] = [];
    const onEvent = (event: TaxNexusEvent): void => {
      if ('storefront' in event) events.push(event);
    };
    const tick = async ({ taxNexus }: Command): Promise<ExitCode> => {
      const ticked = { ...(await taxNexus.tick({ budgetMs: options.budget * 1_000 })), events };
      const { problems, isDone } = ticked;
      for (const line of complaintsOf(ticked)) io.err(`${line}\n`);
      io.out(options.json === true ? json(ticked) : tickText(ticked));
      if (following.isInterrupted() && !isDone) return exitCode.interrupted;
      const stops = [...events.filter((event) => event.type === 'storefront.stopped'), ...problems];
      if (stops.some(({ cause }) => cause === 'credentials')) return exitCode.credentials;
      return problems.length > 0 || events.some((event) => needsAPerson(event) || foundDifferences(event))
        ? exitCode.needsAttention
        : exitCode.settled;
    };
    return withCommand(io, options, tick, { ...following, isInforming: true, onEvent });
  });

const needsAPerson = ({ type }: LiveEvent): boolean =>
  type === 'record.held' || type === 'record.failed' || type === 'record.parked' || type === 'storefront.stopped';

/** Whether a reconciliation found unresolved differences. */
const foundDifferences = (event: LiveEvent): event is Differing =>
  event.type === 'reconcile.finished' && !event.isComplete;

const differencesOf = ({ storefront, differences, range: { from, to } }: Differing): string =>
  `${storefront}: ${counted(differences, 'difference')} from ${from} to ${to}; tax-nexus reconcile --storefront ${storefront} --from ${from} --to ${to} names ${differences === 1 ? 'it' : 'each'}`;

/** Problems for a person, one line each; a problem that an event already reported is left out. */
const complaintsOf = ({ problems, events }: Ticked): readonly string[] => {
  const pushed = events.filter(needsAPerson).map((event) => {
    const about = 'sourceId' in event ? ` ${event.sourceId}` : '';
    return `${event.storefront}${about}: ${'message' in event ? (event.message ?? event.type) : event.type}`;
  });
  const lines = problems.map(({ storefront, message }) => `${storefront}: ${message}`);
  return [
    ...pushed,
    ...lines.filter((line) => !pushed.includes(line)),
    ...events.filter(foundDifferences).map(differencesOf),
  ];
};

/** What a tick did and did not do, in one line. Its problems say what to do. Pure. */
const tickText = ({ resyncRequests: requests, tasks, historicalSyncs, problems, isDone }: Ticked): string => {
  const done = [
    ...tasks.map(({ task, storefront }) => `${task} of ${storefront}`),
    ...historicalSyncs.map(({ runId, status }) =>
      status === 'running' ? `a part of historical sync ${runId}` : `historical sync ${runId} (${status})`,
    ),
  ];
  const undone = problems.map(({ task, storefront }) => (task === null ? storefront : `${task} of ${storefront}`));
  const wasQuiet = done.length === 0 && undone.length === 0 && isDone;
  const parts = [
    `${counted(requests, 'record')} looked at`,
    ...(wasQuiet ? ['no task was due'] : []),
    ...(done.length === 0 ? [] : [`done: ${done.join(', ')}`]),
    ...(undone.length === 0 ? [] : [`not done: ${[...new Set(undone)].join(', ')}`]),
    ...(isDone ? [] : ['not finished, run it again']),
  ];
  return `${parts.join('; ')}.\n`;
};
