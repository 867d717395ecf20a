import * as E from 'fp-ts/lib/Either.js';
import { type LiveEvent, liveEngine } from '../../worker/index.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { failureCode } from '../failure-code.ts';
import { listenForInterrupts } from '../interruption.ts';
import { type CommonOptions, openEngine } from '../open-engine.ts';
import { json } from '../render/json.ts';

export interface RunDueOptions extends CommonOptions {
  /** Seconds. */
  readonly budget: number;
  readonly json?: boolean;
}

const needsAPerson = ({ type }: LiveEvent): boolean =>
  type === 'record.held' || type === 'record.failed' || type === 'record.parked' || type === 'storefront.stopped';

/** Whether a reconciliation found something that nobody has resolved. */
const foundDifferences = (event: LiveEvent): boolean => event.type === 'reconcile.finished' && !event.isComplete;

/** Does what is due by now, within about so many seconds: for cron and other schedulers. */
export const runDue = async (io: CliIo, options: RunDueOptions): Promise<ExitCode> => {
  const interruption = listenForInterrupts(io);
  try {
    const following = { report: () => undefined, isInterrupted: interruption.isRequested };
    const opened = await openEngine(io, options, following);
    if (E.isLeft(opened)) return opened.left;
    const { ports, inbox, reviews, configuration, close } = opened.right;
    const events: LiveEvent[] = [];
    const engine = liveEngine({
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
    const { bells, tasks, isDone } = ticked.right;
    for (const event of events.filter(needsAPerson)) {
      const about = 'sourceId' in event ? ` ${event.sourceId}` : '';
      io.err(`${event.storefront}${about}: ${'message' in event ? (event.message ?? event.type) : event.type}\n`);
    }
    const done = tasks.map(({ task, storefront }) => `${task} of ${storefront}`).join(', ');
    io.out(
      options.json === true
        ? json({ ...ticked.right, events })
        : `${bells} records looked at; ${done === '' ? 'no task was due' : `done: ${done}`}${isDone ? '' : '; not finished, run it again'}.\n`,
    );
    if (interruption.isRequested() && !isDone) return exitCode.interrupted;
    const stopped = events.some((event) => event.type === 'storefront.stopped' && event.cause === 'credentials');
    if (stopped) return exitCode.credentials;
    return events.some((event) => needsAPerson(event) || foundDifferences(event))
      ? exitCode.needsAttention
      : exitCode.settled;
  } finally {
    interruption.dispose();
  }
};
