import type { Command } from 'commander';

/**
 * Refuses a command line without options that the command needs; to be hooked before its action. commander asks for its own
 * required options before it looks for unknown ones, and so sent `--form` as a missing `--from`.
 *
 * @param names as in the options that are handed to the action: `dryRun` of `--dry-run`
 */
export const needs =
  (...names: readonly string[]) =>
  (command: Command): void => {
    const missing = command.options.find(
      (option) =>
        names.includes(option.attributeName()) && command.getOptionValue(option.attributeName()) === undefined,
    );
    if (missing !== undefined) command.error(`error: required option '${missing.flags}' not specified`);
  };
