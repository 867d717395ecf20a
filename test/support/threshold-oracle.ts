/**
 * The duties of a state, counted day by day: slowly, from the words of the states' rules, and with nothing of the sources.
 * Days are numbers here, from 1970-01-01 on.
 */

/** What is known of a day of a state. Cents. */
export interface OracleSale {
  readonly day: string;
  readonly cents: number;
  /** After refunds of the day. */
  readonly netCents: number;
  readonly count: number;
  readonly isMarketplace: boolean;
  readonly isExempt: boolean;
  readonly isResale: boolean;
  /** Of `cents`, and sales of `count` that are it as a whole. */
  readonly notTaxableCents: number;
  readonly notTaxableCount: number;
}

/** Of a channel that is not connected: a month without a day. */
export interface OracleBalance {
  readonly month: string;
  readonly cents: number;
  readonly count: number;
  readonly isMarketplace: boolean;
}

/**
 * State, first day, measured over (C this or the previous calendar year, P the previous one, R any 12 months, RM 12 calendar months, RQ to
 * a quarter's end, Q New York's quarters, S the year to September), amount, transactions, whether exempt sales, resale and marketplace
 * sales count, from when to collect, and until when.
 */
const present = `
AK 2020-04-01 C  >=100000 -     exempt resale marketplace ?    ?
AL 2018-10-01 P   >250000 -     exempt -      -           JAN  year
AR 2019-07-01 C   >100000 or201 -      -      -           N    next
AZ 2019-10-01 C   >100000 -     exempt resale -           F30  next
CA 2019-04-01 C   >500000 -     exempt resale marketplace N    next
CO 2019-06-01 C   >100000 -     exempt -      -           F90  next
CT 2018-12-01 S  >=100000 and200 exempt -     marketplace OCT  year
DC 2019-01-01 C   >100000 or201 exempt -      marketplace N    next
FL 2021-07-01 P   >100000 -     -      -      -           JAN  year
GA 2019-01-01 C   >100000 or200 exempt -      -           N    next
HI 2018-07-01 C  >=100000 or200 exempt resale marketplace M1   next
IA 2019-01-01 C  >=100000 -     exempt resale marketplace F30  next
ID 2019-06-01 C   >100000 -     exempt resale marketplace N    next
IL 2018-10-01 RQ >=100000 -     exempt -      -           Q0   1y
IN 2018-10-01 C   >100000 -     exempt resale -           N    next
KS 2021-07-01 C   >100000 -     exempt resale marketplace N    next
KY 2018-10-01 C   >100000 -     exempt resale marketplace F60  next
LA 2020-07-01 C   >100000 -     exempt -      -           D60  next
MA 2019-10-01 C   >100000 -     exempt resale -           M3   next
MD 2018-10-01 C   >100000 or200 exempt resale marketplace M1   next
ME 2018-07-01 C   >100000 -     exempt resale -           F30  next
MI 2018-10-01 P   >100000 or200 exempt resale marketplace JAN  year
MN 2018-10-01 R   >100000 or200 exempt -      marketplace F60  ?
MO 2023-01-01 RQ  >100000 -     -      -      marketplace Q3   12m+
MS 2018-09-01 R   >250000 -     exempt resale -           N    ?
NC 2018-11-01 C   >100000 -     exempt resale marketplace N    next
ND 2018-10-01 C   >100000 -     -      -      -           D60J next
NE 2019-01-01 C   >100000 or200 exempt -      marketplace M2   next
NJ 2018-11-01 C   >100000 or200 exempt resale marketplace D30  next
NM 2019-07-01 P  >=100000 -     -      -      -           JAN  year
NV 2018-11-01 C   >100000 or200 exempt -      marketplace F30  next
NY 2018-06-21 Q   >500000 and101 exempt resale marketplace QN  ?
OH 2019-08-01 C   >100000 or200 exempt -      marketplace D1   next
OK 2019-11-01 C  >=100000 -     -      -      -           M1   next
PA 2019-07-01 P   >100000 -     exempt resale marketplace APR  year
PR 2021-01-01 C   >100000 or200 exempt resale -           ?    ?
RI 2019-07-01 P  >=100000 or200 exempt resale marketplace JAN  year
SC 2018-11-01 C   >100000 -     exempt resale marketplace M2   next
SD 2018-11-01 C   >100000 -     exempt resale marketplace N    next
TN 2019-10-01 R   >100000 -     exempt -      -           M3   ?
TX 2019-10-01 RM >=500000 -     exempt resale marketplace M4   12m-
UT 2019-01-01 C   >100000 -     exempt resale -           N    next
VA 2019-07-01 C   >100000 or200 exempt -      -           N    next
VT 2018-07-01 RQ >=100000 or200 exempt resale marketplace QV   ?
WA 2018-10-01 C   >100000 -     exempt resale marketplace F30  next
WI 2018-10-01 C   >100000 -     exempt resale marketplace N    next
WV 2019-01-01 C  >=100000 or200 exempt resale marketplace N    next
WY 2019-02-01 C   >100000 -     exempt resale -           N    next`;

