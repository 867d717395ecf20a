/**
 * Reads a page of the service's list. A page is read as a whole or not at all: transactions that seem to be missing would be
 * pushed a second time.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { isRecord } from '../domain/fields.ts';
import type { CursorRefused, ServiceFailure, ServicePage, StoredTransaction } from '../domain/tax-service.ts';
import type { ServiceWire } from '../domain/wire-settings.ts';
import type { HttpAnswer } from './request.ts';
import { endpointMissing, failureOf, isSuccess, parse, unclearFailure } from './response.ts';
import { saysError } from './success-body.ts';
import { nextOf } from './next-page.ts';
import { decodeTransaction, isDeleted, read } from './wire-transaction.ts';

/** `namesNext`: the page has the field for the next cursor, even if it is null. `smaller`: see `toPage`. */
export type ReadPage = E.Either<
  ServiceFailure | CursorRefused,
  { readonly page: ServicePage; readonly rows: number; readonly namesNext: boolean } | 'smaller'
>;

/**
 * What the answer to `GET /transactions` means. Rows without an id are left out and counted, as long as other rows have one.
 * So are rows that are marked as deleted. Right `'smaller'`: the service takes only smaller pages.
 *
 * @param limit how many rows were asked for
 */
export const toPage =
  (now: number, wire: ServiceWire, cursor: O.Option<string>, limit: number) =>
  (answer: HttpAnswer): ReadPage => {
    const { status, body } = answer;
    const failure = failureOf(now, answer);
    if (failure !== undefined) return E.left(failure);
    if (O.isNone(cursor) && limit > 1 && isLimitRefused(answer)) return E.right('smaller');
    if (status >= 400 && O.isSome(cursor)) {
      return E.left({ _tag: 'CursorRefused', message: `the Tax Nexus Service refused its own cursor (${status})` });
    }
    if (status >= 400) return E.left(endpointMissing(status));
    if (!isSuccess(status)) return E.left(unclearFailure(`the Tax Nexus Service answered ${status} to its list`));
    const parsed = parse(body);
    if (O.isNone(parsed)) return noPage('that is not JSON');
    const page = isRecord(parsed.value) ? parsed.value : {};
    if (saysError(parsed) || isPartial(page)) return noPage('with an error in it');
    const { data } = page;
    if (!Array.isArray(data)) {
      return noPage(
        `of another shape (data: expected an array${placeOfRows(parsed.value)}). Check service.baseUrl; if it stays so, ask its support for a list in data`,
      );
    }
    const transactions: StoredTransaction[] = [];
    let deleted = 0;
    for (const item of data as readonly unknown[]) {
      const decoded = decodeTransaction(wire, item);
      if (O.isNone(decoded)) continue;
      if (isDeleted(decoded.value)) deleted += 1;
      else transactions.push(decoded.value);
    }
    const withoutId = data.length - transactions.length - deleted;
    if (withoutId > 0 && transactions.length + deleted === 0) return otherShape(rowsWithoutId(wire, data));
    const cursorPath = wire.nextCursor ?? 'nextCursor';
    const next = nextOf(cursorPath, {
      body: page,
      headers: answer.paging ?? {},
      isFirst: O.isNone(cursor),
      rows: data.length,
      limit,
    });
    if (E.isLeft(next)) return otherShape(next.left);
    const given = {
      transactions,
      next: next.right,
      ...(withoutId > 0 && { withoutId }),
      ...(deleted > 0 && { deleted }),
    };
    return E.right({ page: given, rows: data.length, namesNext: read(page, cursorPath) !== undefined });
  };

/** Whether a service that accepts smaller pages refused this size. */
const isLimitRefused = ({ status, body }: HttpAnswer): boolean =>
  (status === 400 || status === 422) && /limit|per_?page|page_?size/i.test(body);

const noPage = (problem: string): E.Either<ServiceFailure, never> =>
  E.left(unclearFailure(`the Tax Nexus Service returned a list ${problem}`));

/** Transactions that a partial page leaves out would be pushed again. */
const isPartial = (page: Readonly<Record<string, unknown>>): boolean =>
  ['partial', 'isPartial', 'incomplete', 'timedOut', 'timed_out'].some((name) => page[name] === true);

/** Where the rows seem to be, for a message. */
const placeOfRows = (page: unknown): string => {
  if (Array.isArray(page)) return ': it is an array';
  const named = isRecord(page) ? Object.keys(page).find((name) => Array.isArray(page[name])) : undefined;
  return named === undefined ? '' : `: the rows seem to stand in ${named}`;
};

const otherShape = (problem: string): E.Either<ServiceFailure, never> =>
  E.left({
    _tag: 'Misdirected',
    message: `the Tax Nexus Service returned a list of another shape: ${problem}. Pending transactions stay pending`,
  });

const idNames = [
  '_id',
  'transactionId',
  'transaction_id',
  'uuid',
  'guid',
  'ID',
  'Id',
  'key',
  'externalId',
  'external_id',
];

/** Why no row of a page has an id, with the setting where another field seems to hold it. */
const rowsWithoutId = (wire: ServiceWire, rows: readonly unknown[]): string => {
  if (wire.decode !== undefined)
    return 'service.wire.decode finds no id in its rows. Check that it returns a transaction with an id, and no promise';
  const [first] = rows;
  const other = isRecord(first) ? idNames.find((name) => ['string', 'number'].includes(typeof first[name])) : undefined;
  return other === undefined
    ? 'its rows have no id. Set service.wire.names to { "id": … } with the field that holds it'
    : `its rows have no id, and seem to hold it in ${other}. Set service.wire.names to { "id": "${other}" }`;
};
