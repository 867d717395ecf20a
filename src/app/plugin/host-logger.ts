import type { Logger } from '../../domain/environment.ts';

type Level = keyof Logger;

type Method = (this: unknown, ...words: readonly unknown[]) => void;

/** pino (and with it Fastify) takes the fields before the message and drops them after it. */
const takesFieldsFirst = (logger: Logger): boolean => 'bindings' in logger && typeof logger.bindings === 'function';

/**
 * A host's logger as ours: pino, winston, console. Its methods keep their object, and what they throw changes nothing of our
 * work.
 */
export const hostLogger = (logger: Logger): Logger => {
  const isPino = takesFieldsFirst(logger);
  const write =
    (level: Level): Logger[Level] =>
    (message, fields) => {
      const words = fields === undefined ? [message] : isPino ? [fields, message] : [message, fields];
      try {
        (logger[level] as Method).apply(logger, words);
      } catch {
        // A log that is out of order must not be the reason that a sale is not told.
      }
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
};
