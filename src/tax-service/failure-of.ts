import type { ServiceFailure } from '../domain/tax-service.ts';
import { parseRetryAfter } from './retry-after.ts';
import type { HttpAnswer, NoAnswer } from './transport.ts';

/** No whole answer: whether the request was carried out is unknown. */
export const noAnswer = ({ code }: NoAnswer): ServiceFailure => ({
  _tag: 'Unclear',
  message: `the Tax Nexus Service gave no whole answer (${code})`,
});

export const unclear = (message: string): ServiceFailure => ({ _tag: 'Unclear', message });

const misdirected = (status: number, what: string): ServiceFailure => ({
  _tag: 'Misdirected',
  message: `the Tax Nexus Service answered ${status}, ${what}; check the service's baseUrl. Nothing was followed, and what is pending stays pending`,
});

/**
 * What a status means on every endpoint alike; undefined when it depends on the endpoint.
 * The interface knows 200, 409 and the list's paging; how the others are taken is our own assumption.
 */
export const failureOf = (now: number, { status, retryAfter }: HttpAnswer): ServiceFailure | undefined => {
  if (status === 401 || status === 403) {
    return {
      _tag: 'CredentialsRefused',
      message: `the Tax Nexus Service refused the API key (${status}); check service.apiKey and run again: everything pending is kept`,
    };
  }
  if (status === 408 || status === 425 || status === 429) {
    return { _tag: 'SlowDown', retryAfterMs: parseRetryAfter(now)(retryAfter) };
  }
  if (status >= 500) {
    const retryAfterMs = parseRetryAfter(now)(retryAfter);
    const message = `the Tax Nexus Service answered ${status}`;
    return retryAfterMs === null ? unclear(message) : { _tag: 'Unclear', message, retryAfterMs };
  }
  if (status >= 300 && status < 400) return misdirected(status, 'a redirect to another address');
  if (status === 405 || status === 407 || status === 421) return misdirected(status, 'so this is not its endpoint');
  return undefined;
};

/** 404 and its like where the endpoint should be. */
export const endpointMissing = (status: number): ServiceFailure => misdirected(status, 'so this is not its endpoint');
