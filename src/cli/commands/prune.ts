/** `tax-nexus prune`: removes details of old runs and requests after `--yes`, first into an archive file if one is named. */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PrunedRecord } from '../../domain/prune-store.ts';
import { fieldOf } from '../../domain/fields.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, withAccount } from '../open-command.ts';
import { json } from '../render/text.ts';
import { counted } from '../render/words.ts';

interface PruneOptions extends CommonOptions {
  readonly before: string;
  /** The person agrees; without it nothing is removed. */
  readonly yes?: boolean;
  readonly archiveTo?: string;
  readonly json?: boolean;
}

interface Archive {
  readonly add: (records: readonly PrunedRecord[]) => Promise<void>;
  readonly close: () => void;
}

/** Without `--yes`, only counts them. */
export const prune = (io: CliIo, { before, yes = false, archiveTo, ...options }: PruneOptions): Promise<ExitCode> =>
  withAccount(io, options, async (account) => {
    const archive = yes && archiveTo !== undefined ? openArchive(io, archiveTo) : noArchive;
    if (archive === null) return exitCode.usage;
    try {
      const counts = await account.prune({ before, archive: yes ? archive.add : null });
      const what = `${counted(counts.lines, 'line')} of runs and ${counted(counts.bodies, 'body', 'bodies')} of requests`;
      if (options.json === true) io.out(json({ before, isDone: yes, ...counts }));
      else if (yes) io.out(`Removed: ${what}. Counts, totals, exports and what was sent stay.\n`);
      else io.out(`To remove: ${what}. Nothing was changed. With --yes they are removed.\n`);
      return exitCode.settled;
    } finally {
      archive.close();
    }
  });

const asLine = (record: PrunedRecord): string =>
  `${JSON.stringify(record, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))}\n`;

/** The archive is durable before the commit that removes its records. */
const archiveIn = (path: string): Archive => {
  // Only a new file, readable only for this user, because it has ZIP codes.
  const file = openSync(path, 'wx', 0o600);
  return {
    add: (records) => {
      writeSync(file, records.map(asLine).join(''));
      fsyncSync(file);
      return Promise.resolve();
    },
    close: () => closeSync(file),
  };
};

/** Null if the file cannot be created; the reason is printed. */
const openArchive = (io: CliIo, name: string): Archive | null => {
  try {
    return archiveIn(resolve(io.folder, name));
  } catch (error) {
    const isThere = fieldOf(error, 'code') === 'EEXIST';
    const problem = isThere ? 'is there already. Name a new file' : 'cannot be written. Check its folder';
    io.err(`${name} ${problem}. Nothing was removed.\n`);
    return null;
  }
};

const noArchive: Archive = { add: () => Promise.resolve(), close: () => undefined };
