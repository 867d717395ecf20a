import * as E from 'fp-ts/lib/Either.js';
import type { Reply } from '../http/reply.ts';
import { checkMeaning } from './check-meaning.ts';
import { checkShape } from './check-shape.ts';
import { refusal } from './refusal.ts';
import type { Stored, TransactionStore } from './transaction-store.ts';

const parse = (text: string): E.Either<unknown, unknown> =>
  E.tryCatch(
    (): unknown => JSON.parse(text),
    (error) => error,
  );

/**
 * `POST /transactions`: 200 with what is stored; 400 not a transaction; 409 its id or name is taken; 422 its parts
 * contradict each other. `insert` makes it durable, and is called for nothing else than a 200.
 */
export const pushTransaction = (
  store: TransactionStore,
  insert: (transaction: Stored) => void,
  text: string,
): Reply => {
  const parsed = parse(text);
  if (E.isLeft(parsed)) return refusal(400, 'invalid_json', 'The body is not JSON.');
  const shape = checkShape(parsed.right);
  if (E.isLeft(shape)) return refusal(400, 'invalid_transaction', 'The body is not a transaction.', shape.left);
  const { id, name } = shape.right;
  const taken = store.taken(id, name);
  if (taken !== undefined) {
    const issues = [{ path: taken, message: 'belongs to a transaction that exists' }];
    return refusal(409, 'already_exists', `A transaction with this ${taken} exists.`, issues);
  }
  const issues = checkMeaning(shape.right, (other) => store.find(other) !== undefined);
  if (issues.length > 0)
    return refusal(422, 'contradiction', 'The parts of the transaction contradict each other.', issues);
  insert({ id, name, text });
  return { status: 200, text };
};
