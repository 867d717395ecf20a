import { describe, expect, it } from '@jest/globals';
import { aWeb } from '../support/a-web.ts';

const post = (path: string, headers: Readonly<Record<string, string>>, body: string | ReadableStream): Request =>
  new Request(`http://host.example/webhooks/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    duplex: 'half',
  });

const domains: Readonly<Record<string, string>> = { 'a.example': 'us-store', 'b.example': 'billing' };

/** Deliveries of two shops at one address, with the shop in a header. */
const aSharedWeb = (now = () => 1_000_000) =>
  aWeb({
    now,
    // An evicted sender is answered at once.
    sleep: () => () => Promise.resolve(),
    addressees: (platform, { headers }) => {
      if (platform !== 'ledger') return undefined;
      const account = headers['shop'] ?? null;
      const storefront = domains[account ?? ''];
      return { account, storefronts: storefront === undefined ? [] : [storefront], others: [] };
    },
  });

describe('bodies that arrive slowly at a shared address', () => {
  /** More than a storefront may have at the same time, and what became of an earlier one of each sender. */
  const crowd = async (crowding: string | undefined, others: readonly (string | undefined)[]) => {
    let now = 1_000_000;
    const { handler } = aSharedWeb(() => now);
    const ended = new Map<string | undefined, number>();
    const open = (shop: string | undefined): void => {
      const request = post('ledger', shop === undefined ? {} : { shop }, new ReadableStream());
      void handler(request).then(({ status }) => ended.set(shop, status));
    };
    for (const shop of others) open(shop);
    for (let count = 0; count < 256; count += 1) open(crowding);
    now += 2_000;
    open(crowding);
    await new Promise((resolve) => setTimeout(resolve, 50));
    return [...ended];
  };

  it.each<[string, string | undefined, readonly (string | undefined)[]]>([
    ['of one shop', 'a.example', ['b.example', 'unknown', undefined]],
    ['of an unknown shop', 'unknown', ['a.example', 'b.example', undefined]],
    ['of no shop', undefined, ['a.example', 'b.example', 'unknown']],
  ])('%s displace none of the others', async (_, crowding, others) => {
    expect(await crowd(crowding, others)).toStrictEqual([[crowding, 503]]);
  });

  it('of many unknown shops are one group', async () => {
    let now = 1_000_000;
    const { handler } = aSharedWeb(() => now);
    const statuses: number[] = [];
    for (let count = 0; count <= 256; count += 1) {
      if (count === 256) now += 2_000;
      void handler(post('ledger', { shop: `${count}` }, new ReadableStream())).then(({ status }) =>
        statuses.push(status),
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(statuses).toStrictEqual([503]);
  });
});

describe('a delivery at a shared address', () => {
  it('looks the same to a stranger as one at an address that does not exist', async () => {
    const { handler } = aSharedWeb();
    const shapeOf = async (response: Response): Promise<unknown> => [
      response.status,
      [...response.headers],
      await response.text(),
    ];
    for (const headers of [{}, { shop: 'a.example' }, { shop: 'unknown' }, { 'content-type': 'text/plain' }]) {
      const shape = await shapeOf(await handler(post('ledger', headers, '{}')));
      expect(shape).toStrictEqual(await shapeOf(await handler(post('nowhere', headers, '{}'))));
    }
  });

  it('of a wrong type is logged by the storefront that its headers name', async () => {
    const { handler, logged } = aSharedWeb();
    for (const shop of ['a.example', 'unknown']) {
      await handler(post('ledger', { shop, 'content-type': 'text/plain' }, '{}'));
    }
    expect(logged).toStrictEqual([
      expect.stringContaining('{"storefront":"us-store","reason":"Its content type'),
      expect.stringContaining('{"reason":"Its content type'),
    ]);
  });
});
