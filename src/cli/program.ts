/** Runs one command line from its words to its exit code, without touching the process. */
import { Command, CommanderError } from 'commander';
import { packageVersion } from '../app/package-version.ts';
import type { CliIo } from './cli-io.ts';
import { declareCommands } from './declare-commands.ts';
import { exitCode, type ExitCode } from './exit-code.ts';

/** Help wider than a usual terminal is hard to read. */
const [narrowest, widest] = [40, 80];

/** The words come without `node` and the script. */
export const run = async (io: CliIo, words: readonly string[]): Promise<ExitCode> => {
  let code: ExitCode = exitCode.settled;
  try {
    await programOf(io, (answered) => {
      code = answered;
    }).parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // commander has printed the problem; requested help is not an error.
    return error.exitCode === 0 ? exitCode.settled : exitCode.usage;
  }
  return code;
};

const programOf = (io: CliIo, done: (code: ExitCode) => void): Command => {
  const program = new Command('tax-nexus')
    .description('Keeps the Tax Nexus Service complete: every past and present sale, each exactly once in effect.')
    .version(packageVersion, '-V, --version', 'print the version of this package')
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      getOutHelpWidth: () => Math.max(narrowest, Math.min(widest, io.isTerminal ? io.columns() : widest)),
    })
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText('after', '\nHelp of a command: tax-nexus sync --help\n')
    .exitOverride();
  declareCommands(program, io, done);
  for (const command of program.commands) command.showHelpAfterError(`Help: tax-nexus ${command.name()} --help`);
  return program;
};
