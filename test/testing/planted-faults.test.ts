import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { defineConnector, getJson, type RecordMeaning, sale, type SaleFacts } from '../../src/connector.ts';
import type { Page, SourceConnector } from '../../src/mapping/source-connector.ts';
import { sourceConnectorPromises } from '../../src/testing/index.ts';
import { right } from '../support/right.ts';
import { plantedFaults, unseenFaults } from './planted-faults.ts';
import { factsOf, goodTrial, trial, trialDefinition } from './trial-connector.ts';
import { itInAll } from '../support/it-in-all.ts';

type Damaged = Parameters<typeof trial>[0];

/** The promises that a connector breaks; for a damaged one, the first. */
const brokenBy = async (damaged: Damaged, limit: number): Promise<readonly string[]> => {
  const broken: string[] = [];
  for (const { sentence, check } of sourceConnectorPromises(trial(damaged))) {
    await check().catch((error: unknown) => broken.push(`${sentence}: ${error instanceof Error ? error.message : ''}`));
    if (broken.length >= limit) break;
  }
  return broken;
};

describe('the suite for connectors', () => {
  it('passes the trial connector', async () => {
    expect(await brokenBy(goodTrial, 99)).toStrictEqual([]);
  });

  itInAll(
    'finds 63 of 66 mistakes that authors make',
    async () => {
      const missed: string[] = [];
      const planted = { ...plantedFaults, ...unseenFaults };
      for (const [name, damaged] of Object.entries(planted)) {
        if ((await brokenBy(damaged, 1)).length === 0) missed.push(name);
      }
      const count = Object.keys(planted).length;
      expect({ missed, planted: count }).toStrictEqual({ missed: Object.keys(unseenFaults), planted: 66 });
    },
    60_000,
  );

  it('finds personal data in a location', async () => {
    const damaged: Damaged = (key, before) => ({
      ...goodTrial(key, before),
      locations: TE.right([{ country: 'US', state: 'TX', city: '1 Example St', uses: [] }]),
    });
    expect((await brokenBy(damaged, 1)).join()).toContain('a location holds personal data or a token');
  });

  it('finds reasons that do not exist, where the data of the test has them as well', async () => {
    const own = { _tag: 'Skipped', reason: 'broken' as never, message: 'it is broken' } as const;
    const inKit: Damaged = (key, before) =>
      defineConnector({
        ...trialDefinition(key, before),
        toSale: (record) => (record.discounted === 'damaged' ? own : sale(factsOf(record))),
      });
    const withoutKit: Damaged = (key, before) => {
      const good = goodTrial(key, before);
      const skip = (page: Page): Page => ({
        ...page,
        results: page.results.map(E.mapLeft((left) => ({ ...left, ...own }))),
      });
      return { ...good, readPage: (window, from) => TE.map(skip)(good.readPage(window, from)) };
    };
    for (const damaged of [inKit, withoutKit]) {
      const { expected, ...under } = trial(damaged);
      if (expected === 'by other tests') throw new Error('the trial has expectations');
      const asGiven = expected.map((one) => ('held' in one ? { id: one.id, skipped: own.reason } : one));
      const broken: string[] = [];
      for (const { check } of sourceConnectorPromises({ ...under, expected: asGiven, lacks: ['damaged'] }))
        await check().catch((error: unknown) => broken.push(error instanceof Error ? error.message : ''));
      expect(broken.join('; ')).toContain('its reason to be skipped is not one of test order');
    }
  });

  it('needs no moment of arrival, and repeats why a delivery was refused', async () => {
    const { delivery, ...under } = trial(goodTrial);
    const { body = new Uint8Array(), headers = {} } = delivery.request ?? {};
    const broken = async (request: { readonly body: Uint8Array; readonly headers: typeof headers }) => {
      const messages: string[] = [];
      for (const { check } of sourceConnectorPromises({ ...under, delivery: { ...delivery, request } }))
        await check().catch((error: unknown) => messages.push(error instanceof Error ? error.message : ''));
      return messages.join('\n');
    };
    expect(await broken({ body, headers })).toBe('');
    expect(await broken({ body, headers: {} })).toContain(
      'it does not name the record 7: Unverified: its signature does not match its bytes',
    );
  });
});

