/**
 * `tax-nexus opening-balances`: states sales of channels that are not connected, from a CSV file, so that thresholds count them.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { parse } from 'csv-parse/sync';
import type { Chosen } from '../../app/plugin/command.ts';
import type { ListedOpeningBalance, OpeningBalanceEntry } from '../../app/plugin/tax-nexus.ts';
import { TaxNexusError } from '../../app/plugin/tax-nexus-error.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode, fail, outcomeOf } from '../exit-code.ts';
import { type CommonOptions, withAccount } from '../open-command.ts';
import { userName } from '../process.ts';
import { json, table } from '../render/text.ts';
import { counted } from '../render/words.ts';

interface OpeningBalancesOptions extends CommonOptions {
  /** The channel whose balances are removed. */
  readonly remove?: string;
  readonly state?: string;
  readonly month?: string;
  /** Default: the user of this machine. */
  readonly by?: string;
  readonly json?: boolean;
}

const columns = ['channel', 'state', 'month', 'sales', 'transactions'] as const;

/** Without a file, lists them. Asks neither a platform nor the service. */
export const openingBalances = (
  io: CliIo,
  file: string | undefined,
  options: OpeningBalancesOptions,
): Promise<ExitCode> =>
  withAccount(io, options, async (account) => {
    const { remove: channel } = options;
    const done = await outcomeOf(
      channel !== undefined
        ? remove(account, channel, options)
        : file === undefined
          ? list(account)
          : save(io, account, file, options),
    );
    if (E.isLeft(done)) return fail(io, done.left);
    const [result, text] = done.right;
    io.out(options.json === true ? json(result) : `${text}\n`);
    return exitCode.settled;
  });

const invalid = (message: string): TaxNexusError => new TaxNexusError('INVALID', message);

const yes = new Set(['yes', 'true', '1']);

const no = new Set(['', 'no', 'false', '0']);

/** Reads the rows of a file with a header. The operation checks their values. */
const entriesOf = (text: string): readonly OpeningBalanceEntry[] => {
  let rows: readonly Readonly<Record<string, string>>[];
  try {
    rows = parse(text, { bom: true, columns: true, trim: true, skip_empty_lines: true });
  } catch {
    // The parser repeats values in its message.
    throw invalid('The file is not CSV, or a row has more or fewer fields than the first. Export it again.');
  }
  const missing = columns.find((name) => rows.some((row) => !Object.hasOwn(row, name)));
  if (missing !== undefined)
    throw invalid(`The file has no column "${missing}". Its first line must be ${columns.join(',')},marketplace.`);
  return rows.map((row, at) => {
    const { channel = '', state = '', month = '', sales = '', transactions = '', marketplace = '' } = row;
    const isMarketplace = yes.has(marketplace.toLowerCase());
    if (!isMarketplace && !no.has(marketplace.toLowerCase()))
      throw invalid(`Opening balance ${at + 1}: "marketplace" is neither yes nor no. Nothing was saved.`);
    const number = /^\d{1,9}$/.test(transactions) ? Number(transactions) : Number.NaN;
    return { channel, state: state.toUpperCase(), month, sales, transactions: number, isMarketplace };
  });
};

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw invalid(`${path} cannot be read. Check its name and its permissions.`);
  }
};

const list = async ({ openingBalances }: Chosen): Promise<readonly [object, string]> => {
  const items = await openingBalances.list();
  const row = ({
    state,
    month,
    channel,
    sales,
    transactions,
    isMarketplace,
    notedBy,
    notedAt,
  }: ListedOpeningBalance) => [
    ...[state, month, channel, sales, String(transactions), isMarketplace ? 'yes' : ''],
    ...[notedBy, notedAt.slice(0, 10)],
  ];
  const head = ['state', 'month', 'channel', 'sales', 'number', 'marketplace', 'by', 'on'];
  const text = items.length === 0 ? 'No opening balance is known.' : table([head, ...items.map(row)], [3, 4]);
  return [{ openingBalances: items }, text];
};

const remove = async (
  { openingBalances }: Chosen,
  channel: string,
  { state, month }: OpeningBalancesOptions,
): Promise<readonly [object, string]> => {
  const removed = await openingBalances.remove({
    channel,
    ...(state !== undefined && { state: state.toUpperCase() }),
    ...(month !== undefined && { month }),
  });
  return [removed, `${counted(removed.removed, 'opening balance', 'opening balances')} removed.`];
};

const save = async (io: CliIo, { openingBalances }: Chosen, file: string, options: OpeningBalancesOptions) => {
  const balances = entriesOf(readText(resolve(io.folder, file)));
  const saved = await openingBalances.save({ balances, by: options.by ?? userName(io.env) });
  return [
    { openingBalances: saved },
    `${counted(saved.length, 'opening balance', 'opening balances')} saved. See them in the numbers: tax-nexus exposure.`,
  ] as const;
};
