/** Sales of channels that are not connected, as people state them. */
import type { NotedOpeningBalance } from '../../domain/opening-balance.ts';
import { moneyIn } from '../../domain/money.ts';
import type { AccountState } from '../ports.ts';
import { fields, instant, named, text, whole, yesNo } from '../shapes.ts';
import { type Operation, whoSeesAll } from '../state.ts';

/** Characters of a name. */
export const maxName = 200;

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

/** An opening balance, who stated it and when. */
export interface ListedOpeningBalance extends Required<OpeningBalanceEntry> {
  readonly notedBy: string;
  /** RFC 3339, UTC. */
  readonly notedAt: string;
}

export const whoSeesBalances = (state: AccountState): Operation<void> =>
  whoSeesAll(state, 'Opening balances are of all storefronts together; you do not see all of them.');

export const toListed = ({ count, sales, ...balance }: NotedOpeningBalance): ListedOpeningBalance => ({
  ...balance,
  sales: moneyIn('USD')(sales),
  transactions: count,
});

export const nameOf = (channel: unknown): string =>
  typeof channel === 'string' ? channel.trim().slice(0, maxName) : '';

export const openingBalanceFields = {
  channel: text('Your name of it, such as Amazon', { maxLength: maxName }),
  state: text('TX', { maxLength: 2 }),
  month: text('YYYY-MM', { pattern: '^\\d{4}-\\d{2}$' }),
  sales: text('US dollars without tax, as decimals: 12500.00', { maxLength: 20 }),
  transactions: whole('The number of sales', { minimum: 0 }),
};

export const listedBalanceShape = named(
  'ListedOpeningBalance',
  fields({
    ...openingBalanceFields,
    isMarketplace: yesNo('A marketplace remits the tax of these sales'),
    notedBy: text('Who stated it'),
    notedAt: instant,
  }),
);
