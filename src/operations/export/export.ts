import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { fail, type OperationFailure } from '../failure.ts';
import type { OperationPorts } from '../ports.ts';
import { fromStore, knownStorefronts, type Operation, rangeOf, withAccount } from '../state.ts';
import { contentTypes, exportedBytes, type ExportFormat, exportFormats } from './formats.ts';
import { exportedRows, type ExportedThing, exportedThings } from './rows.ts';

/** What an export is about. */
export interface ExportRequest {
  /** First and last day, `YYYY-MM-DD` in each storefront's own calendar, both included. */
  readonly from: string;
  readonly to: string;
  /** Default `transactions`. */
  readonly what?: ExportedThing;
  /** Default `csv`. */
  readonly format?: ExportFormat;
  /** Default: all that you see. */
  readonly storefronts?: readonly string[];
}

/** A file while it is written. */
export interface ExportedFile {
  /** `tax-nexus-transactions-2026-01-01-2026-03-31.csv` */
  readonly fileName: string;
  readonly contentType: string;
  /** Errors when the sync database cannot be read: what was received is not all then. */
  readonly body: ReadableStream<Uint8Array>;
}

const toStream = (bytes: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const next = await bytes.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: async () => {
        await bytes.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );

/** A host in JavaScript may ask for anything. */
const knownWords = (what: ExportedThing, format: ExportFormat): E.Either<OperationFailure, void> => {
  if (!exportedThings.includes(what)) return fail('INVALID', `"what" must be one of ${exportedThings.join(', ')}.`);
  return exportFormats.includes(format)
    ? E.right(undefined)
    : fail('INVALID', `"format" must be one of ${exportFormats.join(', ')}.`);
};

/**
 * What was sent, as a file for an accountant, from the sync database alone. Left with `RANGE`, `INVALID` and
 * `UNKNOWN_STOREFRONT`.
 */
export const exportFile = (
  ports: OperationPorts,
  { from, to, what = 'transactions', format = 'csv', storefronts }: ExportRequest,
): Operation<ExportedFile> =>
  pipe(
    TE.fromEither(rangeOf(from, to)),
    TE.bindTo('range'),
    TE.tap(() => TE.fromEither(knownWords(what, format))),
    // A user of all storefronts also sees those that are configured no more.
    TE.bind('shown', () =>
      withAccount(ports, ({ seesAll }) =>
        pipe(
          fromStore(seesAll),
          TE.map((sees) => storefronts ?? (sees ? undefined : ports.storefronts())),
          TE.flatMapEither((wanted) => (wanted === undefined ? E.right(undefined) : knownStorefronts(ports, wanted))),
        ),
      ),
    ),
    TE.flatMap(({ range, shown }) =>
      withAccount(ports, ({ reviews }) => {
        const request = { what, range, ...(shown !== undefined && { storefronts: shown }) };
        const body = toStream(exportedBytes(format, exportedRows(reviews, request)));
        const fileName = `tax-nexus-${what}-${range.from}-${range.to}.${format}`;
        return TE.right({ fileName, contentType: contentTypes[format], body });
      }),
    ),
  );
