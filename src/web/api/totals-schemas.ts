import { registrationStatuses } from '../../domain/registration.ts';
import { salesBases } from '../../reconcile/thresholds/counted-sales.ts';
import { type Disagreement, measuringPeriods } from '../../mapping/nexus-rule.ts';
import { count, day, fields, instant, list, named, oneOf, orNull, text, whole, yesNo } from './schema.ts';

const tied = { total: text('Decimals'), tax: orNull(text('Null where the books do not state it')) };

/** See `TieOut`. */
const tieOut = fields({
  storefront: text(),
  month: text('YYYY-MM'),
  isTied: yesNo('Nothing is left, and the service holds what it should'),
  compared: named('Compared'),
  source: orNull(text('The report or ledger of the platform')),
  unavailable: orNull(text('Why it could not be read, and which permission to grant')),
  currencies: list(
    fields({
      currency: text(),
      platform: fields(tied),
      reasons: list(fields({ reason: text(), count, ...tied })),
      expected: fields(tied),
      service: fields(tied),
      rest: fields(tied),
    }),
  ),
  unexplained: list(fields({ about: text(), currency: text(), total: text('Decimals'), message: text() })),
  atService: list(fields({ kind: text(), id: text(), name: text(), message: text() })),
  notCompared: count,
});

const decimals = text('Decimals');

const shopsWith = (number: typeof count) =>
  fields({
    ...{ sales: number, gross: text('Decimals, without tax'), exempt: text('Sent as exempt, or of a marketplace') },
    ...{ taxed: text('Of the rest, what the platform taxed'), notTaxed: decimals },
    ...{ unknownIfTaxed: text('With tax, and not known on how much of it'), tax: decimals },
    ...{ refunds: number, refunded: decimals, refundedTaxed: decimals, refundedUnknownIfTaxed: decimals },
    refundedTax: decimals,
  });

const figures = {
  currency: text(),
  shops: shopsWith(count),
  service: fields({ transactions: count, total: decimals, tax: decimals, reportedTax: decimals }),
};

/** See `PeriodStatement`. */
const periodStatement = fields({
  range: fields({ from: day, to: day }),
  storefronts: list(text()),
  at: text('RFC 3339, UTC'),
  lines: list(fields({ ...figures, month: text('YYYY-MM'), state: text() })),
  states: list(fields({ ...figures, state: text() })),
  totals: list(fields(figures)),
  held: list(
    fields({
      ...{ storefront: text(), name: text(), reason: text(), occurredAt: orNull(text()) },
      ...{ jurisdiction: orNull(text()), currency: orNull(text()), total: orNull(decimals) },
      timeZone: orNull(text('IANA, of its storefront')),
      decision: orNull(oneOf('send', 'leave out', 'accept', 'later')),
    }),
  ),
  heldTotals: list(fields({ currency: orNull(text()), count, total: text('Decimals') })),
  leftOut: list(
    fields({
      ...{ storefront: text(), name: text(), reason: text(), day: orNull(day) },
      ...{ jurisdiction: orNull(text()), currency: orNull(text()), total: orNull(decimals) },
      ...{ by: text(), at: text('RFC 3339, UTC'), note: text() },
    }),
    'The largest first, at most 500',
  ),
  leftOutTotals: list(fields({ currency: orNull(text()), count, total: text('Decimals') })),
  signOffs: list(
    fields({
      ...{ runId: text(), by: text(), at: text('RFC 3339, UTC') },
      ...{ range: fields({ from: day, to: day }), storefronts: list(text()) },
    }),
  ),
  closed: list(fields({ month: text('YYYY-MM'), by: text(), at: text('RFC 3339, UTC') })),
  afterClosing: list(
    fields({ month: text('YYYY-MM'), state: text(), currency: text(), shops: shopsWith(whole('May be negative', {})) }),
    'By how much figures of closed months have changed since each was closed',
  ),
  reopened: list(fields({ month: text('YYYY-MM'), by: text(), at: text('RFC 3339, UTC'), reason: text() })),
});

