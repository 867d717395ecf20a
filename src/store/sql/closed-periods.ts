/** Closes months whose taxes are filed and opens them again, with a record of who did it and of the figures at that time. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { wholeMonth } from '../../domain/date-range.ts';
import type { MonthFigure } from '../../domain/day-figures.ts';
import type { PeriodChange, ReviewStore } from '../../domain/review-store.ts';
import type { StoreResult } from '../../domain/sync-store.ts';
import { mayClose, unreadableTotalsError } from '../store-rules.ts';
import {
  type AccountDatabase,
  inReadTransaction,
  readFrom,
  type SqlTransaction,
  toPlain,
  writeTo,
} from './database.ts';
import { readMonthFigures } from './day-figures.ts';
import { openIn } from './decisions.ts';
import { lockMatters } from './matters.ts';
import { parseTotals, totalsText } from './month-totals.ts';
import { prepared } from './prepared.ts';

const closedColumns = ['month', 'closed_by as by', 'closed_at as at'] as const;

const closedMonths = (transaction: SqlTransaction, { account }: Pick<AccountDatabase, 'account'>) =>
  transaction.selectFrom('closed_period').select(closedColumns).where('account', '=', account);

/** Runs before each sale is sent. */
const closedInOrder = prepared((transaction, given: Pick<AccountDatabase, 'account'>) =>
  closedMonths(transaction, given).orderBy('month'),
);

export const sqlClosedPeriods = (
  database: AccountDatabase,
): Pick<ReviewStore, 'closePeriod' | 'reopenPeriod' | 'closedPeriods' | 'periodChanges' | 'figuresWhenClosed'> => ({
  closePeriod: (closed, expected) =>
    writeTo(database, async (transaction) => {
      const { account } = database;
      const { month, by, at } = closed;
      await lockMatters(database, transaction);
      const known = await closedMonths(transaction, database).where('month', '=', month).execute();
      const before = O.fromNullable(toPlain(known)[0]);
      if (O.isSome(before)) return { open: 0, reasons: [], before };
      const reasons = await openIn(database, transaction, { month, at });
      const open = reasons.reduce((all, { count }) => all + count, 0);
      if (mayClose(open, expected)) {
        const figures = await readMonthFigures(transaction, account, { days: wholeMonth(month) });
        await saveChange(database, transaction, { ...closed, action: 'close', reason: '' }, totalsText(figures));
        const row = { account, month, closed_by: by, closed_at: at };
        await transaction.insertInto('closed_period').values(row).execute();
      }
      return { open, reasons, before };
    }),

  reopenPeriod: (reopening) =>
    writeTo(database, async (transaction) => {
      await lockMatters(database, transaction);
      const reopened = await transaction
        .deleteFrom('closed_period')
        .where('account', '=', database.account)
        .where('month', '=', reopening.month)
        .returning(closedColumns)
        .execute();
      const before = O.fromNullable(toPlain(reopened)[0]);
      if (O.isSome(before)) await saveChange(database, transaction, { ...reopening, action: 'reopen' }, null);
      return before;
    }),

  closedPeriods: readFrom(database, async (transaction) =>
    toPlain(await closedInOrder(transaction, { account: database.account })),
  ),

  periodChanges: readFrom(database, async (transaction) =>
    toPlain(
      await transaction
        .selectFrom('period_change')
        .select(['month', 'action', 'changed_by as by', 'changed_at as at', 'reason'])
        .where('account', '=', database.account)
        .orderBy('number')
        .execute(),
    ),
  ),

  figuresWhenClosed: ({ from, to }) =>
    inReadTransaction(database, async (transaction): StoreResult<readonly MonthFigure[]> => {
      const newest = transaction
        .selectFrom('period_change')
        .innerJoin('closed_period', (join) =>
          join
            .onRef('closed_period.account', '=', 'period_change.account')
            .onRef('closed_period.month', '=', 'period_change.month'),
        )
        .select(({ fn }) => fn.max('period_change.number').as('number'))
        .where('period_change.account', '=', database.account)
        .where('period_change.action', '=', 'close')
        .where('period_change.month', '>=', from)
        .where('period_change.month', '<=', to)
        .groupBy('period_change.month');
      const rows = await transaction
        .selectFrom('period_change')
        .select(['month', 'totals'])
        .where('account', '=', database.account)
        .where('number', 'in', newest)
        .orderBy('month')
        .execute();
      const all: MonthFigure[] = [];
      for (const { month, totals } of rows) {
        const figures = parseTotals(totals ?? '');
        if (E.isLeft(figures)) return E.left(unreadableTotalsError(month));
        all.push(...figures.right);
      }
      return E.right(all);
    }),
});

/** The lock of matters keeps two changes from getting the same number. */
const saveChange = async (
  { account }: Pick<AccountDatabase, 'account'>,
  transaction: SqlTransaction,
  { month, action, by, at, reason }: PeriodChange,
  totals: string | null,
): Promise<void> => {
  const [newest] = await transaction
    .selectFrom('period_change')
    .select('number')
    .where('account', '=', account)
    .orderBy('number', 'desc')
    .limit(1)
    .execute();
  const number = (newest?.number ?? 0) + 1;
  const row = { account, number, month, action, changed_by: by, changed_at: at, reason, totals };
  await transaction.insertInto('period_change').values(row).execute();
};
