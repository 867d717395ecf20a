import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Logger } from '../../domain/environment.ts';
import { errorName } from '../../domain/errors.ts';
import {
  contentTypes,
  type ExportedThing,
  exportedThings,
  type ExportFormat,
  exportFormats,
} from '../../domain/exported.ts';
import { isRecord } from '../../domain/fields.ts';
import { fail, type OperationFailure } from '../failure.ts';
import type { OperationPorts } from '../ports.ts';
import { fromStore, knownStorefronts, type Operation, rangeOf, shownStorefronts, withAccount } from '../state.ts';
import { exportedBytes } from './formats.ts';
import { exportedRows } from './rows.ts';

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

/** Why the rows ended early. Only the texts of the sync database are known to hold no personal data. */
const causeOf = (error: unknown): string => {
  const { cause } = error instanceof Error ? error : {};
  return isRecord(cause) && cause['_tag'] === 'StoreError' && typeof cause['message'] === 'string'
    ? cause['message']
    : `A bug in tax-nexus-sync (${errorName(error)}). Please report it.`;
};

/** What breaks off is logged once: a browser may keep the file as if it were whole. */
export const loggedStream = (
  bytes: AsyncGenerator<Uint8Array>,
  fileName: string,
  log: Logger,
): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const next = await bytes.next();
          if (next.done === true) controller.close();
          else controller.enqueue(next.value);
        } catch (error) {
          const cause = causeOf(error);
          log.error(`An export broke off, and its file is not whole: ${cause} Download it again.`, { file: fileName });
          // Adapters of Node print whole what a body ends with.
          controller.error(new Error(cause));
        }
      },
      cancel: async () => {
        log.info('An export was not received to its end: its file is not whole. Download it again if it is needed.', {
          file: fileName,
        });
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
      withAccount(ports, (state) =>
        pipe(
          fromStore(state.seesAll),
          TE.flatMap((sees) =>
            sees && storefronts === undefined
              ? TE.right(undefined)
              : pipe(
                  shownStorefronts(ports, state),
                  TE.flatMapEither((known) => knownStorefronts({ storefronts: () => known }, storefronts ?? known)),
                ),
          ),
        ),
      ),
    ),
    TE.flatMap(({ range, shown }) =>
      withAccount(ports, ({ reviews }) => {
        const request = { what, range, ...(shown !== undefined && { storefronts: shown }) };
        const fileName = `tax-nexus-${what}-${range.from}-${range.to}.${format}`;
        const body = loggedStream(exportedBytes(format, exportedRows(reviews, request)), fileName, ports.log);
        return TE.right({ fileName, contentType: contentTypes[format], body });
      }),
    ),
  );
