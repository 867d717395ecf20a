import { type Command, Option } from 'commander';
import type { CliIo } from './cli-io.ts';
import type { DayOptions } from './days.ts';
import type { ExitCode } from './exit-code.ts';
import {
  collect,
  configOption,
  count,
  filled,
  highestPort,
  intoClosedOption,
  jsonOption,
  needs,
  noBareWords,
  port,
  webAddress,
  wholeNumber,
  withAccount,
  withSettings,
} from './options.ts';

type Action = (io: CliIo, ...given: never[]) => ExitCode | Promise<ExitCode>;

/** Runs a command's action, whose code is loaded when it is called: `--help` loads no packages of theirs. */
type Call = (load: () => Promise<Action>) => (...given: readonly unknown[]) => Promise<void>;

const examples = (...lines: readonly string[]): string => `\nExamples:\n${lines.map((line) => `  ${line}\n`).join('')}`;

/** Refuses a range that is not whole: `--from` with `--to`, unless it counts back from today; or a month, or a quarter. */
const needsDays = (command: Command): void => {
  const { from, month, quarter } = command.opts<DayOptions>();
  if (month !== undefined || quarter !== undefined || /^\d{1,5}d$/i.test(from ?? '')) noBareWords()(command);
  else needs('from', 'to')(command);
};

/** Declares every command; what a command answers is handed to `done`. */
export const declareCommands = (program: Command, io: CliIo, done: (code: ExitCode) => void): void => {
  const call: Call =
    (load) =>
    async (...given) => {
      const action = await load();
      // The last one is commander's own command.
      done(await action(io, ...(given.slice(0, -1) as never[])));
    };
  program.commandsGroup('Get started:');
  start(program, call);
  program.commandsGroup('Past sales:');
  pastSales(program, call);
  program.commandsGroup('Explain, compare and correct:');
  compare(program, call);
  program.commandsGroup('New sales:');
  newSales(program, call);
  program.commandsGroup('Try it out:');
  tryOut(program, call);
};

const start = (program: Command, call: Call): void => {
  program
    .command('init')
    .description('make a configuration in this folder: asks, checks the keys, writes it, and shows a preview')
    .option('--yes', 'ask nothing: take all from the options below and the environment')
    .option('--service <url>', 'address of the Tax Nexus Service', webAddress)
    .addOption(new Option('--connector <platform>', 'where you sell').choices(['shopify', 'stripe']))
    .option('--shop <domain>', 'of a Shopify shop: acme.myshopify.com', filled)
    .option('--time-zone <zone>', 'of the days of a Stripe account: America/New_York', filled)
    .option('--name <name>', 'of the storefront in reports', filled)
    .option('--api-origin <url>', 'another origin of the platform, for the sandbox and proxies', webAddress)
    .addHelpText(
      'after',
      examples('tax-nexus init', 'tax-nexus init --yes --service https://api.example.com --shop acme.myshopify.com'),
    )
    .action(call(async () => (await import('./commands/init.ts')).init));
  withAccount(
    program
      .command('check')
      .description('check credentials, permissions, readable history and time zones; changes nothing')
      .option('--probe', 'check again how the service stored the first pushed transaction; sends nothing'),
  )
    .addOption(jsonOption())
    .addHelpText('after', examples('tax-nexus check', 'tax-nexus check --app ./tax-nexus.ts --account acme'))
    .action(call(async () => (await import('./commands/check.ts')).check));
  withSettings(
    program
      .command('screen')
      .description('the historical sync screen for the user of this machine, until Ctrl-C')
      .option('--port <port>', 'of the screen; another one when it is taken', port, 4400)
      .option('--name <name>', 'the name of notes and sign-offs (default: the user of this machine)', filled)
      .option('--account <name>', 'an account of your app', filled),
  ).action(call(async () => (await import('./commands/screen.ts')).screen));
};

const overDays = (command: Command): Command =>
  command
    .option('--storefront <name>', 'a storefront; may be repeated (default: all)', collect)
    .option('--from <day>', 'first day, YYYY-MM-DD in the storefront’s own time zone; or 90d for the last 90 days')
    .option('--to <day>', 'last day, included')
    .option('--month <month>', 'instead of both, a month: 2026-03')
    .option('--quarter <quarter>', 'instead of both, a quarter: 2026-Q1')
    .usage('--from <day> --to <day> [options]')
    .allowExcessArguments()
    .hook('preAction', needsDays);

const ofRun = (command: Command): Command =>
  command
    .option('--run <id>', 'which run (default: the newest)')
    .allowExcessArguments()
    .hook('preAction', noBareWords('run'));

