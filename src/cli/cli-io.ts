/** The outside world of a command (output, terminal, folder, clock, signals), passed in so that tests run whole commands. */
import type { Prompter } from './prompter.ts';

/** All of it is passed in. */
export interface CliIo {
  /** The result: a report, an explanation, a JSON object. Nothing else is written there. */
  readonly out: (text: string) => void;
  /** Progress, notes and complaints. */
  readonly err: (text: string) => void;
  /** Whether `err` is a terminal that a progress bar can redraw. */
  readonly isTerminal: boolean;
  /** Width of that terminal, which may change. */
  readonly columns: () => number;
  /** Opens questions to the person; null without a terminal. */
  readonly prompter: (() => Prompter) | null;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly loadEnvFile: (path: string) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls back at each interrupt (Ctrl-C); returns a function that unsubscribes. */
  readonly onInterrupt: (callback: () => void) => () => void;
  /** Ends the process at once; for the second interrupt. */
  readonly exitNow: (code: number) => never;
}
