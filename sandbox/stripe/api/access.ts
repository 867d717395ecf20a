/**
 * Refuses requests to the sample Stripe account as Stripe does: wrong key, wrong account, missing permission, too many requests.
 */
import type { Reply } from '../../http/reply.ts';
import type { Endpoint } from './endpoints.ts';
import { stripeError } from './answer-request.ts';
import { type Gate, rateLimitGate } from '../../tax-service/rate-limit.ts';

interface KeyHolder {
  readonly secretKey: string;
  readonly account: string;
  /** What a restricted key may read; null: everything. */
  readonly permissions: readonly string[] | null;
}

/** The refusal of a request because of its key, its account or the key's permissions; undefined if it is allowed. */
export const refuseAccess = (
  { secretKey, account, permissions }: KeyHolder,
  { permission }: Endpoint,
  headers: { readonly authorization: string | undefined; readonly account: string | undefined },
  expand: readonly string[],
): Reply | undefined => {
  const key = bearer(headers.authorization);
  if (key !== secretKey) {
    return stripeError(401, {
      message: key === undefined ? 'You did not provide an API key.' : `Invalid API Key provided: ${masked(key)}`,
    });
  }
  if (headers.account !== undefined && headers.account !== account) {
    const message = `The provided key '${masked(key)}' does not have access to account '${headers.account}' (or that account does not exist). Application access may have been revoked.`;
    return stripeError(403, { message, code: 'account_invalid' });
  }
  const expanded = expand.some((path) => path.split('.').includes('payment_intent')) ? ['rak_payment_intent_read'] : [];
  const missing = [permission, ...expanded].find((needed) => permissions?.includes(needed) === false);
  return missing === undefined
    ? undefined
    : stripeError(403, {
        message: `The provided key '${masked(key)}' does not have the required permissions for this endpoint on account '${account}'. Having the '${missing}' permission would allow this request to continue.`,
      });
};

/** Refuses requests beyond an endpoint's limit. Like Stripe's, the response has no retry time. */
export const endpointLimit = (perSecond: number | null): ((endpoint: string, now: number) => Reply | undefined) => {
  const gates = new Map<string, Gate>();
  return (endpoint, now) => {
    if (perSecond === null) return undefined;
    const gate = gates.get(endpoint) ?? rateLimitGate({ requests: perSecond, perMilliseconds: 1000 });
    gates.set(endpoint, gate);
    if (gate(now) === 0) return undefined;
    return stripeError(
      429,
      { message: 'Request rate limit exceeded.', code: 'rate_limit' },
      { 'stripe-rate-limited-reason': 'endpoint-rate' },
    );
  };
};

const bearer = (authorization: string | undefined): string | undefined =>
  /^Bearer (.+)$/.exec(authorization ?? '')?.[1];

/** Shows only the first and last letters of a key. */
const masked = (key: string): string => `${key.slice(0, 8)}${'*'.repeat(9)}${key.slice(-4)}`;