/** What was different until a day, the earliest first. */
const earlier = `
AK 2025-01-01 or200
AZ 2020-01-01 >200000
AZ 2021-01-01 >150000
CT 2019-07-01 >=250000
GA 2020-01-01 >250000
IA 2019-07-01 or200
IL 2026-01-01 or200
IN 2024-01-01 or200
KY 2021-07-01 or200 collect:F30back
KY 2026-08-01 or200
LA 2023-08-01 or200 resale
ME 2022-01-01 or200
MN 2019-10-01 or100 tenSales
MS 2020-07-01 marketplace
NC 2019-01-01 or200 collect:D60
NC 2024-07-01 or200
ND 2019-07-01 or200
SD 2023-07-01 or200
TN 2020-10-01 >500000
UT 2025-07-01 or200
WA 2019-03-14 or200 noResale
WA 2020-01-01 noResale
WI 2021-02-20 or200
WV 2019-07-01 >100000
WY 2024-07-01 or200`;

/** Sales of before never count. */
const countsFrom: Readonly<Record<string, string>> = { KS: '2021-01-01', MD: '2018-10-01' };

interface Rule {
  readonly from: number;
  readonly to: number;
  readonly orMore: boolean;
  readonly cents: number;
  readonly transactions: { readonly both: boolean; readonly count: number } | null;
  readonly tenSales: boolean;
  readonly exempt: boolean;
  readonly resale: boolean;
  readonly marketplace: boolean;
  readonly collect: string;
}

interface StateRules {
  readonly rules: readonly Rule[];
  readonly period: string;
  readonly until: string;
  readonly countsFrom: number;
}

const dayMs = 86_400_000;
const numberOf = (day: string): number => Date.parse(day) / dayMs;
const dayOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);
const yearOf = (number: number): number => Number(dayOf(number).slice(0, 4));
/** Months since year 0. */
const monthOf = (number: number): number => yearOf(number) * 12 + Number(dayOf(number).slice(5, 7)) - 1;
/** The first day of a month. */
const first = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1) / dayMs;
const yearLater = (number: number, years = 1): number => {
  const day = dayOf(number);
  const same = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
  return same.endsWith('02-29') && new Date(same).getUTCDate() !== 29
    ? numberOf(`${same.slice(0, 4)}-02-28`)
    : numberOf(same);
};

const lastDay = numberOf('2100-01-01');

const withWords = (rule: Rule, words: readonly string[]): Rule =>
  words.reduce((one, word): Rule => {
    const amount = /^(>=?)(\d+)$/.exec(word);
    if (amount !== null) return { ...one, orMore: amount[1] === '>=', cents: Number(amount[2]) * 100 };
    const count = /^(or|and)(\d+)$/.exec(word);
    if (count !== null) return { ...one, transactions: { both: count[1] === 'and', count: Number(count[2]) } };
    if (word.startsWith('collect:')) return { ...one, collect: word.slice('collect:'.length) };
    if (word === 'noResale') return { ...one, resale: false };
    return { ...one, [word]: true };
  }, rule);

const rulesOf = (line: string): readonly [string, StateRules] => {
  const [state = '', since = '', period = '', ...words] = line.split(/\s+/);
  const [collect = '', until = ''] = words.slice(-2);
  const none: Rule = {
    ...{ from: numberOf(since), to: lastDay, orMore: false, cents: 0, transactions: null, tenSales: false },
    ...{ exempt: false, resale: false, marketplace: false, collect },
  };
  const now = withWords(
    none,
    words.slice(0, -2).filter((word) => word !== '-'),
  );
  const before = earlier
    .trim()
    .split('\n')
    .map((one) => one.split(' '))
    .filter(([of]) => of === state);
  const starts = [since, ...before.map(([, end = '']) => end)].map(numberOf);
  const rules = starts.map((from, n): Rule => {
    const words = before[n]?.slice(2);
    const to = (starts[n + 1] ?? lastDay + 1) - 1;
    return { ...(words === undefined ? now : withWords(now, words)), from, to };
  });
  return [state, { rules, period, until, countsFrom: numberOf(countsFrom[state] ?? '1970-01-01') }];
};

