import { describe, expect, it } from '@jest/globals';
import { bodyLimiter, type BodyLimiterOptions, type OpenBody } from '../../src/web/body-limiter.ts';
import { aWeb } from '../support/a-web.ts';
import { orderPayload, requestOf, shopifyWebhook } from '../support/signed-webhook.ts';

const few: BodyLimiterOptions = { maxBytes: 1_000_000, perClient: 3, perStorefront: 5, grace: 1_000 };

const aLimiter = (limits: Partial<BodyLimiterOptions> = {}) => {
  let at = 0;
  const evicted: string[] = [];
  const limiter = bodyLimiter({ now: () => at }, { ...few, ...limits });
  const open = (name: string, client: string | undefined = name, storefront = 'us-store'): OpenBody =>
    limiter.open({ storefront, client }, () => evicted.push(name));
  return { open, evicted, pass: (milliseconds: number) => (at += milliseconds) };
};

describe('bodies that are read at the same time', () => {
  it('of one client are evicted when there are too many, the slowest first, and never a new one', () => {
    const { open, evicted, pass } = aLimiter();
    for (const name of ['a', 'b', 'c']) open(name, 'one client').arrived(name === 'b' ? 10 : 90_000);
    pass(2_000);
    open('d', 'one client');
    expect(evicted).toStrictEqual(['b']);
    pass(500);
    for (const name of ['e', 'f', 'g', 'h']) open(name, 'one client');
    expect(evicted).toStrictEqual(['b', 'a', 'c']);
  });

  it('of one client never evict those of another client', () => {
    const { open, evicted, pass } = aLimiter();
    open('other');
    pass(5_000);
    for (const name of ['a', 'b', 'c', 'd']) open(name, 'one client');
    expect(evicted).toStrictEqual([]);
  });

  it('for one storefront are evicted when there are too many from any clients, but not those of another storefront', () => {
    const { open, evicted, pass } = aLimiter();
    open('other', 'other', 'eu-store');
    for (const name of ['a', 'b', 'c', 'd', 'e']) open(name);
    pass(2_000);
    open('f');
    expect(evicted).toStrictEqual(['a']);
  });

  it('are limited only by storefront if the client is unknown', () => {
    const { open, evicted, pass } = aLimiter();
    for (const name of ['a', 'b', 'c', 'd', 'e']) open(name, undefined).arrived(1);
    pass(2_000);
    expect(evicted).toStrictEqual([]);
    open('f', undefined);
    expect(evicted).toStrictEqual(['a']);
  });

  it('never exceed the total of bytes: the one with the least progress is evicted', () => {
    const { open, evicted, pass } = aLimiter();
    const slow = open('slow');
    slow.arrived(400_000);
    pass(9_000);
    const quick = open('quick');
    quick.arrived(400_000);
    expect(evicted).toStrictEqual([]);
    quick.arrived(300_000);
    expect(evicted).toStrictEqual(['slow']);
    slow.arrived(900_000);
    expect(evicted).toStrictEqual(['slow']);
  });

  it('no longer count once closed', () => {
    const { open, evicted, pass } = aLimiter();
    for (let round = 0; round < 20; round += 1) {
      const body = open(`${round}`, 'one client');
      body.arrived(900_000);
      pass(2_000);
      body.close();
      body.close();
    }
    expect(evicted).toStrictEqual([]);
  });
});

describe('deliveries of strangers at the same time', () => {
  const url = 'http://host.example/tax-nexus/webhooks/us-store';
  const json = { 'content-type': 'application/json' };
  /** Sends some of a body, then nothing until `end`. */
  const unending = (bytes: number, headers: Readonly<Record<string, string>> = {}) => {
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = controller;
        for (let sent = 0; sent < bytes; sent += 65_536) controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    const request = new Request(url, { method: 'POST', headers: { ...json, ...headers }, body, duplex: 'half' });
    const end = (): void => {
      try {
        stream?.close();
      } catch {
        // It was canceled by an eviction.
      }
    };
    return { request, end };
  };
  const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));

  it('that announce much and send little keep nothing out', async () => {
    const web = aWeb();
    const silent = Array.from({ length: 200 }, (_, index) =>
      unending(1, index % 2 === 0 ? { 'content-length': '4194304' } : {}),
    );
    const answers = silent.map(({ request }) => web.handler(request));
    await soon();
    expect((await web.handler(requestOf(shopifyWebhook(orderPayload('1'))))).status).toBe(200);
    silent.forEach(({ end }) => end());
    expect((await Promise.all(answers)).map(({ status }) => status)).toStrictEqual(Array(200).fill(401));
  });

  it('never exceed the memory limit: those with the least progress must retry later', async () => {
    const web = aWeb();
    const large = Array.from({ length: 34 }, () => unending(4 * 1024 * 1024));
    const answers = large.map(({ request }) => web.handler(request));
    await soon();
    large.forEach(({ end }) => end());
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(2);
    expect(statuses.filter((status) => status === 401)).toHaveLength(32);
    expect((await web.handler(requestOf(shopifyWebhook(orderPayload('1'))))).status).toBe(200);
  });
});
