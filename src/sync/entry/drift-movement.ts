import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { findCurrency, type MinorUnits, parseMinorUnits } from '../../domain/money.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Adjustment } from '../../domain/run.ts';
import type { ShownFields } from '../../domain/sync-store.ts';
import type { Candidate } from './candidate.ts';
import { compareWithBody } from './compare.ts';

const storedAmount = (currency: string, value: unknown): O.Option<MinorUnits> => {
  const found = findCurrency(currency);
  return O.isSome(found) && (typeof value === 'number' || typeof value === 'string')
    ? O.fromEither(parseMinorUnits(found.value)(String(value)))
    : O.none;
};

const explanation = (fields: readonly string[]): string =>
  fields.length === 0
    ? 'the order changed after it was told'
    : `the order changed after it was told; it now differs in ${fields.join(', ')}`;

const fieldsOf = (body: string, shown: ShownFields): readonly string[] =>
  compareWithBody(body, shown).differences.map(({ field }) => field);

/**
 * A transaction that was told, and whose source says something else by now. The difference is named where the service
 * says what it holds; otherwise the amount is 0 and only the fact is told.
 */
export const driftMovement = (
  { digest, body, amounts }: Pick<Candidate, 'digest' | 'body' | 'amounts'>,
  held: E.Either<string, ShownFields>,
  now: Instant,
): Adjustment => {
  const { currency, total, taxCollected } = amounts;
  const [before, taxBefore] = E.isRight(held)
    ? [storedAmount(currency, held.right['total']), storedAmount(currency, held.right['taxCollected'])]
    : [O.none, O.none];
  return {
    kind: 'drift',
    id: `drift-${digest.slice(0, 12)}`,
    occurredAt: now,
    currency,
    amount: O.isSome(before) ? total - before.value : 0n,
    tax: O.isSome(taxBefore) ? taxCollected - taxBefore.value : null,
    sent: false,
    message: `${explanation(E.isRight(held) ? fieldsOf(body, held.right) : [])}${E.isLeft(held) ? ` (${held.left})` : ''}. What was told stays as it is; correct it at the service if it has to change.`,
  };
};
