import { Agent, request } from 'node:http';
import { afterAll, describe, expect, it } from '@jest/globals';
import { toNode } from '../../src/adapters/node.ts';
import { aScreenInMemory } from '../support/a-screen-in-memory.ts';
import { aWeb } from '../support/a-web.ts';
import { listening } from '../support/listening.ts';
import { pathTricks } from '../support/path-tricks.ts';
import { reportCounts } from '../support/report-counts.ts';

const listen = listening();
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

let attempts = 0;
afterAll(() => {
  agent.destroy();
  reportCounts('Attacks', { 'routes, methods and paths': attempts });
});

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends a path as it stands. Undefined where no answer came. */
const ask = (origin: string, method: string, path: string): Promise<Answer | undefined> =>
  new Promise((resolve) => {
    attempts += 1;
    const { hostname, port } = new URL(origin);
    const body = method === 'POST' || method === 'PUT' || method === 'PATCH' ? '{}' : undefined;
    const headers = { ...(body !== undefined && { 'content-type': 'application/json', 'content-length': 2 }) };
    try {
      request({ hostname, port, method, path, agent, headers })
        .on('response', (response) => {
          let text = '';
          response
            .on('data', (chunk) => (text += String(chunk)))
            .on('end', () => {
              resolve({ status: response.statusCode, headers: { ...response.headers, date: undefined }, text });
            });
        })
        .on('error', () => resolve(undefined))
        .end(body);
    } catch {
      // Node's own client refuses to write such a path.
      resolve(undefined);
    }
  });

const inBatches = async <A>(all: readonly (() => Promise<A>)[]): Promise<readonly A[]> => {
  const results: A[] = [];
  for (let start = 0; start < all.length; start += 32) {
    results.push(...(await Promise.all(all.slice(start, start + 32).map((one) => one()))));
  }
  return results;
};

const served = async () => {
  const screen = aScreenInMemory({ authorize: () => null });
  const web = aWeb({ screen: screen.answer });
  return { screen, web, origin: await listen(toNode(web)) };
};

const allowed = new Set([200, 400, 401, 403, 404, 405, 414, 415, 431]);

describe('a stranger who tries routes, methods and ways to write a path', () => {
  it('opens nothing, does nothing, and is answered by no failure', async () => {
    const { screen, web, origin } = await served();
    const paths = ['health', 'ready', 'webhooks/us-store', 'screen', 'screen/runs/r1', 'screen/months', ''];
    const tries = paths.flatMap((path) =>
      methods.flatMap((method) => pathTricks(`/tax-nexus/${path}`).map((written) => ({ method, path: written }))),
    );
    const answers = await inBatches(
      tries.map(({ method, path }) => async () => ({ method, path, answer: await ask(origin, method, path) })),
    );
    const wrong = answers.filter(({ answer }) => answer !== undefined && !allowed.has(answer.status ?? 0));
    expect(wrong).toStrictEqual([]);
    // What is open to everyone says one of two things; nothing else is answered 200.
    const open = answers.flatMap(({ answer }) => (answer?.status === 200 ? [answer.text] : []));
    expect(new Set(open)).toStrictEqual(new Set(['', '{"status":"live"}', '{"status":"ready"}']));
    for (const { answer } of answers) {
      expect(answer?.headers['set-cookie']).toBeUndefined();
      expect(answer?.headers['location']).toBeUndefined();
      expect(answer?.text ?? '').not.toMatch(/evil\.example|us-store|node_modules|at \w+ \(/);
    }
    expect([web.deliveries, web.erased, web.woken, screen.started, screen.ended, screen.retried]).toStrictEqual(
      Array(6).fill([]),
    );
    expect((await ask(origin, 'GET', '/tax-nexus/health'))?.status).toBe(200);
  }, 60_000);

  it('learns no name of a storefront: every answer is the same with a name that there is and one that there is not', async () => {
    const { origin } = await served();
    const [known, unknown] = ['us-store', 'no-store'].map((name) => pathTricks(`/tax-nexus/webhooks/${name}`));
    const tries = methods.flatMap((method) =>
      (known ?? []).map((path, index) => [method, path, unknown?.[index] ?? '']),
    );
    const pairs = await inBatches(
      tries.map(([method = '', one = '', other = '']) => async () => [
        await ask(origin, method, one),
        await ask(origin, method, other),
      ]),
    );
    for (const [one, other] of pairs) expect(other).toStrictEqual(one);
  }, 60_000);
});
