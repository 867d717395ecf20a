import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from '../../../src/domain/environment.ts';
import { createTaxNexus } from '../../../src/app/create-tax-nexus.ts';
import type { TaxNexus } from '../../../src/app/plugin/tax-nexus.ts';
import type { TaxNexusOptions } from '../../../src/app/plugin/tax-nexus-options.ts';
import { systemClock } from '../../../src/app/system-environment.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import type { StorefrontSource } from '../../../src/mapping/source-connector.ts';
import { theSale } from '../../support/a-live-world.ts';
import { aLiveShop, type LiveShop } from '../../support/a-live-shop.ts';
import { eventually, last } from '../../support/a-plugin.ts';
import type { LocalServer } from '../../support/local-server.ts';
import { memoryTaxService, type MemoryTaxService } from '../../support/memory-tax-service.ts';
import { serveTaxService } from '../../support/serve-tax-service.ts';
import { sized } from '../../support/size.ts';

const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);
let service: MemoryTaxService;
let server: LocalServer;
beforeAll(async () => {
  process.on('unhandledRejection', note);
  service = memoryTaxService({ clock: systemClock });
  server = await serveTaxService(service.service, 'key');
});
afterAll(async () => {
  process.off('unhandledRejection', note);
  await server.close();
});

const nonsense: readonly unknown[] = [undefined, null, 42, 'text', {}, [], Symbol('none'), () => undefined, new Map()];

/** What a function of a host does instead of its work. What it throws may hold what it looked up. */
const ways = {
  throws: () => {
    throw new TypeError('canary@example.com');
  },
  rejects: () => Promise.reject(new TypeError('canary@example.com')),
  'gives no answer': () => new Promise(() => undefined),
  'returns nonsense': (index: number) => nonsense[index % nonsense.length],
} as const satisfies Record<string, (index: number) => unknown>;
type Way = keyof typeof ways;

type Options = TaxNexusOptions<Readonly<Record<string, StorefrontSource>>>;

interface World {
  readonly taxNexus: TaxNexus<string>;
  readonly handle: (path: string, init?: RequestInit) => Promise<Response>;
}

interface HostFunction {
  /** @param broken the function; its type is that of no option, as in a host without a compiler */
  readonly options: (broken: (...given: readonly unknown[]) => never, good: StorefrontSource) => Partial<Options>;
  /** What calls it, besides the webhooks of both storefronts. What rejects is the caller's affair. */
  readonly use?: (world: World, broken: () => never) => Promise<unknown>;
  /** What a log line says of it when it throws. Default: the log has no line about it, or the caller gets the error. */
  readonly says?: RegExp;
  /** Nothing can be sent without it, of no storefront: sales wait, or have failed. */
  readonly isOfAll?: true;
}

const unlessGood =
  <A>(broken: (...given: readonly unknown[]) => never, otherwise: (storefront: string) => A) =>
  (storefront: string): A =>
    storefront === 'good' ? otherwise(storefront) : broken();

const functions: Readonly<Record<string, HostFunction>> = {
  logger: { options: (broken) => ({ logger: { debug: broken, info: broken, warn: broken, error: broken } }) },
  onEvent: { options: (broken) => ({ onEvent: broken }), says: /listener of events/ },
  'a listener of on()': {
    options: () => ({}),
    use: ({ taxNexus }, broken) => Promise.resolve(taxNexus.on('record.settled', broken)),
    says: /listener of events/,
  },
  beforePush: {
    options: (broken) => ({
      hooks: { beforePush: (transaction, { storefront }) => unlessGood(broken, () => transaction)(storefront) },
    }),
  },
  credentials: {
    options: (broken) => ({ credentials: broken }),
    use: ({ taxNexus }) => taxNexus.storefronts.add('third'),
  },
  accounts: {
    options: (broken, good) => ({ accounts: broken, storefronts: { good, bad: { ...good, taxAccount: 'acme' } } }),
    says: /The option "accounts" failed/,
  },
  authorize: {
    options: (broken) => ({ authorize: broken }),
    use: async ({ handle }) => {
      const { status } = await handle('screen');
      // A user without a name, or none: nothing opens by mistake.
      expect(status).toBe(403);
    },
    says: /The option "authorize" failed/,
  },
  'send of a notification': {
    options: (broken) => ({ notifications: { mail: { send: broken } } }),
    use: async ({ taxNexus }) => {
      const day = '2025-01-01';
      const { id } = await taxNexus.historicalSync.start({ from: day, to: day, storefronts: ['good'] });
      await last(taxNexus.historicalSync.watch(id));
    },
    says: /A notification was not delivered/,
  },
  'readPage and find of a directory': {
    options: (broken) => ({ directories: [{ name: 'table', platform: 'shopify', readPage: broken, find: broken }] }),
    use: ({ taxNexus }) => taxNexus.storefronts.refresh(),
    says: /The storefronts of table could not be listed/,
  },
  'open of a source': {
    options: (broken, good) => ({ storefronts: { good, bad: { ...good, open: broken } } }),
  },
  'each question to a connector': {
    options: (broken, good) => {
      const open: StorefrontSource['open'] = (environment) => {
        const connector = good.open(environment);
        const names = Object.keys(connector).filter((name) => !['platform', 'subscriptions'].includes(name));
        return { ...connector, ...Object.fromEntries(names.map((name) => [name, broken])) };
      };
      return { storefronts: { good, bad: { ...good, open } } };
    },
  },
  'encode of the wire': {
    options: (broken) => ({
      service: { baseUrl: server.origin, apiKey: 'key', wire: { encode: broken, decode: (json) => json } },
    }),
    isOfAll: true,
  },
  'decode of the wire': {
    options: (broken) => ({
      service: { baseUrl: server.origin, apiKey: 'key', wire: { encode: (body) => body, decode: broken } },
    }),
    isOfAll: true,
  },
  exchangeRate: {
    options: (broken, good) => {
      const policy = { ...defaultPolicy, reportingCurrency: 'EUR', exchangeRate: broken };
      return { storefronts: { good, bad: { ...good, policy } } };
    },
  },
};

