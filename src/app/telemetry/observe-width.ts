import type { ObservableCallback } from '@opentelemetry/api';
import type { Meters } from './meters.ts';

/** Shows how many requests may be under way at the service whenever the host's SDK asks. Returns the function that ends that. */
export const observeWidth = ({ serviceWidth }: Meters, width: () => number): (() => void) => {
  const observe: ObservableCallback = (result) => {
    result.observe(width());
  };
  serviceWidth.addCallback(observe);
  return () => {
    serviceWidth.removeCallback(observe);
  };
};
