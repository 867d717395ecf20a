import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { shopifyConnector } from '../../connectors/shopify/index.ts';
import { stripeConnector } from '../../connectors/stripe/index.ts';
import type { WebhookDelivery, Inbox } from '../../src/domain/inbox.ts';
import { secret } from '../../src/domain/secret.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { SourceConnector } from '../../src/mapping/source-connector.ts';
import { memoryStore } from './memory-store.ts';
import { type StoreDown, type WebEvent, webHandler, type WebPorts } from '../../src/web/index.ts';
import { shopifySecret, stripeSecret, webhookShop } from './signed-webhook.ts';

export interface WebUnderTest {
  readonly handler: (request: Request) => Promise<Response>;
  readonly deliveries: readonly WebhookDelivery[];
  readonly erased: readonly string[];
  readonly woken: readonly string[];
  readonly events: readonly WebEvent[];
  readonly logged: readonly string[];
  /** Does what was put off. */
  readonly aMinuteLater: () => void;
}

/** Soon, but after the answer that is on its way. */
const briefly: WebPorts['clock']['sleep'] = () => () => new Promise((resolve) => setTimeout(resolve, 1));

/** Connectors that verify as the real ones do, because they are. */
const connectors = (clock: WebPorts['clock']): Readonly<Record<string, SourceConnector>> => ({
  'us-store': shopifyConnector({
    shop: webhookShop,
    credentials: { accessToken: secret('unused') },
    webhookSecrets: [secret('shpss_OLD'), secret(shopifySecret)],
    apiOrigin: null,
    policy: defaultPolicy,
    clock,
  }),
  billing: stripeConnector({
    secretKey: secret('sk_live_unused'),
    webhookSecrets: [secret(stripeSecret)],
    account: null,
    apiOrigin: null,
    timeZone: 'America/New_York',
    policy: defaultPolicy,
    clock,
  }),
});

/** The handler over an inbox in memory that notes what it is sent. */
export const aWeb = ({
  now = Date.now,
  sleep = briefly,
  storeDown,
  extra = {},
  purges = [],
  screen = null,
  addressees = () => undefined,
}: {
  readonly now?: () => number;
  /** Waits are short by default. */
  readonly sleep?: WebPorts['clock']['sleep'];
  /** Asked before each use of the store; a message means that it is down. */
  readonly storeDown?: () => string | undefined;
  readonly extra?: Readonly<Record<string, SourceConnector>>;
  /** What the first attempts to take bytes out of the files come to; true from then on. */
  readonly purges?: readonly boolean[];
  /** Answers what is below `…/screen`; nothing without it. */
  readonly screen?: ((request: Request) => Promise<Response>) | null;
  readonly addressees?: WebPorts['addressees'];
} = {}): WebUnderTest => {
  const deliveries: WebhookDelivery[] = [];
  const [erased, woken, logged]: [string[], string[], string[]] = [[], [], []];
  const events: WebEvent[] = [];
  const waiting: (() => void)[] = [];
  const clock = { now, sleep };
  let attempts = 0;
  const all = { ...connectors(clock), ...extra };
  const { inbox } = memoryStore();
  const noted: Inbox = {
    ...inbox,
    receiveDelivery: (delivery) => {
      deliveries.push(delivery);
      return inbox.receiveDelivery(delivery);
    },
    eraseRecords: (storefront, ids) => {
      erased.push(...ids.map((id) => `${storefront} ${id}`));
      return inbox.eraseRecords(storefront, ids);
    },
    purge: () => {
      attempts += 1;
      return Promise.resolve(E.right(purges[attempts - 1] ?? true));
    },
    eraseStorefront: (storefront) => {
      erased.push(storefront);
      return inbox.eraseStorefront(storefront);
    },
  };
  const note = (message: string, fields?: Readonly<Record<string, unknown>>): void => {
    logged.push(`${message} ${JSON.stringify(fields ?? {})}`);
  };
  const ports: WebPorts = {
    connectorOf: (name) => (Object.hasOwn(all, name) ? all[name] : undefined),
    addressees,
    receiveUnlisted: () => Promise.resolve({ _tag: 'Unknown' }),
    inbox: () => {
      const message = storeDown?.();
      return Promise.resolve(message === undefined ? E.right(noted) : E.left<StoreDown>({ message }));
    },
    wake: (storefront) => woken.push(storefront),
    onEvent: (event) => events.push(event),
    isReady: () => Promise.resolve(storeDown?.() === undefined),
    clock,
    later: (_, work) => waiting.push(work),
    log: { debug: note, info: note, warn: note, error: note },
  };
  const handler = webHandler(ports, screen === null ? null : { screen, api: screen });
  const aMinuteLater = (): void => {
    for (const work of waiting.splice(0)) work();
  };
  return { handler, deliveries, erased, woken, events, logged, aMinuteLater };
};

/** A connector whose every verified delivery means the same. */
export const meaning = (receiveWebhook: SourceConnector['receiveWebhook']): SourceConnector => ({
  ...anyConnector,
  receiveWebhook,
});

const unused: TE.TaskEither<never, never> = () => Promise.reject(new Error('not used here'));

const anyConnector: SourceConnector = {
  platform: 'scripted',
  check: unused,
  account: unused,
  windows: () => unused,
  changes: () => unused,
  readPage: () => unused,
  readRecord: () => unused,
  receiveWebhook: () => E.right({ _tag: 'Irrelevant', deliveryId: 'none' }),
  subscriptions: { _tag: 'None' },
};
