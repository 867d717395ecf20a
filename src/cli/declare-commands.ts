/** Declares every command with its options and help; a command's code is loaded only when it is called. */
import { Argument, Command, Option } from 'commander';
import { completionShells } from './commands/completion.ts';
import type { CliIo } from './cli-io.ts';
import type { ExitCode } from './exit-code.ts';
import { compare, newSales } from './declare-live-commands.ts';
import { sandboxCommands } from './declare-sandbox-commands.ts';
import {
  type Call,
  collect,
  count,
  examples,
  filled,
  intoClosedOption,
  jsonOption,
  ofRun,
  overDays,
  port,
  webAddress,
  withAccount,
  withSettings,
} from './options.ts';

/** The exit code of a command is passed to `done`. */
export const declareCommands = (program: Command, io: CliIo, done: (code: ExitCode) => void): void => {
  const call: Call =
    (load) =>
    async (...given) => {
      const action = await load();
      // The last argument is commander's own command.
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
  program.addHelpCommand(
    new Command('help').argument('[command]').description('show the help of a command').helpGroup('Try it out:'),
  );
};

const start = (program: Command, call: Call): void => {
  program
    .command('init')
    .summary('make a configuration, and put the plugin into your app')
    .description(
      'make a configuration in this folder: asks, checks the keys, writes it and the route for the framework of your app, and shows a preview',
    )
    .option('--yes', 'ask nothing: take all from the options below and the environment')
    .option('--service <url>', 'address of the Tax Nexus Service', webAddress)
    .addOption(new Option('--connector <platform>', 'where you sell').choices(['shopify', 'stripe']))
    .option('--shop <domain>', 'of a Shopify shop: acme.myshopify.com', filled)
    .option('--time-zone <zone>', 'of the days of a Stripe account: America/New_York', filled)
    .option('--name <name>', 'of the storefront in reports', filled)
    .option('--api-origin <url>', 'another origin of the platform, for the sandbox and proxies', webAddress)
    .addHelpText(
      'after',
      examples('tax-nexus init', 'tax-nexus init --yes --service https://api.acme.com --shop acme.myshopify.com'),
    )
    .action(call(async () => (await import('./commands/init.ts')).init));
  program
    .command('connector')
    .addArgument(new Argument('<action>', 'what to do').choices(['new']))
    .argument('<name>', 'one word: a part of every transaction id', filled)
    .summary('write a connector for another platform')
    .description('write a working connector for another platform, with its test, into a new folder with its name')
    .addHelpText('after', examples('tax-nexus connector new acme'))
    .action(call(async () => (await import('./commands/connector.ts')).connector));
  withAccount(
    program
      .command('check')
      .summary('check keys, permissions, history and time zones')
      .description('check credentials, permissions, readable history and time zones; changes nothing')
      .option('--storefront <name>', 'a storefront; may be repeated (default: all)', collect)
      .option('--probe', 'ask the service again for what was sent to it; sends nothing')
      .option('--sums', 'count all transactions again, and compare them with the sums of days')
      .option('--with-key <variable>', 'check a new key of the service before you use it: env:NEW_KEY', filled),
  )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'tax-nexus check',
        'tax-nexus check --with-key env:NEW_KEY',
        'tax-nexus check --app ./tax-nexus.ts --account acme',
      ),
    )
    .action(call(async () => (await import('./commands/check.ts')).check));
  withSettings(
    program
      .command('info')
      .summary('versions, packages and settings, for an issue')
      .description(
        'versions, packages, hosts and which settings are set, without their values: to paste into an issue',
      ),
  )
    .addOption(jsonOption())
    .action(call(async () => (await import('./commands/info.ts')).info));
  withSettings(
    program
      .command('migrate')
      .summary('bring the sync database up to date for this version')
      .description('bring the tables of the sync database up to date for this version, while others work on it')
      .option('--dry-run', 'print the statements, and change nothing'),
  )
    .addOption(jsonOption())
    .action(call(async () => (await import('./commands/migrate.ts')).migrate));
  withSettings(
    program
      .command('state')
      .addArgument(new Argument('<action>', 'what to do').choices(['copy']))
      .summary('copy the sync database to SQLite or PostgreSQL')
      .description('copy the sync database into an empty one and compare both, while nothing else uses them')
      .requiredOption('--to <place>', 'sqlite:./copy.db, or env:NAME with an address in a variable', filled),
  )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('tax-nexus state copy --to env:DATABASE_URL', 'tax-nexus state copy --to sqlite:./copy.db'),
    )
    .action(call(async () => (await import('./commands/state.ts')).state));
  withAccount(
    program
      .command('prune')
      .summary('remove details of old runs, after --yes')
      .description('remove details of old runs and requests that nothing needs any more; without --yes count them')
      .requiredOption('--before <month>', 'what ended before it: 2024-01, or a day', filled)
      .option('--yes', 'agree to remove them')
      .option('--archive-to <file>', 'first write them to a new file, a JSON object a line', filled),
  )
    .addOption(jsonOption())
    .addHelpText('after', examples('tax-nexus prune --before 2024-01', 'tax-nexus prune --before 2024-01 --yes'))
    .action(call(async () => (await import('./commands/prune.ts')).prune));
  withSettings(
    program
      .command('screen')
      .summary('open the screen in the browser')
      .description('the screen for the user of this machine, until Ctrl-C')
      .option('--port <port>', 'of the screen; another one when it is taken', port, 4400)
      .option('--name <name>', 'the name of notes and sign-offs (default: the user of this machine)', filled)
      .option('--account <name>', 'an account of your app', filled),
  ).action(call(async () => (await import('./commands/screen.ts')).screen));
};

