import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { decodeAs } from '../../domain/decode.ts';
import type { Report } from '../../reconcile/report.ts';

const Line = t.type({
  state: t.string,
  month: t.string,
  currency: t.string,
  count: t.number,
  total: t.string,
  taxCollected: t.string,
});

/** What somebody signed: counts and totals at that moment. Money as decimals. */
export const Statement = t.type({ counts: t.record(t.string, t.number), totals: t.readonlyArray(Line) }, 'Statement');
export type Statement = t.TypeOf<typeof Statement>;

const decode = decodeAs(Statement);

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, number) => all + number, 0);

/** The statement that a report comes to, as it is kept. */
export const statementText = ({ review, ...report }: Report): string => {
  const { considered, attempted, succeeded, failed, alreadyPresent } = report;
  const statement: Statement = {
    counts: {
      considered,
      attempted,
      succeeded,
      failed,
      'already present': alreadyPresent,
      skipped: sumOf(report.skipped),
      held: sumOf(report.held),
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

/** None when what was kept cannot be read. */
export const readStatement = (text: string): O.Option<Statement> => {
  const parsed = O.tryCatch(() => JSON.parse(text) as unknown);
  if (O.isNone(parsed)) return O.none;
  const decoded = decode(parsed.value);
  return E.isLeft(decoded) ? O.none : O.some(decoded.right);
};
