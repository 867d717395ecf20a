import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { dayProblem } from '../domain/date-range.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import { findCurrency, isSummable, moneyIn, parseMinorUnits } from '../domain/money.ts';
import type { NotedOpeningBalance, OpeningBalance, OpeningBalanceFilter } from '../domain/opening-balance.ts';
import { facilitatorLaws } from '../mapping/facilitator-laws.ts';
import { fail, type OperationFailure } from './failure.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import { fromStore, type Operation, whoSeesAll, withAccount } from './state.ts';

/** Characters of a name. */
const maxName = 200;

/** At a time. */
const maxBalances = 10_000;

const maxSales = 1_000_000_000;

/** What was sold to a state in a month through a channel that is not connected. */
export interface OpeningBalanceEntry {
  /** Your name of the channel, such as `Amazon`, at most 200 characters. */
  readonly channel: string;
  /** Two capital letters, such as `TX`. */
  readonly state: string;
  /** `YYYY-MM`; not a later month than this one. */
  readonly month: string;
  /** US dollars without tax, before refunds, as decimals: `12500.00`. */
  readonly sales: string;
  /** The number of sales. */
  readonly transactions: number;
  /** A marketplace remits the tax of these sales: they count only where the state counts such sales. Default false. */
  readonly isMarketplace?: boolean;
}

export interface OpeningBalancesRequest {
  /** At most 10,000. One of the same channel, state and month replaces the earlier one. */
  readonly balances: readonly OpeningBalanceEntry[];
  /** The person who states them, in your words. */
  readonly by: string;
}

/** An opening balance, who stated it and when. */
export interface ListedOpeningBalance extends Required<OpeningBalanceEntry> {
  readonly notedBy: string;
  /** RFC 3339, UTC. */
  readonly notedAt: string;
}

export interface RemovedOpeningBalances {
  /** Zero where none matched: nothing was changed. */
  readonly removed: number;
}

const seesAll = (state: AccountState): Operation<void> =>
  whoSeesAll(state, 'Opening balances are of all storefronts together; you do not see all of them.');

const listed = ({ count, sales, ...balance }: NotedOpeningBalance): ListedOpeningBalance => ({
  ...balance,
  sales: moneyIn('USD')(sales),
  transactions: count,
});

/** Sales of channels that are not connected, in the order of states, months and channels. Left with `FORBIDDEN`. */
export const listOpeningBalances = (ports: OperationPorts): Operation<readonly ListedOpeningBalance[]> =>
  withAccount(ports, (state) =>
    pipe(
      seesAll(state),
      TE.flatMap(() => fromStore(state.reviews.openingBalances)),
      TE.map((balances) => balances.map(listed)),
    ),
  );

const dollars = (text: string): E.Either<string, bigint> =>
  pipe(
    findCurrency('USD'),
    O.match(
      () => E.left('not a currency'),
      (usd) => parseMinorUnits(usd)(text),
    ),
  );

const nameOf = (channel: unknown): string => (typeof channel === 'string' ? channel.trim().slice(0, maxName) : '');

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

/** States sales of channels that are not connected: all of them, or none. Left with `INVALID` and `FORBIDDEN`. */
export const saveOpeningBalances = (
  ports: OperationPorts,
  { balances, by }: OpeningBalancesRequest,
): Operation<readonly ListedOpeningBalance[]> =>
  withAccount(ports, (state) => {
    const notedAt = instantOfMilliseconds(ports.clock.now());
    return pipe(
      seesAll(state),
      TE.flatMapEither(() => balancesOf(balances, notedAt.slice(0, 7))),
      TE.map((read) => read.map((one) => ({ ...one, notedBy: by.slice(0, maxName), notedAt }))),
      TE.tap((noted) => fromStore(state.reviews.saveOpeningBalances(noted))),
      TE.map((noted) => noted.map(listed)),
    );
  });

/** Removes those of a channel, of one state or month where these are given. Left with `INVALID` and `FORBIDDEN`. */
export const removeOpeningBalances = (
  ports: OperationPorts,
  { channel, state: code, month }: OpeningBalanceFilter,
): Operation<RemovedOpeningBalances> =>
  withAccount(ports, (state) =>
    pipe(
      seesAll(state),
      TE.flatMapEither(() =>
        nameOf(channel) === '' ? fail('INVALID', 'Enter the name of the channel.') : E.right(nameOf(channel)),
      ),
      TE.flatMap((name) =>
        fromStore(
          state.reviews.removeOpeningBalances({
            channel: name,
            ...(code !== undefined && { state: code }),
            ...(month !== undefined && { month }),
          }),
        ),
      ),
      TE.map((removed) => ({ removed })),
    ),
  );