const states: ReadonlyMap<string, StateRules> = new Map(present.trim().split('\n').map(rulesOf));

export const oracleStates: readonly string[] = [...states.keys()];

/** The days over which a period adds up, and the first on which sales are of it and not of the one before. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly own: number;
}

/** 12 months that end with the part of `months` months, counted from `offset`, in which a day is. */
const spanOf = (day: number, months: number, offset: number): Span => {
  const part = Math.floor((monthOf(day) - offset) / months);
  const next = first((part + 1) * months + offset);
  return { own: first(part * months + offset), start: first((part + 1) * months + offset - 12), end: next - 1 };
};

const measuredOn = (period: string, day: number): Span => {
  if (period === 'R') return { start: yearLater(day, -1) + 1, end: day, own: day };
  if (period === 'RM') return spanOf(day, 1, 0);
  if (period === 'RQ') return spanOf(day, 3, 0);
  if (period === 'Q') return spanOf(day, 3, 2);
  return period === 'S' ? spanOf(day, 12, 9) : spanOf(day, 12, 0);
};

const nextOrFirst = (day: number): number => (dayOf(day).endsWith('-01') ? day : first(monthOf(day) + 1));

const collectOn = (how: string, on: number, { end }: Span): number | null => {
  const month = monthOf(on);
  switch (how) {
    case '?':
      return null;
    case 'D1':
      return on + 1;
    case 'D30':
      return on + 30;
    case 'D60':
      return on + 60;
    case 'D60J':
      return Math.min(on + 60, first((yearOf(on) + 1) * 12));
    case 'M1':
    case 'M2':
    case 'M3':
    case 'M4':
      return first(month + Number(how[1]));
    case 'F30':
      return nextOrFirst(on + 30);
    case 'F30back':
      return first(monthOf(on + 30));
    case 'F60':
      return first(monthOf(on + 60));
    case 'F90':
      return first(monthOf(on + 90) + 1);
    case 'Q3':
      return first(monthOf(end) + 4) - 1;
    case 'QN':
      return end + 1 + 50;
    case 'QV':
      return first(monthOf(end + 30) + 1);
    case 'Q0':
    case 'OCT':
    case 'JAN':
      return end + 1;
    case 'APR':
      return first(monthOf(end) + 4);
    default:
      return on;
  }
};

export interface OracleAnswer {
  /** `[crossed on, collect from, until]` of each duty. */
  readonly duties: readonly (readonly [string, string | null, string | null])[];
  /** Of the measuring period up to the day of the question. */
  readonly cents: number;
  readonly count: number;
}

type Counted = Readonly<Record<'from' | 'to' | 'gross' | 'net' | 'count', number>>;

interface Met {
  readonly on: number;
  readonly collect: string;
  readonly span: Span;
  /** The span was over before the rule began. */
  readonly begins: number | null;
}

