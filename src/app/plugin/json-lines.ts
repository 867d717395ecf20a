/** The default log of an app: one JSON object a line, without personal data because only scalars are written. */
import type { Logger } from '../../domain/environment.ts';

/**
 * Each line has time, level, message and scalar fields. The level `debug` is left out.
 *
 * @param write takes one line with its end
 * @param now milliseconds since 1970
 */
export const jsonLines = (write: (line: string) => void, now: () => number): Logger => {
  const line =
    (level: 'info' | 'warn' | 'error'): Logger['info'] =>
    (message, fields) => {
      const head = { time: new Date(now()).toISOString(), level, message };
      // The head comes first, and no field can replace any part of it.
      write(`${JSON.stringify({ ...head, ...plain(fields), ...head })}\n`);
    };
  return { debug: () => undefined, info: line('info'), warn: line('warn'), error: line('error') };
};

type Scalar = string | number | boolean | null;

/** An object may contain personal data, so it is left out. */
const plain = (fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, Scalar>> =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, Scalar] => isScalar(field[1])));

const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);
