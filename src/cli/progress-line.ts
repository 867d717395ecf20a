import { consideredOf, type Progress } from '../pipeline/progress.ts';
import type { Speed } from './speedometer.ts';

/** A span of time for people: `42 s`, `3 min 20 s`, `1 h 5 min`. */
export const spanOf = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
};

/** `18.6/s` and, if known, `about 17 s left`. */
export const describeSpeed = ({ rate, left }: Speed): readonly string[] => [
  `${rate.toFixed(1)}/s`,
  ...(left === null ? [] : [`about ${spanOf(left)} left`]),
];

/** Counts of the whole run, which storefront is being read, rate and time left in one line. */
export const progressLine = (progress: Progress, speed: Speed): string => {
  if (progress.phase === 'reading the service') {
    return `reading what the service holds: ${progress.listed} transactions`;
  }
  const { counts, storefront } = progress;
  return (
    `${consideredOf(counts)} considered, ${counts.succeeded} succeeded, ${counts.alreadyPresent} already present, ` +
    `${counts.failed} failed, ${counts.skipped} skipped, ${counts.held} held` +
    `${storefront === null ? '' : `; reading ${storefront}`} (${describeSpeed(speed).join(', ')})`
  );
};
