import { InvalidArgumentError, Option } from 'commander';

/** Options that several commands take. */
export const configOption = (): Option =>
  new Option('--config <path>', 'the configuration (default: tax-nexus.config.* here or above)');

export const jsonOption = (): Option => new Option('--json', 'one JSON object on stdout, everything else on stderr');

/** For an option that may be repeated. */
export const collect = (name: string, names: readonly string[] | undefined): readonly string[] => [
  ...(names ?? []),
  name,
];

/** For names: a blank one is refused. */
export const filled = (text: string): string => {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty.');
  return text.trim();
};
