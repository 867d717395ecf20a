/**
 * Colors of the terminal that data cannot forge: texts carry marks with a secret, which the output turns into escape sequences.
 */
import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';

export type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan';

/** Cannot be guessed, because a text that a buyer typed must not style anything. */
const secret = randomBytes(8).toString('hex');

/** Marks a text with a style. The output turns the marks into colors, or removes them. */
export const paint = (style: Style, text: string): string =>
  `\uE000${secret}${style}\uE001${text}\uE000${secret}/${style}\uE001`;

const marks = new RegExp(`\uE000${secret}(/?)(\\w+)\uE001`, 'g');

/** A marked text as a terminal shows it; without colors, the marks are removed. */
export const withColors = (text: string, isColored: boolean): string =>
  text.replaceAll(marks, (_, end: string, style: string) => {
    const [open, close] = inspect.colors[style] ?? [0, 0];
    return isColored ? `\u001B[${end === '' ? open : close}m` : '';
  });

/**
 * Whether a stream shows colors: on a terminal that knows escape sequences, unless `NO_COLOR` is set (no-color.org).
 * `FORCE_COLOR` shows them in any case.
 */
export const isColored = (isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean => {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0';
  return isTerminal && env['TERM'] !== 'dumb';
};