/** A storefront in memory, whose deliveries name the record in a header. */
const sourceOf = (shop: LiveShop): StorefrontSource => ({
  policy: defaultPolicy,
  since: '1990-01-01',
  open: () => ({
    ...shop.connector,
    receiveWebhook: ({ headers }) => {
      const { 'x-record': recordId, 'x-delivery': deliveryId = '' } = headers;
      if (typeof recordId !== 'string') return E.left({ _tag: 'Unverified', message: 'it is forged' });
      return E.right({ _tag: 'RecordChanged', deliveryId: deliveryId, recordId });
    },
  }),
});

let worlds = 0;

/** A host with the storefronts `good` and `bad`, and one function that does something else. */
const aWorld = (how: Way, { options }: HostFunction) => {
  worlds += 1;
  const world = worlds;
  const logged: string[] = [];
  const log = (message: string, fields?: object): void => {
    logged.push(`${message} ${JSON.stringify(fields ?? {})}`);
  };
  const logger: Logger = { debug: log, info: log, warn: log, error: log };
  let calls = 0;
  const broken = (): never => ways[how](calls++) as never;
  const shops = [1, 2].map((n) => aLiveShop(systemClock, { latency: 1, account: { id: `${100 * world + n}` } }));
  const [good, bad] = shops.map(sourceOf) as [StorefrontSource, StorefrontSource];
  const taxNexus = createTaxNexus<Readonly<Record<string, StorefrontSource>>>({
    service: { baseUrl: server.origin, apiKey: 'key' },
    state: 'sqlite::memory:',
    storefronts: { good, bad },
    schedule: { catchUp: null, reconcile: null },
    logger,
    ...options(broken, good),
  });
  const handle: World['handle'] = (path, init) =>
    taxNexus.handler(new Request(`https://host.example/tax-nexus/${path}`, init));
  const deliver = async (storefront: string, recordId: string): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'x-record': recordId, 'x-delivery': recordId };
    return (await handle(`webhooks/${storefront}`, { method: 'POST', headers, body: '{}' })).status;
  };
  const forge = (storefront: string): Promise<Response> =>
    handle(`webhooks/${storefront}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
  return { taxNexus, broken, calls: () => calls, handle, deliver, forge, logged, shops, world };
};

const all = Object.keys(functions).flatMap((name, index) =>
  (Object.keys(ways) as readonly Way[]).map((how, way) => ({ name, how, isQuick: way !== index % 4 || way === 1 })),
);
const cases = sized({ quick: all.filter(({ isQuick }) => isQuick), all });

describe.each(cases)('a host whose $name $how', ({ name, how }) => {
  it('keeps its process and its other storefront, and learns of it once', async () => {
    const tried = functions[name];
    if (tried === undefined) throw new Error('there is no such function');
    unhandled.length = 0;
    const { taxNexus, broken, calls, handle, deliver, forge, logged, shops, world } = aWorld(how, tried);
    await taxNexus.start();
    const used = tried.use?.({ taxNexus, handle }, broken).catch(() => undefined) ?? Promise.resolve();
    const settled: string[] = [];
    for (const type of ['record.settled', 'record.held', 'record.failed'] as const)
      taxNexus.on(type, ({ sourceId }) => settled.push(sourceId));
    const ids = shops.map((shop, n) => shop.put(theSale(10 * world + n)));
    for (const storefront of ['good', 'bad']) await forge(storefront);
    // What is not taken, the platform delivers again.
    const isTaken = (await deliver('bad', ids[1] ?? '')) === 200;
    expect(await deliver('good', ids[0] ?? '')).toBe(200);
    const isThere = (): boolean => service.journal.some(({ id }) => id.endsWith(`:${ids[0]}`));
    await eventually(tried.isOfAll === true ? () => calls() > 0 : isThere);
    if (how !== 'gives no answer') await used;
    const { says } = tried;
    if (says !== undefined && (how === 'throws' || how === 'rejects')) {
      await eventually(() => logged.some((line) => says.test(line)));
      expect(logged.filter((line) => says.test(line))).toHaveLength(1);
    }
    const isKept = async (storefront: string, index: number): Promise<boolean> =>
      settled.includes(ids[index] ?? '') || (await taxNexus.waiting()).some((one) => one.storefront === storefront);
    // Between the commit of a sale and its event, it is neither waiting nor settled yet.
    await eventually(async () => !isTaken || (await isKept('bad', 1)));
    await eventually(async () => isThere() || (await isKept('good', 0)));
    await taxNexus.stop({ drainMs: 200 });
    expect(unhandled).toStrictEqual([]);
    expect(logged.join()).not.toContain('canary');
  });
});