/** The result of the rules on a day. */
export const askOracle = (
  state: string,
  { sales, balances }: { readonly sales: readonly OracleSale[]; readonly balances: readonly OracleBalance[] },
  { on: asked, basis }: { readonly on: string; readonly basis: 'gross' | 'net' },
): OracleAnswer => {
  const known = states.get(state);
  if (known === undefined) throw new Error(`${state} is not in the table`);
  const { period, until, rules } = known;
  const today = numberOf(asked);
  /** What a rule counts, each from the first to the last day on which it may be meant. */
  const countedBy = (rule: Rule): readonly Counted[] =>
    [
      ...sales
        .filter(({ isMarketplace }) => !isMarketplace || rule.marketplace)
        .filter(({ isExempt, isResale }) => (isResale ? rule.resale : !isExempt || rule.exempt))
        .map((one) => {
          const isTaxableOnly = !rule.exempt && !one.isExempt && !one.isResale;
          const [cents, count] = isTaxableOnly ? [one.notTaxableCents, one.notTaxableCount] : [0, 0];
          const sums = { gross: one.cents - cents, net: one.netCents - cents, count: one.count - count };
          return { from: numberOf(one.day), to: numberOf(one.day), ...sums };
        }),
      ...balances
        .filter(({ isMarketplace }) => !isMarketplace || rule.marketplace)
        .map(({ month, cents, count }) => {
          const from = numberOf(`${month}-01`);
          return { from, to: first(monthOf(from) + 1) - 1, gross: cents, net: cents, count };
        }),
    ].filter(({ from }) => from <= today && from >= known.countsFrom);
  const counted = new Map(rules.map((rule) => [rule, countedBy(rule)]));
  const sumOf = (rule: Rule, from: number, to: number, of: 'gross' | 'net' = basis) => {
    let [cents, count] = [0, 0];
    for (const one of counted.get(rule) ?? []) {
      if (one.from > to || one.to < from) continue;
      cents += one[of];
      count += one.count;
    }
    return { cents, count };
  };
  const isEnough = (rule: Rule, from: number, to: number): boolean => {
    const { cents, count } = sumOf(rule, from, to);
    const bySales = (rule.orMore ? cents >= rule.cents : cents > rule.cents) && (!rule.tenSales || count >= 10);
    if (rule.transactions === null) return bySales;
    const byCount = count >= rule.transactions.count;
    return rule.transactions.both ? bySales && byCount : bySales || byCount;
  };

  /** A sum after refunds falls: who tests at every sale does not look back; who tests at the end looks at the end alone. */
  const isTestedAtEnd = basis === 'net' && period !== 'C' && period !== 'R';
  const met: Met[] = [];
  for (const rule of rules.filter(({ from }) => from <= today)) {
    const before = measuredOn(period, measuredOn(period, rule.from).own - 1);
    if (isEnough(rule, before.start, before.end)) met.push({ ...rule, on: rule.from, span: before, begins: rule.from });
    const last = Math.min(rule.to, today);
    const days = new Set(counted.get(rule)?.map(({ from }) => from));
    for (let day = rule.from; day <= last;) {
      if (period === 'R' && !days.has(day)) {
        day += 1;
        continue;
      }
      const span = measuredOn(period, day);
      const end = Math.min(span.end, last);
      let crossed: number | null = null;
      for (let one = day; one <= end; one += 1) {
        const enough = isEnough(rule, span.start, one);
        if (enough) crossed ??= one;
        else if (isTestedAtEnd) crossed = null;
        if (crossed !== null && !isTestedAtEnd) break;
      }
      if (crossed !== null) met.push({ ...rule, on: crossed, span, begins: null });
      day = end + 1;
    }
  }

  const duties: { on: number; from: number | null; until: number | null }[] = [];
  for (const { on, collect, span, begins } of met) {
    const regular = collectOn(collect, on, span);
    const from = regular === null ? null : (begins ?? regular);
    const start = from ?? on;
    const before = duties.at(-1);
    const goesOn = before !== undefined && (before.until === null || on <= before.until || start <= before.until + 1);
    /** The test at the end of this span makes it last to the end of the next month or quarter. */
    const toNextTest = first(monthOf(span.end) + (until === '12m+' ? 4 : 2)) - 1;
    const ends = (): number | null => {
      if (until === 'next') return first((yearOf(span.end) + 2) * 12) - 1;
      if (until === 'year') return yearLater(regular ?? start) - 1;
      if (until === '1y') return yearLater(start) - 1;
      if (until === '12m+') return Math.max(yearLater(start) - 1, toNextTest);
      return until === '12m-' ? Math.max(start, toNextTest) : null;
    };
    if (!goesOn) {
      duties.push({ on, from: regular === null ? null : start, until: ends() });
      continue;
    }
    if (before.until === null) continue;
    // Illinois looks again when the year is over, and at nothing in between.
    if (until === '1y') before.until = span.end >= before.until ? yearLater(before.until + 1) - 1 : before.until;
    else if (until === '12m+' || until === '12m-') before.until = Math.max(before.until, toNextTest);
    else before.until = Math.max(before.until, ends() ?? 0);
  }
  const rule = rules.findLast(({ from }) => from <= today) ?? rules[0];
  if (rule === undefined) throw new Error('it has one');
  const { start } = measuredOn(period, today);
  const asText = (day: number | null): string | null => (day === null ? null : dayOf(day));
  return {
    ...sumOf(rule, start, today, 'gross'),
    duties: duties.map(({ on, from, until: end }) => [dayOf(on), asText(from), asText(end)]),
  };
};
