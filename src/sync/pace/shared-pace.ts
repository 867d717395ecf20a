import type { TaxService } from '../../domain/tax-service.ts';
import { makePace, type Pace } from './pace.ts';
import type { SyncPorts } from '../ports.ts';

/** A client stands for its key. Weakly held: a pace lives as long as the client that it belongs to. */
const paces = new WeakMap<TaxService, Pace>();

/**
 * The pace of a service's client, the same one for every run, retry and question in this process: ceiling, pauses and
 * the number of requests at a time belong to the key, not to a run. What the first caller says about their bounds holds.
 */
export const sharedPace = ({
  service,
  clock,
  random,
  requestsPerMinute,
  concurrency,
}: Pick<SyncPorts, 'service' | 'clock' | 'random' | 'requestsPerMinute' | 'concurrency'>): Pace => {
  const pace = paces.get(service) ?? makePace({ clock, random, requestsPerMinute, concurrency });
  paces.set(service, pace);
  return pace;
};
