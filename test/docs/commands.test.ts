import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cliWorlds } from '../support/cli-worlds.ts';

const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const lines = pages.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block.split('\n').map((line) => line.replace(/\s+#\s.*$/, '').trim()),
  ),
);

/** As a shell would split it: quotes keep words together. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => single ?? double ?? bare ?? '');

const commands = [...new Set(lines.filter((line) => /^(npx )?tax-nexus /.test(line)))].map(
  (line) => [line, wordsOf(line.replace(/^(npx )?tax-nexus /, ''))] as const,
);
const scripts = [...new Set(lines.flatMap((line) => /^npm (?:run )?([a-z][a-z:-]*)/.exec(line)?.[1] ?? []))].filter(
  (name) => !['install', 'init', 'ci', 'version'].includes(name),
);

/** They run until somebody ends them; tests of their own start them. */
const endless = ['serve', 'screen', 'sandbox', 'demo', 'worker'];
const misunderstood = /unknown (option|command)|missing required|required option|is invalid|too many arguments/;

const world = cliWorlds();

describe('a command that the docs show', () => {
  it('is shown', () => {
    expect(commands.length).toBeGreaterThan(8);
    expect(scripts).toContain('test');
  });

  it.each(commands)('is understood and does its work: %s', async (_, words) => {
    const { cli } = await world({ shop: { orders: 3 } });
    const isRun = !endless.includes(words[0] ?? '') && !words.some((word) => /[<…]/.test(word));
    const { code, err } = await cli(isRun ? words : [...words, '--help']);
    expect(err).not.toMatch(misunderstood);
    expect(code).not.toBe(70);
  });

  it.each(scripts)('is a script of the package: npm run %s', (name) => {
    const declared = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    expect(Object.keys(declared.scripts)).toContain(name);
  });
});
