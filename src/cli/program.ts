import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { CliIo } from './cli-io.ts';
import { exitCode, type ExitCode } from './exit-code.ts';

const wholeNumber =
  (what: string, least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (!Number.isInteger(number) || number < least || number > most)
      throw new InvalidArgumentError(`Write a ${what}, ${least} to ${most}.`);
    return number;
  };

const count = (most: number): ((text: string) => number) => wholeNumber('whole number', 1, most);

const highestPort = 65_535;

const port = wholeNumber('port', 0, highestPort);

const webAddress = (text: string): string => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('Write a whole address: https://app.example.com/tax-nexus/webhooks/us-store.');
  return text;
};

/** For names: a blank one is refused. */
const filled = (text: string): string => {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty.');
  return text.trim();
};

/** For an option that may be repeated. */
const collect = (name: string, names: readonly string[] | undefined): readonly string[] => [...(names ?? []), name];

const configOption = (): Option =>
  new Option('--config <path>', 'the configuration (default: tax-nexus.config.* here or above)');

const jsonOption = (): Option => new Option('--json', 'one JSON object on stdout, everything else on stderr');

const intoClosedOption = (): Option =>
  new Option('--into-closed', 'agree to send sales of closed months; without it they are held');

type Action = (io: CliIo, ...given: never[]) => ExitCode | Promise<ExitCode>;

