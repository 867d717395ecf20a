/** The progress of a run in one line: counts, speed and the time that is left. */
import { formatDuration } from '../domain/format-duration.ts';
import { counted } from './render/words.ts';
import type { RunProgress } from '../app/plugin/tax-nexus.ts';

/** `18.6/s` and, if known, `about 17 s left`. */
export const describeSpeed = ({ rate, left }: Speed): readonly string[] => [
  `${rate.toFixed(1)}/s`,
  ...(left === null ? [] : [`about ${formatDuration(left)} left`]),
];

/**
 * The line has the counts that are not 0, the storefront that is being read, the rate and the time left. In a dry run, sent and
 * skipped sales are not shown, because what would be sent counts as skipped; its report shows both.
 */
export const progressLine = (progress: RunProgress, speed: Speed, isDryRun = false): string => {
  if (progress.phase === 'reading the service') {
    return `reading what the service holds: ${counted(progress.listed, 'transaction')}`;
  }
  const { storefront } = progress;
  const considered = `${isDryRun ? 'dry run: ' : ''}${progress.considered} considered`;
  const settled = [
    ...(isDryRun ? [] : ([[progress.succeeded, 'succeeded']] as const)),
    [progress.alreadyPresent, 'already present'],
    [progress.failed, 'failed'],
    ...(isDryRun ? [] : ([[progress.skipped, 'skipped']] as const)),
    [progress.held, 'held'],
  ].flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  const reading = storefront === null ? '' : `; reading ${storefront}`;
  return `${[considered, ...settled].join(', ')}${reading} (${describeSpeed(speed).join(', ')})`;
};

/** The speed of this process, without what was settled before a run was resumed. */
export interface Speed {
  /** Entries per second. */
  readonly rate: number;
  /** Milliseconds until the current storefront is read completely; null while unknown. */
  readonly left: number | null;
}

interface Mark {
  readonly storefront: string | null;
  readonly at: number;
  readonly considered: number;
  readonly share: number;
}

/**
 * Measures from the first report on. The time left is that of the current storefront, estimated from its first new entry: windows
 * that an earlier process had finished take no time and would make the estimate too low.
 *
 * @param now milliseconds since 1970
 */
export const speedometer = (now: () => number): ((progress: RunProgress) => Speed) => {
  const beganAt = now();
  let before: number | undefined;
  let mark: Mark | undefined;
  return (progress) => {
    const { storefront, considered } = progress;
    const reached: Mark = { storefront, at: now(), considered, share: shareOf(progress) };
    before ??= reached.considered;
    if (mark?.storefront !== storefront || mark.considered === reached.considered) mark = reached;
    const elapsed = reached.at - beganAt;
    const share = reached.share - mark.share;
    return {
      rate: elapsed > 0 ? ((reached.considered - before) * 1000) / elapsed : 0,
      left: share > 0 && reached.share < 1 ? ((reached.at - mark.at) / share) * (1 - reached.share) : null,
    };
  };
};

/**
 * The share of a whole run that is done, from 0 to 1: storefronts are read one after the other. It never decreases, even when
 * workers read several at a time.
 *
 * @param storefronts the number of storefronts in the run
 */
export const overallShare = (storefronts: () => number): ((progress: RunProgress) => number) => {
  const begun = new Set<string>();
  let reached = 0;
  return (progress) => {
    if (progress.storefront !== null) begun.add(progress.storefront);
    const before = Math.max(0, begun.size - 1);
    const share = progress.phase === 'over' ? 1 : (before + shareOf(progress)) / Math.max(storefronts(), begun.size, 1);
    reached = Math.max(reached, share);
    return reached;
  };
};

/** The share of the current storefront that is done, from 0 to 1, by its windows. */
export const shareOf = ({ windows }: RunProgress): number => (windows.total === 0 ? 0 : windows.done / windows.total);