const pastSales = (program: Command, call: Call): void => {
  withAccount(
    overDays(
      program
        .command('sync')
        .summary('push every past sale that the service does not hold yet')
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
  withAccount(
    program
      .command('import')
      .summary('push sales of a CSV file that the service lacks')
      .description(
        "push the sales of a CSV file: Shopify's export of orders, Stripe's export of payments, or your own format",
      )
      .argument('<file>', 'the file', filled)
      .requiredOption('--storefront <name>', 'a name for the file, the same for all files of these sales', filled)
      .option('--of <storefront>', 'the configured storefront whose sales these are', filled)
      .option(
        '--platform-account <id>',
        'the id of the shop or account, where no storefront of it is configured',
        filled,
      )
      .option('--time-zone <zone>', 'in which its days are counted (default: that of the storefront)', filled)
      .option('--from <day>', 'first day (default: the first of the file)')
      .option('--to <day>', 'last day (default: the last of the file)')
      .option('--dry-run', 'read, map and compare, but push nothing')
      .addOption(intoClosedOption()),
  )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'tax-nexus import orders.csv --storefront history --of us-store --dry-run',
        'tax-nexus import sales.csv --storefront stall --time-zone America/Denver',
      ),
    )
    .action(call(async () => (await import('./commands/import.ts')).importCsv));
  withAccount(
    program
      .command('runs')
      .summary('list historical syncs')
      .description('the historical syncs, newest first')
      .option('--limit <count>', 'how many', count(1_000), 20),
  )
    .addOption(jsonOption())
    .action(call(async () => (await import('./commands/runs.ts')).runs));
  withAccount(
    program
      .command('status')
      .summary('what waits, is held or failed now')
      .description('what waits, is held or failed in the sync database now; asks no platform'),
  )
    .addOption(jsonOption())
    .action(call(async () => (await import('./commands/status.ts')).status));
  withAccount(
    program
      .command('exposure')
      .summary('how near each state you are to having to register')
      .description(
        'how near the known sales, also those of dry runs, are to the economic nexus threshold of each US state, and where you have locations; asks platforms only for locations',
      )
      .option('--on <day>', 'day of the question (default: today)', filled)
      .option('--net', 'subtract refunds, as Stripe and Avalara do'),
  )
    .addOption(jsonOption())
    .addHelpText('after', examples('tax-nexus exposure', 'tax-nexus exposure --on 2026-03-31'))
    .action(call(async () => (await import('./commands/exposure.ts')).exposure));
  withAccount(
    overDays(
      program
        .command('export')
        .summary('write what was sent as a file for your accountant')
        .description('what was sent, as a file for your accountant, from the sync database alone'),
    )
      .addOption(new Option('--format <format>', 'of the file').choices(['csv', 'xlsx', 'json']).default('csv'))
      .addOption(
        new Option('--what <what>', 'sales, their later changes, sums, what counted toward thresholds, or each request')
          .choices(['transactions', 'adjustments', 'summary', 'thresholds', 'audit'])
          .default('transactions'),
      )
      .option('--state <code>', 'with thresholds: this state alone, such as TX', filled)
      .option('--out <file>', 'where to write it (default: stdout; needed for xlsx)', filled),
  )
    .addHelpText(
      'after',
      examples(
        'tax-nexus export --quarter 2026-Q1 --format xlsx --out q1.xlsx',
        'tax-nexus export --month 2026-03 --what summary',
        'tax-nexus export --from 730d --what thresholds --state TX --out texas.csv',
      ),
    )
    .action(call(async () => (await import('./commands/export.ts')).exportSales));
  withAccount(ofRun(program.command('report').summary('show the report of a run').description('the report of a run')))
    .addOption(
      new Option('--format <format>', 'for people, for programs, or a line per sale')
        .choices(['table', 'json', 'csv'])
        .default('table'),
    )
    .addOption(jsonOption())
    .addHelpText('after', examples('tax-nexus report', 'tax-nexus report --format csv > sales.csv'))
    .action(call(async () => (await import('./commands/report.ts')).report));
  withAccount(
    ofRun(
      program
        .command('retry')
        .summary('read failed and held records of a run again')
        .description('read the failed and held records of a run again and settle them, after a fix'),
    ).addOption(intoClosedOption()),
  )
    .addOption(jsonOption())
    .action(call(async () => (await import('./commands/retry.ts')).retry));
  withAccount(
    ofRun(
      program
        .command('cancel')
        .summary('cancel a run')
        .description(
          'cancel a run in any process or on workers: what is in progress is settled, and it is never resumed',
        ),
    ),
  )
    .addOption(jsonOption())
    .action(call(async () => (await import('./commands/cancel.ts')).cancel));
};

const tryOut = (program: Command, call: Call): void => {
  sandboxCommands(program, call);
  program
    .command('completion')
    .summary('complete commands and options in your shell')
    .description('print a script that completes commands and options in your shell')
    .addArgument(new Argument('<shell>').choices(completionShells))
    .addHelpText('after', examples('source <(tax-nexus completion bash)', 'tax-nexus completion fish | source'))
    .action(call(async () => (await import('./commands/completion.ts')).completion(program)));
};
