/** `export`: what was sent, as a file for an accountant. */
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { DateRange } from '../../domain/date-range.ts';
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
import { nexusThresholds } from '../../mapping/nexus-thresholds.ts';
import { fail, type OperationFailure } from '../failure.ts';
import { knownForThresholds } from '../exposure.ts';
import { asIs, ofAccount, operation } from '../operation.ts';
import type { AccountState, OperationPorts } from '../ports.ts';
import type { OfAccount } from '../requests.ts';
import { fields, localDay, oneOf, storefrontNames, text } from '../shapes.ts';
import { fromStore, knownStorefronts, type Operation, rangeOf, shownStorefronts, withAccount } from '../state.ts';
import { exportedBytes } from './formats.ts';
import { type ExportedRows, exportedRows } from './rows.ts';
import { thresholdRows } from './thresholds.ts';

/** What an export is about. */
export interface ExportRequest {
  /** First and last day, `YYYY-MM-DD` in each storefront's own calendar, both included. */
  readonly from: string;
  readonly to: string;
  /** Default `transactions`. */
  readonly what?: ExportedThing;
  /** Default `csv`. */
  readonly format?: ExportFormat;
  /** Default: all that you see. Not with `thresholds`, which count all of an account together. */
  readonly storefronts?: readonly string[];
  /** With `thresholds`: this state alone, as two letters. Default: all. */
  readonly state?: string;
}

/** A file while it is written. */
export interface ExportedFile {
  /** `tax-nexus-transactions-2026-01-01-2026-03-31.csv` */
  readonly fileName: string;
  readonly contentType: string;
  /** Errors when the sync database cannot be read: what was received is not all then. */
  readonly body: ReadableStream<Uint8Array>;
  /** How many rows were written so far, without the head. */
  readonly rows: () => number;
}

/** Logs once if the export breaks off, because a browser may keep the incomplete file as if it were whole. */
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
          log.error(`An export stopped, and its file is incomplete: ${cause} Download it again.`, { file: fileName });
          // Node adapters print the full error that ends a body, so it contains only the cause.
          controller.error(new Error(cause));
        }
      },
      cancel: async () => {
        log.info('An export was not received completely. Download it again if it is needed.', {
          file: fileName,
        });
        await bytes.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );

export interface ExportPromise {
  /**
   * What was sent, as a file for an accountant: transactions, adjustments of them, or sums by month and state, as CSV, XLSX or
   * JSON. It streams, and asks no platform and not the service. Rejects with `RANGE`, `INVALID`, `UNKNOWN_STOREFRONT`
   * and `ACCOUNT`.
   *
   * @example
   * const { body } = await taxNexus.export({ from: '2026-01-01', to: '2026-03-31', format: 'xlsx' });
   * await pipeline(Readable.fromWeb(body), createWriteStream('q1.xlsx'));
   */
  readonly export: (request: ExportRequest & OfAccount) => Promise<ExportedFile>;
}

/** Why the rows ended early. Only the texts of the sync database are known to hold no personal data. */
const causeOf = (error: unknown): string => {
  const { cause } = error instanceof Error ? error : {};
  return isRecord(cause) && cause['_tag'] === 'StoreError' && typeof cause['message'] === 'string'
    ? cause['message']
    : `A bug in tax-nexus-sync (${errorName(error)}). Please report it.`;
};

type Wanted = ExportRequest & Required<Pick<ExportRequest, 'what' | 'format'>>;

/** A host in JavaScript may ask for anything. */
const knownWords = ({ what, format, storefronts, state }: Wanted): E.Either<OperationFailure, void> => {
  if (!exportedThings.includes(what)) return fail('INVALID', `"what" must be one of ${exportedThings.join(', ')}.`);
  if (!exportFormats.includes(format)) return fail('INVALID', `"format" must be one of ${exportFormats.join(', ')}.`);
  if (what === 'thresholds' && storefronts !== undefined)
    return fail('INVALID', 'Thresholds are counted for all storefronts together. Leave "storefronts" out.');
  if (state === undefined) return E.right(undefined);
  if (what !== 'thresholds') return fail('INVALID', 'Only thresholds are exported for one state. Leave "state" out.');
  return Object.hasOwn(nexusThresholds, state)
    ? E.right(undefined)
    : fail('INVALID', `"state" must be the two letters of a state with a threshold, such as TX.`);
};

async function* countedPages(
  pages: ExportedRows['pages'],
  count: (rows: number) => void,
): AsyncGenerator<readonly (readonly string[])[]> {
  for await (const page of pages) {
    count(page.length);
    yield page;
  }
}

const asFile = (
  { log }: Pick<OperationPorts, 'log'>,
  { what, format, state }: Wanted,
  { from, to }: DateRange,
  rows: ExportedRows,
): ExportedFile => {
  const fileName = `tax-nexus-${what}-${state === undefined ? '' : `${state}-`}${from}-${to}.${format}`;
  let written = 0;
  const pages = countedPages(rows.pages, (number) => {
    written += number;
  });
  const body = loggedStream(exportedBytes(format, { ...rows, pages }), fileName, log);
  return { fileName, contentType: contentTypes[format], body, rows: () => written };
};

/** The storefronts of an export; undefined for all that there ever were. */
const exportedStorefronts = (
  ports: OperationPorts,
  state: AccountState,
  { storefronts }: Wanted,
): Operation<readonly string[] | undefined> =>
  pipe(
    fromStore(state.seesAll),
    TE.flatMap((sees) =>
      // A user of all storefronts also sees storefronts that are no longer configured.
      sees && storefronts === undefined
        ? TE.right(undefined)
        : pipe(
            shownStorefronts(ports, state),
            TE.flatMapEither((known) => knownStorefronts({ storefronts: () => known }, storefronts ?? known)),
          ),
    ),
  );

const rowsOf = (
  ports: OperationPorts,
  state: AccountState,
  range: DateRange,
  wanted: Wanted,
): Operation<ExportedRows> => {
  const { what } = wanted;
  if (what === 'thresholds') {
    return pipe(
      knownForThresholds(ports, state, wanted.state),
      TE.map((known) => thresholdRows(known, range, wanted.state)),
    );
  }
  return pipe(
    exportedStorefronts(ports, state, wanted),
    TE.map((storefronts) =>
      exportedRows(state.reviews, { what, range, ...(storefronts !== undefined && { storefronts }) }),
    ),
  );
};

export const exportFile = operation<ExportPromise['export']>()({
  name: 'export',
  summary:
    'What was sent, or what counted toward thresholds, as a file for an accountant. An answer that breaks off is incomplete',
  right: 'view',
  about: ofAccount,
  ask: asIs,
  run: (ports, request) => {
    const wanted: Wanted = { ...request, what: request.what ?? 'transactions', format: request.format ?? 'csv' };
    return pipe(
      TE.fromEither(rangeOf(request.from, request.to)),
      TE.tap(() => TE.fromEither(knownWords(wanted))),
      TE.flatMap((range) =>
        withAccount(ports, (state) =>
          pipe(
            rowsOf(ports, state, range, wanted),
            TE.map((rows) => asFile(ports, wanted, range, rows)),
          ),
        ),
      ),
    );
  },
  http: {
    method: 'get',
    path: '/export',
    given: fields(
      { from: localDay, to: localDay },
      {
        ...{ what: oneOf(...exportedThings), format: oneOf(...exportFormats), storefronts: storefrontNames },
        state: text('With thresholds: this state alone, such as TX', { maxLength: 2 }),
      },
    ),
    ask: asIs,
    show: asIs,
    answer: null,
    files: Object.values(contentTypes),
  },
});
