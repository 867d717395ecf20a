import type { SourceError } from '../../../src/domain/errors.ts';
import { refused, throttled, unreachable } from '../errors.ts';
import { retryAfterMs } from './throttle-wait.ts';

/** Maps an HTTP status other than success, 401 and 403 to an error with its remedy. */
export const failureOfStatus = (status: number, retryAfter: string | undefined): SourceError => {
  // 430 is Shopify's own status for too many requests from one address.
  if (status === 429 || status === 430) return throttled(retryAfterMs(retryAfter));
  if (status === 402)
    return refused('the shop is frozen for an unpaid bill (402); its orders can be read once the bill is paid');
  if (status === 404) return refused('there is no such shop or API version (404); check the shop domain');
  if (status === 423) return refused('the shop is locked (423); ask Shopify support');
  if (status >= 300 && status < 400) {
    return refused(`Shopify sent a redirect (${status}), which is never followed; check the shop domain`);
  }
  return status >= 500 || status === 408 || status < 200
    ? unreachable(`HTTP ${status}`)
    : refused(`Shopify refuses the request (${status}), and would refuse it again`);
};
