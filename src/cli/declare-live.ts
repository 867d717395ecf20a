import { type Command, InvalidArgumentError } from 'commander';
import type { CliIo } from './cli-io.ts';
import type { CancelOptions } from './commands/cancel.ts';
import type { ReconcileOptions } from './commands/reconcile.ts';
import type { ResolveOptions } from './commands/resolve.ts';
import type { RunDueOptions } from './commands/run-due.ts';
import type { WorkerOptions } from './commands/worker.ts';
import { collect, configOption, filled, jsonOption } from './common-options.ts';
import type { ExitCode } from './exit-code.ts';
import { needs } from './needs.ts';
import { noBareWords } from './no-unknown-arguments.ts';

const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (!Number.isInteger(number) || number < least || number > most)
      throw new InvalidArgumentError(`Write a whole number, ${least} to ${most}.`);
    return number;
  };

/** Commands are loaded when called: `--help` loads no packages of theirs. */
const load = {
  reconcile: () => import('./commands/reconcile.ts'),
  resolve: () => import('./commands/resolve.ts'),
  runDue: () => import('./commands/run-due.ts'),
  cancel: () => import('./commands/cancel.ts'),
  worker: () => import('./commands/worker.ts'),
};

/** Declares the commands for everything that happens after the history is in, and for what other processes are at work on. */
export const declareLive = (program: Command, io: CliIo, done: (code: ExitCode) => void): void => {
  program
    .command('reconcile')
    .description('prove that the service holds what was sold: every difference, and the totals of each month and place')
    .option('--storefront <name>', 'a storefront of the configuration; may be repeated (default: all)', collect)
    .option('--from <day>', 'first day, YYYY-MM-DD, in the storefront’s own time zone')
    .option('--to <day>', 'last day, included')
    .addOption(configOption())
    .addOption(jsonOption())
    .usage('--from <day> --to <day> [options]')
    .allowExcessArguments()
    .hook('preAction', noBareWords('from', 'to'))
    .hook('preAction', needs('from', 'to'))
    .action(async (options: ReconcileOptions) => done(await (await load.reconcile()).reconcile(io, options)));
  program
    .command('resolve')
    .description('note what was done about a difference or a change, as reconcile names it')
    .argument('<storefront>')
    .argument('<id>', 'the id of the difference or of the change')
    .option('--note <text>', 'what was done; no personal data')
    .option('--by <name>', 'who did it (default: who is logged in here)', filled)
    .addOption(configOption())
    .usage('<storefront> <id> --note <text> [options]')
    .allowExcessArguments()
    .hook('preAction', noBareWords('note'))
    .hook('preAction', needs('note'))
    .action(async (storefront: string, id: string, options: ResolveOptions) =>
      done(await (await load.resolve()).resolve(io, storefront, id, options)),
    );
  program
    .command('run-due')
    .description(
      'settle what webhooks rang for and run the schedules that are due, then end; for a scheduler of your own',
    )
    .option('--budget <seconds>', 'about how long', wholeNumber(1, 86_400), 50)
    .addOption(configOption())
    .addOption(jsonOption())
    .action(async (options: RunDueOptions) => done(await (await load.runDue()).runDue(io, options)));
  program
    .command('cancel')
    .description('cancel a run in any process or on workers: what is in flight is settled, and it is never resumed')
    .option('--run <id>', 'which run (default: the newest)')
    .addOption(configOption())
    .allowExcessArguments()
    .hook('preAction', noBareWords('run'))
    .action(async (options: CancelOptions) => done(await (await load.cancel()).cancel(io, options)));
  program
    .command('worker')
    .description(
      'share the work with other workers (PostgreSQL): historical syncs, webhooks, schedules; until it is asked to end',
    )
    .option('--concurrency <jobs>', 'how many at the same time', wholeNumber(1, 100), 4)
    .option('--dead-after <seconds>', 'without a sign of life, others take over from a worker', wholeNumber(1, 600), 30)
    .addOption(configOption())
    .action(async (options: WorkerOptions) => done(await (await load.worker()).worker(io, options)));
};
