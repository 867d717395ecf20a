import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { cliWorlds } from '../support/cli-worlds.ts';
import { commandsOf, inlineCommands, isBrief, shellBlocks } from '../support/shell-blocks.ts';

const typed = shellBlocks.flatMap(({ text }) => commandsOf(text));
const lines = [...typed, ...inlineCommands];
/** A sentence may call a command by its name alone. */
const isWhole = (line: string): boolean => isBrief(line) && (typed.includes(line) || line.includes(' --'));

/** As a shell would split it: quotes keep words together. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => single ?? double ?? bare ?? '');

const commands = [...new Set(lines.filter((line) => /^(npx )?tax-nexus /.test(line)))].map(
  (line) => [line, wordsOf(line.replace(/^(npx )?tax-nexus /, '').replace(/ [|>&].*$/, ''))] as const,
);
const scripts = [...new Set(lines.flatMap((line) => /^npm (?:run )?([a-z][a-z:-]*)/.exec(line)?.[1] ?? []))].filter(
  (name) => !['install', 'init', 'ci', 'ls', 'version', 'publish'].includes(name),
);

const misunderstood = /unknown (option|command)|missing required|required option|is invalid|too many arguments/;

const world = cliWorlds();

// What goes on until it is ended is typed into a shell by test/examples/long/shell-blocks.test.ts, and so is the rest.
describe('a command that the docs show', () => {
  it('is shown', () => {
    expect(commands.length).toBeGreaterThan(8);
    expect(scripts).toContain('test');
  });

  // One world for all of them: each command is also understood after the others.
  const shared = world({ shop: { orders: 3 } });

  it.each(commands)('is understood and does its work: %s', async (line, words) => {
    const { cli } = await shared;
    const { code, err } = await cli(isWhole(line) ? words : [...words, '--help']);
    expect(err).not.toMatch(misunderstood);
    expect(code).not.toBe(70);
  });

  it.each(scripts)('is a script of the package: npm run %s', (name) => {
    const declared = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    expect(Object.keys(declared.scripts)).toContain(name);
  });
});
