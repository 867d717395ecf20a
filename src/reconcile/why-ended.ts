/** Says why a run ended early, for the command line and the screen. */
import type { Stop } from '../pipeline/progress.ts';

/** One line per stop, and an empty list without stops. A stop that is also the failure appears once. Pure. */
export const describeStops = (
  stops: readonly Stop[],
  failure: { readonly message: string } | null,
): readonly string[] => {
  const lines = stops.map(({ who, message }) => `${who}: ${message}`);
  const isListed = failure === null || stops.some(({ message }) => failure.message.endsWith(message));
  return isListed ? lines : [...lines, failure.message];
};
