/**
 * `tax-nexus migrate`: updates the tables of the sync database for a new version, or prints the statements for a database
 * administrator.
 */
import * as E from 'fp-ts/lib/Either.js';
import { pendingMigrationsOf } from '../../app/own-ports.ts';
import { describeComplaint } from '../../app/configuration/complaint.ts';
import type { TaxNexusSettings } from '../../app/plugin/settings.ts';
import type { PendingMigration } from '../../domain/pending-migration.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, idle, openSettings, withCommand } from '../open-command.ts';
import { json } from '../render/text.ts';

interface MigrateOptions extends CommonOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

type Pending = readonly PendingMigration[];

const upToDate = 'The sync database is up to date.\n';

/** Other processes may work on the sync database at the same time. */
export const migrate = async (io: CliIo, options: MigrateOptions): Promise<ExitCode> => {
  if (options.dryRun === true) return printStatements(io, options);
  let done: Pending = [];
  const note = async (settings: TaxNexusSettings): Promise<E.Either<string, TaxNexusSettings>> => {
    const pending = await pendingOf(settings);
    if (E.isRight(pending)) done = pending.right;
    return E.map(() => settings)(pending);
  };
  const print = (): Promise<ExitCode> => {
    const names = done.map(({ name }) => name);
    const sentence =
      names.length === 0 ? upToDate : `The sync database is up to date now. Done: ${names.join(', ')}.\n`;
    io.out(options.json === true ? json({ done: names }) : sentence);
    return Promise.resolve(exitCode.settled);
  };
  return withCommand(io, options, print, { ...idle, extend: note });
};

const asScript = (pending: Pending): string =>
  pending.map(({ name, statements }) => `-- ${name}\n${statements.map((text) => `${text};\n`).join('')}`).join('\n');

/** Left with the first problem if the sync database cannot be inspected. */
const pendingOf = async ({ foundation }: TaxNexusSettings): Promise<E.Either<string, Pending>> => {
  const checked = foundation();
  if (E.isLeft(checked)) return E.left(checked.left.map(describeComplaint).join('\n'));
  return E.mapLeft(({ message }: { readonly message: string }) => message)(
    await pendingMigrationsOf(checked.right.state),
  );
};

const printStatements = async (io: CliIo, options: MigrateOptions): Promise<ExitCode> => {
  const settings = await openSettings(io, options);
  if (E.isLeft(settings)) return settings.left;
  const pending = await pendingOf(settings.right);
  if (E.isLeft(pending)) {
    io.err(`${pending.left}\n`);
    return exitCode.usage;
  }
  const script = pending.right.length === 0 ? upToDate : asScript(pending.right);
  io.out(options.json === true ? json({ pending: pending.right }) : script);
  return exitCode.settled;
};
