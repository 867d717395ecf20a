/** Counts the days that a finished sync has covered as soon as someone opens the calendar, without a button. */
import type { DateRange } from '../../domain/date-range.ts';
import type { Run } from '../../domain/run.ts';
import { ifRefused } from '../../operations/tax-nexus-error.ts';
import { coveredDays, type StorefrontDays, todayIn } from './days.ts';
import type { ScreenContext } from './page.tsx';

/** Newest runs that are searched for one that ended after a count. */
export const maxRuns = 20;

/** The month, `YYYY-MM`, that the calendar opens on: of the last day that a finished sync covered, or of yesterday. Pure. */
export const openingMonth = (runs: readonly Run[], storefronts: readonly string[], now: number): string => {
  const yesterday = todayIn('UTC', now - 86_400_000);
  const last = runs
    .filter((run) => isFinished(run) && run.storefronts.some((name) => storefronts.includes(name)))
    .map(({ range }) => range.to)
    .sort()
    .at(-1);
  return (last === undefined || last > yesterday ? yesterday : last).slice(0, 7);
};

/**
 * Counts one storefront after the other, and only for a person who may do so. It reads the platform and the service, and sends
 * nothing. It does not begin after a failure, which would repeat itself, nor when another site's page opened this one.
 */
export const countAfterSync = async (
  context: ScreenContext,
  shown: readonly StorefrontDays[],
  runs: readonly Run[],
): Promise<void> => {
  const { counting } = context.var.taxNexus.pages;
  const { headers } = context.req.raw;
  const isOwn = ['same-origin', 'none'].includes(headers.get('sec-fetch-site') ?? 'none');
  const isMeant = context.req.method === 'GET' && isOwn && !headers.has('sec-purpose');
  if (!isMeant || !context.var.page.links.may('operate') || counting.now() !== undefined) return;
  for (const one of shown) {
    const range = one.timeZone === null ? undefined : daysToCount(one, runs);
    if (range === undefined || counting.failure(one.storefront) !== undefined) continue;
    await counting.begin(one.storefront, range).catch(ifRefused(false));
    return;
  }
};

const isFinished = ({ status, dryRun }: Run): boolean => status === 'finished' && !dryRun;

/**
 * From the first to the last day that a finished sync covered and that was not counted since; undefined without such a day. A
 * complete day is not counted again. Pure.
 */
const daysToCount = ({ storefront, days }: StorefrontDays, runs: readonly Run[]): DateRange | undefined => {
  const covering = runs
    .filter((run) => isFinished(run) && run.storefronts.includes(storefront))
    .flatMap((run) => {
      const covered = coveredDays(run, storefront);
      return covered === undefined ? [] : [{ ...covered, at: run.finishedAt ?? '' }];
    });
  const due = days.filter(
    ({ day, state, counted }) =>
      (state === 'unknown' || state === 'short') &&
      covering.some(({ from, to, at }) => day >= from && day <= to && at > (counted?.countedAt ?? '')),
  );
  const [first, last] = [due[0], due.at(-1)];
  return first === undefined || last === undefined ? undefined : { from: first.day, to: last.day };
};