/** See `AccountOverview`. */
const accountOverview = fields({
  name: text(),
  storefronts: list(text()),
  lastSyncAt: orNull(text('RFC 3339, UTC')),
  open: fields({ count, totals: list(fields({ currency: orNull(text()), count, total: text('Decimals') })) }),
  toCheck: count,
  differences: count,
  completeThrough: orNull(day),
  signedOffThrough: orNull(day),
  openMonths: list(text('YYYY-MM')),
});

const thresholdAmounts = fields({
  sales: whole('US dollars', { minimum: 0 }),
  transactions: orNull(count),
  needsBoth: yesNo('Sales and transactions; otherwise either is enough'),
});

const eachDisagreement: Readonly<Record<Disagreement, true>> = {
  ...{ 'marketplace sales': true, 'measuring period': true, 'which sales count': true },
  ...{ 'whether the amount itself is enough': true, 'collect-from day': true },
};

const registration = {
  status: oneOf(...registrationStatuses),
  since: orNull(day),
  by: orNull(text('Who registered or files there')),
};

/** See `OpeningBalanceEntry`. */
export const openingBalance = {
  channel: text('Your name of it, such as Amazon', { maxLength: 200 }),
  state: text('TX', { maxLength: 2 }),
  month: text('YYYY-MM', { pattern: '^\\d{4}-\\d{2}$' }),
  sales: text('US dollars without tax, as decimals: 12500.00', { maxLength: 20 }),
  transactions: whole('The number of sales', { minimum: 0 }),
};

/** See `Exposure`. */
const exposure = fields({
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
          untaxed: text('Of these, taxable sales on which no tax was charged'),
          rate: orNull(text('Percent that was charged on taxed sales to the state')),
          tax: orNull(text('An estimate of the tax that was not collected, US dollars')),
        }),
      ),
      registration: orNull(fields(registration)),
      notRead: list(fields({ from: day, to: day })),
      includesMarketplaceSales: yesNo(),
      lacksMarketplaceSales: yesNo('The state counts them, but your setting marketplaceSales skips or holds them'),
      disagreements: list(oneOf(...Object.keys(eachDisagreement))),
      source: fields({
        name: text('Statute, rule or state page; or your setting'),
        link: orNull(text('Where to read it: https://…')),
        on: orNull(day),
      }),
      isOutdated: yesNo('The source is older than a year'),
    }),
  ),
  registrations: list(fields({ state: text('TX'), ...registration })),
  onHold: list(
    fields({
      ...{ state: orNull(text('Null where it is not known')), count },
      total: text('US dollars with tax, as far as amounts are known'),
    }),
  ),
  notInDollars: whole('Sales in other currencies, left out', { minimum: 0 }),
  otherCurrencies: list(
    fields({ state: text('TX'), currency: text('EUR'), count, sales: text('Without tax, in that currency') }),
  ),
  reviewedOn: day,
  isOutdated: yesNo('The thresholds are older than a year'),
});

/** What is computed about an account's sales. */
export const totalsSchemas = {
  ListedRegistration: fields({
    ...{ state: text('TX'), ...registration },
    isSetting: yesNo('In the settings of the account, which decide; otherwise a person noted it'),
  }),
  ListedRegistrationPage: fields({ items: list(named('ListedRegistration')), next: orNull(text()) }),
  ListedOpeningBalance: fields({
    ...openingBalance,
    isMarketplace: yesNo('A marketplace remits the tax of these sales'),
    notedBy: text('Who stated it'),
    notedAt: instant,
  }),
  ListedOpeningBalancePage: fields({ items: list(named('ListedOpeningBalance')), next: orNull(text()) }),
  RemovedOpeningBalances: fields({ removed: count }),
  RemovedRegistration: fields({ state: text('TX'), hasChanged: yesNo('False where none was noted') }),
  Exposure: exposure,
  PeriodStatement: periodStatement,
  AccountOverview: accountOverview,
  AccountOverviewPage: fields({ items: list(named('AccountOverview')), next: orNull(text()) }),
  TieOut: tieOut,
  TieOutPage: fields({ items: list(named('TieOut')), next: orNull(text()) }),
};
