import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { decodeAs } from '../../domain/decode.ts';
import { findCurrency, parseMinorUnits } from '../../domain/money.ts';
import type { Report } from '../../reconcile/report.ts';
import { countAll, groupBy, type Sum } from './sums.ts';

const StatementLine = t.type({
  state: t.string,
  month: t.string,
  currency: t.string,
  count: t.number,
  total: t.string,
  taxCollected: t.string,
});

/** What a person signed: counts and totals at that moment. Money as decimals. */
export const Statement = t.type(
  { counts: t.record(t.string, t.number), totals: t.readonlyArray(StatementLine) },
  'Statement',
);
export type Statement = t.TypeOf<typeof Statement>;

const decode = decodeAs(Statement);

export const statementText = ({ review, ...report }: Report): string => {
  const { considered, attempted, succeeded, failed, alreadyPresent } = report;
  const statement: Statement = {
    counts: {
      considered,
      attempted,
      succeeded,
      failed,
      'already present': alreadyPresent,
      skipped: countAll(report.skipped),
      held: countAll(report.held),
    },
    totals: review.look.map(({ state, month, currency, count, total, taxCollected }) => ({
      state,
      month,
      currency,
      count,
      total,
      taxCollected,
    })),
  };
  return JSON.stringify(statement);
};

/** None when the stored statement cannot be read. */
export const readStatement = (text: string): O.Option<Statement> =>
  pipe(
    O.tryCatch(() => JSON.parse(text) as unknown),
    O.flatMap((parsed) => O.fromEither(decode(parsed))),
  );

/** The sum of a statement's lines in one currency. Money in minor units. */
export interface StatementSum extends Sum {
  readonly currency: string;
}

const amountOf = (code: string, decimals: string): bigint =>
  pipe(
    decimals,
    parseMinorUnits(O.getOrElse(() => ({ code, digits: 2 }))(findCurrency(code))),
    E.getOrElse(() => 0n),
  );

/** The sums of a statement by currency, the one with the most transactions first. */
export const statementSums = ({ totals }: Pick<Statement, 'totals'>): readonly StatementSum[] => {
  const sums = totals.map(({ currency, count, total, taxCollected }) => ({
    currency,
    count,
    total: amountOf(currency, total),
    taxCollected: amountOf(currency, taxCollected),
  }));
  return groupBy(sums, ({ currency }) => currency)
    .map(({ key, sum }) => ({ currency: key, ...sum }))
    .sort((a, b) => b.count - a.count);
};
