/** Declares the commands that compare, correct and approve, and those of live work. */
import { type Command, Option } from 'commander';
import {
  collect,
  type Call,
  configOption,
  count,
  examples,
  filled,
  jsonOption,
  needs,
  ofRun,
  overDays,
  port,
  webAddress,
  wholeNumber,
  withAccount,
  withSettings,
} from './options.ts';

/** Commands about what the service holds. */
export const compare = (program: Command, call: Call): void => {
  withAccount(
    program
      .command('explain')
      .summary('explain every number of one transaction')
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
  program
    .command('reason')
    .summary('what a reason in a report means, and what to do')
    .description('what a reason or finding in a report means: an example, why it matters, what to do; without one, all')
    .argument('[reason]', 'as reports print it')
    .addOption(jsonOption())
    .addHelpText('after', examples("tax-nexus reason 'missing address'"))
    .action(call(async () => (await import('./commands/reason.ts')).reason));
  withAccount(
    overDays(
      program
        .command('reconcile')
        .summary('prove that the service holds what was sold')
        .description(
          'prove that the service holds what was sold: every difference, and the totals of each month and place',
        ),
    ).addOption(
      new Option('--full', 'instead of days, all days from the first synced day through today').conflicts([
        'from',
        'to',
        'month',
        'quarter',
      ]),
    ),
  )
    .option('--accept-not-compared', 'exit 0 although the service does not show all of some transactions')
    .addOption(jsonOption())
    .addHelpText('after', examples('tax-nexus reconcile --month 2026-03', 'tax-nexus reconcile --full'))
    .action(call(async () => (await import('./commands/reconcile.ts')).reconcile));
  withAccount(
    program
      .command('tie-out')
      .summary("compare a month with the platform's own totals")
      .description(
        "the platform's own totals of a month next to those of the service, every difference explained or named; changes nothing",
      )
      .option('--storefront <name>', 'a storefront; may be repeated (default: all)', collect)
      .option('--month <month>', 'the month: 2026-03', filled),
  )
    .addOption(jsonOption())
    .usage('--month <month> [options]')
    .hook('preAction', needs('month'))
    .addHelpText('after', examples('tax-nexus tie-out --month 2026-03'))
    .action(call(async () => (await import('./commands/tie-out.ts')).tieOut));
  withAccount(
    program
      .command('correct')
      .summary('correct a transaction at the service, after --yes')
      .description('correct one transaction at the service to what the platform states now, after --yes')
      .argument('<storefront>')
      .argument('[order]', 'as for explain')
      .option('--gone', 'in place of an order: all that were sent before and are gone from the service')
      .option('--undone', 'in place of an order: all that was sent and is no longer true')
      .addOption(
        new Option('--way <way>', 'how: by opposite amounts and what is right, or as service.wire.corrections allows')
          .choices(['offset', 'replace', 'delete'])
          .default(undefined, 'replace where that is allowed, else offset'),
      )
      .option('--by <name>', 'who agrees (default: who is logged in here)', filled)
      .option('--yes', 'agree to the change; without it the differences are shown and nothing is changed'),
  )
    .addOption(jsonOption())
    .usage('<storefront> <order>|--gone|--undone [options]')
    .action(call(async () => (await import('./commands/correct.ts')).correct));
  withAccount(
    program
      .command('resolve')
      .summary('note what was done about a difference')
      .description('note what was done about a difference or a change, as reconcile names it')
      .argument('<storefront>')
      .argument('<id>', 'the id of the difference or of the change')
      .option('--note <text>', 'what was done; no personal data')
      .option('--by <name>', 'who did it (default: who is logged in here)', filled),
  )
    .addOption(jsonOption())
    .usage('<storefront> <id> --note <text> [options]')
    .allowExcessArguments()
    .hook('preAction', needs('note'))
    .action(call(async () => (await import('./commands/resolve.ts')).resolve));
  approve(program, call);
};

/** Commands about live work. */
export const newSales = (program: Command, call: Call): void => {
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
        .option(
          '--address <url>',
          'of the webhook handler, as the internet sees it (default: below publicUrl)',
          webAddress,
        ),
    )
      .addOption(jsonOption())
      .usage('--storefront <name> [options]')
      .allowExcessArguments()
      .hook('preAction', needs('storefront'))
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
      .summary('receive webhooks, push new sales, run schedules')
      .description('receive webhooks, push new sales, catch up and reconcile on schedule, until stopped')
      .option('--port <port>', 'to listen on', port, 4000)
      .option('--host <address>', 'to listen on; 0.0.0.0 in a container', filled, '127.0.0.1')
      .option('--path <path>', 'below which webhooks, health and ready are answered', '/tax-nexus'),
  ).action(call(async () => (await import('./commands/serve.ts')).serve));
  withSettings(
    program
      .command('worker')
      .summary('share the work with other processes (PostgreSQL)')
      .description(
        'share the work with other workers (PostgreSQL): historical syncs, webhooks, schedules; until stopped',
      )
      .option('--concurrency <jobs>', 'how many at the same time', count(100), 4)
      .option('--dead-after <seconds>', 'without a heartbeat, after which other workers take over', count(600), 30),
  ).action(call(async () => (await import('./commands/worker.ts')).worker));
  withSettings(
    program
      .command('run-due')
      .summary('do what is due now, then end: for your own scheduler')
      .description(
        'process what webhooks reported and run the schedules that are due, then end; for your own scheduler',
      )
      .option('--budget <seconds>', 'about how long', count(86_400), 50),
  )
    .addOption(jsonOption())
    .action(call(async () => (await import('./commands/run-due.ts')).runDue));
  withAccount(
    program
      .command('storefront')
      .description('a storefront whose merchant left')
      .command('reopen')
      .description('read and send it again, after all of its data was erased and the merchant came back')
      .option('--storefront <name>', 'a storefront'),
  )
    .addOption(jsonOption())
    .usage('--storefront <name> [options]')
    .allowExcessArguments()
    .hook('preAction', needs('storefront'))
    .action(call(async () => (await import('./commands/storefront.ts')).reopen));
  program
    .command('shopify')
    .description('the access token of a Shopify storefront')
    .command('migrate-token')
    .description('exchange a token that does not expire for one that does, after --yes')
    .option('--storefront <name>', 'a storefront of the configuration')
    .option('--yes', 'agree to the exchange; without it the stored token is only checked')
    .addOption(configOption())
    .addOption(jsonOption())
    .usage('--storefront <name> [options]')
    .allowExcessArguments()
    .hook('preAction', needs('storefront'))
    .action(call(async () => (await import('./commands/shopify.ts')).migrateToken));
};

