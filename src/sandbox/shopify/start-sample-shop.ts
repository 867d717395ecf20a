import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerWithFaults } from '../http/answer-with-faults.ts';
import { faultPlan } from '../http/fault-plan.ts';
import type { FaultRule } from '../http/fault.ts';
import { listen } from '../http/listen.ts';
import { readBody } from '../http/read-body.ts';
import { jsonReply, type Reply } from '../http/reply.ts';
import { writeReply } from '../http/write-reply.ts';
import { seededRandom } from '../seeded-random.ts';
import { adminTokens } from './admin-tokens.ts';
import { answerQuery } from './answer-query.ts';
import { resultFiles } from './bulk/result-files.ts';
import { grantToken } from './grant-token.ts';
import { type SampleShopOptions, withDefaults } from './sample-shop-options.ts';

/** A stand-in for a Shopify shop that is running. */
export interface SampleShop {
  /** What a connector takes as its `apiOrigin`. */
  readonly origin: string;
  readonly domain: string;
  readonly accessToken: string;
  readonly stop: () => Promise<void>;
  /** How many requests were answered, by operation and status: `{ "graphql 200": 12 }`. */
  readonly answers: () => Readonly<Record<string, number>>;
  /** Replaces the rules; skips and times are counted from now on. */
  readonly setFaults: (rules: readonly FaultRule[]) => void;
}

const longestBody = 1024 * 1024;

/** The API version that a path asks for; undefined for any other path. */
const versionIn = (path: string): string | undefined => /^\/admin\/api\/([\w-]+)\/graphql\.json$/.exec(path)?.[1];

/**
 * Starts a stand-in for the Admin GraphQL API of a Shopify shop on the loopback address. It checks each document against
 * Shopify's own schema and executes it over made-up orders (see `situationOf`) whose people do not exist.
 * The results of bulk operations lie at a second origin, as they do at Shopify.
 *
 * @example
 * const shop = await startSampleShop({ port: 4020, orders: 400, seed: 1 });
 */
export const startSampleShop = async (given: SampleShopOptions = {}): Promise<SampleShop> => {
  const options = withDefaults(given);
  const tokens = adminTokens(options);
  const files = resultFiles();
  const answers: Record<string, number> = {};
  let faultFor = faultPlan(options.faults, seededRandom(options.seed));
  const count = (operation: string, response: ServerResponse): void => {
    response.once('close', () => {
      const answered = `${operation} ${response.headersSent ? response.statusCode : 'cut'}`;
      answers[answered] = (answers[answered] ?? 0) + 1;
    });
  };

  const resultHost = await listen(0, (request, response) => {
    count('result', response);
    files.answer(request, response, faultFor('result')).catch(() => response.destroy());
  });
  const answersQuery = answerQuery(options, tokens, { files, origin: () => resultHost.origin });

  const act = async (request: IncomingMessage, path: string): Promise<Reply> => {
    const body = await readBody(request, longestBody);
    const version = versionIn(path);
    if (request.method !== 'POST' || body === undefined) return jsonReply(406, { errors: 'Not Acceptable' });
    if (path === '/admin/oauth/access_token') return grantToken(options, tokens, body);
    if (version === undefined) return jsonReply(404, { errors: 'Not Found' });
    return answersQuery({ version, token: request.headers['x-shopify-access-token']?.toString(), body });
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const operation = versionIn(path) === undefined ? 'token' : 'graphql';
    count(operation, response);
    await answerWithFaults(response, faultFor(operation), () => act(request, path));
  };

  const api = await listen(options.port, (request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) writeReply(response, jsonReply(500, { errors: 'Internal Server Error' }));
      response.destroy();
    });
  }).catch(async (error: unknown) => {
    await resultHost.stop();
    throw error;
  });
  return {
    origin: api.origin,
    stop: async () => {
      await Promise.all([api.stop(), resultHost.stop()]);
    },
    domain: options.domain,
    accessToken: options.accessToken,
    answers: () => ({ ...answers }),
    setFaults: (rules) => {
      faultFor = faultPlan(rules, seededRandom(options.seed));
    },
  };
};
