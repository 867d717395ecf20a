/** `tax-nexus completion`: prints a script that completes commands and options in bash, zsh or fish. */
import type { Command } from 'commander';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';

export const completionShells = ['bash', 'zsh', 'fish'] as const;

type CompletionShell = (typeof completionShells)[number];

interface Words {
  readonly path: readonly string[];
  readonly description: string;
  /** Commands below it. */
  readonly commands: readonly string[];
  readonly options: readonly { readonly name: string; readonly description: string }[];
}

/** Completes subcommands and options after a command of one or two words. */
const bash = (all: readonly Words[]): string => `_tax_nexus() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  case "\${COMP_WORDS[*]:1:COMP_CWORD-1} " in
${[...all]
  .sort((one, other) => other.path.length - one.path.length)
  .map(({ path, commands, options }) => {
    const words = [...commands, ...options.map(({ name }) => name), '--help'].join(' ');
    return `    ${path.length === 0 ? '*' : `"${path.join(' ')} "*`}) words="${words}" ;;`;
  })
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _tax_nexus tax-nexus
`;

const quoted = (text: string): string => `'${text.replaceAll("'", '’')}'`;

const fish = (all: readonly Words[]): string =>
  all
    .flatMap(({ path, description, options }) => {
      const [name, parent] = [path.at(-1), path.at(-2)];
      const above = parent === undefined ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${parent}`;
      const itself =
        name === undefined ? [] : [`complete -c tax-nexus -f -n '${above}' -a ${name} -d ${quoted(description)}`];
      const within = name === undefined ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${name}`;
      return [
        ...itself,
        ...options.map(
          (option) =>
            `complete -c tax-nexus -n '${within}' -l ${option.name.slice(2)} -d ${quoted(option.description)}`,
        ),
      ];
    })
    .join('\n') + '\n';

const scripts: Readonly<Record<CompletionShell, (all: readonly Words[]) => string>> = {
  bash,
  zsh: (all) => `autoload -U +X bashcompinit && bashcompinit\n${bash(all)}`,
  fish,
};

export const completion =
  (program: Command) =>
  (io: CliIo, shell: CompletionShell): ExitCode => {
    io.out(scripts[shell](wordsOf(program)));
    return exitCode.settled;
  };

const wordsOf = (command: Command, path: readonly string[] = []): readonly Words[] => [
  {
    path,
    description: command.summary() === '' ? command.description() : command.summary(),
    commands: command.commands.map((one) => one.name()),
    options: command.options.flatMap(({ long, description }) => (long == null ? [] : [{ name: long, description }])),
  },
  ...command.commands.flatMap((one) => wordsOf(one, [...path, one.name()])),
];
