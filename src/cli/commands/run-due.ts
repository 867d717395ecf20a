import * as E from 'fp-ts/lib/Either.js';
import { type Ticked, tickOnce } from '../../app/live-commands.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode, fail } from '../exit-code.ts';
import { type CommonOptions, withInterrupts, openAll, using } from '../open-engine.ts';
import { json } from '../render/text.ts';
import { counted } from '../render/words.ts';

interface RunDueOptions extends CommonOptions {
  /** Seconds. */
  readonly budget: number;
  readonly json?: boolean;
}

type LiveEvent = Ticked['events'][number];

type Differing = Extract<LiveEvent, { readonly type: 'reconcile.finished' }>;

const needsAPerson = ({ type }: LiveEvent): boolean =>
  type === 'record.held' || type === 'record.failed' || type === 'record.parked' || type === 'storefront.stopped';

/** Whether a reconciliation found unresolved differences. */
const foundDifferences = (event: LiveEvent): event is Differing =>
  event.type === 'reconcile.finished' && !event.isComplete;

const differencesOf = ({ storefront, differences, range: { from, to } }: Differing): string =>
  `${storefront}: ${counted(differences, 'difference')} from ${from} to ${to}; tax-nexus reconcile --storefront ${storefront} --from ${from} --to ${to} names ${differences === 1 ? 'it' : 'each'}`;

/** Problems for a person, a line each; one that an event already reported is left out. */
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

/** Does what is due by now, within about so many seconds: for cron and other schedulers. */
export const runDue = (io: CliIo, options: RunDueOptions): Promise<ExitCode> =>
  withInterrupts(io, async (following) =>
    using(await openAll(io, options, following), async (composed) => {
      const ticked = await tickOnce(composed, options.budget * 1_000);
      if (E.isLeft(ticked)) return fail(io, ticked.left);
      const { problems, isDone, events } = ticked.right;
      for (const line of complaintsOf(ticked.right)) io.err(`${line}\n`);
      io.out(options.json === true ? json(ticked.right) : tickText(ticked.right));
      if (following.isInterrupted() && !isDone) return exitCode.interrupted;
      const stops = [...events.filter((event) => event.type === 'storefront.stopped'), ...problems];
      if (stops.some(({ cause }) => cause === 'credentials')) return exitCode.credentials;
      return problems.length > 0 || events.some((event) => needsAPerson(event) || foundDifferences(event))
        ? exitCode.needsAttention
        : exitCode.settled;
    }),
  );

/** What a tick did and did not do, in one line. What to do about the latter stands in its problems. Pure. */
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
