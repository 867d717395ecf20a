import { describe, expect, it } from '@jest/globals';
import type { AccountsOption } from '../../../src/app/plugin/tax-nexus-options.ts';
import { isOverWithin, eventually, last } from '../../support/a-plugin.ts';
import { anApp, aService, aShop, type Behavior, deliver, endAll, keyOf } from '../../support/accounts-app.ts';
import { itInAll } from '../../support/it-in-all.ts';

endAll();

const range = { from: '2026-01-01', to: '2026-12-31' };

describe('twenty accounts, of which five are sick', () => {
  const sick: Readonly<Record<string, Behavior>> = {
    'canary-acme-1': 'refuses',
    'canary-acme-2': 'hangs',
    'canary-acme-3': 'throttles',
    'canary-acme-4': 'fails',
    'canary-acme-5': 'hangs',
  };

  it('push the deliveries of the other 15 at once, each with its own key', async () => {
    const service = await aService((key) => sick[key] ?? 'well');
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
    const storefronts = Object.fromEntries(numbers.map((n) => [`shop-${n}`, aShop(n, `acme-${n}`)]));
    const { taxNexus, events, logged } = anApp({ origin: service.origin, storefronts, accounts: keyOf });
    await taxNexus.start();
    // The sick ones first, and they are at it by the time that the others begin.
    for (const n of numbers.slice(0, 5)) await deliver(taxNexus, `shop-${n}`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    for (const n of numbers.slice(5)) await deliver(taxNexus, `shop-${n}`);
    // A request that hangs takes 30 seconds.
    expect(
      await isOverWithin(
        25_000,
        eventually(() => service.held.size === 15),
      ),
    ).toBe(true);
    for (const n of numbers.slice(5)) {
      expect(service.held.get(`canary-acme-${n}`)).toEqual([expect.stringContaining(`:${5_000 + n}:`)]);
    }
    await eventually(() => events.some(({ type }) => type === 'storefront.stopped'));
    const stopped = events.filter(({ type }) => type === 'storefront.stopped');
    expect(stopped).toMatchObject([{ storefront: 'shop-1', who: 'service', cause: 'credentials' }]);
    expect(stopped.map((event) => ('message' in event ? event.message : ''))).toEqual([
      expect.stringMatching(/^Account acme-1: .* Check its apiKey/),
    ]);
    expect(JSON.stringify([events, logged])).not.toContain('canary');
  }, 60_000);

  /** Five accounts whose service hangs, with three storefronts each, and five others. */
  const hanging = async () => {
    const service = await aService((key) => (key.startsWith('canary-sick') ? 'hangs' : 'well'));
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
    const accountOf = (n: number): string => (n <= 15 ? `sick-${n % 5}` : `acme-${n}`);
    const storefronts = Object.fromEntries(numbers.map((n) => [`shop-${n}`, aShop(n, accountOf(n))]));
    const schedule = { catchUp: '0 0 1 1 *', reconcile: null };
    return { service, storefronts, ...anApp({ origin: service.origin, storefronts, accounts: keyOf, schedule }) };
  };

  it('keep no other from going live, however many of them hang', async () => {
    const { taxNexus, service } = await hanging();
    await taxNexus.start();
    expect(
      await isOverWithin(
        25_000,
        eventually(() => service.held.size === 5),
      ),
    ).toBe(true);
  }, 60_000);

  itInAll(
    'keep no other from its turn in a tick',
    async () => {
      const { taxNexus, service, storefronts } = await hanging();
      for (const name of Object.keys(storefronts).slice(0, 15)) await deliver(taxNexus, name);
      const ticked = taxNexus.tick({ budgetMs: 25_000 });
      expect(
        await isOverWithin(
          25_000,
          eventually(() => service.held.size === 5),
        ),
      ).toBe(true);
      // Requests that hang end with their server, and the tick with a stop; what was due to the sick accounts is left to the next one.
      await service.close();
      await taxNexus.stop({ drainMs: 1_000 });
      await ticked;
    },
    60_000,
  );
});

describe('the key of an account', () => {
  it('is asked for again at once after the service has refused it', async () => {
    const service = await aService((key) => (key === 'canary-old' ? 'refuses' : 'well'));
    const keys: string[] = [];
    const accounts: AccountsOption = () => {
      keys.push((service.asked.get('canary-old') ?? 0) === 0 ? 'canary-old' : 'canary-new');
      return Promise.resolve({ apiKey: keys.at(-1) });
    };
    const { taxNexus } = anApp({ origin: service.origin, storefronts: { shop: aShop(1, 'acme') }, accounts });
    await taxNexus.start();
    await deliver(taxNexus, 'shop');
    await eventually(() => service.held.has('canary-new'));
    expect(keys).toEqual(['canary-old', 'canary-new']);
  }, 30_000);

  it('is not asked for while nothing needs it, and once for all that need it', async () => {
    const service = await aService();
    const asked: string[] = [];
    const accounts: AccountsOption = (account) => {
      asked.push(account);
      return keyOf(account);
    };
    const storefronts = { a: aShop(1, 'acme'), b: aShop(2, 'acme'), c: aShop(3, 'zenith') };
    const { taxNexus } = anApp({ origin: service.origin, storefronts, accounts });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(asked).toEqual([]);
    await taxNexus.start();
    await Promise.all([deliver(taxNexus, 'a'), deliver(taxNexus, 'b'), deliver(taxNexus, 'c')]);
    await eventually(() => [...service.held.values()].flat().length === 3);
    expect(asked.sort()).toEqual(['acme', 'zenith']);
  }, 30_000);

  it.each([
    ['is missing', { apiKey: undefined }, /accounts\("acme"\)\.apiKey: it is missing/],
    ['stands beside an unknown setting', { apiKey: 'canary-1', speed: 'canary-2' }, /accounts\("acme"\)\.speed/],
    [
      'stands beside a policy that is none',
      { apiKey: 'canary-1', policy: { tips: 'canary-2' } },
      /accounts\("acme"\)\.policy\.tips: it is not one of the allowed values/,
    ],
    ['is of no account that the host knows', null, /There is no account "acme"/],
  ])('that %s is an error that says so, without the key', async (_, settings, message) => {
    const { origin } = await aService();
    const accounts = (() => settings) as AccountsOption;
    const { taxNexus } = anApp({ origin, storefronts: { shop: aShop(1, 'acme') }, accounts });
    const failed = await taxNexus.historicalSync.start(range).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'ACCOUNT' });
    expect(String(failed)).toMatch(message);
    expect(String(failed)).not.toContain('canary');
  });

  it('that the host fails to give stops its storefront alone, without what the host threw', async () => {
    const service = await aService();
    const accounts: AccountsOption = (account) => {
      if (account === 'acme') throw new Error('canary password');
      return keyOf(account);
    };
    const storefronts = { shop: aShop(1, 'acme'), other: aShop(2, 'zenith') };
    const { taxNexus, events, logged } = anApp({ origin: service.origin, storefronts, accounts });
    await taxNexus.start();
    for (const name of Object.keys(storefronts)) await deliver(taxNexus, name);
    await eventually(() => service.held.has('canary-zenith'));
    await eventually(() => events.some(({ type }) => type === 'storefront.stopped'));
    expect(events.filter(({ type }) => type === 'storefront.stopped')).toMatchObject([
      { storefront: 'shop', cause: 'no answer' },
    ]);
    expect(JSON.stringify([events, logged])).not.toContain('password');
  }, 30_000);
});

