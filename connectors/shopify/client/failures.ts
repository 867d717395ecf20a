/** Turns an HTTP status from Shopify into an error with its remedy, for the Admin API and for the token endpoint. */
import type { SourceError } from '../../../src/domain/errors.ts';
import { credentialsRefused, outage, throttled, unreachable } from '../errors.ts';
import type { Extensions } from './graphql-error.ts';

/**
 * For a status other than success, 401 and 403. Shopify answers about an order with status 200, so no other status says anything
 * about an order: each is an outage.
 */
export const failureOfStatus = (status: number, retryAfter: string | undefined): SourceError => {
  // 430 is Shopify's own status for too many requests from one address.
  if (status === 429 || status === 430) return throttled(retryAfterMs(retryAfter));
  const cause = `HTTP ${status}`;
  return status >= 500 || status === 408 || status < 200 ? unreachable(cause) : outage(remedyOf(status), cause);
};

/**
 * Milliseconds until the rate limit allows the query: missing points divided by the restore rate. Null when Shopify does not
 * report its budget.
 *
 * @example
 * // asked 800, 300 left, 100 a second: 5000
 * throttleWait({ cost: { requestedQueryCost: 800, throttleStatus: { currentlyAvailable: 300, restoreRate: 100 } } })
 */
export const throttleWait = ({ cost }: Extensions): number | null => {
  const requested = cost?.requestedQueryCost;
  const available = cost?.throttleStatus?.currentlyAvailable;
  const restoreRate = cost?.throttleStatus?.restoreRate;
  if (typeof requested !== 'number' || typeof available !== 'number' || typeof restoreRate !== 'number') return null;
  if (!(restoreRate > 0)) return null;
  // Never zero: the same request was refused a moment ago. Never long: no budget takes a minute for one query.
  return Math.min(60_000, Math.max(100, Math.ceil(((requested - available) / restoreRate) * 1000)));
};

/**
 * What the status of Shopify's token endpoint means.
 *
 * @param refusal the message for statuses that another attempt does not change
 */
export const failureOfTokenStatus = (
  status: number,
  retryAfter: string | undefined,
  refusal: (status: number) => string,
): SourceError =>
  status === 400 || status === 401 || status === 403
    ? credentialsRefused(refusal(status))
    : failureOfStatus(status, retryAfter);

/** Codes of the token endpoint whose cause is known. */
const causes: ReadonlyMap<string, string> = new Map([
  ['shop_not_permitted', 'the app and the shop belong to different organizations'],
  ['application_cannot_be_found', 'there is no app with this client id'],
  ['app_not_installed', 'the app is not installed in this shop'],
  ['invalid_client', 'the client secret is not that of the app'],
]);

/** @param error the code that Shopify returns with the status; empty where it returns no code */
export const clientRefused = (status: number, error = ''): string => {
  const cause = causes.get(error);
  return `Shopify does not accept the app's client id and secret in this shop (${status}${cause === undefined ? '' : ` ${error}`}); ${cause ?? 'check both, and that the app is installed'}`;
};

/**
 * `Retry-After` in milliseconds. Shopify writes seconds with a fraction (`"2.0"`), which the SDK would read as
 * milliseconds. Null for anything else.
 */
const retryAfterMs = (header: string | undefined): number | null => {
  if (header === undefined || !/^\d{1,6}(\.\d+)?$/.test(header.trim())) return null;
  return Math.ceil(Number(header) * 1000);
};

/** Remedies for refusals that last until a person acts, by HTTP status. */
const remedies: Readonly<Partial<Record<number, string>>> = {
  402: 'the shop is frozen for an unpaid bill (402); its orders can be read once the bill is paid',
  404: 'there is no such shop or API version (404); check the shop domain',
  423: 'the shop is locked (423); ask Shopify support',
};

const remedyOf = (status: number): string =>
  remedies[status] ??
  (status >= 300 && status < 400
    ? `Shopify sent a redirect (${status}), which is never followed; check the shop domain`
    : `Shopify refuses the request (${status})`);
