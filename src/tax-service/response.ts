import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { ServiceWire } from '../domain/wire-settings.ts';
import type {
  CursorRefused,
  PushReply,
  ServiceFailure,
  ServicePage,
  StoredTransaction,
} from '../domain/tax-service.ts';
import { endpointMissing, failureOf, unclear } from './failure-of.ts';
import { refusalText } from './refusal-text.ts';
import type { HttpAnswer } from './transport.ts';
import { decodeTransaction } from './wire/decode.ts';
import { isFields } from './wire/fields.ts';

const parse = (text: string): O.Option<unknown> => O.tryCatch(() => JSON.parse(text) as unknown);

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** A page of a proxy or of a captive portal: it is not the service that answered. */
const isHtml = (body: string): boolean => /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(body.slice(0, 200));

const storedIn = (wire: ServiceWire, body: string): StoredTransaction | null =>
  O.toNullable(O.chain((json: unknown) => decodeTransaction(wire, json, ''))(parse(body)));

/**
 * What the answer to a POST means. Any success is final, whatever its body shows or lacks: what is pushed twice is counted
 * twice. A web page is not an answer of the service.
 *
 * @param sent the body that was sent: nothing of it is shown in a message
 */
export const toPushReply =
  (now: number, wire: ServiceWire, sent: string) =>
  (answer: HttpAnswer): PushReply => {
    const { status, body } = answer;
    const failure = failureOf(now, answer);
    if (failure !== undefined) return failure;
    if (isSuccess(status)) {
      return isHtml(body)
        ? unclear(`the Tax Nexus Service answered ${status} with a web page`)
        : { _tag: 'Accepted', stored: storedIn(wire, body) };
    }
    if (status === 409) return { _tag: 'Exists' };
    if (status === 404 || status === 410) return endpointMissing(status);
    if (status < 400) return unclear(`the Tax Nexus Service answered ${status}, which its interface does not know`);
    const reason = refusalText(body, sent);
    const message = `the Tax Nexus Service answered ${status}${reason === '' ? '' : ` (${reason})`}`;
    return { _tag: 'Refused', message, fingerprint: `${status} ${reason}` };
  };

/** A service may leave out the id that it was asked for; an answer without anything of a transaction is another one. */
const showsTransaction = (shown: StoredTransaction): boolean =>
  ['total', 'lineItems', 'transactedAt', 'shipToAddress', 'taxCollected'].some((field) => field in shown) ||
  shown.name != null;

/** What the answer to `GET /transactions/{id}` means. Only a clear "there is none" is a none. */
export const toFound =
  (now: number, wire: ServiceWire, id: string) =>
  (answer: HttpAnswer): E.Either<ServiceFailure, O.Option<StoredTransaction>> => {
    const failure = failureOf(now, answer);
    if (failure !== undefined) return E.left(failure);
    if (answer.status === 404 || answer.status === 410) return E.right(O.none);
    if (!isSuccess(answer.status)) {
      return E.left(unclear(`the Tax Nexus Service answered ${answer.status} to a question`));
    }
    const parsed = parse(answer.body);
    if (O.isNone(parsed)) return E.left(unclear('the Tax Nexus Service gave an answer which is not JSON'));
    const named = decodeTransaction(wire, parsed.value);
    const found = O.isSome(named) ? named : O.filter(showsTransaction)(decodeTransaction(wire, parsed.value, id));
    if (O.isNone(found)) return E.left(unclear('the Tax Nexus Service gave an answer which is not a transaction'));
    return found.value.id.toLowerCase() === id.toLowerCase()
      ? E.right(found)
      : E.left(unclear('the Tax Nexus Service gave an answer about another id'));
  };

const noPage = (problem: string): E.Either<ServiceFailure, never> =>
  E.left(unclear(`the Tax Nexus Service gave a list ${problem}`));

/** What the answer to `GET /transactions` means. A page counts only when all of it could be read. */
export const toPage =
  (now: number, wire: ServiceWire, cursor: O.Option<string>) =>
  (answer: HttpAnswer): E.Either<ServiceFailure | CursorRefused, ServicePage> => {
    const { status, body } = answer;
    const failure = failureOf(now, answer);
    if (failure !== undefined) return E.left(failure);
    if (O.isSome(cursor) && (status === 400 || status === 410 || status === 422)) {
      return E.left({ _tag: 'CursorRefused', message: `the Tax Nexus Service refused its own cursor (${status})` });
    }
    if (status >= 400) return E.left(endpointMissing(status));
    if (!isSuccess(status)) return E.left(unclear(`the Tax Nexus Service answered ${status} to its list`));
    const parsed = parse(body);
    if (O.isNone(parsed)) return noPage('which is not JSON');
    const { data, nextCursor } = isFields(parsed.value) ? parsed.value : {};
    if (!Array.isArray(data)) return noPage('of another shape (data: expected an array)');
    const isCursor = nextCursor === undefined || nextCursor === null || typeof nextCursor === 'string';
    if (!isCursor) return noPage('of another shape (nextCursor: expected text or null)');
    const transactions: StoredTransaction[] = [];
    for (const item of data as readonly unknown[]) {
      const decoded = decodeTransaction(wire, item);
      if (O.isNone(decoded)) return noPage('of another shape (data: expected transactions with an id)');
      transactions.push(decoded.value);
    }
    return E.right({ transactions, next: O.fromNullable(nextCursor === '' ? null : nextCursor) });
  };
