import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import * as E from 'fp-ts/lib/Either.js';
import { got, type Got } from 'got';
import { type HttpTaxServiceSettings } from './settings.ts';
import { type NoAnswer, type Transport } from './transport.ts';

const defaultTimeoutMs = 30_000;
const longestConnectMs = 10_000;
const defaultLargestAnswer = 8 * 1024 * 1024;

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && /^[A-Z][A-Z0-9_]{1,40}$/.test(String(error.code))
    ? String(error.code)
    : 'NETWORK_ERROR';

/** Compressed answers are not asked for: a small one cannot blow up to a large one. */
const client = ({ apiKey, timeoutMs = defaultTimeoutMs }: HttpTaxServiceSettings): Got =>
  got.extend({
    agent: { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) },
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
    timeout: { connect: Math.min(longestConnectMs, timeoutMs), request: timeoutMs },
    headers: {
      authorization: `Bearer ${apiKey.reveal()}`,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'tax-nexus-sync',
    },
  });

/** The transport over got, with connections kept open between requests. Nothing is opened before the first request. */
export const gotTransport = (settings: HttpTaxServiceSettings): Transport => {
  const send = client(settings);
  const { largestAnswer = defaultLargestAnswer } = settings;
  return async (request) => {
    try {
      const pending =
        request.method === 'GET'
          ? send(request.url)
          : send(request.url, {
              method: 'POST',
              body: request.body,
              headers: { 'content-type': 'application/json' },
            });
      const download = { isTooLarge: false };
      void pending.on('downloadProgress', ({ transferred }) => {
        if (transferred <= largestAnswer) return;
        download.isTooLarge = true;
        pending.cancel();
      });
      const { statusCode, headers, body } = await pending;
      return download.isTooLarge
        ? E.left<NoAnswer>({ code: 'ANSWER_TOO_LARGE' })
        : E.right({ status: statusCode, retryAfter: headers['retry-after'], body });
    } catch (error) {
      const isCancelled = error instanceof Error && error.name === 'CancelError';
      return E.left({ code: isCancelled ? 'ANSWER_TOO_LARGE' : codeOf(error) });
    }
  };
};
