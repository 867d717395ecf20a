/** Builds links into the web app of the tax service, so that a person can review there what a run sent. */
import { type DateRange, wholeMonth } from '../domain/date-range.ts';
import type { ReportLine } from '../domain/run.ts';

/** The placeholders of `service.reviewUrl`: `https://app.example.com/transactions/{id}`. */
export const reviewPlaceholders = ['id', 'from', 'to', 'state'] as const;

type Placeholder = (typeof reviewPlaceholders)[number];

/** A value for each placeholder that is known; the others are left out. */
export type ReviewValues = Readonly<Partial<Record<Placeholder, string>>>;

/** The setting `service.reviewUrl`; null if it is not set. */
export type ReviewUrl = string | null;

/**
 * The address with its placeholders filled in; null if a placeholder has no value, or the setting is missing. Pure.
 *
 * @example
 * reviewLink('https://app.example.com/sales?state={state}', { state: 'CA' }) // 'https://app.example.com/sales?state=CA'
 */
export const reviewLink = (reviewUrl: ReviewUrl, values: ReviewValues): string | null => {
  if (reviewUrl === null) return null;
  const isComplete = reviewPlaceholders.every((name) => values[name] !== undefined || !reviewUrl.includes(`{${name}}`));
  if (!isComplete) return null;
  return reviewPlaceholders.reduce(
    (url, name) => url.replaceAll(`{${name}}`, () => encodeURIComponent(values[name] ?? '')),
    reviewUrl,
  );
};

/** The page to review what a run sent to one state in one month. Pure. */
export const monthReviewLink = (
  reviewUrl: ReviewUrl,
  { state, month }: { readonly state: string; readonly month: string },
  range: DateRange,
  // A run has hundreds of states and months, and most services have no such page.
): string | null => (reviewUrl === null ? null : reviewLink(reviewUrl, { state, ...daysWithin(month, range) }));

/** The page to review one transaction of a run; null if the service does not hold it. Pure. */
export const transactionReviewLink = (
  reviewUrl: ReviewUrl,
  line: Pick<ReportLine, 'id' | 'outcome' | 'amounts'>,
): string | null => {
  if (reviewUrl === null || !isSent(line)) return null;
  const { id, amounts } = line;
  return reviewLink(reviewUrl, {
    id,
    ...(amounts !== null && { state: amounts.jurisdiction, ...wholeMonth(amounts.month) }),
  });
};

/** The days of a month, `YYYY-MM`, that lie in a range. Pure. */
const daysWithin = (month: string, range: DateRange): DateRange => {
  const { from, to } = wholeMonth(month);
  return { from: from < range.from ? range.from : from, to: to > range.to ? range.to : to };
};

const isSent = ({ outcome }: Pick<ReportLine, 'outcome'>): boolean =>
  outcome === 'succeeded' || outcome === 'alreadyPresent';
