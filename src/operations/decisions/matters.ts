/** What waits for a person, or was decided: which matters a request is about. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { DecisionAction, MatterFilter, MatterGroup } from '../../domain/decision.ts';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import { moneyIn } from '../../domain/money.ts';
import type { AccountState, OperationPorts } from '../ports.ts';
import { count, eachOf, fields, named, oneOf, storefrontName, text, yesNo } from '../shapes.ts';
import { type Operation, shownStorefronts, withAccount, withRun } from '../state.ts';

/** The sum of the matters of one currency. Money as decimals in major units; null where no currency is known. */
export interface OpenTotal {
  readonly currency: string | null;
  readonly count: number;
  readonly total: string;
}

/** Which matters a decision is about. */
export interface Selection {
  readonly what: string;
  readonly isSent: boolean;
  readonly storefront?: string;
  readonly currency?: string;
  /** A part of the name or of an id (of more than 5,000: the whole), a state or country, or an amount. */
  readonly text?: string;
  /** Only this line. */
  readonly lineId?: string;
  /** Only these lines, 500 at most. */
  readonly lineIds?: readonly string[];
}

/** Which matters are listed. */
export interface MattersRequest extends Partial<Selection> {
  /** Default `open`. */
  readonly state?: 'open' | 'decided';
  readonly batch?: string;
  /** How decided matters were decided; `send` selects what waits to be sent. Default: any way. */
  readonly action?: DecisionAction;
  readonly runId?: string;
  /** Default `money`: the largest first. */
  readonly sort?: 'money' | 'newest';
  /** `next` of the page before. */
  readonly cursor?: string;
  /** 1 to 500. Default 50. */
  readonly limit?: number;
}

/** Left with `UNKNOWN_RUN` for a run that the user does not see. */
export const withMatters = <A>(
  ports: OperationPorts,
  request: MattersRequest,
  use: (state: AccountState, filter: MatterFilter) => Operation<A>,
): Operation<A> => {
  const find = (state: AccountState): Operation<A> =>
    pipe(
      shownStorefronts(ports, state),
      TE.flatMap((shown) => use(state, filterOf(ports, shown, request))),
    );
  return request.runId === undefined ? withAccount(ports, find) : withRun(ports, request.runId, find);
};

export const decimalTotal = (currency: string | null, total: bigint): string =>
  currency === null ? total.toString() : moneyIn(currency)(total);

/** The sums by currency. Pure. */
export const openTotals = (parts: readonly Pick<MatterGroup, keyof OpenTotal>[]): readonly OpenTotal[] => {
  const sums = new Map<string | null, { readonly count: number; readonly total: bigint }>();
  for (const { currency, count, total } of parts) {
    const before = sums.get(currency) ?? { count: 0, total: 0n };
    sums.set(currency, { count: before.count + count, total: before.total + total });
  }
  return [...sums].map(([currency, { count, total }]) => ({ currency, count, total: decimalTotal(currency, total) }));
};

export const decisionAction = eachOf<DecisionAction>({ send: true, 'leave out': true, accept: true, later: true });

/** The fields of a request that select matters. */
export const whatIsAsked = {
  what: text('The reason, the finding, or "adjustment: refund"', { minLength: 1, maxLength: 200 }),
  isSent: yesNo('Whether the service holds them; otherwise they failed or are held'),
};

export const narrowing = {
  storefront: storefrontName,
  currency: text('ISO 4217', { maxLength: 3 }),
  text: text('A number or id, a state or country, or an amount; of up to 5,000 also a part of a number or id', {
    maxLength: 100,
  }),
  lineId: text('Of one line', { minLength: 1 }),
};

export const matterState = oneOf('open', 'decided');

/** The fields of an answer that name a matter. */
export const whatIsAnswered = {
  what: text('The reason, the finding, or "adjustment: refund"'),
  isSent: yesNo('Whether the service holds it'),
};

export const requestedRecordsShape = named('RequestedRecords', fields({ records: count }));

const filterOf = (
  { clock }: Pick<OperationPorts, 'clock'>,
  shown: readonly string[],
  { storefront, what, isSent, currency, text, lineId, lineIds, batch, action, runId, state = 'open' }: MattersRequest,
): MatterFilter => ({
  ...(what !== undefined && { what }),
  ...(isSent !== undefined && { isSent }),
  ...(currency !== undefined && { currency }),
  ...(text !== undefined && { text }),
  ...(lineId !== undefined && { lineId }),
  ...(lineIds !== undefined && { lineIds }),
  ...(batch !== undefined && { batch }),
  ...(action !== undefined && { actions: [action] }),
  ...(runId !== undefined && { runId }),
  state,
  storefronts: shown.filter((name) => (storefront ?? name) === name),
  now: instantOfMilliseconds(clock.now()),
});