describe('the suite before a platform over HTTP', () => {
  const server = createServer((_, response) =>
    response.setHeader('link', '</2>; rel="next"').end('{"data":"in memory"}'),
  );
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  const shopAddress = (): string => {
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/shop`;
  };

  const broken = async (damaged: Damaged): Promise<string> => {
    const open = (url: string): SourceConnector =>
      damaged('good', async () => {
        await getJson(`${url}/records`);
      });
    const under = { ...trial(damaged), oneRequestFails: { url: shopAddress(), open } };
    const promise = sourceConnectorPromises(under).find(({ sentence }) => sentence.includes('one request'));
    return (await promise?.check().catch((error: unknown) => (error instanceof Error ? error.message : ''))) ?? '';
  };

  it('shows a connector the headers of an answer', async () => {
    const links: (string | null)[] = [];
    await getJson(shopAddress(), {}, (headers) => links.push(headers.get('link')));
    expect(links).toStrictEqual(['</2>; rel="next"']);
  });

  it('passes the trial connector, and needs a request for a sale', async () => {
    expect(await broken(goodTrial)).toBe('');
    expect(await broken((key) => goodTrial(key))).toContain('no request for a sale came by');
  });

  it.each([
    ['refused', 'was answered by 401'],
    ['throttled', 'was answered by 429'],
    ['unreachable', 'was answered by 500'],
  ])('finds sales that are lost where the platform is %s', async (kind, why) => {
    const damaged: Damaged = (key, before) => {
      const good = trialDefinition(key, before);
      const sold: typeof good.sold = (part) =>
        good.sold(part).catch((error: unknown) => {
          if (error instanceof Error && error.message === kind) return { records: [] };
          throw error;
        });
      return defineConnector({ ...good, sold });
    };
    expect(await broken(damaged)).toBe(
      `request 1 of 2 (GET /shop/records) for the first page ${why}, and the rest was returned as if it were all`,
    );
  });

  it.each([
    ['refunds', 'request 2 of 2 (GET /shop/records) for the first page'],
    ['changes', 'request 1 of 3 (GET /shop/records) for a page of changes'],
    ['a record', 'request 1 of 2 (GET /shop/records) for a record'],
  ])('finds %s that cannot be read', async (what, where) => {
    const [damaged = goodTrial] = Object.entries(plantedFaults).flatMap(([name, fault]) =>
      name.startsWith(`takes ${what} that cannot be read`) ? [fault] : [],
    );
    expect(await broken(damaged)).toContain(where);
  });
});

describe('a connector in JavaScript', () => {
  it.each<[string, object]>([
    ['payment: not one of paid', { payment: 'unpaid' }],
    ['lines.0.kind: not one of goods', { lines: [{ id: 1, name: 'Lamp', price: '1.00', kind: 'giftcard' }] }],
  ])('that gives its own word has its sale held: %s', async (message, own) => {
    // As JavaScript gives it, which no type checks.
    const facts = (good: SaleFacts): SaleFacts => Object.assign({}, good, own);
    const good = trialDefinition('good');
    const { readRecord } = defineConnector({ ...good, toSale: (record) => sale(facts(factsOf(record))) });
    const read = right(await readRecord('7')());
    expect(read).toMatchObject(O.some(E.left({ reason: 'unreadable record' })));
    expect(JSON.stringify(read)).toContain(message);
  });

  it.each<[string, object]>([
    ['skipped is not one of test order', { _tag: 'Skipped', reason: 'unpaid', message: 'it is not paid' }],
    ['held is not one of unreadable record', { _tag: 'Held', reason: 'not paid', message: 'it is not paid' }],
  ])('that gives its own reason has that record held: %s', async (message, meaning) => {
    const good = trialDefinition('good');
    const { readRecord } = defineConnector({ ...good, toSale: () => meaning as RecordMeaning });
    const read = right(await readRecord('7')());
    expect(read).toMatchObject(O.some(E.left({ _tag: 'Held', reason: 'unreadable record', sourceId: '7' })));
    expect(JSON.stringify(read)).toContain(message);
  });

  it('whose own code throws at a delivery refuses it, and gives the kind of the error alone', () => {
    const webhook = {
      verify: () => true,
      meaning: () => {
        throw new TypeError('Ada Example');
      },
    };
    const { receiveWebhook } = defineConnector({ ...trialDefinition('good'), webhook });
    const answer = receiveWebhook({
      body: new TextEncoder().encode('{}'),
      headers: {},
      receivedAt: '2026-03-01T00:00:00Z',
    });
    expect(answer).toStrictEqual(
      E.left({ _tag: 'Unreadable', message: 'it is not JSON, or the connector threw (TypeError)' }),
    );
  });
});
