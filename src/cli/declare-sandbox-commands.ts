/** Declares the commands with which a developer tries the product out against the sandbox. */
import type { Command } from 'commander';
import {
  type Call,
  configOption,
  examples,
  filled,
  highestPort,
  jsonOption,
  port,
  webAddress,
  wholeNumber,
  withSettings,
} from './options.ts';

export const sandboxCommands = (program: Command, call: Call): void => {
  program
    .command('demo')
    .summary('sync the sandbox and show it on the screen')
    .description('start the sandbox, sync it, print the report, and show it on the screen until Ctrl-C')
    .option('--once', 'end after the report')
    .option('--port <port>', 'of the screen; another one when it is taken', port, 4400)
    .addOption(jsonOption())
    .action(call(async () => (await sandbox()).demo()));
  program
    .command('sandbox')
    .summary('start a stand-in service and sample storefronts')
    .description('start a stand-in service and sample storefronts, until Ctrl-C')
    .option(
      '--port <port>',
      'of the service; sample storefronts take the 10th and 20th after it',
      wholeNumber('port', 0, highestPort - 20),
      4010,
    )
    .action(call(async () => (await sandbox()).sandbox()));
  program
    .command('dev')
    .summary('sandbox and server in one, with a live log')
    .description('start the sandbox and its server in one process; the log shows the outcome of each sale')
    .option('--port <port>', 'of the server', port, 4000)
    .addHelpText('after', examples('tax-nexus dev', 'tax-nexus trigger order.paid'))
    .action(call(async () => (await sandbox()).dev()));
  program
    .command('trigger')
    .summary('send a signed webhook, as the platform would')
    .description('sign a webhook of a topic with the storefront’s own secret, and send it to an address')
    .argument('<topic>', 'order.paid, orders/edited, invoice.paid …')
    .option('--storefront <name>', 'a storefront (default: the first that has the topic)', filled)
    .option('--record <id>', 'the sale: id of an order, charge, invoice or session', filled)
    .option('--address <url>', 'of the handler (default: tax-nexus serve on this machine)', webAddress)
    .addOption(configOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('tax-nexus trigger order.paid --record 5012345678', 'tax-nexus trigger invoice.paid --record in_1Q'),
    )
    .action(call(async () => (await sandbox()).trigger()));
  withSettings(
    program
      .command('listen')
      .summary('show webhooks as they arrive')
      .description('show webhooks as they arrive, verified; stores and pushes nothing; until Ctrl-C')
      .option('--port <port>', 'to listen on', port, 4001)
      .option('--host <address>', 'to listen on', filled, '127.0.0.1'),
  )
    .addOption(jsonOption())
    .action(call(async () => (await sandbox()).listen()));
};

/** The only import of the sandbox by the product: an app, and every other command, runs without it. */
const sandbox = () => import('../../sandbox/commands/index.ts');