describe('a storefront', () => {
  it('stays with its account: with another one it is refused, and nothing is sent there', async () => {
    const service = await aService();
    const first = anApp({ origin: service.origin, storefronts: { shop: aShop(1, 'acme') }, accounts: keyOf });
    const { id } = await first.taxNexus.historicalSync.start(range);
    await last(first.taxNexus.historicalSync.watch(id));
    await first.taxNexus.stop();
    const { state } = first;
    const moved = anApp({ origin: service.origin, storefronts: { shop: aShop(1, 'zenith') }, accounts: keyOf, state });
    const failed = await moved.taxNexus.historicalSync.start(range).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'STATE' });
    expect(String(failed)).toContain('shop are sent to the account acme, and not to zenith');
    await moved.taxNexus.start();
    await deliver(moved.taxNexus, 'shop');
    await eventually(() => moved.events.some(({ type }) => type === 'storefront.stopped'));
    expect([...service.held.keys()]).toEqual(['canary-acme']);
  }, 30_000);

  it('is not there for a request about another account', async () => {
    const service = await aService();
    const storefronts = { shop: aShop(1, 'acme'), other: aShop(2, 'zenith') };
    const { taxNexus } = anApp({ origin: service.origin, storefronts, accounts: keyOf });
    const asked = { account: 'acme', storefronts: ['other'] };
    const unknown = { code: 'UNKNOWN_STOREFRONT', message: expect.stringContaining('"other". Configured: shop.') };
    await expect(taxNexus.historicalSync.start({ ...range, ...asked })).rejects.toMatchObject(unknown);
    await expect(taxNexus.check(asked)).rejects.toMatchObject(unknown);
    expect(await taxNexus.historicalSync.list({ account: 'zenith' })).toMatchObject({ items: [] });
  });

  it.each([
    [
      'names no account where each has its own key',
      { storefronts: { shop: aShop(1) }, accounts: keyOf },
      /shop: it names no account/,
    ],
    [
      'names an account where there is one key',
      { storefronts: { shop: aShop(1, 'acme') }, apiKey: 'k' },
      /there is no option "accounts"/,
    ],
    [
      'names an account by a text that cannot be one',
      { storefronts: { shop: aShop(1, 'a b') }, accounts: keyOf },
      /cannot have this name/,
    ],
  ])('that %s is a complaint', async (_, options, message) => {
    const { taxNexus } = anApp({ origin: 'https://127.0.0.1', ...options });
    const failed = await taxNexus.start().catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'CONFIGURATION' });
    expect(String(failed)).toMatch(message);
  });

  it('that is added at run time names its account as well', async () => {
    const service = await aService();
    const { taxNexus } = anApp({ origin: service.origin, storefronts: {}, accounts: keyOf });
    await expect(taxNexus.storefronts.add('shop', aShop(1))).rejects.toMatchObject({ code: 'CONFIGURATION' });
    const name = await taxNexus.storefronts.add('shop', aShop(1, 'acme'));
    await taxNexus.start();
    await deliver(taxNexus, name);
    await eventually(() => service.held.has('canary-acme'));
  }, 30_000);

  it('that is added again has its account asked for at once, though the host did not know it a moment ago', async () => {
    const service = await aService();
    let isKnown = false;
    const accounts = ((account) => (isKnown ? keyOf(account) : null)) as AccountsOption;
    const { taxNexus, events } = anApp({ origin: service.origin, storefronts: {}, accounts });
    const name = await taxNexus.storefronts.add('shop', aShop(1, 'acme'));
    await taxNexus.start();
    await deliver(taxNexus, name);
    await eventually(() => events.some(({ type }) => type === 'storefront.stopped'));
    isKnown = true;
    await taxNexus.storefronts.add(name, aShop(1, 'acme'));
    await eventually(() => service.held.has('canary-acme'));
  }, 30_000);

  it('without an account is of that of service.apiKey, next to those of other accounts', async () => {
    const service = await aService();
    const storefronts = { own: aShop(1), other: aShop(2, 'acme') };
    const { taxNexus } = anApp({ origin: service.origin, storefronts, accounts: keyOf, apiKey: 'canary-own' });
    await taxNexus.start();
    for (const name of Object.keys(storefronts)) await deliver(taxNexus, name);
    await eventually(() => service.held.size === 2);
    expect(service.held.get('canary-own')).toEqual([expect.stringContaining(':5001:')]);
    expect(service.held.get('canary-acme')).toEqual([expect.stringContaining(':5002:')]);
  }, 30_000);
});

