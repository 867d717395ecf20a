/** Opens a CSV file that a person uploads on the screen as a storefront, so that it can be checked, previewed and synced. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { fail } from './failure.ts';
import type { OpenedImport, OperationPorts } from './ports.ts';
import type { Operation } from './state.ts';

export interface UploadedFile {
  readonly content: Uint8Array;
  /** The storefront whose sales it has. */
  readonly of: string;
}

export const openImport = ({ imports, storefronts }: OperationPorts, file: UploadedFile): Operation<OpenedImport> => {
  if (imports === null)
    return TE.fromEither(fail('FORBIDDEN', 'You see some storefronts alone. Ask someone who sees all of them.'));
  return storefronts().includes(file.of)
    ? imports.open(file)
    : TE.fromEither(fail('INVALID', 'Choose the storefront whose sales the file has.'));
};
