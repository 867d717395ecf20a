import type { Command } from 'commander';

/**
 * Refuses words that stand without an option, as commander does by itself, and says which options they may be meant for; to
 * be hooked before the action of a command that allows excess arguments, which is asked no sooner.
 *
 * @param names as in the options that are handed to the action: `dryRun` of `--dry-run`
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
