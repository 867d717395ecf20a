/** Opens CSV files that people upload as storefronts of this process, and forgets each after an hour without a sync. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { fail, type OperationFailure } from '../../operations/failure.ts';
import type { ImportPorts, OpenedImport } from '../../operations/ports.ts';
import type { ImportedFile } from '../import-file.ts';
import type { ActiveRuns } from './active-runs.ts';
import type { TaxNexusSettings } from './settings.ts';
import type { StorefrontTable } from './storefront-table.ts';

export interface ImportsPorts {
  readonly settings: TaxNexusSettings;
  readonly table: Pick<StorefrontTable, 'sources' | 'set' | 'remove'>;
  readonly runs: Pick<ActiveRuns, 'all'>;
  /** Whether other processes would work on a sync of the file, which they do not have. Rejects while the app is stopped. */
  readonly isShared: () => Promise<boolean>;
  /** Calls back later, unless the process ends before. */
  readonly later: (milliseconds: number, work: () => void) => void;
}

const keptFor = 3_600_000;

const shared =
  'Several processes share the work of this app, and only this one would have the file. Import it with the command tax-nexus import.';

const atWork = 'A sync is at work, perhaps of the file before. Upload this one once it has ended.';

export interface Imports extends ImportPorts {
  /** Removes all files. */
  readonly close: () => Promise<void>;
}

export const imports = ({ settings, table, runs, isShared, later }: ImportsPorts): Imports => {
  /** The folder of each storefront that is a file. */
  const folders = new Map<string, string>();
  const forget = async (storefront: string): Promise<void> => {
    const folder = folders.get(storefront);
    if (folder === undefined) return;
    folders.delete(storefront);
    table.remove(storefront);
    await rm(folder, { recursive: true, force: true });
  };
  const forgetLater = (storefront: string, folder: string): void =>
    later(keptFor, () => {
      if (folders.get(storefront) !== folder) return;
      if (runs.all().length > 0) forgetLater(storefront, folder);
      else forget(storefront).catch(() => undefined);
    });
  return {
    open:
      ({ content, of }) =>
      async () => {
        if (await isShared()) return fail('INVALID', shared);
        const storefront = `${of.toLowerCase()}-history`;
        if (!folders.has(storefront) && Object.hasOwn(table.sources(), storefront))
          return fail(
            'INVALID',
            `"${storefront}" is a configured storefront. Import it with the command tax-nexus import.`,
          );
        if (folders.has(storefront) && runs.all().length > 0) return fail('INVALID', atWork);
        await forget(storefront);
        const { folder, path } = await store(content);
        const file = await opened({ ...settings, sources: table.sources() }, { path, storefront, of });
        const source = E.isRight(file) ? file.right.settings.sources[storefront] : undefined;
        if (E.isLeft(file) || source === undefined) {
          await rm(folder, { recursive: true, force: true });
          return E.isLeft(file) ? file : fail('DEFECT', 'The file is no storefront. Please report it.');
        }
        table.set(storefront, source, of);
        folders.set(storefront, folder);
        forgetLater(storefront, folder);
        return E.right({ storefront, range: file.right.range });
      },
    close: async () => {
      for (const storefront of folders.keys()) await forget(storefront);
    },
  };
};

/** Its own folder, which no other user of the machine may read: the file has the data of customers. */
const store = async (content: Uint8Array): Promise<{ readonly folder: string; readonly path: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'tax-nexus-import-'));
  const path = join(folder, 'sales.csv');
  await writeFile(path, content, { mode: 0o600 });
  return { folder, path };
};

const opened = async (
  settings: TaxNexusSettings,
  request: { readonly path: string; readonly storefront: string; readonly of: string },
): Promise<E.Either<OperationFailure, ImportedFile & Pick<OpenedImport, 'range'>>> => {
  // Loaded when it is used, because an app can be imported without it.
  const { importFile } = await import('../import-file.ts');
  const imported = await importFile(settings, request);
  if (E.isLeft(imported)) return fail('INVALID', imported.left);
  const range = await imported.right.days();
  return E.isLeft(range) ? fail('INVALID', range.left.message) : E.right({ ...imported.right, range: range.right });
};
