/** `tax-nexus export`: writes what was sent, or what counted toward thresholds, to a file that only its user can read. */
import { randomUUID } from 'node:crypto';
import { createWriteStream, lstatSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { Chosen } from '../../app/plugin/command.ts';
import type { ExportRequest } from '../../app/plugin/tax-nexus.ts';
import type { DateRange } from '../../domain/date-range.ts';
import { fieldOf } from '../../domain/fields.ts';
import { followOwnLinks, isOfAnotherUser } from '../../domain/own-files.ts';
import type { CliIo } from '../cli-io.ts';
import { type DayOptions, rangeOf } from '../days.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, withAccount } from '../open-command.ts';

interface ExportOptions extends CommonOptions, DayOptions {
  readonly storefront?: readonly string[];
  readonly format: NonNullable<ExportRequest['format']>;
  readonly what: NonNullable<ExportRequest['what']>;
  /** The state, for `thresholds`. */
  readonly state?: string;
  /** Default: stdout. */
  readonly out?: string;
}

/** Asks neither a platform nor the service. */
export const exportSales = async (io: CliIo, options: ExportOptions): Promise<ExitCode> => {
  const range = rangeOf(options, io);
  if (E.isLeft(range)) {
    io.err(`The range cannot be read: ${range.left}.\n`);
    return exitCode.usage;
  }
  if (options.format === 'xlsx' && options.out === undefined) {
    io.err('XLSX is not text. Name a file with --out sales.xlsx.\n');
    return exitCode.usage;
  }
  return withAccount(io, options, (account) => write(io, options, range.right, account));
};

/**
 * The path to write to. A link of another user is not followed, and another user's pipe is not written to, because that user
 * could read the export.
 */
const ownPath = (named: string): string => {
  const user = { uid: process.getuid?.() };
  const lstat = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });
  const target = (link: string): string => resolve(dirname(link), readlinkSync(link));
  const path = followOwnLinks({ lstat, target }, user)(named);
  if (E.isLeft(path)) throw new Error('another user made the link that --out names, so it is not followed.');
  const there = statSync(path.right, { throwIfNoEntry: false });
  if (there?.isFile() === false && isOfAnotherUser(there, user))
    throw new Error('what --out names belongs to another user, so nothing is written to it.');
  return path.right;
};

/**
 * Writes the whole file or none, because an incomplete file could be filed. The user's own link, pipe or device stays in place.
 */
const writeFile = async (named: string, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
  const path = ownPath(named);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
    return pipeline(Readable.from(bytes), createWriteStream(path));
  // The name cannot be guessed, and the file must be new: an existing one would keep its owner and mode.
  const unfinished = `${path}.${randomUUID()}.unfinished`;
  try {
    // Only this user may read it, because it has ZIP codes of addresses.
    await pipeline(Readable.from(bytes), createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
};

const writeOut = async (io: CliIo, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
  const decoder = new TextDecoder();
  for await (const chunk of bytes) io.out(decoder.decode(chunk, { stream: true }));
};

const whyEmpty = (what: ExportOptions['what'], { from, to }: DateRange): string =>
  what === 'audit'
    ? `no request was made from ${from} to ${to}. Its days are those of the requests, not of the sales: past sales are sent on the day of their sync. Use --to with that day.`
    : `the sync database has nothing of these days, ${from} to ${to}. If there were sales, sync these days first.`;

const write = async (
  io: CliIo,
  { format, what, out, storefront, state }: ExportOptions,
  range: DateRange,
  account: Chosen,
): Promise<ExitCode> => {
  const { body: bytes, rows } = await account.export({
    ...{ ...range, what, format },
    ...(storefront !== undefined && { storefronts: storefront }),
    ...(state !== undefined && { state }),
  });
  try {
    if (out === undefined) await writeOut(io, bytes);
    else await writeFile(resolve(io.folder, out), bytes);
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'unknown problem';
    const remains = out === undefined ? 'The lines above are incomplete.' : 'No file was written.';
    const check = fieldOf(error, 'syscall') === undefined ? '' : 'Check the path of --out, and disk space. ';
    io.err(`The export failed: ${problem}\n${remains} ${check}Run the command again.\n`);
    return exitCode.needsAttention;
  }
  if (out !== undefined) io.err(`Wrote ${basename(out)}: ${what} from ${range.from} to ${range.to}.\n`);
  if (rows() > 0) return exitCode.settled;
  io.err(`The file has no rows: ${whyEmpty(what, range)}\n`);
  // A month may have no sales, but an audit record without the requests about its sales must not pass for complete.
  return what === 'audit' ? exitCode.needsAttention : exitCode.settled;
};
