/** The counts and totals that a person signs, as stored text that stays readable after the report's shape has changed. */
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { decodeAs } from '../domain/decode.ts';
import { countAll } from '../domain/run.ts';
import type { Report } from '../reconcile/report.ts';

const StatementLine = t.type({
  state: t.string,
  month: t.string,
  currency: t.string,
  count: t.number,
  total: t.string,
  taxCollected: t.string,
});

/** Money as decimals. */
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
