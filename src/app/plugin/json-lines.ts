import type { Logger } from '../../domain/environment.ts';

type Scalar = string | number | boolean | null;

const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Scalars only: an object may contain personal data. */
const plain = (fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, Scalar>> =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, Scalar] => isScalar(field[1])));

/**
 * A log of one JSON object a line, for machines: time, level, message, and fields that are texts or numbers. The level
 * `debug` is left out.
 *
 * @param write takes one line with its end
 * @param now milliseconds since 1970
 */
export const jsonLines = (write: (line: string) => void, now: () => number): Logger => {
  const line =
    (level: 'info' | 'warn' | 'error'): Logger['info'] =>
    (message, fields) => {
      const head = { time: new Date(now()).toISOString(), level, message };
      // It stands first, and no field takes the place of any of it.
      write(`${JSON.stringify({ ...head, ...plain(fields), ...head })}\n`);
    };
  return { debug: () => undefined, info: line('info'), warn: line('warn'), error: line('error') };
};