/** Commands by which a person approves: of the screen as well. */
const approve = (program: Command, call: Call): void => {
  const by = (command: Command): Command =>
    withAccount(command)
      .option('--by <name>', 'who does it (default: who is logged in here)', filled)
      .addOption(jsonOption());
  const agreed = (command: Command): Command =>
    command.option(
      '--open <count>',
      'agree that so many open matters stay open',
      wholeNumber('whole number', 0, 1_000_000_000),
    );
  by(
    agreed(
      ofRun(
        program
          .command('sign-off')
          .summary('approve a finished run under your name')
          .description('keep the counts and totals of a finished run as they are now, under your name'),
      ).option('--note <text>', 'what was checked; no personal data', ''),
    ),
  )
    .addHelpText('after', examples("tax-nexus sign-off --note 'compared with the July filing'"))
    .action(call(async () => (await import('./commands/approve.ts')).signOff));
  by(
    program
      .command('register')
      .summary('note in which states you are registered')
      .description('note that the business is registered in a state; without a state, list all registrations')
      .argument('[state]', 'two letters, such as TX')
      .option('--since <day>', 'first day of the registration: 2026-05-01', filled)
      .option('--with <name>', 'who registered you or files there', filled)
      .option('--managed-elsewhere', 'another service or preparer files there')
      .option('--remove', 'you are not registered there'),
  )
    .addHelpText('after', examples('tax-nexus register TX --since 2026-05-01', 'tax-nexus register TX --remove'))
    .action(call(async () => (await import('./commands/register.ts')).register));
  by(
    program
      .command('opening-balances')
      .summary('state sales of channels that are not connected')
      .description(
        'state sales of channels that are not connected, which count toward thresholds, from a CSV file with the columns channel, state, month, sales, transactions and marketplace (yes or no); without a file, list them',
      )
      .argument('[file]', 'the CSV file')
      .option('--remove <channel>', 'remove the balances of a channel', filled)
      .option('--state <state>', 'with --remove: of this state only', filled)
      .option('--month <month>', 'with --remove: of this month only: 2026-01', filled),
  )
    .addHelpText(
      'after',
      examples(
        'tax-nexus opening-balances balances.csv',
        "tax-nexus opening-balances --remove 'Trade fairs' --state TX",
      ),
    )
    .action(call(async () => (await import('./commands/opening-balances.ts')).openingBalances));
  for (const action of ['close', 'reopen'] as const) {
    const isClose = action === 'close';
    const command = program
      .command(action)
      .summary(isClose ? 'close a month whose taxes are filed' : 'open a closed month again')
      .description(
        isClose
          ? 'close a month whose taxes are filed: sales of it that come later are held until a person agrees'
          : 'open a closed month again: its sales are sent like others',
      )
      .option('--month <month>', 'the month: 2026-03', filled)
      .usage(isClose ? '--month <month> [options]' : '--month <month> --reason <text> [options]')
      .allowExcessArguments()
      .hook('preAction', isClose ? needs('month') : needs('month', 'reason'));
    by(isClose ? agreed(command) : command.option('--reason <text>', 'why; kept and shown with the month', filled))
      .addHelpText(
        'after',
        examples(`tax-nexus ${action} --month 2026-03${isClose ? '' : " --reason 'a return came in late'"}`),
      )
      .action(call(async () => (await import('./commands/approve.ts')).changeMonth(action)));
  }
};
