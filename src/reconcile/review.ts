/** The advice to a person after a run: what to check in the service, and which decisions are needed. */
import { intervalOf } from '../domain/date-range.ts';
import { millisecondsOf } from '../domain/instant.ts';
import { isInformational, type JurisdictionTotal, type ReportLine, type Run, type RunSummary } from '../domain/run.ts';
import { moneyIn } from '../domain/money.ts';
import { monthReviewLink, reviewLink, type ReviewUrl } from './review-link.ts';
import { remedyOf } from './reasons/reasons.ts';

/** What a person should do after a run: check the transactions in the service, and decide what only a person can. */
export interface Review {
  /** The name of the service in the prompt. */
  readonly service: string;
  /** The page to review the whole run; null if `service.reviewUrl` is not set, or leads only to a part of a run. */
  readonly url: string | null;
  readonly look: readonly ReviewItem[];
  readonly decide: readonly NeededDecision[];
  readonly prompt: string;
}

/** The transactions to find in the service for one state and month. */
export interface ReviewItem {
  readonly state: string;
  readonly month: string;
  readonly currency: string;
  readonly count: number;
  readonly total: string;
  readonly taxCollected: string;
  /** The page to review them; null if `service.reviewUrl` is not set, or leads only to single transactions. */
  readonly url: string | null;
}

/** A decision that a person must make, and the number of lines that it concerns. */
export interface NeededDecision {
  /** The reason or the finding: `missing address`, `conflict`, `drift`. */
  readonly what: string;
  readonly count: number;
  /** What to do about it; it names no setting. */
  readonly message: string;
  /** Settings that decide it, for developers: `policy.partiallyPaid`. */
  readonly settings: readonly string[];
}

/** @param reasons for how many sales need you; 0 where the page names them itself */
export const promptOf = (run: Run, present: number, reasons: number, url: string | null): string => {
  const decide =
    reasons === 0 ? '' : ` Sales need your decision for ${reasons} ${reasons === 1 ? 'reason' : 'reasons'}.`;
  if (run.dryRun) return `Dry run: nothing was pushed.${decide}`;
  const unfinished = run.kind === 'live' ? '' : describeUnfinished(run);
  const review = describeReview(run, present, run.status === 'finished' || run.status === 'canceled', url);
  return `${review}${decide}${unfinished}`;
};

const service = 'Tax Nexus Service';

/** The review of a run. Pure. `samples` are its failed lines and an example of each kind of held ones. */
export const reviewOf = (
  run: Run,
  summary: RunSummary,
  samples: readonly ReportLine[],
  reviewUrl: ReviewUrl,
): Review => {
  const decide = decisionsOf(summary, samples);
  const url = runReviewLink(reviewUrl, run);
  const present = summary.counts.succeeded + summary.counts.alreadyPresent;
  return {
    service,
    url,
    look: summary.totals.map(look(reviewUrl, run)).sort(byPlace),
    decide,
    prompt: promptOf(run, present, decide.length, url),
  };
};

const describeUnfinished = (run: Run): string => {
  const { status, range } = run;
  if (status === 'finished')
    return wasOver(run)
      ? ''
      : ` The days up to ${range.to} were not over when it began. Sync them again later, unless live sync is on.`;
  if (status === 'canceled') return ' The run was canceled: sales of its days may be missing.';
  return ' The run is not finished. Start it again to continue.';
};

/**
 * Whether the days were over when the run began. A run does not contain later sales of these days, and without live sync nothing
 * else would send them.
 */
const wasOver = ({ range, startedAt, timeZones }: Run): boolean =>
  Object.values(timeZones).every(
    (timeZone) => millisecondsOf(intervalOf(range, timeZone).end) <= millisecondsOf(startedAt),
  );

const describeReview = (run: Run, present: number, isOver: boolean, url: string | null): string => {
  if (present === 0)
    return isOver
      ? 'This run sent no transaction. There is nothing to review in the Tax Nexus Service.'
      : 'This run has sent no transaction yet.';
  const transactions = present === 1 ? 'the one transaction' : `the ${present} transactions`;
  const where = url === null ? '' : ` at ${url}`;
  return `Review ${transactions} of this run in the ${service}${where}, by state and month.${describeMonths(run)}`;
};

/** A service that counts months in UTC has a sale on the evening of a month's last day in the next month. */
const describeMonths = ({ timeZones }: Pick<Run, 'timeZones'>): string => {
  const zones = [...new Set(Object.values(timeZones))].filter((zone) => !['UTC', 'Etc/UTC'].includes(zone));
  return zones.length === 0 ? '' : ` Months are in ${zones.join(', ')}; the service may count them in UTC.`;
};

const decisionsOf = (summary: RunSummary, samples: readonly ReportLine[]): readonly NeededDecision[] => {
  const drifted = summary.adjustments.filter(({ kind }) => kind === 'drift').reduce((all, { count }) => all + count, 0);
  const waiting = [...Object.entries(summary.failed), ...Object.entries(summary.held)];
  const pushed = [
    ...Object.entries(summary.findings).filter(([finding]) => !isInformational(finding)),
    ...(drifted === 0 ? [] : [['drift', drifted] as const]),
  ];
  const decide = (what: string, count: number, words: string): NeededDecision => ({
    what,
    count,
    message: words,
    settings: remedyOf(what).settings ?? [],
  });
  return [
    ...waiting.map(([what, count]) => decide(what, count, `${remedyOf(what).todo}${exampleOf(what, samples)}`)),
    ...pushed.map(([what, count]) => {
      const { todo, todoWhenSent = todo } = remedyOf(what);
      return decide(what, count, `${todoWhenSent}${what === 'channel with open liability' ? channelsOf(summary) : ''}`);
    }),
  ];
};

const exampleOf = (what: string, samples: readonly ReportLine[]): string => {
  const sample = samples.find(({ reason }) => reason === what);
  return sample === undefined ? '' : ` For example ${sample.name} of ${sample.storefront}: ${sample.message ?? what}`;
};

const channelsOf = ({ openChannels }: RunSummary): string => {
  const channels = openChannels.map(
    ({ channel, currency, count, total }) => `${channel}: ${count}, ${moneyIn(currency)(total)} ${currency}`,
  );
  return channels.length === 0 ? '' : ` ${channels.join('; ')}.`;
};

/** The page to review the whole run. A live run has no days. */
const runReviewLink = (reviewUrl: ReviewUrl, { kind, range }: Run): string | null =>
  reviewLink(reviewUrl, kind === 'live' ? {} : range);

const look =
  (reviewUrl: ReviewUrl, { range }: Pick<Run, 'range'>) =>
  ({ jurisdiction: state, month, currency, count, total, taxCollected }: JurisdictionTotal): ReviewItem => {
    const money = moneyIn(currency);
    const url = monthReviewLink(reviewUrl, { state, month }, range);
    return { state, month, currency, count, total: money(total), taxCollected: money(taxCollected), url };
  };

const keyOf = ({ state, month, currency }: ReviewItem): string => `${state} ${month} ${currency}`;
const byPlace = (a: ReviewItem, b: ReviewItem): number => (keyOf(a) < keyOf(b) ? -1 : 1);
