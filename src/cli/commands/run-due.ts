import * as E from 'fp-ts/lib/Either.js';
import { type LiveEvent, liveWorker, type TickResult } from '../../live/index.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { failureCode } from '../failure-code.ts';
import { listenForInterrupts } from '../interruption.ts';
import { type CommonOptions, openEngine } from '../open-engine.ts';
import { json } from '../render/json.ts';
import { tickText } from '../render/tick-text.ts';

export interface RunDueOptions extends CommonOptions {
  /** Seconds. */
  readonly budget: number;
  readonly json?: boolean;
}

type Differing = Extract<LiveEvent, { readonly type: 'reconcile.finished' }>;

const needsAPerson = ({ type }: LiveEvent): boolean =>
  type === 'record.held' || type === 'record.failed' || type === 'record.parked' || type === 'storefront.stopped';

/** Whether a reconciliation found unresolved differences. */
const foundDifferences = (event: LiveEvent): event is Differing =>
  event.type === 'reconcile.finished' && !event.isComplete;

const differencesOf = ({ storefront, differences, range: { from, to } }: Differing): string =>
  `${storefront}: ${differences} differences from ${from} to ${to}; tax-nexus reconcile --storefront ${storefront} --from ${from} --to ${to} names each`;

/** Problems for a person, a line each; one that an event already reported is left out. */
const complaintsOf = ({ problems }: TickResult, events: readonly LiveEvent[]): readonly string[] => {
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
export const runDue = async (io: CliIo, options: RunDueOptions): Promise<ExitCode> => {
  const interruption = listenForInterrupts(io);
  try {
    const following = { report: () => undefined, isInterrupted: interruption.isRequested };
    const opened = await openEngine(io, options, following);
    if (E.isLeft(opened)) return opened.left;
    const { ports, inbox, reviews, configuration, close } = opened.right;
    const events: LiveEvent[] = [];
    const engine = liveWorker({
      sync: ports,
      inbox,
      reviews,
      log: ports.log,
      schedule: configuration.schedule,
      onEvent: (event) => void events.push(event),
    });
    const ticked = await engine.tick(options.budget * 1_000);
    await close();
    if (E.isLeft(ticked)) {
      io.err(`${ticked.left.message}\n`);
      return failureCode(ticked.left);
    }
    for (const line of complaintsOf(ticked.right, events)) io.err(`${line}\n`);
    io.out(options.json === true ? json({ ...ticked.right, events }) : tickText(ticked.right));
    if (interruption.isRequested() && !ticked.right.isDone) return exitCode.interrupted;
    const { problems } = ticked.right;
    const stops = [...events.filter((event) => event.type === 'storefront.stopped'), ...problems];
    if (stops.some(({ cause }) => cause === 'credentials')) return exitCode.credentials;
    return problems.length > 0 || events.some((event) => needsAPerson(event) || foundDifferences(event))
      ? exitCode.needsAttention
      : exitCode.settled;
  } finally {
    interruption.dispose();
  }
};