/** Declares every command; what a command answers is handed to `done`. */
const declare = (io: CliIo, done: (code: ExitCode) => void): Command => {
  const program = new Command('tax-nexus')
    .description('Keeps the Tax Nexus Service complete: every past and present sale, each exactly once in effect.')
    .version(packageVersion(), '-V, --version', 'print the version of this package')
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .exitOverride();
  const command = (name: string, description: string): Command => program.command(name).description(description);
  const overDays = (name: string, description: string): Command =>
    command(name, description)
      .option('--storefront <name>', 'a storefront of the configuration; may be repeated (default: all)', collect)
      .option('--from <day>', 'first day, YYYY-MM-DD, in the storefront’s own time zone')
      .option('--to <day>', 'last day, included')
      .usage('--from <day> --to <day> [options]')
      .allowExcessArguments()
      .hook('preAction', needs('from', 'to'));
  const ofRun = (name: string, description: string): Command =>
    command(name, description)
      .option('--run <id>', 'which run (default: the newest)')
      .allowExcessArguments()
      .hook('preAction', noBareWords('run'));
  /** Commands are loaded when called: `--help` loads no packages of theirs. */
  const call =
    (load: () => Promise<Action>) =>
    async (...given: readonly unknown[]): Promise<void> => {
      const action = await load();
      // The last one is commander's own command.
      done(await action(io, ...(given.slice(0, -1) as never[])));
    };

  command('init', 'write a commented configuration into this folder').action(
    call(async () => (await import('./commands/init.ts')).init),
  );
  command('check', 'check credentials, permissions, readable history and time zones; changes nothing')
    .option('--probe', 'check again how the service stored the first pushed transaction; sends nothing')
    .addOption(configOption())
    .addOption(jsonOption())
    .action(call(async () => (await import('./commands/check.ts')).check));
  overDays('sync', 'a historical sync: push every sale of the range that the service does not hold yet')
    .option('--dry-run', 'read, map and compare, but push nothing')
    .addOption(intoClosedOption())
    .option('--on-workers', 'leave the work to `tax-nexus worker` processes, and follow it (PostgreSQL)')
    .addOption(configOption())
    .addOption(jsonOption())
    .action(call(async () => (await import('./commands/sync.ts')).sync));
  ofRun('report', 'the report of a run')
    .addOption(new Option('--format <format>').choices(['table', 'json', 'csv']).default('table'))
    .addOption(configOption())
    .action(call(async () => (await import('./commands/report.ts')).report));
  command('explain', 'every number and decision of one transaction, with reasons')
    .argument('<storefront>')
    .argument(
      '<order>',
      'the platform’s id of the record, the name that the merchant sees, or the id or the name of the transaction',
    )
    .addOption(configOption())
    .addOption(jsonOption())
    .action(call(async () => (await import('./commands/explain.ts')).explain));
  command('correct', 'replace one transaction at the service by what the platform states now, after --yes')
    .argument('<storefront>')
    .argument('<order>', 'as for explain')
    .option('--yes', 'agree to the change; without it the differences are shown and nothing is changed')
    .addOption(configOption())
    .action(call(async () => (await import('./commands/correct.ts')).correct));
  ofRun('retry', 'read the failed and held records of a run again and settle them, after a fix')
    .addOption(intoClosedOption())
    .addOption(configOption())
    .addOption(jsonOption())
    .action(call(async () => (await import('./commands/retry.ts')).retry));
  const subscriptions = command('webhooks', 'the webhook subscriptions of a storefront');
  for (const [action, description] of [
    ['status', 'what is subscribed to the address, and what is missing or wrong; changes nothing'],
    ['apply', 'create what is missing and repair what is wrong; deletes nothing'],
  ] as const) {
    subscriptions
      .command(action)
      .description(description)
      .option('--storefront <name>', 'a storefront of the configuration')
      .option('--address <url>', 'of the webhook handler, as the internet sees it (https)', webAddress)
      .addOption(configOption())
      .addOption(jsonOption())
      .usage('--storefront <name> --address <url> [options]')
      .allowExcessArguments()
      .hook('preAction', needs('storefront', 'address'))
      .action(call(async () => (await import('./commands/webhooks.ts')).webhooks(action)));
  }
  subscriptions
    .command('toml')
    .description('print the [webhooks] section of shopify.app.toml: one address for all shops of an app')
    .option('--address <url>', 'of the webhook handler, as the internet sees it (https)', webAddress)
    .usage('--address <url>')
    .allowExcessArguments()
    .hook('preAction', needs('address'))
    .action(call(async () => (await import('./commands/webhooks.ts')).webhooksToml));
  command('shopify', 'the access token of a Shopify storefront')
    .command('migrate-token')
    .description('exchange a token that does not expire for one that does, after --yes')
    .option('--storefront <name>', 'a storefront of the configuration')
    .option('--yes', 'agree to the exchange; without it the stored token is looked at and nothing is changed')
    .addOption(configOption())
    .usage('--storefront <name> [options]')
    .allowExcessArguments()
    .hook('preAction', needs('storefront'))
    .action(call(async () => (await import('./commands/shopify.ts')).migrateToken));
  command('screen', 'the historical sync screen for the user of this machine, until Ctrl-C')
    .option('--port <port>', 'of the screen; another one when it is taken', port, 4400)
    .option('--name <name>', 'the name of notes and sign-offs (default: the user of this machine)', filled)
    .addOption(configOption())
    .action(call(async () => (await import('./commands/screen.ts')).screen));
  command('serve', 'receive webhooks, push new sales, catch up and reconcile on schedule, until stopped')
    .option('--port <port>', 'to listen on', port, 4000)
    .option('--host <address>', 'to listen on; 0.0.0.0 in a container', filled, '127.0.0.1')
    .option('--path <path>', 'below which webhooks, health and ready are answered', '/tax-nexus')
    .addOption(configOption())
    .action(call(async () => (await import('./commands/serve.ts')).serve));
  overDays(
    'reconcile',
    'prove that the service holds what was sold: every difference, and the totals of each month and place',
  )
    .addOption(configOption())
    .addOption(jsonOption())
    .action(call(async () => (await import('./commands/reconcile.ts')).reconcile));
  command('resolve', 'note what was done about a difference or a change, as reconcile names it')
    .argument('<storefront>')
    .argument('<id>', 'the id of the difference or of the change')
    .option('--note <text>', 'what was done; no personal data')
    .option('--by <name>', 'who did it (default: who is logged in here)', filled)
    .addOption(configOption())
    .usage('<storefront> <id> --note <text> [options]')
    .allowExcessArguments()
    .hook('preAction', needs('note'))
    .action(call(async () => (await import('./commands/resolve.ts')).resolve));
  command(
    'run-due',
    'process what webhooks reported and run the schedules that are due, then end; for a scheduler of your own',
  )
    .option('--budget <seconds>', 'about how long', count(86_400), 50)
    .addOption(configOption())
    .addOption(jsonOption())
    .action(call(async () => (await import('./commands/run-due.ts')).runDue));
  ofRun('cancel', 'cancel a run in any process or on workers: what is in flight is settled, and it is never resumed')
    .addOption(configOption())
    .action(call(async () => (await import('./commands/cancel.ts')).cancel));
  command(
    'worker',
    'share the work with other workers (PostgreSQL): historical syncs, webhooks, schedules; until it is asked to end',
  )
    .option('--concurrency <jobs>', 'how many at the same time', count(100), 4)
    .option('--dead-after <seconds>', 'without a sign of life, others take over from a worker', count(600), 30)
    .addOption(configOption())
    .action(call(async () => (await import('./commands/worker.ts')).worker));
  command('sandbox', 'start a stand-in service and sample storefronts, until Ctrl-C')
    .option(
      '--port <port>',
      'of the service; sample storefronts take the 10th and 20th after it',
      wholeNumber('port', 0, highestPort - 20),
      4010,
    )
    .action(call(async () => (await import('./commands/sandbox.ts')).sandbox));
  command('demo', 'start the sandbox, sync it, print the report, and show it on the screen until Ctrl-C')
    .option('--once', 'end after the report')
    .option('--port <port>', 'of the screen; another one when it is taken', port, 4400)
    .addOption(jsonOption())
    .action(call(async () => (await import('./commands/demo.ts')).demo));
  return program;
};

/** Runs one command line (without `node` and the script) to its exit code. */
export const run = async (io: CliIo, words: readonly string[]): Promise<ExitCode> => {
  let code: ExitCode = exitCode.settled;
  try {
    await declare(io, (answered) => {
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

/**
 * Refuses words without an option and names the options that may be meant; a hook before the action of a command that
 * allows excess arguments.
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

/**
 * Also refuses a command line without options that the command needs. commander asks for its own required options before
 * it looks for unknown ones, and so sent `--form` as a missing `--from`.
 */
const needs =
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
