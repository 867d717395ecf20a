/** `exposure`: how near the economic nexus threshold of each US state the known sales are. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type DateRange, dayProblem } from '../domain/date-range.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { DailySales } from '../domain/review-store.ts';
import { type SalesBasis, salesBases } from '../reconcile/thresholds/counted-sales.ts';
import {
  type CountedStates,
  countStates,
  type CountingQuestion,
  type Exposure,
  exposureFrom,
  needsRegistration,
  type Question,
} from '../reconcile/thresholds/exposure.ts';
import { type Disagreement, measuringPeriods } from '../mapping/nexus-rule.ts';
import { daysRead } from './days-read.ts';
import { fail } from './failure.ts';
import { asIs, ofAccount, operation } from './operation.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import { knownRegistrations, registrationFields } from './registrations/known-registrations.ts';
import type { OfAccount } from './requests.ts';
import { count, day, eachOf, fields, list, named, oneOf, orNull, text, whole, yesNo } from './shapes.ts';
import { fromStore, type Operation, shownStorefronts, whoSeesAll, withAccount } from './state.ts';

/** Days, and whether refunds are subtracted. */
export interface ExposureQuestion {
  /** `YYYY-MM-DD`. Default: today in UTC. */
  readonly on?: string;
  /** Default `gross`. */
  readonly basis?: SalesBasis;
}

/** What the sync database knows for a workpaper of thresholds; the sales, sent or not, may be those of one state. */
export interface KnownForThresholds {
  readonly sales: readonly DailySales[];
  readonly question: Question;
}

/** Left with `FORBIDDEN` for a user who does not see all storefronts. */
export const knownForThresholds = (
  ports: OperationPorts,
  state: AccountState,
  only?: string,
): Operation<KnownForThresholds> =>
  pipe(
    wholeQuestion(ports, state, {}, only),
    TE.bindTo('question'),
    TE.bind('sales', () => {
      const { dailySales, dailySalesOf } = state.reviews;
      return fromStore(only === undefined ? dailySales : dailySalesOf(only));
    }),
  );

/** States whose threshold is reached while the business is not registered there. Left with `FORBIDDEN` for a user who does not see all. */
export const reachedStates = (ports: OperationPorts): Operation<readonly string[]> =>
  withAccount(ports, (state) =>
    pipe(
      countingQuestion(ports, state, {}),
      TE.flatMap((question) => countedStates(state, question)),
      TE.map(({ states }) => states.filter(needsRegistration).map((one) => one.state)),
    ),
  );

/** Where the thresholds stand. Left with `FORBIDDEN` for a user who does not see all storefronts. */
export const readNexusStates = (ports: OperationPorts): Operation<Exposure['states']> =>
  withAccount(ports, (state) =>
    pipe(
      questionWithDays(ports, state, {}),
      TE.bindTo('question'),
      TE.bind('counted', ({ question }) => countedStates(state, question)),
      TE.map(({ question, counted }) => exposureFrom(counted, question).states),
    ),
  );

export interface ExposurePromise {
  /**
   * How near the economic nexus threshold of each US state the sales are that the sync database knows, those of dry runs too, and
   * when it was crossed. An indication; the service decides. Asks no platform and not the service. Rejects with `RANGE` for a day
   * that is not in the calendar, with `INVALID` for another basis, and with `ACCOUNT`.
   *
   * @param request `on`: the day of the question, `YYYY-MM-DD`. Default: today in UTC. `basis`: `net` subtracts refunds. Default: `gross`
   *
   * @example
   * const { states } = await taxNexus.exposure({ on: '2026-03-31' });
   */
  readonly exposure: (request?: OfAccount & ExposureQuestion) => Promise<Exposure>;
}

const inBoth = (some: readonly DateRange[], others: readonly DateRange[]): readonly DateRange[] =>
  some.flatMap((one) =>
    others.flatMap((other) => {
      const from = one.from > other.from ? one.from : other.from;
      const to = one.to < other.to ? one.to : other.to;
      return from <= to ? [{ from, to }] : [];
    }),
  );

