import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import type { Issue } from './issue.ts';
import { knownFields, TransactionShape } from './transaction-shape.ts';

const pathOf = (context: t.Context): string =>
  context
    .slice(1)
    // io-ts numbers the members of its intersections as if they were fields.
    .filter((_, index) => !('types' in (context[index]?.type ?? {})))
    .map(({ key }) => key)
    .join('.');

const toIssue = ({ context }: t.ValidationError): Issue => ({
  path: pathOf(context),
  message: `expected ${context.at(-1)?.type.name ?? 'something else'}`,
});

const unknownFields = (value: object, known: ReadonlySet<string>, prefix: string): readonly Issue[] =>
  Object.keys(value)
    .filter((field) => !known.has(field))
    .map((field) => ({ path: `${prefix}${field}`, message: 'is not a field of the interface' }));

/**
 * Left: what keeps the body from being a transaction at all, without any of its values.
 *
 * @param optional fields beyond those of the interface, such as `tags` and `lineItems.taxCode`
 */
export const checkShape = (
  body: unknown,
  optional: readonly string[] = [],
): E.Either<readonly Issue[], TransactionShape> => {
  const decoded = TransactionShape.decode(body);
  if (E.isLeft(decoded)) return E.left(decoded.left.map(toIssue));
  const transaction = decoded.right;
  const unknown = [
    ...unknownFields(transaction, knownFields.transaction, ''),
    ...unknownFields(transaction.shipToAddress, knownFields.address, 'shipToAddress.'),
    ...transaction.lineItems.flatMap((line, index) => unknownFields(line, knownFields.line, `lineItems.${index}.`)),
  ];
  const isOptional = ({ path }: Issue): boolean => optional.includes(path.replace(/^lineItems\.\d+\./, 'lineItems.'));
  const misspelled = unknown.filter((issue) => !isOptional(issue));
  return misspelled.length > 0 ? E.left(misspelled) : E.right(transaction);
};
