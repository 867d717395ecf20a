import * as O from 'fp-ts/lib/Option.js';
import { differingFields, type StoredTransaction } from '../../core/stored-transaction.ts';
import { WireTransaction } from '../../core/wire-transaction.ts';

const parse = (body: string): O.Option<unknown> => O.tryCatch(() => JSON.parse(body) as unknown);

/** The body that we froze, as a transaction; none when the record book gives back something else. */
export const parseBody = (body: string): O.Option<WireTransaction> => {
  const parsed = parse(body);
  return O.isSome(parsed) && WireTransaction.is(parsed.value) ? O.some(parsed.value) : O.none;
};

/** The fields in which what the service holds contradicts a body of ours; empty when they are one transaction. */
export const differences = (body: string, stored: StoredTransaction): readonly string[] => {
  const ours = parseBody(body);
  return O.isSome(ours) ? differingFields(ours.value, stored) : ['a body that can no longer be read'];
};