const byFirstDay = (a: DateRange, b: DateRange): number => a.from.localeCompare(b.from);

/** The days that were read of all storefronts, in order. */
const daysReadOfAll = (ports: OperationPorts, state: AccountState, today: string): Operation<readonly DateRange[]> =>
  pipe(
    shownStorefronts(ports, state),
    TE.flatMap(TE.traverseSeqArray((storefront) => daysRead(state, storefront, today))),
    TE.map(([first = [], ...others]) => [...others.reduce(inBoth, first)].sort(byFirstDay)),
  );

const todayOf = ({ clock }: Pick<OperationPorts, 'clock'>): string => instantOfMilliseconds(clock.now()).slice(0, 10);

/** Left with `FORBIDDEN` for a user who does not see all storefronts. */
const countingQuestion = (
  ports: OperationPorts,
  state: AccountState,
  { on = todayOf(ports), basis = 'gross' }: ExposureQuestion,
): Operation<CountingQuestion> =>
  pipe(
    whoSeesAll(state, 'Thresholds are counted for all storefronts together; you do not see all of them.'),
    TE.bind('registrations', () => fromStore(knownRegistrations(state))),
    TE.bind('openingBalances', () => fromStore(state.reviews.openingBalances)),
    TE.map((known) => ({ on, basis, ...state.stateSettings(), ...known })),
  );

/** With the days that were read. */
const questionWithDays = (ports: OperationPorts, state: AccountState, asked: ExposureQuestion): Operation<Question> =>
  pipe(
    countingQuestion(ports, state, asked),
    TE.flatMap((counting) =>
      pipe(
        daysReadOfAll(ports, state, todayOf(ports)),
        TE.map((read): Question => ({ ...counting, read })),
      ),
    ),
  );

/** With the sales that are not sent, of one state or all. */
const wholeQuestion = (
  ports: OperationPorts,
  state: AccountState,
  asked: ExposureQuestion,
  only?: string,
): Operation<Question> =>
  pipe(
    questionWithDays(ports, state, asked),
    TE.flatMap((question) =>
      pipe(
        fromStore(state.reviews.notSent(question.on, only)),
        TE.map((notSent): Question => ({ ...question, notSent })),
      ),
    ),
  );

/** Amounts of opening balances are larger than JSON has room for. */
const withTexts = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

/** Counted again only when the sales or the question have changed. */
const countedStates = (
  { reviews, countedStates: keep }: AccountState,
  question: CountingQuestion,
): Operation<CountedStates> => {
  const { on, basis, facilitatorLaws, nexusThresholds, marketplaceSales, registrations, openingBalances } = question;
  const dependsOn = [on, basis, facilitatorLaws, nexusThresholds, marketplaceSales, registrations, openingBalances];
  return pipe(
    // Before the sales: these may then be newer than their revision, and are counted again.
    fromStore(reviews.salesRevision),
    TE.flatMap((revision) =>
      keep(
        JSON.stringify([revision, ...dependsOn], withTexts),
        pipe(
          fromStore(reviews.dailySales),
          TE.flatMapTask((sales) => () => countStates(sales, question)),
        ),
      ),
    ),
  );
};

const thresholdAmounts = fields({
  sales: whole('US dollars', { minimum: 0 }),
  transactions: orNull(count),
  needsBoth: yesNo('Sales and transactions; otherwise either is enough'),
});

const disagreement = eachOf<Disagreement>({
  ...{ 'marketplace sales': true, 'measuring period': true, 'which sales count': true },
  ...{ 'whether the amount itself is enough': true, 'collect-from day': true },
});

