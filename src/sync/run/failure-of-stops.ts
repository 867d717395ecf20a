import type { Stop } from '../progress.ts';
import type { SyncFailure } from '../sync-failure.ts';

/** Refused credentials are a way for a run to end; a platform or a service that is out of order is a failure. Pure. */
export const failureOfStops = (stops: readonly Stop[]): SyncFailure | undefined => {
  const stop = stops.find(({ cause }) => cause === 'no answer' || cause === 'refused');
  if (stop === undefined) return undefined;
  const { who, cause, message } = stop;
  return who === 'service'
    ? { _tag: 'ServiceFailed', cause, message }
    : { _tag: 'SourceFailed', storefront: who, cause, message: `${who}: ${message}` };
};
