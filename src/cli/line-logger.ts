import type { Logger } from '../domain/environment.ts';
import type { CliIo } from './cli-io.ts';

/** Milliseconds within which the same warning is the same one, from parts of a command that work side by side. */
const sameFor = 60_000;

/**
 * Warnings as plain lines; a person at a terminal has no use for the rest. What stops a run is told at its end, with who
 * stopped it, and once.
 */
export const lineLogger = (io: Pick<CliIo, 'err' | 'now'>): Logger => {
  const toldAt = new Map<string, number>();
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: (message) => {
      const [before, now] = [toldAt.get(message), io.now()];
      if (before !== undefined && Math.abs(now - before) < sameFor) return;
      toldAt.set(message, now);
      io.err(`Note: ${message}\n`);
    },
    error: () => undefined,
  };
};
