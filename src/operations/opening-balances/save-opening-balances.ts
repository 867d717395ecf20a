/** `openingBalances.save`: states sales of channels that are not connected, all of a list or none. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { dayProblem } from '../../domain/date-range.ts';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import { findCurrency, isSummable, parseMinorUnits } from '../../domain/money.ts';
import type { OpeningBalance } from '../../domain/opening-balance.ts';
import { facilitatorLaws } from '../../mapping/facilitator-laws.ts';
import { fail, type OperationFailure } from '../failure.ts';
import { asIs, ofAccount, operation } from '../operation.ts';
import type { OfAccount } from '../requests.ts';
import { asPage, checkedByRun, fields, list, pageOf, yesNo } from '../shapes.ts';
import { fromStore, withAccount } from '../state.ts';
import {
  listedBalanceShape,
  type ListedOpeningBalance,
  maxName,
  nameOf,
  type OpeningBalanceEntry,
  openingBalanceFields,
  toListed,
  whoSeesBalances,
} from './opening-balance.ts';

/** At a time. */
const maxBalances = 10_000;

const maxSales = 1_000_000_000;

/** Opening balances to save, and who states them. */
export interface OpeningBalancesRequest {
  /** At most 10,000. One of the same channel, state and month replaces the earlier one. */
  readonly balances: readonly OpeningBalanceEntry[];
  /** The person who states them, in your words. */
  readonly by: string;
}

export interface SaveOpeningBalancesPromise {
  /** All of them or none; each replaces one of the same channel, state and month. Rejects with `INVALID`. */
  readonly save: (request: OpeningBalancesRequest & OfAccount) => Promise<readonly ListedOpeningBalance[]>;
}

const dollars = (text: string): E.Either<string, bigint> =>
  pipe(
    findCurrency('USD'),
    O.match(
      () => E.left('not a currency'),
      (usd) => parseMinorUnits(usd)(text),
    ),
  );

/** A host in JavaScript, a file and an API request may state anything. Left names the field, and repeats nothing of its value. */
const balanceOf = (entry: OpeningBalanceEntry, thisMonth: string): E.Either<string, OpeningBalance> => {
  const { channel, state, month, sales, transactions, isMarketplace = false } = entry;
  const name = nameOf(channel);
  if (name === '') return E.left('enter the name of the channel');
  if (typeof state !== 'string' || !Object.hasOwn(facilitatorLaws, state))
    return E.left('enter a US state with a sales tax as two capital letters, such as TX');
  if (typeof month !== 'string' || !/^\d{4}-\d{2}$/.test(month) || dayProblem(`${month}-01`) !== undefined)
    return E.left('enter the month as YYYY-MM');
  if (month > thisMonth) return E.left('the month has not begun');
  const amount = typeof sales === 'string' ? dollars(sales) : E.left('not a decimal number');
  if (E.isLeft(amount)) return E.left(`the sales are ${amount.left}: write US dollars such as 12500.00`);
  if (amount.right < 0n || !isSummable(amount.right)) return E.left('the sales are negative or too large');
  if (!Number.isInteger(transactions) || transactions < 0 || transactions > maxSales)
    return E.left('enter the number of sales as a whole number');
  if (typeof isMarketplace !== 'boolean') return E.left('"isMarketplace" is neither true nor false');
  return E.right({ channel: name, state, month, isMarketplace, sales: amount.right, count: transactions });
};

const balancesOf = (
  entries: readonly OpeningBalanceEntry[],
  thisMonth: string,
): E.Either<OperationFailure, readonly OpeningBalance[]> => {
  const given: unknown = entries;
  if (!Array.isArray(given) || given.length === 0) return fail('INVALID', 'Enter at least one opening balance.');
  if (entries.length > maxBalances) return fail('INVALID', `At most ${maxBalances} opening balances at a time.`);
  const read: OpeningBalance[] = [];
  for (const [at, entry] of entries.entries()) {
    const balance = balanceOf(entry, thisMonth);
    if (E.isLeft(balance)) return fail('INVALID', `Opening balance ${at + 1}: ${balance.left}. Nothing was saved.`);
    read.push(balance.right);
  }
  return E.right(read);
};

export const saveOpeningBalances = operation<SaveOpeningBalancesPromise['save']>()({
  name: 'saveOpeningBalances',
  summary: 'States sales of channels that are not connected: all of the list, or none',
  right: 'approve',
  about: ofAccount,
  ask: asIs,
  run: (ports, { balances, by }) =>
    withAccount(ports, (state) => {
      const notedAt = instantOfMilliseconds(ports.clock.now());
      return pipe(
        whoSeesBalances(state),
        TE.flatMapEither(() => balancesOf(balances, notedAt.slice(0, 7))),
        TE.map((read) => read.map((one) => ({ ...one, notedBy: by.slice(0, maxName), notedAt }))),
        TE.tap((noted) => fromStore(state.reviews.saveOpeningBalances(noted))),
        TE.map((noted) => noted.map(toListed)),
      );
    }),
  http: {
    method: 'post',
    path: '/opening-balances',
    given: fields({
      // The operation names the entry that is wrong.
      balances: list(
        checkedByRun(
          fields(openingBalanceFields, {
            isMarketplace: yesNo('A marketplace remits the tax of these sales. Default false'),
          }),
        ),
      ),
    }),
    ask: (given, { by }) => ({ ...given, by }),
    show: asPage,
    answer: pageOf(listedBalanceShape),
  },
});
