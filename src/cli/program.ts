import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { CliIo } from './cli-io.ts';
import type { CheckOptions } from './commands/check.ts';
import type { DemoOptions } from './commands/demo.ts';
import type { CorrectOptions } from './commands/correct.ts';
import type { ExplainOptions } from './commands/explain.ts';
import type { ReportOptions } from './commands/report.ts';
import type { RetryOptions } from './commands/retry.ts';
import type { MigrateTokenOptions } from './commands/shopify.ts';
import type { SandboxOptions } from './commands/sandbox.ts';
import type { ScreenOptions } from './commands/screen.ts';
import type { ServeOptions } from './commands/serve.ts';
import type { SyncOptions } from './commands/sync.ts';
import type { WebhooksOptions } from './commands/webhooks.ts';
import { collect, configOption, filled, jsonOption } from './common-options.ts';
import { declareLive } from './declare-live.ts';
import { exitCode, type ExitCode } from './exit-code.ts';
import { needs } from './needs.ts';
import { noBareWords } from './no-unknown-arguments.ts';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const webAddress = (text: string): string => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('Write a whole address: https://app.example.com/tax-nexus/webhooks/us-store.');
  return text;
};

const portUpTo =
  (most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (!Number.isInteger(number) || number < 0 || number > most)
      throw new InvalidArgumentError(`Write a port, 0 to ${most}.`);
    return number;
  };

const highestPort = 65_535;

const port = portUpTo(highestPort);

/** The sample storefronts stand behind the service. */
const sandboxPort = portUpTo(highestPort - 20);

/** Commands are loaded when called: `--help` loads no packages of theirs. */
const load = {
  init: () => import('./commands/init.ts'),
  check: () => import('./commands/check.ts'),
  sync: () => import('./commands/sync.ts'),
  report: () => import('./commands/report.ts'),
  explain: () => import('./commands/explain.ts'),
  correct: () => import('./commands/correct.ts'),
  retry: () => import('./commands/retry.ts'),
  webhooks: () => import('./commands/webhooks.ts'),
  shopify: () => import('./commands/shopify.ts'),
  screen: () => import('./commands/screen.ts'),
  serve: () => import('./commands/serve.ts'),
  sandbox: () => import('./commands/sandbox.ts'),
  demo: () => import('./commands/demo.ts'),
};

