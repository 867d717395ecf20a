/**
 * The shape of a transaction as the stand-in service accepts it, written apart from the product's codec so that it can prove
 * that.
 */
import * as t from 'io-ts';
import * as E from 'fp-ts/lib/Either.js';

/** A problem of a body, and its path. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

const text = t.refinement(t.string, (value) => value.trim() !== '', 'a text that is not empty');
const number = t.refinement(t.number, Number.isFinite, 'a number');
const part = t.union([t.string, t.null, t.undefined], 'a text or null');

const Line = t.intersection([
  t.type({
    quantity: t.refinement(t.number, (value) => Number.isSafeInteger(value) && value !== 0, 'a whole number, not 0'),
    amount: t.refinement(t.number, (value) => Number.isFinite(value) && value >= 0, 'a number of at least 0'),
  }),
  t.partial({ id: text, productName: t.string, productSku: t.string, discount: number }),
]);

const Address = t.intersection([
  t.type({ country: t.refinement(t.string, (value) => /^[A-Z]{2}$/.test(value), 'two capital letters') }),
  t.partial({ line1: part, line2: part, city: part, state: part, zip: part }),
]);

const isInstant = (value: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value));

/** The body of a POST as the interface describes it. */
export const TransactionShape = t.intersection(
  [
    t.type({
      id: text,
      name: text,
      total: number,
      taxCollected: number,
      lineItems: t.refinement(t.array(Line), (lines) => lines.length > 0, 'at least one line'),
      transactedAt: t.refinement(t.string, isInstant, 'an instant of ISO 8601'),
      shipToAddress: Address,
    }),
    t.partial({
      parentId: text,
      currency: t.refinement(t.string, (value) => /^[A-Z]{3}$/.test(value), 'three capital letters'),
      subtotal: number,
      shippingHandling: number,
      discount: number,
      recalculate: t.boolean,
      purpose: t.literal('RESALE'),
      entity: text,
      marketplace: text,
    }),
  ],
  'Transaction',
);
export type TransactionShape = t.TypeOf<typeof TransactionShape>;

interface Shape {
  readonly types: readonly [{ readonly props: object }, { readonly props: object }];
}

const fieldsOf = ({ types: [required, optional] }: Shape): ReadonlySet<string> =>
  new Set([...Object.keys(required.props), ...Object.keys(optional.props)]);

/** Fields that the interface knows; any other is a misspelling that a lenient service would ignore. */
const knownFields = { transaction: fieldsOf(TransactionShape), line: fieldsOf(Line), address: fieldsOf(Address) };

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

const toIssue = ({ context }: t.ValidationError): Issue => ({
  path: pathOf(context),
  message: `expected ${context.at(-1)?.type.name ?? 'something else'}`,
});

const pathOf = (context: t.Context): string =>
  context
    .slice(1)
    // io-ts numbers the members of its intersections as if they were fields.
    .filter((_, index) => !('types' in (context[index]?.type ?? {})))
    .map(({ key }) => key)
    .join('.');

const unknownFields = (value: object, known: ReadonlySet<string>, prefix: string): readonly Issue[] =>
  Object.keys(value)
    .filter((field) => !known.has(field))
    .map((field) => ({ path: `${prefix}${field}`, message: 'is not a field of the interface' }));
