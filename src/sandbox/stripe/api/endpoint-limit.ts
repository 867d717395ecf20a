import type { Reply } from '../../http/reply.ts';
import { type Gate, rateLimitGate } from '../../tax-service/rate-limit.ts';
import { stripeError } from './stripe-reply.ts';

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
