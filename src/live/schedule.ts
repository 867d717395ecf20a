/** Computes from cron expressions when the scheduled tasks of a storefront are due. */
import { Cron } from 'croner';

/** The tasks that the schedule starts. */
export type ScheduledTask = 'catchUp' | 'reconcile';

/** Cron expressions, read in the storefront's own time zone; null leaves the task to the host. */
export type Schedule = Readonly<Record<ScheduledTask, string | null>>;

/** Catch-up every quarter of an hour, reconciliation at four at night. */
export const defaultSchedule: Schedule = { catchUp: '*/15 * * * *', reconcile: '0 4 * * *' };

/**
 * The first due time of a task after a moment, both in milliseconds since 1970; infinity if it is never due. Pure.
 *
 * @param timeZone IANA; an hour that a clock change leaves out or repeats is kept once
 * @throws Error when the expression cannot be read; see `scheduleComplaint`
 * @example
 * nextTime('0 4 * * *', 'America/New_York', Date.UTC(2026, 6, 1)) // Date.UTC(2026, 6, 1, 8)
 */
export const nextTime = (expression: string, timeZone: string, after: number): number => {
  const last = known(expression, timeZone);
  if (after < last.from || after >= last.next) {
    last.next = last.cron.nextRun(new Date(after))?.getTime() ?? Number.POSITIVE_INFINITY;
    last.from = after;
  }
  return last.next;
};

/** The error in a cron expression, for the person who wrote it; undefined if there is no error. */
export const scheduleComplaint = (expression: string): string | undefined => {
  try {
    nextTime(expression, 'UTC', 0);
    return undefined;
  } catch {
    return `"${expression.slice(0, 40)}" is not a cron expression; write minute, hour, day, month and weekday, such as */15 * * * *`;
  }
};

/** An expression and its last result: the next time after `from` is also the next time after every moment until then. */
interface Known {
  readonly cron: Cron;
  from: number;
  next: number;
}

/** Each expression is parsed once: they come from a configuration, so there are few. Schedules are checked at every poll. */
const read = new Map<string, Known>();

const known = (expression: string, timeZone: string): Known => {
  const key = `${timeZone} ${expression}`;
  const cron = read.get(key) ?? {
    cron: new Cron(expression, { timezone: timeZone, paused: true }),
    from: Number.POSITIVE_INFINITY,
    next: Number.NEGATIVE_INFINITY,
  };
  read.set(key, cron);
  return cron;
};
