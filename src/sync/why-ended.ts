import type { Stop } from './progress.ts';
import type { SyncFailure } from './sync-failure.ts';

/**
 * Why a run ended before its time, a line for each who stopped it; none when nobody did. A stop can be the failure as well,
 * and is told once. Pure.
 */
export const whyEnded = (stops: readonly Stop[], failure: SyncFailure | null): readonly string[] => {
  const told = stops.map(({ who, message }) => `${who}: ${message}`);
  const isTold = failure === null || stops.some(({ message }) => failure.message.endsWith(message));
  return isTold ? told : [...told, failure.message];
};