const pastSales = (program: Command, call: Call): void => {
  withAccount(
    overDays(
      program
        .command('sync')
        .description('a historical sync: push every sale of the range that the service does not hold yet'),
    )
      .option('--dry-run', 'read, map and compare, but push nothing')
      .addOption(intoClosedOption())
      .option('--on-workers', 'leave the work to `tax-nexus worker` processes, and follow it (PostgreSQL)'),
  )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'tax-nexus sync --from 90d --dry-run',
        'tax-nexus sync --quarter 2026-Q1',
        'tax-nexus sync --storefront us-store --from 2026-01-01 --to 2026-03-31',
      ),
    )
    .action(call(async () => (await import('./commands/sync.ts')).sync));
  withAccount(ofRun(program.command('report').description('the report of a run')))
    .addOption(
      new Option('--format <format>', 'for people, for programs, or a line per sale')
        .choices(['table', 'json', 'csv'])
        .default('table'),
    )
    .addOption(jsonOption().implies({ format: 'json' }))
    .addHelpText('after', examples('tax-nexus report', 'tax-nexus report --format csv > sales.csv'))
    .action(call(async () => (await import('./commands/report.ts')).report));
  withAccount(
    ofRun(
      program
        .command('retry')
        .description('read the failed and held records of a run again and settle them, after a fix'),
    ).addOption(intoClosedOption()),
  )
    .addOption(jsonOption())
    .action(call(async () => (await import('./commands/retry.ts')).retry));
  withAccount(
    ofRun(
      program
        .command('cancel')
        .description(
          'cancel a run in any process or on workers: what is in flight is settled, and it is never resumed',
        ),
    ),
  ).action(call(async () => (await import('./commands/cancel.ts')).cancel));
};

const compare = (program: Command, call: Call): void => {
  withAccount(
    program
      .command('explain')
      .description('every number and decision of one transaction, with reasons')
      .argument('<storefront>')
      .argument(
        '<order>',
        'the platform’s id of the record, the name that the merchant sees, or the id or the name of the transaction',
      ),
  )
    .addOption(jsonOption())
    .addHelpText('after', examples("tax-nexus explain us-store '#1001'"))
    .action(call(async () => (await import('./commands/explain.ts')).explain));
  withAccount(
    overDays(
      program
        .command('reconcile')
        .description(
          'prove that the service holds what was sold: every difference, and the totals of each month and place',
        ),
    ),
  )
    .addOption(jsonOption())
    .addHelpText('after', examples('tax-nexus reconcile --month 2026-03'))
    .action(call(async () => (await import('./commands/reconcile.ts')).reconcile));
  withAccount(
    program
      .command('correct')
      .description('replace one transaction at the service by what the platform states now, after --yes')
      .argument('<storefront>')
      .argument('<order>', 'as for explain')
      .option('--yes', 'agree to the change; without it the differences are shown and nothing is changed'),
  ).action(call(async () => (await import('./commands/correct.ts')).correct));
  withAccount(
    program
      .command('resolve')
      .description('note what was done about a difference or a change, as reconcile names it')
      .argument('<storefront>')
      .argument('<id>', 'the id of the difference or of the change')
      .option('--note <text>', 'what was done; no personal data')
      .option('--by <name>', 'who did it (default: who is logged in here)', filled),
  )
    .usage('<storefront> <id> --note <text> [options]')
    .allowExcessArguments()
    .hook('preAction', needs('note'))
    .action(call(async () => (await import('./commands/resolve.ts')).resolve));
};

const newSales = (program: Command, call: Call): void => {
  const subscriptions = program.command('webhooks').description('the webhook subscriptions of a storefront');
  for (const [action, description] of [
    ['status', 'what is subscribed to the address, and what is missing or wrong; changes nothing'],
    ['apply', 'create what is missing and repair what is wrong; deletes nothing'],
  ] as const) {
    withAccount(
      subscriptions
        .command(action)
        .description(description)
        .option('--storefront <name>', 'a storefront')
        .option('--address <url>', 'of the webhook handler, as the internet sees it (https)', webAddress),
    )
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
  withSettings(
    program
      .command('serve')
      .description('receive webhooks, push new sales, catch up and reconcile on schedule, until stopped')
      .option('--port <port>', 'to listen on', port, 4000)
      .option('--host <address>', 'to listen on; 0.0.0.0 in a container', filled, '127.0.0.1')
      .option('--path <path>', 'below which webhooks, health and ready are answered', '/tax-nexus'),
  ).action(call(async () => (await import('./commands/serve.ts')).serve));
  withSettings(
    program
      .command('worker')
      .description(
        'share the work with other workers (PostgreSQL): historical syncs, webhooks, schedules; until it is asked to end',
      )
      .option('--concurrency <jobs>', 'how many at the same time', count(100), 4)
      .option('--dead-after <seconds>', 'without a sign of life, others take over from a worker', count(600), 30),
  ).action(call(async () => (await import('./commands/worker.ts')).worker));
  withSettings(
    program
      .command('run-due')
      .description(
        'process what webhooks reported and run the schedules that are due, then end; for a scheduler of your own',
      )
      .option('--budget <seconds>', 'about how long', count(86_400), 50),
  )
    .addOption(jsonOption())
    .action(call(async () => (await import('./commands/run-due.ts')).runDue));
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
    .hook('preAction', needs('storefront'))
    .action(call(async () => (await import('./commands/shopify.ts')).migrateToken));
};

const tryOut = (program: Command, call: Call): void => {
  program
    .command('demo')
    .description('start the sandbox, sync it, print the report, and show it on the screen until Ctrl-C')
    .option('--once', 'end after the report')
    .option('--port <port>', 'of the screen; another one when it is taken', port, 4400)
    .addOption(jsonOption())
    .action(call(async () => (await import('./commands/demo.ts')).demo));
  program
    .command('sandbox')
    .description('start a stand-in service and sample storefronts, until Ctrl-C')
    .option(
      '--port <port>',
      'of the service; sample storefronts take the 10th and 20th after it',
      wholeNumber('port', 0, highestPort - 20),
      4010,
    )
    .action(call(async () => (await import('./commands/sandbox.ts')).sandbox));
};
