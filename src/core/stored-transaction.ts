import type * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { decodeAs, type Undecodable } from './decode.ts';
import { parseInstant } from './instant.ts';
import type { WireTransaction } from './wire-transaction.ts';

/**
 * A transaction as the service gives it back. Tolerant: only `id` is certain, every other field may be missing, and
 * fields that we do not know may be added.
 */
export const StoredTransaction = t.intersection(
  [t.type({ id: t.string }), t.partial({ name: t.union([t.string, t.null]) }), t.UnknownRecord],
  'StoredTransaction',
);
export type StoredTransaction = t.TypeOf<typeof StoredTransaction>;

export const decodeStored: (input: unknown) => E.Either<Undecodable, StoredTransaction> = decodeAs(StoredTransaction);

/** Fields in which a stored transaction may contradict ours. What the service leaves out contradicts nothing. */
const compared = [
  'name',
  'parentId',
  'transactedAt',
  'currency',
  'total',
  'subtotal',
  'shippingHandling',
  'taxCollected',
  'discount',
  'entity',
  'purpose',
  'marketplace',
] as const;

const comparedOfAddress = ['city', 'state', 'zip', 'country'] as const;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isDecimal = (value: string): boolean => /^-?\d+(\.\d+)?$/.test(value);

/** `19.9`, `"19.90"` and `19.90` are one amount; `…00Z` and `…00.000Z` are one instant; absent, null and "" are one. */
const canonical = (field: string, value: unknown): string => {
  if (value === undefined || value === null || value === '') return '';
  if (field === 'transactedAt' && typeof value === 'string') {
    return pipe(
      parseInstant(value),
      O.getOrElse(() => value),
    );
  }
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    const text = value.trim();
    return field !== 'zip' && isDecimal(text) ? String(Number(text)) : text.toUpperCase();
  }
  return JSON.stringify(value);
};

const amountFields: ReadonlySet<string> = new Set(['discount']);

const differs = (field: string, ours: unknown, theirs: unknown): boolean => {
  // Nearly always so, and a comparison of instants by the calendar costs a tenth of the push.
  if (ours === theirs) return false;
  const [a, b] = [canonical(field, ours), canonical(field, theirs)];
  // A discount of 0 and no discount are the same thing.
  return a !== b && !(amountFields.has(field) && (a || '0') === (b || '0'));
};

const lineShape = (lines: unknown): string | undefined => {
  if (!Array.isArray(lines)) return undefined;
  return lines
    .map((line: unknown) =>
      isRecord(line) ? `${canonical('quantity', line['quantity'])}x${canonical('amount', line['amount'])}` : '?',
    )
    .sort()
    .join(' ');
};

/** Lines that came back as they were sent; most do, and need no comparison in a common form. */
const areUnchanged = (ours: WireTransaction['lineItems'], theirs: unknown): boolean =>
  Array.isArray(theirs) &&
  theirs.length === ours.length &&
  ours.every(({ quantity, amount }, index) => {
    const line: unknown = theirs[index];
    return isRecord(line) && line['quantity'] === quantity && line['amount'] === amount;
  });

/**
 * The names of the fields in which what is stored contradicts what we would send; empty when they are the same
 * transaction. Names only: the values may be an address.
 */
export const differingFields = (ours: WireTransaction, theirs: StoredTransaction): readonly string[] => {
  const found: string[] = compared.filter(
    (field) => theirs[field] !== undefined && differs(field, ours[field], theirs[field]),
  );
  const address = theirs['shipToAddress'];
  if (isRecord(address)) {
    for (const field of comparedOfAddress) {
      if (address[field] !== undefined && differs(field, ours.shipToAddress[field], address[field])) {
        found.push(`shipToAddress.${field}`);
      }
    }
  }
  if (areUnchanged(ours.lineItems, theirs['lineItems'])) return found;
  const lines = lineShape(theirs['lineItems']);
  if (lines !== undefined && lines !== lineShape(ours.lineItems)) found.push('lineItems');
  return found;
};
