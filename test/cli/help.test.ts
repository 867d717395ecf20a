import { spawnSync } from 'node:child_process';
import { Command } from 'commander';
import { describe, expect, it } from '@jest/globals';
import { isColored, paint, withColors } from '../../src/cli/colors.ts';
import { declareCommands } from '../../src/cli/declare-commands.ts';
import { hasShell } from '../support/a-shell.ts';
import { inTerminal } from '../support/a-terminal.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const cli = inTerminal(folder);

const program = new Command('tax-nexus');
declareCommands(program, {} as never, () => undefined);

const pathsOf = (command: Command, path: readonly string[]): readonly (readonly string[])[] =>
  command.commands.flatMap((one) => [[...path, one.name()], ...pathsOf(one, [...path, one.name()])]);
const paths = pathsOf(program, []);

describe('the help', () => {
  it.each([[], ...paths])('fits 80 columns: %s %s', async (...path) => {
    const { out } = await cli([...path.filter((one) => typeof one === 'string'), '--help']);
    expect(out.split('\n').filter((line) => line.length > 80)).toStrictEqual([]);
  });

  it('shows every command in a group, with one line each', async () => {
    const { out } = await cli(['--help']);
    for (const command of program.commands) {
      expect(out).toMatch(new RegExp(`^  ${command.name()} +\\S.*\\n(?!   )`, 'm'));
    }
    expect(out).not.toContain('\nCommands:');
    for (const group of ['Get started:', 'Past sales:', 'Explain, compare and correct:', 'New sales:', 'Try it out:']) {
      expect(out).toContain(`\n${group}\n`);
    }
  });

  it('has examples that are understood', async () => {
    const texts = await Promise.all(paths.map(async (path) => (await cli([...path, '--help'])).out));
    const examples = texts.flatMap((text) =>
      (text.split('\nExamples:\n')[1] ?? '').split('\n').flatMap((line) => /tax-nexus ([^)|>]*)/.exec(line)?.[1] ?? []),
    );
    expect(examples.length).toBeGreaterThan(12);
    for (const example of examples) {
      const words = example
        .trim()
        .split(' ')
        .map((word) => word.replaceAll("'", ''));
      const { err } = await cli([...words, '--help']);
      expect(err).toBe('');
    }
  });

  it('spells --json the same everywhere a command has a result', () => {
    const results = paths
      .map(
        (path) =>
          [
            path.join(' '),
            path.reduce<Command | undefined>((at, name) => at?.commands.find((one) => one.name() === name), program),
          ] as const,
      )
      .filter(([name, command]) => command?.commands.length === 0 && !['completion', 'webhooks toml'].includes(name));
    const without = results
      .filter(([, command]) => command?.options.every(({ long }) => long !== '--json'))
      .map(([name]) => name);
    // Those that ask, go on until they are stopped, or write files, and so have no result.
    const expected = ['connector', 'dev', 'export', 'init', 'sandbox', 'screen', 'serve', 'worker'];
    expect(without.sort()).toStrictEqual(expected);
  });
});

describe('completion', () => {
  it.each([
    ['', ['init', 'sync', 'webhooks']],
    ['sync ', ['--from', '--quarter', '--app']],
    ['webhooks ', ['status', 'apply']],
    ['webhooks status ', ['--address']],
  ])('of bash knows what may follow "%s"', async (before, expected) => {
    if (!hasShell) return;
    const { out } = await cli(['completion', 'bash']);
    const words = ['tax-nexus', ...before.split(' ').filter(Boolean), ''];
    const script = `${out}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _tax_nexus; echo "\${COMPREPLY[@]}"`;
    const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(stdout.trim().split(' ')).toEqual(expect.arrayContaining(expected));
  });

  it('of fish names every command and option', async () => {
    const { out } = await cli(['completion', 'fish']);
    for (const name of program.commands.map((one) => one.name())) expect(out).toContain(` -a ${name} `);
    expect(out).toContain("-n '__fish_seen_subcommand_from sync' -l quarter");
  });
});

describe('colors', () => {
  it.each<[boolean, Readonly<Record<string, string>>, boolean]>([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, { FORCE_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('on a terminal (%s) with %j: %s', (isTerminal, env, shown) => {
    expect(isColored(isTerminal, env)).toBe(shown);
  });

  it('are escape sequences, or nothing', () => {
    expect(withColors(paint('green', 'ok'), true)).toBe('\u001B[32mok\u001B[39m');
    expect(withColors(paint('green', 'ok'), false)).toBe('ok');
  });

  it('cannot be given by a text from outside', () => {
    const forged = paint('red', '').replaceAll(/[0-9a-f]{16}/g, '0123456789abcdef');
    expect(withColors(forged, true)).toBe(forged);
  });
});
