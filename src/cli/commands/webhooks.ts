import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Engine } from '../../app/compose.ts';
import { shopifyWebhooksToml } from '../../app/load-connector.ts';
import type { SourceError } from '../../domain/errors.ts';
import type { ArrivedDeliveries, SubscriptionFinding, WebhookSubscriptions } from '../../mapping/source-connector.ts';
import { routeOf } from '../../web/route.ts';
import type { CliIo } from '../cli-io.ts';
import { unknownStorefront } from '../../pipeline/failures.ts';
import type { StorefrontPorts } from '../../pipeline/ports.ts';
import { exitCode, type ExitCode, fail } from '../exit-code.ts';
import { listenForSilence } from '../listen-for-silence.ts';
import { type CommonOptions, withEngine } from '../open-engine.ts';
import { json } from '../render/text.ts';

export interface WebhooksOptions extends CommonOptions {
  readonly storefront: string;
  /** The handler's address as the internet sees it. */
  readonly address: string;
  readonly json?: boolean;
}

const marks: Readonly<Record<SubscriptionFinding['state'], string>> = {
  present: 'ok',
  created: 'created',
  repaired: 'repaired',
  missing: 'MISSING',
  wrong: 'WRONG',
  'set by hand': 'look',
};

const describe = ({ state, topic, message }: SubscriptionFinding): string =>
  `  ${marks[state].padEnd(8)}  ${topic}: ${message}\n`;

const needsAttention = ({ state }: SubscriptionFinding): boolean => state === 'missing' || state === 'wrong';

type Storefronts = Readonly<Record<string, StorefrontPorts>>;

/** Another storefront whose deliveries are taken at the address; undefined when nothing speaks against it. */
const otherAt = (address: string, storefront: string, storefronts: Storefronts): string | undefined => {
  const route = routeOf(new URL(address).pathname);
  if (route?.kind !== 'webhook' || route.storefront === storefront) return undefined;
  if (route.storefront === storefronts[storefront]?.connector.platform && !(route.storefront in storefronts)) {
    return undefined;
  }
  return Object.keys(storefronts).find(
    (name) => name === route.storefront || storefronts[name]?.connector.platform === route.storefront,
  );
};

/** The same address with the storefront's own name, and with its platform's. */
const addressesOf = (address: string, storefront: string, storefronts: Storefronts): readonly string[] => {
  const url = new URL(address);
  const own = storefronts[storefront]?.connector.platform ?? storefront;
  if (routeOf(url.pathname)?.kind !== 'webhook') return [];
  return [storefront, ...(own in storefronts ? [] : [own])].map(
    (name) => new URL(url.pathname.replace(/[^/]+\/?$/, name), url).href,
  );
};

interface Found {
  readonly subscriptions: WebhookSubscriptions;
  readonly arrived: ArrivedDeliveries;
}

/** Deliveries that are looked at: enough to find each topic that is frequent. */
const maxDeliveries = 1_000;

const find = async (
  io: CliIo,
  { storefront, address }: WebhooksOptions,
  { ports: { storefronts }, inbox }: Pick<Engine, 'ports' | 'inbox'>,
): Promise<E.Either<ExitCode, Found>> => {
  const configured = storefronts[storefront];
  if (configured === undefined) {
    return E.left(fail(io, unknownStorefront(storefront, Object.keys(storefronts))));
  }
  const other = otherAt(address, storefront, storefronts);
  if (other !== undefined) {
    io.err(
      `That is the address of "${other}", which does not accept deliveries for ${storefront}. Use the one that ends in /webhooks/${storefront}, or --storefront ${other}.\n`,
    );
    return E.left(exitCode.usage);
  }
  const { subscriptions } = configured.connector;
  if (O.isNone(subscriptions)) {
    io.err(`The platform of "${storefront}" manages its webhooks itself. There is nothing to check here.\n`);
    return E.left(exitCode.usage);
  }
  const deliveries = await inbox.newestDeliveries(storefront, maxDeliveries)();
  if (E.isRight(deliveries)) {
    const arrived = { alsoAt: addressesOf(address, storefront, storefronts), deliveries: deliveries.right };
    return E.right({ subscriptions: subscriptions.value, arrived });
  }
  io.err(`${deliveries.left.message}\n`);
  return E.left(exitCode.usage);
};

const failed = (io: CliIo, { _tag, message }: SourceError): ExitCode => {
  io.err(`${message}\n`);
  return _tag === 'SourceCredentialsRefused' ? exitCode.credentials : exitCode.needsAttention;
};

/**
 * Looks at a storefront's webhook subscriptions to one address (`status`), or makes them as they should be (`apply`).
 * Subscriptions to other addresses are left alone. Exit code 1 when anything is missing or wrong afterwards.
 */
export const webhooks =
  (action: keyof WebhookSubscriptions) =>
  (io: CliIo, options: WebhooksOptions): Promise<ExitCode> => {
    const { storefront, address } = options;
    const work = async (engine: Engine): Promise<ExitCode> => {
      const found = await find(io, options, engine);
      if (E.isLeft(found)) return found.left;
      const { subscriptions, arrived } = found.right;
      const { watch, stop } = listenForSilence(io);
      const findings = await watch(storefront, subscriptions[action](address, arrived), E.isRight)();
      stop();
      if (E.isLeft(findings)) return failed(io, findings.left);
      io.out(
        options.json === true
          ? json({ storefront, address, findings: findings.right })
          : `${storefront}\n${findings.right.map(describe).join('')}`,
      );
      return findings.right.some(needsAttention) ? exitCode.needsAttention : exitCode.settled;
    };
    return withEngine(io, options, work, { storefronts: [storefront] });
  };

/** Prints the `[webhooks]` section of `shopify.app.toml`. Needs no configuration. */
export const webhooksToml = async (io: CliIo, { address }: Pick<WebhooksOptions, 'address'>): Promise<ExitCode> => {
  const toml = await shopifyWebhooksToml(address);
  if (E.isRight(toml)) io.out(toml.right);
  else io.err(`${toml.left}\n`);
  return E.isRight(toml) ? exitCode.settled : exitCode.usage;
};
