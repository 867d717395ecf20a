/** Opens a CSV file that a person uploads on the screen as a storefront, so that it can be checked, previewed and synced. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { fail } from './failure.ts';
import type { OpenedImport, OperationPorts } from './ports.ts';
import { type Operation, whoSeesAll, withAccount } from './state.ts';

export interface UploadedFile {
  readonly content: Uint8Array;
  /** The storefront whose sales it has. */
  readonly of: string;
}

export const openImport = (ports: OperationPorts, file: UploadedFile): Operation<OpenedImport> =>
  withAccount(ports, (state) =>
    pipe(
      whoSeesAll(state, 'A file becomes a storefront that all users of the account see; you do not see all of them.'),
      TE.flatMap(() =>
        ports.storefronts().includes(file.of)
          ? ports.imports.open(file)
          : TE.fromEither(fail('INVALID', 'Choose the storefront whose sales the file has.')),
      ),
    ),
  );
