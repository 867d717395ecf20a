import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { systemClock, systemRandom } from '../../../src/app/system-environment.ts';
import { secret } from '../../../src/domain/secret.ts';
import { inParallel } from '../../../src/domain/async.ts';
import { makeServiceClient } from '../../../src/pipeline/rate-limit/service-client.ts';
import { httpTaxService } from '../../../src/service/http-tax-service.ts';
import { aBody } from '../../support/a-body.ts';
import { silent } from '../../support/a-sync.ts';
import { bodyText, type LocalServer, localServer } from '../../support/local-server.ts';

const servers: LocalServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(({ close }) => close()));
});

const workers = 4;
const work = 50;

interface Queue {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Requests in progress at the arrival of each request. */
  readonly found: readonly number[];
}

/** Four workers with fifty milliseconds per request, and a queue. */
const aQueue = (): Queue => {
  const found: number[] = [];
  const waiting: (() => void)[] = [];
  let [inside, busy] = [0, 0];
  const next = (): void => {
    if (busy === workers) return;
    const begin = waiting.shift();
    if (begin === undefined) return;
    busy += 1;
    begin();
  };
  return {
    found,
    handle: (request, response) => {
      inside += 1;
      found.push(inside);
      void bodyText(request).then((body) => {
        waiting.push(() => {
          setTimeout(() => {
            [busy, inside] = [busy - 1, inside - 1];
            response.end(body);
            next();
          }, work);
        });
        next();
      });
    },
  };
};

describe('the request pacer over real connections', () => {
  it('keeps a slow service busy without a long queue', async () => {
    const queue = aQueue();
    const server = await localServer(queue.handle);
    servers.push(server);
    const client = makeServiceClient({
      service: httpTaxService({ baseUrl: server.origin, apiKey: secret('key') }),
      clock: systemClock,
      random: systemRandom,
      log: silent,
      requestsPerMinute: O.none,
      concurrency: 256,
      isInterrupted: () => false,
    });
    const body = aBody();
    const replies: string[] = [];
    await inParallel(256)(Array.from({ length: 300 }), async () => {
      replies.push((await client.push(body))._tag);
    });
    expect(replies.filter((one) => one !== 'Accepted')).toStrictEqual([]);
    const later = queue.found.slice(150).sort((a, b) => a - b);
    const usual = later[later.length >> 1] ?? 0;
    // About ten; the bounds allow for a busy machine.
    expect(usual).toBeGreaterThan(workers);
    expect(usual).toBeLessThan(40);
  });
});
