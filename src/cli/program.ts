import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import type { CliIo } from './cli-io.ts';
import { declareCommands } from './declare-commands.ts';
import { exitCode, type ExitCode } from './exit-code.ts';

/** Text that is wider than a terminal usually is becomes hard to read. */
const [narrowest, widest] = [40, 80];

const programOf = (io: CliIo, done: (code: ExitCode) => void): Command => {
  const program = new Command('tax-nexus')
    .description('Keeps the Tax Nexus Service complete: every past and present sale, each exactly once in effect.')
    .version(packageVersion(), '-V, --version', 'print the version of this package')
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      getOutHelpWidth: () => Math.max(narrowest, Math.min(widest, io.isTerminal ? io.columns() : widest)),
    })
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText('after', '\nHelp of a command: tax-nexus sync --help\n')
    .exitOverride();
  declareCommands(program, io, done);
  return program;
};

/** Runs one command line (without `node` and the script) to its exit code. */
export const run = async (io: CliIo, words: readonly string[]): Promise<ExitCode> => {
  let code: ExitCode = exitCode.settled;
  try {
    await programOf(io, (answered) => {
      code = answered;
    }).parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // commander printed the problem; requested help is no error.
    return error.exitCode === 0 ? exitCode.settled : exitCode.usage;
  }
  return code;
};

/** By hand: a codec would be loaded before every command. */
const isOurs = (found: unknown): found is { readonly version: string } =>
  typeof found === 'object' &&
  found !== null &&
  'name' in found &&
  found.name === 'tax-nexus-sync' &&
  'version' in found &&
  typeof found.version === 'string';

const versionIn = (folder: string): string => {
  const path = join(folder, 'package.json');
  const found: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  if (isOurs(found)) return found.version;
  const above = dirname(folder);
  return above === folder ? 'unknown' : versionIn(above);
};

const packageVersion = (): string => versionIn(dirname(fileURLToPath(import.meta.url)));
