/** Connects a CSV file as a storefront: the sync reads its sales page by page, like those of a shop. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { rejected, toSourceError } from '../../src/connector-kit/failures.ts';
import { dayIn, type DateRange, intervalOf, isWithin } from '../../src/domain/date-range.ts';
import type { Clock } from '../../src/domain/environment.ts';
import { digestOf } from '../../src/domain/fields.ts';
import type { SourceError } from '../../src/domain/errors.ts';
import { held } from '../../src/domain/exclusion.ts';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../../src/domain/instant.ts';
import { chooseDestination } from '../../src/mapping/destination.ts';
import type { Policy } from '../../src/mapping/policy.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import type {
  Account,
  Cursor,
  Page,
  SourceConnector,
  SourceResult,
  Window,
} from '../../src/mapping/source-connector.ts';
import { fileFailure, type FileRecord, type OpenedFile, readRecords } from './read/file.ts';
import type { Position } from './read/rows.ts';
import { recordAt, type Scan, scanOnce, type ScanOnce } from './read/scan.ts';
import type { FileContext } from './shapes/shape.ts';

/** The file, the account of its sales, and how they are read. */
export interface CsvSettings {
  readonly file: OpenedFile;
  /** The shop or account of the platform, so that a sale has the id that the platform's own connector gives it. */
  readonly account: TE.TaskEither<SourceError, Account>;
  /** The platform of the file's shape; for a file of the merchant's own, another platform may be meant. */
  readonly platform: Pick<FileContext, 'platform' | 'platformName'>;
  readonly policy: Policy;
  readonly clock: Clock;
  /** Shared by connectors of the same file. Default: its own. */
  readonly scan?: ScanOnce;
  /** Records. Default 200. */
  readonly pageSize?: number;
}

/** The connector of a file, and the days that it covers. */
export interface CsvConnector extends SourceConnector {
  /** Reads the whole file once. */
  readonly days: TE.TaskEither<SourceError, DateRange>;
}

const oneDay = 86_400_000;

const shortZip = 'Its ZIP lacks digits: a spreadsheet removed the zeros before it. Write all five.';

/**
 * A connector that reads the sales of a CSV file. It opens nothing until it is used; the file is read once before the first page,
 * and then page by page.
 */
export const csvConnector = ({
  file,
  account,
  platform,
  policy,
  clock,
  scan: scanned = scanOnce(file),
  pageSize = 200,
}: CsvSettings): CsvConnector => {
  const { shape, columns } = file;
  const toError = toSourceError('The file');
  const call = <A>(read: () => Promise<A>): TE.TaskEither<SourceError, A> =>
    TE.tryCatch(read, (thrown) => toError(fileFailure(thrown)));
  const scan = pipe(
    account,
    TE.flatMap(({ timeZone }) => call(() => scanned(timeZone))),
  );
  const withScan = <A>(read: (scanned: Scan, of: Account) => Promise<A>): TE.TaskEither<SourceError, A> =>
    pipe(
      account,
      TE.flatMap((of) =>
        pipe(
          scan,
          TE.flatMap((whole) =>
            call(async () => {
              if ((await file.files.version(file.path)) !== whole.version) throw changed();
              return read(whole, of);
            }),
          ),
        ),
      ),
    );

  const isInFuture = (sold: Instant): boolean => millisecondsOf(sold) > clock.now() + oneDay;

  const toResult = (of: Account, { id, rows }: FileRecord): SourceResult => {
    const record = { sourceId: id, name: shape.nameOf(rows[0]) };
    if (O.exists(isInFuture)(shape.occurredAt(rows[0], of.timeZone))) {
      return E.left(held(record, 'unreadable record', 'Its date is in the future. Correct it.'));
    }
    return E.filterOrElse(isZipWhole, () => held(record, 'incomplete record', shortZip))(
      shape.toResult({ account: of, policy, columns, ...platform }, rows),
    );
  };

  const isIn = ({ kind, start, end }: Window, { timeZone }: Account, { rows }: FileRecord): boolean => {
    if (kind === 'changed') return true;
    const sold = shape.occurredAt(rows[0], timeZone);
    // A record without a possible date is held, whichever days are read.
    return O.isNone(sold) || isInFuture(sold.value) || isWithin({ start, end }, sold.value);
  };

  const readPage = async (of: Account, window: Window, cursor: O.Option<Cursor>): Promise<Page> => {
    const results: SourceResult[] = [];
    let count = 0;
    const from = O.isSome(cursor) ? positionOf(cursor.value) : file.first;
    for await (const record of readRecords(file, from)) {
      if (count === pageSize) return { results, next: O.some(cursorOf(record.at)) };
      count += 1;
      if (isIn(window, of, record)) results.push(toResult(of, record));
    }
    return { results, next: O.none };
  };

  const find = async ({ index }: Scan, of: Account, id: string): Promise<O.Option<SourceResult>> => {
    const at = index.find(id);
    const record = at === undefined ? undefined : await recordAt(file, at);
    return record?.id === id ? O.some(toResult(of, record)) : O.none;
  };

  return {
    platform: platform.platform,
    account,
    days: withScan(({ days }, { timeZone }) => {
      if (days === null) throw rejected('No record of the file has a date that can be read.');
      const last = dayIn(timeZone, instantOfMilliseconds(clock.now() + oneDay));
      const before = (one: string): string => (one < last ? one : last);
      return Promise.resolve({ from: before(days.from), to: before(days.to) });
    }),
    check: withScan(({ records }, of) =>
      Promise.resolve({
        account: of,
        findings: [{ level: 'fine', subject: 'file', message: `it is ${shape.name}` }],
        records: O.some(records),
      }),
    ),
    windows: (range) =>
      withScan(({ version }, { timeZone }) =>
        Promise.resolve([
          // A page of another version would continue in the middle of a row.
          { key: `${digestOf(version)} ${range.from}..${range.to}`, kind: 'sold', ...intervalOf(range, timeZone) },
        ]),
      ),
    // A file has no history, so any record may have changed. A run that reads days of the file has nothing to add.
    changes: (interval, _happenedBefore, besides) =>
      TE.right(
        besides === undefined
          ? [{ key: `changed ${interval.start}..${interval.end}`, kind: 'changed', ...interval }]
          : [],
      ),
    readPage: (window, cursor) => withScan((_, of) => readPage(of, window, cursor)),
    readRecord: (id) => withScan((whole, of) => find(whole, of, id)),
    receiveWebhook: () => E.left({ _tag: 'Unverified', message: 'a file sends no webhooks' }),
    subscriptions: O.none,
  };
};

const changed = (): Error => rejected('The file changed while it was read. Import it again.');

const isZipWhole = ({ destinations }: Sale): boolean => {
  const to = O.toNullable(chooseDestination(destinations))?.address;
  return to?.country !== 'US' || !/^\d{3,4}(-\d{4})?$/.test(to.zip ?? '');
};

const positionOf = (cursor: Cursor): Position => {
  const [, offset, line] = /^(\d+) (\d+)$/.exec(cursor) ?? [];
  if (offset === undefined || line === undefined) throw rejected('The position in the file cannot be read.');
  return { offset: Number(offset), line: Number(line) };
};

const cursorOf = ({ offset, line }: Position): Cursor => `${offset} ${line}`;
