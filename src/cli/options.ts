/** Options that several commands share, and checks of the command line that commander lacks. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CliIo } from './cli-io.ts';
import type { DayOptions } from './days.ts';
import type { ExitCode } from './exit-code.ts';

export const wholeNumber =
  (what: string, least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (!Number.isInteger(number) || number < least || number > most)
      throw new InvalidArgumentError(`Write a ${what}, ${least} to ${most}.`);
    return number;
  };

export const count = (most: number): ((text: string) => number) => wholeNumber('whole number', 1, most);

export const highestPort = 65_535;

export const port = wholeNumber('port', 0, highestPort);

export const webAddress = (text: string): string => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('Write a whole address: https://app.example.com/tax-nexus/webhooks/us-store.');
  return text;
};

/** For names: a blank one is refused. */
export const filled = (text: string): string => {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty.');
  return text.trim();
};

/** For an option that may be repeated. */
export const collect = (name: string, names: readonly string[] | undefined): readonly string[] => [
  ...(names ?? []),
  name,
];

export const configOption = (): Option =>
  new Option('--config <path>', 'the configuration (default: tax-nexus.config.* here or above)');

/** Options that name where a command finds its storefronts and keys. */
export const withSettings = (command: Command): Command =>
  command
    .addOption(configOption().conflicts('app'))
    .addOption(
      new Option('--app <path>', 'the module of your app that exports its TaxNexus, in place of a configuration'),
    );

/** The same for a command that is about one account. */
export const withAccount = (command: Command): Command =>
  withSettings(command).option('--account <name>', 'an account of your app (default: that of the storefronts)', filled);

export const jsonOption = (): Option => new Option('--json', 'one JSON object on stdout, everything else on stderr');

export const intoClosedOption = (): Option =>
  new Option('--into-closed', 'agree to send sales of closed months; without it they are held');

/**
 * Also refuses a command line without the options that the command needs. commander checks required options before unknown ones,
 * so it would report `--form` as a missing `--from`.
 */
export const needs =
  (...names: readonly string[]) =>
  (command: Command): void => {
    noBareWords(...names)(command);
    const [missing] = missingOptions(command, names);
    if (missing !== undefined) command.error(`error: required option '${missing}' not specified`);
  };

type Action = (io: CliIo, ...given: never[]) => ExitCode | Promise<ExitCode>;

/** Runs a command's action, whose code is loaded when it is called, so that `--help` loads none of its packages. */
export type Call = (load: () => Promise<Action>) => (...given: readonly unknown[]) => Promise<void>;

export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${line}\n`).join('')}`;

export const overDays = (command: Command): Command =>
  command
    .option('--storefront <name>', 'a storefront; may be repeated (default: all)', collect)
    .option('--from <day>', 'first day, YYYY-MM-DD in the storefront’s own time zone; or 90d for the last 90 days')
    .option('--to <day>', 'last day, included')
    .option('--month <month>', 'instead of both, a month: 2026-03')
    .option('--quarter <quarter>', 'instead of both, a quarter: 2026-Q1')
    .usage('--from <day> --to <day> [options]')
    .allowExcessArguments()
    .hook('preAction', needsDays);

export const ofRun = (command: Command): Command =>
  command
    .option('--run <id>', 'which run (default: the newest)')
    .allowExcessArguments()
    .hook('preAction', noBareWords('run'));

/**
 * Refuses words without an option and suggests the options they may belong to; a hook before the action of a command that allows
 * excess arguments.
 *
 * @param names as in the options of the action: `dryRun` of `--dry-run`
 */
const noBareWords =
  (...names: readonly string[]) =>
  (command: Command): void => {
    const { args, registeredArguments } = command;
    const excess = args.length - registeredArguments.length;
    if (excess <= 0) return;
    const meant = missingOptions(command, names).slice(0, excess);
    const hint = meant.length === 0 ? '' : `\n(Did you mean ${meant.join(' ')}?)`;
    command.error(`error: too many arguments for '${command.name()}'${hint}`);
  };

const missingOptions = (command: Command, names: readonly string[]): readonly string[] =>
  command.options
    .filter((option) => names.includes(option.attributeName()))
    .filter((option) => command.getOptionValue(option.attributeName()) === undefined)
    .map(({ flags }) => flags);

/** Refuses an incomplete range: `--from` needs `--to`, unless it counts back from today; a month or a quarter is complete. */
const needsDays = (command: Command): void => {
  const { from, to, month, quarter, full } = command.opts<DayOptions & { readonly full?: boolean }>();
  if (full === true || month !== undefined || quarter !== undefined || /^\d{1,5}d$/i.test(from ?? ''))
    noBareWords()(command);
  else if (from !== undefined && to === undefined) {
    noBareWords('to')(command);
    command.error(
      "error: required option '--to <day>' not specified; or count back from today with --from 90d, or give --month or --quarter",
    );
  } else if (from === undefined && to === undefined) {
    noBareWords('from', 'to')(command);
    command.error('error: no days are named; give --from 90d, --from and --to, --month or --quarter');
  } else needs('from', 'to')(command);
};
