/** The log of `serve` and `worker`: colored lines on a terminal, JSON lines everywhere else. */
import { jsonLines } from '../app/plugin/json-lines.ts';
import type { Logger } from '../domain/environment.ts';
import type { CliIo } from './cli-io.ts';
import { paint, type Style } from './colors.ts';
import { printable } from './process.ts';

/** Decides by the terminal. */
export const processLog = ({ err, now, isTerminal }: Pick<CliIo, 'err' | 'now' | 'isTerminal'>): Logger =>
  jsonLines(isTerminal ? (line) => err(humanLine(line)) : err, now);

const styles: Readonly<Record<string, Style>> = { info: 'green', warn: 'yellow', error: 'red' };

/** A line of `jsonLines` for a person: time of day, message, fields. */
const humanLine = (line: string): string => {
  const { time, level, message, ...fields } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== '');
  const shown = given.map(([name, value]) => `${paint('dim', `${name}=`)}${printable(String(value))}`);
  const clock = paint('dim', new Date(String(time)).toTimeString().slice(0, 8));
  return [clock, paint(styles[String(level)] ?? 'bold', String(message)), ...shown].join('  ') + '\n';
};
