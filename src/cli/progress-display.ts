import { monotonicTime } from '../pipeline/rate-limit/request-start.ts';
import type { Progress } from '../pipeline/progress.ts';
import type { CliIo } from './cli-io.ts';
import { progressBar } from './progress-bar.ts';
import { progressLine } from './progress-line.ts';
import { type Speed, speedometer } from './speedometer.ts';

/** Shows how a run comes along; `over` leaves the last state standing. */
export interface ProgressDisplay {
  readonly report: (progress: Progress) => void;
  /** Says something else meanwhile, in whole lines; a bar makes room for it. */
  readonly say: (text: string) => void;
  readonly over: () => void;
}

type Show = (progress: Progress, speed: Speed) => void;

const betweenLines = 5_000;
const betweenBars = 100;

/** Every report counts for the speed; only some are shown. */
const nowAndThen = (io: CliIo, pause: number, show: Show, showLast: Show): Omit<ProgressDisplay, 'say'> => {
  const now = monotonicTime(io);
  const measure = speedometer(now);
  let shownAt = now();
  let latest: readonly [Progress, Speed] | undefined;
  return {
    report: (progress) => {
      latest = [progress, measure(progress)];
      if (now() - shownAt < pause) return;
      show(...latest);
      shownAt = now();
    },
    over: () => {
      if (latest !== undefined) showLast(latest[0], measure(latest[0]));
    },
  };
};

const plainLines = (io: CliIo): ProgressDisplay => {
  let shown = '';
  const show: Show = (progress, speed) => {
    const line = progressLine(progress, speed);
    if (line !== shown) io.err(`${line}\n`);
    shown = line;
  };
  return { ...nowAndThen(io, betweenLines, show, show), say: io.err };
};

const eraseLine = '\r\u001B[2K';

/**
 * The terminal stays as it is: no raw mode, and no key is read, so that Ctrl-C reaches the process as a signal and
 * finishes what is in flight.
 */
const bar = (io: CliIo): ProgressDisplay => {
  let erase = '';
  const show: Show = (progress, speed) => {
    erase = eraseLine;
    io.err(`${eraseLine}${progressBar(progress, speed, io.columns())}`);
  };
  const say = (text: string): void => {
    io.err(`${erase}${text}`);
    erase = '';
  };
  const showLast: Show = (progress, speed) => say(`${progressLine(progress, speed)}\n`);
  return { ...nowAndThen(io, betweenBars, show, showLast), say };
};

/** A bar that redraws itself on a terminal; elsewhere a plain line every five seconds. */
export const progressDisplay = (io: CliIo): ProgressDisplay => (io.isTerminal ? bar(io) : plainLines(io));
