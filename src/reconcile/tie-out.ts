/** The result of a monthly tie-out, and the sums by currency from which it is made. */
import { moneyIn } from '../domain/money.ts';
import * as E from 'fp-ts/lib/Either.js';
import { isHoldReason } from '../domain/exclusion.ts';
import type { Compared, Difference } from './reconciliation.ts';

/** The platform's own totals of a month and the totals of the service, with the reason of every difference. Money as decimals. */
export interface TieOut {
  readonly storefront: string;
  /** `YYYY-MM` */
  readonly month: string;
  /** Nothing is unexplained, and the service holds what it should: each change is sent, or left out with a reason. */
  readonly isTied: boolean;
  readonly compared: Compared;
  /** The report or ledger of the platform; null if it could not be read. */
  readonly source: string | null;
  /** Why there are no totals, and which permission to grant; null if they were read. */
  readonly unavailable: string | null;
  readonly currencies: readonly TiedCurrency[];
  /** The unexplained rest: a payment, a sale or a day, with the amount. */
  readonly unexplained: readonly Unexplained[];
  /** Differences at the service, by name. */
  readonly atService: readonly Pick<Difference, 'kind' | 'id' | 'name' | 'message'>[];
  /** Transactions of which the service does not show total, tax, state and day. */
  readonly notCompared: number;
}

/** `platform = reasons + expected + rest` */
export interface TiedCurrency {
  readonly currency: string;
  readonly platform: TiedAmount;
  readonly reasons: readonly (TiedAmount & { readonly reason: string; readonly count: number })[];
  /** What the service should hold. */
  readonly expected: TiedAmount;
  /** What the service holds. */
  readonly service: TiedAmount;
  readonly rest: TiedAmount;
}

/** `tax` is null if the books of the platform do not state it. */
export interface TiedAmount {
  readonly total: string;
  readonly tax: string | null;
}

/** A part of the rest that has a name but no reason. */
export interface Unexplained {
  /** A day, or the name of a sale or payment. */
  readonly about: string;
  readonly currency: string;
  readonly total: string;
  readonly message: string;
}

/**
 * Lists what a tie-out explains although the service does not hold it: `1 sale, 109.99 USD, on hold`. Empty if the month is
 * complete. Pure.
 */
export const describeNotInService = ({ currencies }: Pick<TieOut, 'currencies'>): string =>
  currencies
    .flatMap(({ currency, reasons }) =>
      reasons.flatMap(({ reason, count, total }) => {
        const isLeftOut = reason === 'left out by decision';
        return isLeftOut || isHoldReason(reason)
          ? [`${sales(count)}, ${total} ${currency}, ${isLeftOut ? 'left out by decision' : 'on hold'}`]
          : [];
      }),
    )
    .join('; ');

/** Checks the text of a month; left with the error. */
export const tieOutMonth = (month: string): E.Either<string, string> =>
  /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) ? E.right(month) : E.left('Write the month as YYYY-MM, such as 2026-03');

/** An amount in minor units, and the tax that it contains. */
export interface Amount {
  readonly total: bigint;
  readonly tax: bigint;
}

export const zero: Amount = { total: 0n, tax: 0n };

export const plus = (a: Amount, b: Amount): Amount => ({ total: a.total + b.total, tax: a.tax + b.tax });

export const negative = ({ total, tax }: Amount): Amount => ({ total: -total, tax: -tax });

/** The sums of a tie-out, by currency. */
export interface Tally {
  readonly add: (side: 'platform' | 'expected' | 'service', currency: string, amount: Amount) => void;
  /** Explains a part of the platform's total that does not belong at the service; negative for the reverse. */
  readonly explain: (reason: string, currency: string, amount: Amount, count?: number) => void;
  /** Names an unexplained part of the rest. */
  readonly name: (about: string, currency: string, total: bigint, message: string) => void;
  readonly restOf: (currency: string) => Amount;
  readonly currencies: () => readonly string[];
  readonly named: () => readonly Unexplained[];
  readonly lines: (statesTax: boolean) => readonly TiedCurrency[];
}

interface Column {
  platform: Amount;
  expected: Amount;
  service: Amount;
  readonly reasons: Map<string, { readonly count: number; readonly amount: Amount }>;
}

export const makeTally = (): Tally => {
  const columns = new Map<string, Column>();
  const named: Unexplained[] = [];
  const columnOf = (currency: string): Column => {
    const known = columns.get(currency) ?? { platform: zero, expected: zero, service: zero, reasons: new Map() };
    columns.set(currency, known);
    return known;
  };
  const restOf = (currency: string): Amount => {
    const { platform, expected, reasons } = columnOf(currency);
    const explained = [...reasons.values()].reduce((sum, { amount }) => plus(sum, amount), expected);
    return plus(platform, negative(explained));
  };
  return {
    add: (side, currency, amount) => {
      const column = columnOf(currency);
      column[side] = plus(column[side], amount);
    },
    explain: (reason, currency, amount, count = 1) => {
      const { reasons } = columnOf(currency);
      const before = reasons.get(reason) ?? { count: 0, amount: zero };
      reasons.set(reason, { count: before.count + count, amount: plus(before.amount, amount) });
    },
    name: (about, currency, total, message) =>
      void named.push({ about, currency, total: moneyIn(currency)(total), message }),
    restOf,
    currencies: () => [...columns.keys()],
    named: () => named,
    lines: (statesTax) =>
      [...columns]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([currency, column]) => {
          const money = moneyIn(currency);
          const tied = ({ total, tax }: Amount): TiedAmount => ({
            total: money(total),
            tax: statesTax ? money(tax) : null,
          });
          return {
            currency,
            platform: tied(column.platform),
            reasons: [...column.reasons]
              .filter(([, { amount, count }]) => count > 0 || amount.total !== 0n || amount.tax !== 0n)
              .map(([reason, { count, amount }]) => ({ reason, count, ...tied(amount) })),
            expected: tied(column.expected),
            service: tied(column.service),
            rest: tied(restOf(currency)),
          };
        }),
  };
};

const sales = (count: number): string => (count === 1 ? '1 sale' : `${count} sales`);
