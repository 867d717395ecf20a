/** Recognizes the kind of a CSV file by its header, and refuses a header with a column that would be lost or misread. */
import * as E from 'fp-ts/lib/Either.js';
import { ownOrders } from '../to-sale/own-order.ts';
import { shopifyOrders } from '../to-sale/shopify-order.ts';
import { stripePayments } from '../to-sale/stripe-payment.ts';
import type { Fields, Shape } from './shape.ts';

/** A header that is known. */
export interface Header {
  readonly shape: Shape;
  /** The names as the file writes them. */
  readonly columns: readonly string[];
  readonly fieldsOf: (row: readonly string[]) => Fields;
}

const shapes: readonly Shape[] = [shopifyOrders, stripePayments, ownOrders];

/**
 * Ignores the order and case of the columns. Left names the missing columns of the nearest kind of file, and quotes no line of
 * the file: without a header, its first line is a buyer's data.
 */
export const recognize = (columns: readonly string[]): E.Either<string, Header> => {
  const positions = new Map(columns.map((column, index) => [plain(column), index]));
  const known = new Set(positions.keys());
  const shape = shapes.find((one) => missingOf(one, known).length === 0);
  if (shape === undefined) return E.left(problemOf(columns, known));
  const problem = misread(shape, columns);
  if (problem !== undefined) return E.left(problem);
  return E.right({
    shape,
    columns: columns.map((column) => column.trim()),
    fieldsOf: (row) => (column) => {
      const position = positions.get(plain(column));
      return position === undefined ? '' : (row[position] ?? '').trim();
    },
  });
};

const plain = (column: string): string => column.trim().toLowerCase();

const missingOf = ({ required }: Shape, known: ReadonlySet<string>): readonly string[] =>
  required.filter((names) => !names.some((name) => known.has(plain(name)))).map(([name = '']) => name);

const problemOf = (columns: readonly string[], known: ReadonlySet<string>): string => {
  if (columns.length === 1)
    return 'The first line is one column. Save the file as CSV with commas, and with its header.';
  const [nearest] = shapes
    .map((shape) => ({ shape, missing: missingOf(shape, known) }))
    .toSorted((a, b) => a.missing.length / a.shape.required.length - b.missing.length / b.shape.required.length);
  return `The first line is not a known header. To be ${nearest?.shape.name ?? ''}, it lacks: ${(nearest?.missing ?? []).join(', ')}. Nothing was read.`;
};

/** A column that would be read wrongly or not at all, so that its part of a sale is lost. */
const misread = ({ name, all }: Shape, columns: readonly string[]): string | undefined => {
  const names = columns.map(plain).filter((column) => column !== '');
  const twice = names.find((column, index) => names.indexOf(column) !== index);
  if (twice !== undefined) return `The header has the column ${twice} twice. Remove one of them.`;
  const unknown = all === undefined ? undefined : names.find((column) => !all.includes(column));
  return unknown === undefined
    ? undefined
    : `The header has the column ${unknown.slice(0, 40)}, which ${name} does not have. Rename it to one of docs/import.md, or remove it.`;
};
