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
    const { args, registeredArguments, options } = command;
    const excess = args.length - registeredArguments.length;
    if (excess <= 0) return;
    const meant = options
      .filter((option) => names.includes(option.attributeName()))
      .filter((option) => command.getOptionValue(option.attributeName()) === undefined)
      .slice(0, excess);
    const hint = meant.length === 0 ? '' : `\n(Did you mean ${meant.map(({ flags }) => flags).join(' ')}?)`;
    command.error(`error: too many arguments for '${command.name()}'${hint}`);
  };
