/** Writes and reads the figures with which a month was closed as JSON, so that later changes to a filed month are noticed. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { type FigureSums, type MonthFigure, noFigures } from '../../domain/day-figures.ts';
import { decodeAs, type Undecodable } from '../../domain/decode.ts';
import { isRecord } from '../../domain/fields.ts';

const digits = new t.Type<bigint, string>(
  'digits',
  (value): value is bigint => typeof value === 'bigint',
  (value, context) =>
    typeof value === 'string' && /^-?\d+$/.test(value) ? t.success(BigInt(value)) : t.failure(value, context),
  String,
);

const sumCodecs: Readonly<Record<string, t.Mixed>> = Object.fromEntries(
  Object.entries(noFigures).map(([name, none]) => [name, typeof none === 'bigint' ? digits : t.number]),
);

const Group = t.type({
  month: t.string,
  kind: t.keyof({ sale: null, refund: null, change: null }),
  jurisdiction: t.string,
  currency: t.string,
  isMarketplace: t.boolean,
  isExempt: t.boolean,
  isResale: t.boolean,
});

const Totals = t.readonlyArray(
  // `noFigures` gives the names of the sums and the types of their values.
  t.intersection([Group, t.type(sumCodecs) as unknown as t.Type<FigureSums, unknown>]),
  'totals of a month',
);

/** Money is written as digits, because a JSON number is not exact. */
export const totalsText = (figures: readonly MonthFigure[]): string => JSON.stringify(Totals.encode(figures));

export const parseTotals = (text: string): E.Either<Undecodable, readonly MonthFigure[]> =>
  pipe(
    E.tryCatch(
      () => withAllSums(JSON.parse(text)),
      (): Undecodable => ({ _tag: 'Undecodable', expected: Totals.name, problems: ['the whole: expected JSON'] }),
    ),
    E.flatMap(decodeAs(Totals)),
  );

const noSums: Readonly<Record<string, string | number>> = Object.fromEntries(
  Object.entries(noFigures).map(([name, none]) => [name, typeof none === 'bigint' ? '0' : 0]),
);

/** A sum that was introduced after the month was closed is zero. */
const withAllSums = (written: unknown): unknown =>
  Array.isArray(written) ? written.map((row: unknown) => (isRecord(row) ? { ...noSums, ...row } : row)) : written;
