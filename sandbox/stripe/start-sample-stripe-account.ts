/** Runs the sample Stripe account as a server for the part of Stripe's API that reads sales. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerWithFaults, listen, traffic } from '../http/serve.ts';
import type { FaultRule } from '../http/fault.ts';
import type { Reply } from '../http/reply.ts';
import { refuseAccess, endpointLimit } from './api/access.ts';
import { answerRequest, stripeError } from './api/answer-request.ts';
import { type Endpoint, endpointOf } from './api/endpoints.ts';
import { sampleObjects } from './api/sample-objects.ts';
import { type SampleAccountOptions, withDefaults } from './sample-account-options.ts';

/** A stand-in for a Stripe account that is running. */
export interface SampleStripeAccount {
  /** What a connector takes as its `apiOrigin`. */
  readonly origin: string;
  readonly secretKey: string;
  /** `acct_…` */
  readonly account: string;
  readonly stop: () => Promise<void>;
  /** How many requests were answered, by endpoint and status: `{ "charges 200": 12 }`. */
  readonly answers: () => Readonly<Record<string, number>>;
  /** Replaces the rules; skips and times are counted from now on. */
  readonly setFaults: (rules: readonly FaultRule[]) => void;
}

/**
 * Starts a stand-in for the part of Stripe's API that reads sales, on the loopback address. Its sales are made up (see
 * `situationOfSale`), their people do not exist, and nothing can be written to it.
 *
 * Rejects when the port is taken.
 *
 * @example
 * const account = await startSampleStripeAccount({ port: 4030, sales: 250, seed: 1 });
 */
export const startSampleStripeAccount = async (given: SampleAccountOptions = {}): Promise<SampleStripeAccount> => {
  const options = withDefaults(given);
  const { account, latencyMs, now, permissions, sales, secretKey, seed, shop } = options;
  const isLive = !/^[a-z]+_test_/.test(secretKey);
  const answerTo = answerRequest({ account, now, objects: sampleObjects({ seed, sales, account, isLive, shop }) });
  const refuseRate = endpointLimit(options.perEndpointPerSecond);
  const { faultFor, setFaults, count, answers } = traffic(options.faults, seed);

  const act = (request: IncomingMessage, endpoint: Endpoint | undefined, query: URLSearchParams): Reply => {
    if (endpoint === undefined || request.method !== 'GET') {
      return stripeError(404, { message: 'Unrecognized request URL: the sandbox has no such endpoint.' });
    }
    const headers = { authorization: header(request, 'authorization'), account: header(request, 'stripe-account') };
    const expand = [...query].flatMap(([name, value]) => (/^expand\[\d*\]$/.test(name) ? [value] : []));
    return (
      refuseAccess({ account, permissions, secretKey }, endpoint, headers, expand) ??
      refuseRate(endpoint.name, now()) ??
      answerTo(endpoint, query, expand)
    );
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox');
    const endpoint = endpointOf(pathname.replace(/^\/v1\//, ''));
    const operation = endpoint?.name ?? 'unknown';
    count(operation, response);
    if (latencyMs > 0) await sleep(latencyMs);
    await answerWithFaults(response, faultFor(operation), () => act(request, endpoint, searchParams));
  };

  const failure = stripeError(500, { type: 'api_error', message: 'The sandbox failed.' });
  const { origin, stop } = await listen(options.port, answer, failure);
  return {
    origin,
    stop,
    secretKey,
    account,
    answers,
    setFaults,
  };
};

const header = (request: IncomingMessage, name: string): string | undefined => request.headers[name]?.toString();