const exposureShape = named(
  'Exposure',
  fields({
    on: day,
    basis: oneOf(...salesBases),
    known: orNull(fields({ from: day, to: day })),
    states: list(
      fields({
        state: text('TX'),
        status: oneOf('reached', 'over', 'below'),
        sales: text('US dollars without tax in the measuring period'),
        netSales: text('The same, less the refunds of these days'),
        transactions: count,
        period: fields({
          rule: oneOf(...measuringPeriods),
          from: day,
          to: day,
        }),
        threshold: thresholdAmounts,
        openingBalances: orNull(
          fields({
            sales: text('What opening balances add to "sales" and "netSales"'),
            transactions: whole('What they add to "transactions"', { minimum: 0 }),
            channels: list(text('A channel that is not connected')),
            decide: yesNo('The threshold is reached only with them'),
          }),
        ),
        percent: count,
        duties: list(
          fields({ crossedOn: day, threshold: thresholdAmounts, collectFrom: orNull(day), until: orNull(day) }),
        ),
        notCollected: orNull(
          fields({
            ...{
              from: day,
              to: day,
              sales: text('Your own sales since the day to collect from, US dollars without tax'),
            },
            untaxed: text('The taxable ones among them on which no tax was charged'),
            rate: orNull(text('Percent that was charged on taxed sales to the state')),
            tax: orNull(text('An estimate of the tax that was not collected, US dollars')),
          }),
        ),
        registration: orNull(fields(registrationFields)),
        notRead: list(fields({ from: day, to: day })),
        includesMarketplaceSales: yesNo(),
        lacksMarketplaceSales: yesNo('The state counts them, but your setting marketplaceSales skips or holds them'),
        disagreements: list(disagreement),
        source: fields({
          name: text('Statute, rule or state page; or your setting'),
          link: orNull(text('Where to read it: https://…')),
          on: orNull(day),
        }),
        isOutdated: yesNo('The source is older than a year'),
      }),
    ),
    registrations: list(fields({ state: text('TX'), ...registrationFields })),
    notSent: list(
      fields({
        state: orNull(text('TX; null where it is not known')),
        status: oneOf('waiting', 'skipped'),
        reason: text('not paid'),
        currency: orNull(text('USD; null where it is not known')),
        count,
        total: text('With tax, in that currency, as far as amounts are known'),
      }),
      'Sales that are not sent, and therefore not in these numbers',
    ),
    notInDollars: whole('Sales in other currencies, left out', { minimum: 0 }),
    otherCurrencies: list(
      fields({ state: text('TX'), currency: text('EUR'), count, sales: text('Without tax, in that currency') }),
    ),
    reviewedOn: day,
    isOutdated: yesNo('The thresholds are older than a year'),
  }),
);

export const exposure = operation<ExposurePromise['exposure']>()({
  name: 'exposure',
  summary: 'How near the economic nexus threshold of each US state the known sales are',
  right: 'view',
  about: ofAccount,
  ask: (request = {}) => request,
  run: (ports, asked) => {
    const { on, basis = 'gross' } = asked;
    // A host in JavaScript may ask for anything.
    if (!salesBases.includes(basis))
      return TE.fromEither(fail('INVALID', `"basis" must be one of ${salesBases.join(', ')}.`));
    const problem = on === undefined ? undefined : dayProblem(on);
    if (problem !== undefined) return TE.fromEither(fail('RANGE', problem));
    return withAccount(ports, (state) =>
      pipe(
        wholeQuestion(ports, state, asked),
        TE.bindTo('question'),
        TE.bind('counted', ({ question }) => countedStates(state, question)),
        TE.map(({ question, counted }) => exposureFrom(counted, question)),
      ),
    );
  },
  http: {
    method: 'get',
    path: '/exposure',
    given: fields(
      {},
      {
        on: text('The day of the question, YYYY-MM-DD. Default: today in UTC', { maxLength: 10 }),
        basis: oneOf(...salesBases),
      },
    ),
    ask: asIs,
    show: asIs,
    answer: exposureShape,
  },
});