describe('a historical sync', () => {
  const storefronts = { a: aShop(1, 'acme'), b: aShop(2, 'acme'), c: aShop(3, 'zenith') };

  it('is of one account: of all its storefronts, with its key', async () => {
    const service = await aService();
    const { taxNexus } = anApp({ origin: service.origin, storefronts, accounts: keyOf });
    await expect(taxNexus.historicalSync.start(range)).rejects.toMatchObject({ code: 'ACCOUNT' });
    await expect(taxNexus.historicalSync.start({ ...range, account: 'acne' })).rejects.toThrow(
      /No storefront is configured, or none of the account that you named/,
    );
    const { id } = await taxNexus.historicalSync.start({ ...range, account: 'acme' });
    expect(await last(taxNexus.historicalSync.watch(id))).toMatchObject({ status: 'finished', succeeded: 2 });
    expect([...service.held.keys()]).toEqual(['canary-acme']);
    const report = await taxNexus.historicalSync.report(id);
    expect(report).toMatchObject({ storefronts: ['a', 'b'], succeeded: 2 });
    expect(await taxNexus.historicalSync.report()).toStrictEqual(report);
    const other = await taxNexus.historicalSync.start({ ...range, storefronts: ['c'] });
    expect(await last(taxNexus.historicalSync.watch(other.id))).toMatchObject({ status: 'finished', succeeded: 1 });
    expect(service.held.get('canary-zenith')).toHaveLength(1);
  }, 30_000);

  it('is shown to users of its account alone', async () => {
    const service = await aService();
    let shown: string | undefined = 'acme';
    const { taxNexus } = anApp({ origin: service.origin, storefronts, accounts: keyOf, account: () => shown });
    const { id } = await taxNexus.historicalSync.start({ ...range, account: 'acme' });
    await last(taxNexus.historicalSync.watch(id));
    const open = async (path: string): Promise<Response> =>
      taxNexus.handler(new Request(`http://127.0.0.1/tax-nexus/screen${path}`));
    expect((await open(`/runs/${id}`)).status).toBe(200);
    expect(await (await open('')).text()).toContain(id);
    shown = 'zenith';
    expect((await open(`/runs/${id}`)).status).toBe(404);
    expect(await (await open('')).text()).not.toContain(id);
    shown = undefined;
    const choice = await (await open('')).text();
    for (const account of ['acme', 'zenith']) expect(choice).toContain(`href="screen/accounts/${account}"`);
    expect(choice).not.toContain(id);
    expect((await open(`/runs/${id}`)).status).toBe(404);
    const chosen = await (await open('/accounts/acme')).text();
    expect(chosen).toContain(`href="../../screen/accounts/acme/runs/${id}"`);
    expect(chosen).toContain('href="../../screen"');
    expect((await open(`/accounts/acme/runs/${id}`)).status).toBe(200);
    expect((await open(`/accounts/zenith/runs/${id}`)).status).toBe(404);
    expect((await open('/accounts/other')).status).toBe(404);
  }, 30_000);
});
