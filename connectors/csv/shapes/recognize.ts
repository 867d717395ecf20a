import * as E from 'fp-ts/lib/Either.js';
import { ownOrders } from '../to-sale/own-order.ts';
import { shopifyOrders } from '../to-sale/shopify-order.ts';
import { stripePayments } from '../to-sale/stripe-payment.ts';
import type { Fields, Shape } from './shape.ts';

/** A header that is known. */
export interface Header {
  readonly shape: Shape;
  /** As the file has them. */
  readonly columns: readonly string[];
  readonly fieldsOf: (row: readonly string[]) => Fields;
}

const plain = (column: string): string => column.trim().toLowerCase();

/** How many letters have to change for one text to become the other. */
const changesBetween = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const above = row;
    row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      row.push(Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1)));
    }
  }
  return row[other.length] ?? 0;
};

/** The column of the file that a missing one is most like, if any is. Shown only if short: a file without a header has data there. */
const likest = (missing: string, columns: readonly string[]): string | undefined => {
  const nearest = columns
    .map((column) => ({ column, changes: changesBetween(plain(missing), plain(column)) }))
    .toSorted((a, b) => a.changes - b.changes)[0];
  return nearest !== undefined && nearest.changes <= Math.ceil(missing.length / 3) ? nearest.column.trim() : undefined;
};

const missingOf = ({ required }: Shape, known: ReadonlySet<string>): readonly string[] =>
  required.filter((names) => !names.some((name) => known.has(plain(name)))).map(([name = '']) => name);

const problemOf = (columns: readonly string[], known: ReadonlySet<string>): string => {
  if (columns.length === 1)
    return 'The first line is one column. Save the file as CSV with commas, and with its header.';
  const [nearest] = shapes
    .map((shape) => ({ shape, missing: missingOf(shape, known) }))
    .toSorted((a, b) => a.missing.length / a.shape.required.length - b.missing.length / b.shape.required.length);
  const unused = columns.filter((column) => plain(column) !== '');
  const named = (nearest?.missing ?? []).map((column) => {
    const like = likest(column, unused);
    return like === undefined ? column : `${column} (there is ${like})`;
  });
  return `The first line is no header that is known. To be ${nearest?.shape.name ?? ''}, it lacks: ${named.join(', ')}. Nothing was read.`;
};

const shapes: readonly Shape[] = [shopifyOrders, stripePayments, ownOrders];

/**
 * What a file is, by its header, whatever the order and case of the columns. Left names the missing columns of the nearest kind
 * of file, with the columns that may be meant.
 */
export const recognize = (columns: readonly string[]): E.Either<string, Header> => {
  const positions = new Map(columns.map((column, index) => [plain(column), index]));
  const known = new Set(positions.keys());
  const twice = columns.find((column, index) => plain(column) !== '' && positions.get(plain(column)) !== index);
  if (
    twice !== undefined &&
    shapes.some(({ required }) => required.flat().some((name) => plain(name) === plain(twice)))
  ) {
    return E.left(`The header has the column ${twice.trim()} twice. Remove one of them.`);
  }
  const shape = shapes.find((one) => missingOf(one, known).length === 0);
  if (shape === undefined) return E.left(problemOf(columns, known));
  return E.right({
    shape,
    columns: columns.map((column) => column.trim()),
    fieldsOf: (row) => (column) => {
      const position = positions.get(plain(column));
      return position === undefined ? '' : (row[position] ?? '').trim();
    },
  });
};
