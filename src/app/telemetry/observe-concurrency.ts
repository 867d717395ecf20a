import type { ObservableCallback } from '@opentelemetry/api';
import type { Meters } from './meters.ts';

/** Shows how many requests may be under way at the service whenever the host's SDK asks. Returns the function that ends that. */
export const observeConcurrency = ({ serviceConcurrency }: Meters, concurrency: () => number): (() => void) => {
  const observe: ObservableCallback = (result) => {
    result.observe(concurrency());
  };
  serviceConcurrency.addCallback(observe);
  return () => {
    serviceConcurrency.removeCallback(observe);
  };
};
