import { got, type HandlerFunction, type Options } from 'got';
import { Pool } from 'undici';
import { exchange } from './exchange.ts';
import type { HttpTaxServiceSettings } from './settings.ts';
import type { Transport } from './transport.ts';

const defaultTimeoutMs = 30_000;
const longestConnectMs = 10_000;
const defaultLargestAnswer = 8 * 1024 * 1024;

type Send = (url: string, options?: Pick<Options, 'body'>) => ReturnType<typeof exchange>;

/**
 * got, whose requests travel over undici: its own way through node:http costs three times as much as everything else
 * that a sale needs (docs/decisions/0008). got merges and checks the options, undici does the rest.
 *
 * Compressed answers are not asked for: a small one cannot blow up to a large one.
 */
const client = ({
  baseUrl,
  apiKey,
  timeoutMs = defaultTimeoutMs,
  largestAnswer,
}: HttpTaxServiceSettings): Readonly<Record<'get' | 'post', Send>> => {
  const pool = new Pool(new URL(baseUrl).origin, {
    connect: { timeout: Math.min(longestConnectMs, timeoutMs) },
    // The deadline of an exchange is stricter than both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const limits = { timeoutMs, largestAnswer: largestAnswer ?? defaultLargestAnswer };
  const overUndici = ({ url, method, headers, body }: Options): ReturnType<typeof exchange> => {
    const path = url instanceof URL ? `${url.pathname}${url.search}` : '/';
    return exchange(pool, { path, method, headers, body: typeof body === 'string' ? body : null }, limits);
  };
  const surface = got.extend({
    handlers: [overUndici as unknown as HandlerFunction],
    // Otherwise got wraps what a handler gives into a promise of its own.
    isStream: true,
    headers: {
      authorization: `Bearer ${apiKey.reveal()}`,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'tax-nexus-sync',
    },
  });
  const posting = surface.extend({ method: 'POST', headers: { 'content-type': 'application/json' } });
  // got's types know its own answers only; what a handler gives is passed on as it is.
  return { get: surface as unknown as Send, post: posting as unknown as Send };
};

/** The transport over got, with connections kept open between requests. Nothing is opened before the first request. */
export const gotTransport = (settings: HttpTaxServiceSettings): Transport => {
  const { get, post } = client(settings);
  return (request) => (request.method === 'GET' ? get(request.url) : post(request.url, { body: request.body }));
};
