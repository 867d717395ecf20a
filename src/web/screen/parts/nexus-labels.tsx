/** Where a state stands, and what its rule says, in words. */
import type { FC } from 'hono/jsx';
import type {
  CollectRule,
  DutyEnd,
  MeasuringPeriod,
  NexusRule,
  ThresholdAmounts,
} from '../../../mapping/nexus-rule.ts';
import type { StateExposure } from '../../../reconcile/thresholds/exposure.ts';
import type { NotCollected } from '../../../reconcile/thresholds/not-collected.ts';
import { count, dayLabel, grouped } from '../labels.ts';

export type NexusStatus = 'reached' | 'near' | 'registered' | 'over' | 'not known' | 'below';

/** Percent of a threshold that is near it. */
const near = 75;

export const nexusStatusOf = ({ status, percent, registration, notRead }: StateExposure): NexusStatus => {
  if (registration !== null) return 'registered';
  if (status !== 'below') return status;
  if (percent >= near) return 'near';
  return notRead.length > 0 ? 'not known' : 'below';
};

/** In the order of the legend: what needs a person first. */
export const nexusStatuses: Readonly<Record<NexusStatus, { readonly label: string; readonly tone: string }>> = {
  reached: { label: 'Reached', tone: 'bad' },
  near: { label: 'Near', tone: 'warn' },
  registered: { label: 'Registered', tone: 'good' },
  over: { label: 'Reached in the past', tone: '' },
  'not known': { label: 'Not known', tone: '' },
  below: { label: 'Not reached', tone: '' },
};

export const NexusBadge: FC<{ readonly status: NexusStatus }> = ({ status }) => (
  <span class={`badge ${nexusStatuses[status].tone}`}>{nexusStatuses[status].label}</span>
);

/** `100,000 USD or 200 sales` */
export const amountsLabel = ({ sales, transactions, needsBoth }: ThresholdAmounts): string =>
  [`${count(sales)} USD`, ...(transactions === null ? [] : [`${count(transactions)} sales`])].join(
    needsBoth ? ' and ' : ' or ',
  );

/** `more than 100,000 USD or 200 sales` */
export const ruleLabel = (rule: NexusRule): string =>
  `${rule.isReachedAtAmount ? 'at least' : 'more than'} ${amountsLabel(rule)}`;

export const measuredLabels: Readonly<Record<MeasuringPeriod, string>> = {
  'calendar year': 'this calendar year or the one before, at every sale',
  'previous calendar year': 'the calendar year before',
  '12 months': 'any 12 months, at every sale',
  '12 calendar months': '12 whole months, at the end of each month',
  '12 months to a quarter’s end': '12 months, at the end of March, June, September and December',
  'four quarters': 'four sales tax quarters, at the end of February, May, August and November',
  'year to September': 'the year to September 30, at its end',
};

export const collectLabels: Readonly<Record<CollectRule, string>> = {
  'next sale': 'at once, with the next sale',
  'next day': 'the day after',
  '30 days': '30 days after',
  '60 days': '60 days after',
  '60 days or January 1': '60 days after or January 1, whichever is earlier',
  '1st month': 'the first day of the next month',
  '2nd month': 'the first day of the second month after',
  '3rd month': 'the first day of the third month after',
  '4th month': 'the first day of the fourth month after',
  'month after 30 days': 'the first day of the month that begins 30 days or more after',
  'month within 30 days': 'the last first day of a month within 30 days',
  'month within 60 days': 'the last first day of a month within 60 days',
  'month after 90 days': 'the first day of the month after the 90th day',
  'next quarter': 'the first day of the next quarter',
  '3 months after the quarter': '3 months after the quarter',
  '50 days after the quarter': '50 days after the quarter',
  'month after 30 days after the quarter': 'the first day of the month after the 30th day after the quarter',
  'October 1': 'October 1',
  'January 1': 'January 1',
  'April 1': 'April 1',
};

export const endLabels: Readonly<Record<DutyEnd, string>> = {
  'next calendar year': 'to the end of the year after the last one in which the threshold was reached',
  'year after': 'one year from the day on which it begins, for each year in which the threshold was reached',
  'one year': 'one year; then the last 12 months are tested again',
  '12 months, then while met': '12 months, then as long as the threshold is reached at the end of a quarter',
  'while met': 'as long as the threshold is reached at the end of a month',
};

/** From which day to collect; `–` where there is no duty. */
export const collectFromLabel = ({ duties, status }: Pick<StateExposure, 'duties' | 'status'>): string => {
  const duty = duties.at(-1);
  if (duty === undefined) return '–';
  if (status === 'over' && duty.until !== null) return `over since ${dayLabel(duty.until)}`;
  return duty.collectFrom === null ? 'not known' : dayLabel(duty.collectFrom);
};

/** `1,091.20 USD` */
export const notCollectedTax = ({ tax }: NotCollected): string =>
  tax === null ? 'no rate known' : `${grouped(tax)} USD`;

/** `8.800 % of 12,400.00 untaxed` */
export const notCollectedBase = ({ rate, untaxed }: NotCollected): string =>
  `${rate === null ? '' : `${rate} % of `}${grouped(untaxed)} untaxed`;

/** Days that were not read may hold the sales that reach the threshold, also of a state that is near. */
export const isNotKnown = ({ status, notRead, registration }: StateExposure): boolean =>
  status === 'below' && notRead.length > 0 && registration === null;
