import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { decodeAs } from '../core/decode.ts';
import { decodeStored, differingFields, StoredTransaction } from '../core/stored-transaction.ts';
import type { CursorRefused, PushReply, ServiceFailure, ServicePage } from '../core/tax-service.ts';
import { WireTransaction } from '../core/wire-transaction.ts';
import { endpointMissing, failureOf, unclear } from './failure-of.ts';
import { refusalText } from './refusal-text.ts';
import type { HttpAnswer } from './transport.ts';

const ListAnswer = t.intersection(
  [t.type({ data: t.array(StoredTransaction) }), t.partial({ nextCursor: t.union([t.string, t.null]) })],
  'ListAnswer',
);
const decodeList = decodeAs(ListAnswer);

const parse = (text: string): O.Option<unknown> => O.tryCatch(() => JSON.parse(text) as unknown);

const storedIn = (body: string): E.Either<string, StoredTransaction> => {
  const parsed = parse(body);
  if (O.isNone(parsed)) return E.left('which is not JSON');
  // The guard first: it costs a fraction of a decoding, and the rest is decoded only to say what is wrong.
  if (StoredTransaction.is(parsed.value)) return E.right(parsed.value);
  const stored = decodeStored(parsed.value);
  return E.isLeft(stored) ? E.left(`which is not a transaction (${stored.left.problems.join('; ')})`) : stored;
};

const contradiction = (sent: string, body: string): string | undefined => {
  const stored = storedIn(body);
  if (E.isLeft(stored)) return stored.left;
  const ours = parse(sent);
  if (O.isNone(ours) || !WireTransaction.is(ours.value)) return 'to a body that is not a transaction';
  if (stored.right.id !== ours.value.id) return 'about another id';
  const fields = differingFields(ours.value, stored.right);
  return fields.length === 0 ? undefined : `with other ${fields.join(', ')}`;
};

/**
 * What the answer to a POST means. 200 is a success only when the answer is our transaction and contradicts nothing that
 * we sent; any other success is unclear, because nobody knows what was stored.
 */
export const toPushReply =
  (now: number, sent: string) =>
  (answer: HttpAnswer): PushReply => {
    const { status, body } = answer;
    const failure = failureOf(now, answer);
    if (failure !== undefined) return failure;
    if (status === 200) {
      const problem = contradiction(sent, body);
      return problem === undefined
        ? { _tag: 'Accepted' }
        : unclear(`the Tax Nexus Service gave 200 and an answer ${problem}`);
    }
    if (status === 409) return { _tag: 'Exists' };
    if (status === 404 || status === 410) return endpointMissing(status);
    if (status < 400) return unclear(`the Tax Nexus Service answered ${status}, which its interface does not know`);
    const said = refusalText(body, sent);
    return { _tag: 'Refused', message: `the Tax Nexus Service answered ${status}${said === '' ? '' : ` (${said})`}` };
  };

/** What the answer to `GET /transactions/{id}` means. Only a clear "there is none" is a none. */
export const toFound =
  (now: number, id: string) =>
  (answer: HttpAnswer): E.Either<ServiceFailure, O.Option<StoredTransaction>> => {
    const failure = failureOf(now, answer);
    if (failure !== undefined) return E.left(failure);
    if (answer.status === 404 || answer.status === 410) return E.right(O.none);
    if (answer.status !== 200) return E.left(unclear(`the Tax Nexus Service answered ${answer.status} to a question`));
    const stored = storedIn(answer.body);
    if (E.isLeft(stored)) return E.left(unclear(`the Tax Nexus Service gave an answer ${stored.left}`));
    return stored.right.id === id
      ? E.right(O.some(stored.right))
      : E.left(unclear('the Tax Nexus Service gave an answer about another id'));
  };

/** What the answer to `GET /transactions` means. A page counts only when all of it could be read. */
export const toPage =
  (now: number, cursor: O.Option<string>) =>
  (answer: HttpAnswer): E.Either<ServiceFailure | CursorRefused, ServicePage> => {
    const { status, body } = answer;
    const failure = failureOf(now, answer);
    if (failure !== undefined) return E.left(failure);
    if (O.isSome(cursor) && (status === 400 || status === 410 || status === 422)) {
      return E.left({ _tag: 'CursorRefused', message: `the Tax Nexus Service refused its own cursor (${status})` });
    }
    if (status >= 400) return E.left(endpointMissing(status));
    if (status !== 200) return E.left(unclear(`the Tax Nexus Service answered ${status} to its list`));
    const parsed = parse(body);
    if (O.isNone(parsed)) return E.left(unclear('the Tax Nexus Service gave a list which is not JSON'));
    const list = ListAnswer.is(parsed.value) ? E.right(parsed.value) : decodeList(parsed.value);
    if (E.isLeft(list)) {
      const problems = list.left.problems.join('; ');
      return E.left(unclear(`the Tax Nexus Service gave a list of another shape (${problems})`));
    }
    const { data, nextCursor } = list.right;
    return E.right({
      transactions: data,
      next: nextCursor === undefined || nextCursor === null || nextCursor === '' ? O.none : O.some(nextCursor),
    });
  };
