import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request, type RequestOptions } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { toNode } from '../../../src/adapters/node.ts';
import { aWeb } from '../../support/a-web.ts';
import { listening } from '../../support/listening.ts';
import { orderPayload, shopifyWebhook, type SignedWebhook } from '../../support/signed-webhook.ts';
import { reportCounts } from '../../support/report-counts.ts';

const listen = listening();
const path = '/tax-nexus/webhooks/us-store';

const strangers = 1_000;
const perSecond = 20;
const seconds = 4;

/** Platforms give up after five seconds. */
const maxMilliseconds = 4_000;

interface Answered {
  readonly status: number | undefined;
  readonly milliseconds: number;
}

/** Each on a separate connection, as from many machines of a platform. */
const answerTo = (url: string, options: RequestOptions, body: string): Promise<Answered> =>
  new Promise((resolve) => {
    const begun = performance.now();
    const end = (status: number | undefined): void => resolve({ status, milliseconds: performance.now() - begun });
    request(url, { agent: false, ...options })
      .on('response', (response) => end(response.resume().statusCode))
      .on('error', () => end(undefined))
      .end(body);
  });

/** A delivery, and how long the same machine takes to answer anything at all just then. */
const deliverNew = async (origin: string, { headers, body }: SignedWebhook): Promise<boolean> => {
  const [delivery, health] = await Promise.all([
    answerTo(`${origin}${path}`, { method: 'POST', headers }, body),
    answerTo(`${origin}/tax-nexus/health`, { method: 'GET' }, ''),
  ]);
  return delivery.status === 200 && delivery.milliseconds < maxMilliseconds + health.milliseconds;
};

/** The strangers in a process of their own, so that their work is not the server's. */
const slowStrangers = (origin: string): { readonly end: () => Promise<number> } => {
  const script = fileURLToPath(new URL('../../support/slow-strangers.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, origin, path, `${strangers}`], { stdio: ['pipe', 'pipe', 'inherit'] });
  return {
    end: async () => {
      child.stdin.write('end\n');
      const [connections]: readonly (readonly unknown[])[] = await Promise.all([
        once(child.stdout, 'data'),
        once(child, 'exit'),
      ]);
      return Number(String(connections?.[0]));
    },
  };
};

/** Keeps no process from its end. */
const sleep = (milliseconds: number) => (): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());

const later = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

let attempts = 0;
afterAll(() => reportCounts('Attacks', { 'slow connections': attempts }));

describe('a thousand strangers who send a byte now and then', () => {
  it('keep no delivery from being taken: 99 of 100 soon after anything is answered, though all come from one address', async () => {
    const web = aWeb({ sleep });
    const origin = await listen(toNode(web));
    const crowd = slowStrangers(origin);
    await later(2_000);
    const deliveries: Promise<boolean>[] = [];
    for (let index = 0; index < perSecond * seconds; index += 1) {
      const payload = { ...orderPayload(`${1_000 + index}`), note: 'x'.repeat((index % 4) * 40_000) };
      deliveries.push(deliverNew(origin, shopifyWebhook(payload, { deliveryId: `event-${index}` })));
      await later(1_000 / perSecond);
    }
    const inTime = (await Promise.all(deliveries)).filter((isInTime) => isInTime);
    attempts += await crowd.end();
    expect(attempts).toBeGreaterThanOrEqual(strangers);
    expect(inTime.length / deliveries.length).toBeGreaterThanOrEqual(0.99);
    expect(web.deliveries).toHaveLength(deliveries.length);
  }, 60_000);
});
