import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { regexAttacks } from '../../support/regex-attacks.ts';
import { reportCounts } from '../../support/report-counts.ts';

const top = fileURLToPath(new URL('../../..', import.meta.url));

/** Where texts of strangers, buyers, platforms and the service come in. */
const folders = ['src/adapters', 'src/domain', 'src/mapping', 'src/service', 'src/web', 'connectors'];

/** These see nothing but a setting of the operator's. */
const operatorsOwn = new Set(['src/service/request.ts']);

interface Found {
  readonly path: string;
  readonly regex: RegExp;
}

const literalsOf = (path: string): readonly Found[] => {
  const text = readFileSync(posix.join(top, path), 'utf8');
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ path, regex: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)) });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
};

const regexes = folders
  .flatMap((folder) =>
    readdirSync(posix.join(top, folder), { recursive: true, encoding: 'utf8' }).map((name) => posix.join(folder, name)),
  )
  .filter((path) => /\.tsx?$/.test(path) && !operatorsOwn.has(path))
  .flatMap(literalsOf);

/** Long enough that a square of it takes tens of milliseconds, and a multiple of it nothing. */
const length = 8_192;
const suspicious = 2;

const millisecondsOf = (regex: RegExp, text: string): number => {
  // Of this process alone: a busy machine makes it wait, and not work.
  const begun = process.cpuUsage();
  text.replace(regex, '');
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
};

const minOf = (regex: RegExp, text: string): number =>
  Math.min(...Array.from({ length: 7 }, () => millisecondsOf(regex, text)));

/**
 * Twice the text may take twice the time, and not four times as long. What else the machine does is measured with it, so that
 * it has to be so every time.
 */
const growsAsSquare = (regex: RegExp, textOf: (size: number) => string): boolean => {
  const [whole, half] = [textOf(length), textOf(length / 2)];
  return [1, 2].every(
    () => millisecondsOf(regex, whole) > suspicious && minOf(regex, whole) > 2.8 * minOf(regex, half),
  );
};

let attempts = 0;
afterAll(() => reportCounts('Attacks', { 'texts for regular expressions': attempts }));

/** A text whose time grows faster than its length; undefined when there is none. */
const slowText = (regex: RegExp): string | undefined => {
  for (const { before, repeated } of regexAttacks(regex)) {
    for (const after of ['', '!', '\n', 'a']) {
      const textOf = (size: number): string => before + repeated.repeat(Math.ceil(size / repeated.length)) + after;
      attempts += 1;
      // A square takes a sixteenth of its time for a quarter of the text: what takes less than that is not tried whole.
      const isSuspicious = millisecondsOf(regex, textOf(length / 4)) > suspicious / 32;
      if (isSuspicious && millisecondsOf(regex, textOf(length)) > suspicious && growsAsSquare(regex, textOf)) {
        return `${JSON.stringify(before)} and many ${JSON.stringify(repeated)}`;
      }
    }
  }
  return undefined;
};

describe('a regular expression that sees the text of a stranger', () => {
  it('is found where it is written', () => {
    expect(regexes.length).toBeGreaterThan(80);
  });

  it.each([[/\/+$/], [/^\/+|\/+$/g], [/:(?:edit|return):.*$/], [/\B(?=(\d{3})+(?!\d))/g]])(
    'is recognized when its time grows with the square of the text: %s',
    (regex) => {
      expect(slowText(regex)).toBeDefined();
    },
  );

  it('takes time in proportion to the length of the text', () => {
    const slow = regexes.flatMap(({ path, regex }) => {
      const text = slowText(regex);
      return text === undefined ? [] : [`${path} ${regex.source}: ${text}`];
    });
    expect(slow).toStrictEqual([]);
  }, 60_000);
});
