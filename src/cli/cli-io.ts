import type { Prompter } from './prompter.ts';

/** Everything through which a command touches the world outside, passed in so that tests run commands whole. */
export interface CliIo {
  /** The result: a report, an explanation, a JSON object. Nothing else goes there. */
  readonly out: (text: string) => void;
  /** Progress, notes and complaints. */
  readonly err: (text: string) => void;
  /** Whether `err` is a terminal that a progress bar can redraw. */
  readonly isTerminal: boolean;
  /** Width of that terminal, which may change. */
  readonly columns: () => number;
  /** Opens questions to the person; null where there is no terminal to ask on. */
  readonly prompter: (() => Prompter) | null;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly loadEnvFile: (path: string) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls back at each interrupt (Ctrl-C); returns the function that unsubscribes. */
  readonly onInterrupt: (callback: () => void) => () => void;
  /** Ends the process at once; for the second interrupt. */
  readonly exitNow: (code: number) => never;
}
