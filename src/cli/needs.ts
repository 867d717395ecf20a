import type { Command } from 'commander';

/**
 * Refuses words without an option and names the options that may be meant; a hook before the action of a command that
 * allows excess arguments.
 *
 * @param names as in the options of the action: `dryRun` of `--dry-run`
 */
export const noBareWords =
  (...names: readonly string[]) =>
  (command: Command): void => {
    const { args, registeredArguments } = command;
    const excess = args.length - registeredArguments.length;
    if (excess <= 0) return;
    const meant = missingOptions(command, names).slice(0, excess);
    const hint = meant.length === 0 ? '' : `\n(Did you mean ${meant.join(' ')}?)`;
    command.error(`error: too many arguments for '${command.name()}'${hint}`);
  };

/**
 * Also refuses a command line without options that the command needs. commander asks for its own required options before
 * it looks for unknown ones, and so sent `--form` as a missing `--from`.
 */
export const needs =
  (...names: readonly string[]) =>
  (command: Command): void => {
    noBareWords(...names)(command);
    const [missing] = missingOptions(command, names);
    if (missing !== undefined) command.error(`error: required option '${missing}' not specified`);
  };

const missingOptions = (command: Command, names: readonly string[]): readonly string[] =>
  command.options
    .filter((option) => names.includes(option.attributeName()))
    .filter((option) => command.getOptionValue(option.attributeName()) === undefined)
    .map(({ flags }) => flags);
