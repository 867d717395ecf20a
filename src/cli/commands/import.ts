import { resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { importFile } from '../../app/import-file.ts';
import type { DateRange } from '../../domain/date-range.ts';
import type { SourceError } from '../../domain/errors.ts';
import { toSourceFailure } from '../../pipeline/failures.ts';
import type { CliIo } from '../cli-io.ts';
import { rangeOf } from '../days.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { runAndReport, type RunOptions } from '../run-and-report.ts';
import { syncRange } from './sync.ts';

interface ImportOptions extends RunOptions {
  readonly storefront: string;
  readonly of?: string;
  readonly platformAccount?: string;
  readonly timeZone?: string;
  readonly from?: string;
  readonly to?: string;
  /** Agrees to send sales of closed months. */
  readonly intoClosed?: boolean;
}

const remedy = 'correct the file, then import it again. What was sent is not sent twice.';

/** A historical sync of a file. */
export const importCsv = async (io: CliIo, path: string, options: ImportOptions): Promise<ExitCode> => {
  const { storefront, from, to } = options;
  const isWhole = from === undefined && to === undefined;
  const chosen = isWhole ? null : rangeOf({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) }, io);
  if (chosen !== null && E.isLeft(chosen)) {
    io.err(`The range cannot be read: ${chosen.left}.\n`);
    return exitCode.usage;
  }
  let days = (): Promise<E.Either<SourceError, DateRange>> => Promise.resolve(chosen ?? E.left(notOpened));
  return runAndReport(
    io,
    options,
    { storefronts: [storefront] },
    (ports) => async () => {
      const range = await days();
      return E.isLeft(range)
        ? E.left(toSourceFailure(storefront, range.left))
        : syncRange(ports)({
            storefronts: [storefront],
            range: range.right,
            dryRun: options.dryRun === true,
            intoClosedPeriods: options.intoClosed === true,
          })();
    },
    {
      remedy,
      extend: async (settings) => {
        const imported = await importFile(settings, { ...options, path: resolve(io.folder, path) });
        if (E.isLeft(imported)) return imported;
        if (chosen === null) ({ days } = imported.right);
        return E.right(imported.right.settings);
      },
    },
  );
};

const notOpened: SourceError = { _tag: 'SourceRefused', message: 'The file was not opened.' };
