/**
 * The exit codes; docs/operating.md lists them. A command returns the first that applies: interrupted, credentials,
 * needs attention, settled. 70, an internal error, is only returned by `main.ts`.
 */
export const exitCode = {
  /** Everything attempted is settled, and nothing is held. */
  settled: 0,
  /** Something failed or is held, or the check found something to do. */
  needsAttention: 1,
  /** The command or the configuration is wrong, or the sync database cannot be opened; nothing was read and nothing was sent. */
  usage: 2,
  /** Stopped because credentials were refused. Nothing is lost: run it again with good ones. */
  credentials: 3,
  /** Interrupted; what was in flight is settled. The same command resumes. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
