/** `tax-nexus state copy`: moves the sync database from SQLite to PostgreSQL, or back, by a verified copy. */
import * as E from 'fp-ts/lib/Either.js';
import { describeComplaint } from '../../app/configuration/complaint.ts';
import type { StateConfiguration } from '../../app/configuration/configuration.ts';
import { stateSetting } from '../../app/configuration/foundation-settings.ts';
import { copyConfiguredState } from '../../app/copy-configured-state.ts';
import { readSetting } from '../../domain/setting.ts';
import type { StateCopy } from '../../domain/state-copy.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, crashPointOf, openSettings } from '../open-command.ts';
import { json } from '../render/text.ts';
import { counted } from '../render/words.ts';

interface StateOptions extends CommonOptions {
  readonly to: string;
  readonly json?: boolean;
}

/** Copies the sync database while nothing else uses it. The source stays as it is. */
export const state = async (io: CliIo, _action: 'copy', options: StateOptions): Promise<ExitCode> => {
  const stop = (message: string): ExitCode => {
    io.err(`${message}\n`);
    return exitCode.usage;
  };
  const settings = await openSettings(io, options);
  if (E.isLeft(settings)) return settings.left;
  const foundation = settings.right.foundation();
  if (E.isLeft(foundation)) return stop(foundation.left.map(describeComplaint).join('\n'));
  const from = foundation.right.state;
  const to = readTarget(io, options.to);
  if (E.isLeft(to)) return stop(to.left);
  if (isSame(from, to.right)) return stop('--to names the sync database itself. Name another file or database.');
  const crashPoint = crashPointOf(io.env['TAX_NEXUS_CRASH_POINT']);
  const copied = await copyConfiguredState(from, to.right, {
    onPage: () => crashPoint('after_copied_page'),
    onTable: ({ table, rows }) => {
      io.err(`${table}: ${counted(rows, 'row')}\n`);
      crashPoint('after_copied_table');
    },
  });
  if (E.isLeft(copied)) return stop(copied.left.message);
  crashPoint('after_copy');
  io.out(options.json === true ? json(copied.right) : describeCopy(copied.right));
  return exitCode.settled;
};

const notNamed =
  'Write --to sqlite: and a path, such as sqlite:./tax-nexus.db, or --to env:NAME, and put the address of the PostgreSQL database into the variable NAME: other users of this machine can read a command line.';

/** Left, a sentence about what is wrong. No address is repeated. */
const readTarget = ({ env, folder }: CliIo, named: string): E.Either<string, StateConfiguration> => {
  const [, name] = /^env:(.*)$/.exec(named) ?? [];
  if (name === undefined && !named.startsWith('sqlite:')) return E.left(notNamed);
  const read = readSetting('--to')(stateSetting(folder, env), name === undefined ? named : { env: name });
  return E.isLeft(read) ? E.left(read.left.map(describeComplaint).join('\n')) : read;
};

const isSame = (from: StateConfiguration, to: StateConfiguration): boolean => {
  if (from.engine === 'sqlite') return to.engine === 'sqlite' && from.path === to.path;
  return from.engine === 'postgres' && to.engine === 'postgres' && from.address.reveal() === to.address.reveal();
};

const describeCopy = ({ isCopied, tables }: StateCopy): string => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const all = `${counted(tables.length, 'table')}, ${counted(rows, 'row')}`;
  const done = isCopied ? `Copied ${all}` : `It was copied before: ${all}`;
  return `${done}. Counts and digests of each table are equal.\n\nNext: write the new address into the setting state, and run tax-nexus check. Then start what runs, and keep the old database until a sync has ended well.\n`;
};