/** Declares every command; what a command answers is handed to `done`. */
const declare = (io: CliIo, done: (code: ExitCode) => void): Command => {
  const program = new Command('tax-nexus')
    .description('Keeps the Tax Nexus Service complete: every past and present sale, each exactly once in effect.')
    .version(packageVersion(), '-V, --version', 'print the version of this package')
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .exitOverride();
  program
    .command('init')
    .description('write a commented configuration into this folder')
    .action(async () => done((await load.init()).init(io)));
  program
    .command('check')
    .description('check credentials, permissions, readable history and time zones; changes nothing')
    .option('--probe', 'check again how the service stored the first pushed transaction; sends nothing')
    .addOption(configOption())
    .addOption(jsonOption())
    .action(async (options: CheckOptions) => done(await (await load.check()).check(io, options)));
  program
    .command('sync')
    .description('a historical sync: push every sale of the range that the service does not hold yet')
    .option('--storefront <name>', 'a storefront of the configuration; may be repeated (default: all)', collect)
    .option('--from <day>', 'first day, YYYY-MM-DD, in the storefront’s own time zone')
    .option('--to <day>', 'last day, included')
    .option('--dry-run', 'read, map and compare, but push nothing')
    .option('--into-closed', 'agree to send sales of closed months; without it they are held')
    .option('--on-workers', 'leave the work to `tax-nexus worker` processes, and follow it (PostgreSQL)')
    .addOption(configOption())
    .addOption(jsonOption())
    .usage('--from <day> --to <day> [options]')
    .allowExcessArguments()
    .hook('preAction', noBareWords('from', 'to'))
    .hook('preAction', needs('from', 'to'))
    .action(async (options: SyncOptions) => done(await (await load.sync()).sync(io, options)));
  program
    .command('report')
    .description('the report of a run')
    .option('--run <id>', 'which run (default: the newest)')
    .addOption(new Option('--format <format>').choices(['table', 'json', 'csv']).default('table'))
    .addOption(configOption())
    .allowExcessArguments()
    .hook('preAction', noBareWords('run'))
    .action(async (options: ReportOptions) => done(await (await load.report()).report(io, options)));
  program
    .command('explain')
    .description('every number and decision of one transaction, with reasons')
    .argument('<storefront>')
    .argument(
      '<order>',
      'the platform’s id of the record, the name that the merchant sees, or the id or the name of the transaction',
    )
    .addOption(configOption())
    .addOption(jsonOption())
    .action(async (storefront: string, order: string, options: ExplainOptions) =>
      done(await (await load.explain()).explain(io, storefront, order, options)),
    );
  program
    .command('correct')
    .description('replace one transaction at the service by what the platform states now, after --yes')
    .argument('<storefront>')
    .argument('<order>', 'as for explain')
    .option('--yes', 'agree to the change; without it the differences are shown and nothing is changed')
    .addOption(configOption())
    .action(async (storefront: string, order: string, options: CorrectOptions) =>
      done(await (await load.correct()).correct(io, storefront, order, options)),
    );
  program
    .command('retry')
    .description('read the failed and held records of a run again and settle them, after a fix')
    .option('--run <id>', 'which run (default: the newest)')
    .option('--into-closed', 'agree to send sales of closed months; without it they are held')
    .addOption(configOption())
    .addOption(jsonOption())
    .allowExcessArguments()
    .hook('preAction', noBareWords('run'))
    .action(async (options: RetryOptions) => done(await (await load.retry()).retry(io, options)));
  const subscriptions = program.command('webhooks').description('the webhook subscriptions of a storefront');
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
      .hook('preAction', noBareWords('storefront', 'address'))
      .hook('preAction', needs('storefront', 'address'))
      .action(async (options: WebhooksOptions) => done(await (await load.webhooks()).webhooks(action)(io, options)));
  }
  program
    .command('shopify')
    .description('the access token of a Shopify storefront')
    .command('migrate-token')
    .description('exchange a token that does not expire for one that does, after --yes')
    .option('--storefront <name>', 'a storefront of the configuration')
    .option('--yes', 'agree to the exchange; without it the stored token is looked at and nothing is changed')
    .addOption(configOption())
    .usage('--storefront <name> [options]')
    .allowExcessArguments()
    .hook('preAction', noBareWords('storefront'))
    .hook('preAction', needs('storefront'))
    .action(async (options: MigrateTokenOptions) => done(await (await load.shopify()).migrateToken(io, options)));
  program
    .command('screen')
    .description('the historical sync screen for the user of this machine, until Ctrl-C')
    .option('--port <port>', 'of the screen; another one when it is taken', port, 4400)
    .option('--name <name>', 'the name of notes and sign-offs (default: the user of this machine)', filled)
    .addOption(configOption())
    .action(async (options: ScreenOptions) => done(await (await load.screen()).screen(io, options)));
  program
    .command('serve')
    .description('receive webhooks, push new sales, catch up and reconcile on schedule, until stopped')
    .option('--port <port>', 'to listen on', port, 4000)
    .option('--host <address>', 'to listen on; 0.0.0.0 in a container', filled, '127.0.0.1')
    .option('--path <path>', 'below which webhooks, health and ready are answered', '/tax-nexus')
    .addOption(configOption())
    .action(async (options: ServeOptions) => done(await (await load.serve()).serve(io, options)));
  declareLive(program, io, done);
  program
    .command('sandbox')
    .description('start a stand-in service and sample storefronts, until Ctrl-C')
    .option('--port <port>', 'of the service; sample storefronts take the 10th and 20th after it', sandboxPort, 4010)
    .action(async (options: SandboxOptions) => done(await (await load.sandbox()).sandbox(io, options)));
  program
    .command('demo')
    .description('start the sandbox, sync it, print the report, and show it on the screen until Ctrl-C')
    .option('--once', 'end after the report')
    .option('--port <port>', 'of the screen; another one when it is taken', port, 4400)
    .addOption(jsonOption())
    .action(async (options: DemoOptions) => done(await (await load.demo()).demo(io, options)));
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

/** The version of this package, from its `package.json`. */
const packageVersion = (): string => versionIn(dirname(fileURLToPath(import.meta.url)));
