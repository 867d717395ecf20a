/** `tax-nexus import`: a historical sync of a CSV export, for sales that a platform's API no longer returns. */
import { resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { type ImportedFile, importFile } from '../../app/import-file.ts';
import type { DateRange } from '../../domain/date-range.ts';
import { rightOrThrow, TaxNexusError } from '../../app/plugin/tax-nexus-error.ts';
import type { CliIo } from '../cli-io.ts';
import { rangeOf } from '../days.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { runAndReport, type RunOptions } from '../run-and-report.ts';

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

/** The file becomes a storefront for this run. */
export const importCsv = async (io: CliIo, path: string, options: ImportOptions): Promise<ExitCode> => {
  // Two spellings of one name would be two storefronts, which would send the sales of a file twice.
  const storefront = options.storefront.toLowerCase();
  const { from = options.to, to = /^\d+d$/i.test(from ?? '') ? undefined : from } = options;
  const chosen = from === undefined ? null : rangeOf({ from, ...(to !== undefined && { to }) }, io);
  if (chosen !== null && E.isLeft(chosen)) {
    io.err(`The range cannot be read: ${chosen.left}.\n`);
    return exitCode.usage;
  }
  let imported: ImportedFile | undefined;
  return runAndReport(
    io,
    options,
    { storefronts: [storefront] },
    async ({ historicalSync }) => {
      const range = await rangeIn(imported, { ...options, storefront }, chosen);
      const whose = await imported?.attribution();
      if (whose !== undefined && E.isRight(whose)) io.err(`${whose.right}\n`);
      const { id } = await historicalSync.start({
        storefronts: [storefront],
        ...range,
        dryRun: options.dryRun === true,
        intoClosedPeriods: options.intoClosed === true,
      });
      return id;
    },
    {
      remedy,
      extend: async (settings) => {
        const opened = await importFile(settings, { ...options, storefront, path: resolve(io.folder, path) });
        if (E.isLeft(opened)) return opened;
        imported = opened.right;
        return E.right(imported.settings);
      },
    },
  );
};

const refused = ({ storefront }: ImportOptions, message: string): TaxNexusError =>
  new TaxNexusError('SOURCE_FAILED', `${storefront}: ${message}`, { cause: 'refused' });

/** The typed days; a missing first or last day is taken from the file. */
const rangeIn = async (
  file: ImportedFile | undefined,
  options: ImportOptions,
  chosen: E.Either<string, DateRange> | null,
): Promise<DateRange> => {
  const { from, to } = options;
  if (chosen !== null && E.isRight(chosen) && from !== undefined && to !== undefined) return chosen.right;
  if (file === undefined) throw refused(options, 'The file was not opened.');
  const covered = rightOrThrow(await file.days());
  if (chosen === null || E.isLeft(chosen)) return covered;
  const range = {
    from: from === undefined ? covered.from : chosen.right.from,
    to: to === undefined ? covered.to : chosen.right.to,
  };
  if (range.from <= range.to) return range;
  throw refused(options, 'The file has no sales of those days.');
};
