import type { Logger } from '../core/environment.ts';
import type { CliIo } from './cli-io.ts';

/**
 * Warnings as plain lines; a person at a terminal has no use for the rest. What stops a run is told at its end, with who
 * stopped it, and once.
 */
export const lineLogger = (io: CliIo): Logger => ({
  debug: () => undefined,
  info: () => undefined,
  warn: (message) => io.err(`Note: ${message}\n`),
  error: () => undefined,
});
