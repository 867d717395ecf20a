import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { shopifyConnector } from '../../../connectors/shopify/index.ts';
import { secret } from '../../../src/domain/secret.ts';
import { comparableOf, describeDifferences, differencesOf } from '../../../src/mapping/comparison.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import { httpTaxService } from '../../../src/service/http-tax-service.ts';
import { aBody, aWire } from '../../support/a-body.ts';
import { leaksIn } from '../../support/leaks-in.ts';
import { type LocalServer, localServer } from '../../support/local-server.ts';
import { randomOf } from '../../support/size.ts';
import { connectorTo } from '../../support/stripe-storefront.ts';
import { reportCounts } from '../../support/report-counts.ts';
import { virtualClock } from '../../support/virtual-clock.ts';
import { cases } from '../cases.ts';
import { garbageAt } from '../garbage.ts';
import { mutate, placesIn } from '../mutate.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** One server that answers as a test sets it, and another that must never get a request. */
const far: { server?: LocalServer; otherStorefronts?: LocalServer; answer: Answer; strayed: number; asked: number } = {
  answer: (response) => response.end(),
  strayed: 0,
  asked: 0,
};

beforeAll(async () => {
  far.server = await localServer((request, response) => {
    far.asked += 1;
    request.resume();
    far.answer(response, request);
  });
  far.otherStorefronts = await localServer((_, response) => {
    far.strayed += 1;
    response.end('{}');
  });
});
afterAll(async () => {
  await Promise.all([far.server?.close(), far.otherStorefronts?.close()]);
  reportCounts('Hostile answers', { answered: far.asked, followed: far.strayed });
});

const origin = (): string => far.server?.origin ?? '';

const shop = (): SourceConnector =>
  shopifyConnector({
    shop: 'acme.myshopify.com',
    credentials: { accessToken: secret('shpat_CANARY_TOKEN') },
    webhookSecrets: [],
    policy: defaultPolicy,
    clock: virtualClock(),
    apiOrigin: origin(),
  });

const march = {
  start: '2026-03-01T00:00:00Z',
  end: '2026-04-01T00:00:00Z',
  key: 'sales 2026-03',
  kind: 'sold' as const,
};

const readingOf = (connector: SourceConnector): readonly (() => Promise<unknown>)[] => [
  connector.account,
  connector.check,
  connector.readRecord('ch_1'),
  connector.readPage(march, O.none),
];

/** Every question that each of the three clients asks over the network. */
const questions: Readonly<Record<string, () => readonly (() => Promise<unknown>)[]>> = {
  'the service': () => {
    const service = httpTaxService({ baseUrl: origin(), apiKey: secret('CANARY_KEY'), timeoutMs: 2_000 });
    return [service.push(aBody()), service.find('shopify:1:2'), service.list(O.none), service.list(O.some('x'))];
  },
  Shopify: () => readingOf(shop()),
  Stripe: () => readingOf(connectorTo(origin(), 'rk_live_CANARY')),
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A transaction as the service shows it, in the answer to a push or to a question. */
const isShown = (value: object): boolean =>
  '_tag' in value &&
  (value._tag === 'Accepted' ||
    (value._tag === 'Some' && 'value' in value && isObject(value.value) && !('_tag' in value.value)));

/** All text of a failure or a reason, at any depth. The data that was read may be anything. */
const wordsIn = (value: unknown): readonly string[] => {
  if (!isObject(value) || isShown(value)) return [];
  if ('_tag' in value && value._tag === 'Left') return [inspect(value, { depth: 12 }), JSON.stringify(value)];
  if ('message' in value) return [String(value.message)];
  return Object.values(value).flatMap(wordsIn);
};

const expectSilent = (result: unknown): void =>
  expect(
    wordsIn(result)
      .flatMap(leaksIn)
      .map((leak) => leak.slice(0, 40)),
  ).toStrictEqual([]);

const askAll = async (client: string): Promise<void> => {
  for (const question of questions[client]?.() ?? []) expectSilent(await question());
};

describe.each(Object.keys(questions))('%s, when its answers are hostile', (client) => {
  it('breaks nothing by garbage with status 200, and none of it is repeated', async () => {
    const random = randomOf(5);
    for (let index = 0; index < cases(60); index += 1) {
      const body = garbageAt(index, random);
      far.answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body, 'latin1');
      await askAll(client);
    }
  });

  it.each([301, 302, 303, 307, 308])('causes no request to another address by %d', async (status) => {
    const targets = [
      far.otherStorefronts?.origin ?? '',
      '//127.0.0.1:1/',
      'http://169.254.169.254/latest/',
      'file:///etc/passwd',
    ];
    for (const location of targets) {
      far.answer = (response) => response.writeHead(status, { location }).end();
      await askAll(client);
    }
    expect(far.strayed).toBe(0);
  });

  it('cannot fill the memory with a small compressed answer', async () => {
    const bomb = gzipSync(Buffer.alloc(80_000_000, 32));
    far.answer = (response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
    const before = process.memoryUsage().arrayBuffers;
    await askAll(client);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(400_000_000);
  }, 60_000);

  it('causes no crash when it ends in the middle, or announces more than it sends', async () => {
    const answers: readonly Answer[] = [
      (response) => response.destroy(),
      (response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"data":');
        setTimeout(() => response.destroy(), 5);
      },
      (response) => void response.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n{}'),
      (response) => void response.socket?.end('CANARY is no HTTP\r\n\r\n'),
      (response) => response.writeHead(200, { 'retry-after': 'CANARY', 'set-cookie': 'CANARY=1' }).end('{}'),
      (response) => response.writeHead(500, { 'retry-after': '9'.repeat(400) }).end('CANARY_STACK'),
      (response) => response.writeHead(429, { 'retry-after': '-1' }).end('CANARY_STACK'),
    ];
    for (const answer of answers) {
      far.answer = answer;
      await askAll(client);
    }
  }, 60_000);
});

/** Whether one of what matters most came back as another value of the same kind. */
const isChanged = (ours: unknown, theirs: unknown): boolean =>
  typeof ours === typeof theirs && ours !== theirs && (typeof theirs !== 'number' || Math.abs(theirs) < 1e15);

describe('an echo of a push that was changed on its way', () => {
  it('is a success all the same, and every change of money in it is found', async () => {
    const service = httpTaxService({ baseUrl: origin(), apiKey: secret('CANARY_KEY'), timeoutMs: 2_000 });
    const [wire, body] = [aWire(), aBody()];
    const places = placesIn(wire);
    const [replies, found] = [new Set<string>(), { changes: 0 }];
    for (let seed = 0; seed < cases(400); seed += 1) {
      const echo = JSON.stringify(mutate(randomOf(seed), wire, places));
      far.answer = (response) => response.end(echo);
      const reply = await service.push(body)();
      expectSilent(reply);
      replies.add(reply._tag);
      if (reply._tag !== 'Accepted' || reply.stored === null) continue;
      const differences = differencesOf(comparableOf(wire), comparableOf(reply.stored));
      expect(leaksIn(describeDifferences(differences))).toStrictEqual([]);
      for (const field of ['total', 'taxCollected', 'subtotal'] as const) {
        if (!isChanged(wire[field], reply.stored[field])) continue;
        found.changes += 1;
        expect(differences).toContainEqual(expect.objectContaining({ field }));
      }
    }
    expect([...replies]).toStrictEqual(['Accepted']);
    expect(found.changes).toBeGreaterThan(0);
  });
});
