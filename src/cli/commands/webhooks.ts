import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { loadConnector } from '../../app/load-connector.ts';
import { systemClock } from '../../app/system-environment.ts';
import type { SourceError } from '../../domain/errors.ts';
import type { SubscriptionFinding, WebhookSubscriptions } from '../../mapping/source-connector.ts';
import { routeOf } from '../../web/route.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { listenForSilence } from '../listen-for-silence.ts';
import { type CommonOptions, openConfiguration } from '../open-engine.ts';
import { json } from '../render/json.ts';

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

/** Another storefront whose deliveries are taken at the address; undefined when nothing speaks against it. */
const otherAt = (address: string, storefront: string, names: readonly string[]): string | undefined => {
  const route = routeOf(new URL(address).pathname);
  if (route?.kind !== 'webhook' || route.storefront === storefront) return undefined;
  return names.find((name) => name === route.storefront);
};

const find = async (
  io: CliIo,
  { storefront, address, ...options }: WebhooksOptions,
): Promise<E.Either<ExitCode, WebhookSubscriptions>> => {
  const configuration = await openConfiguration(io, options);
  if (E.isLeft(configuration)) return configuration;
  const { storefronts } = configuration.right;
  const configured = Object.hasOwn(storefronts, storefront) ? storefronts[storefront] : undefined;
  if (configured === undefined) {
    io.err(`There is no storefront "${storefront}"; configured are: ${Object.keys(storefronts).join(', ')}.\n`);
    return E.left(exitCode.usage);
  }
  const other = otherAt(address, storefront, Object.keys(storefronts));
  if (other !== undefined) {
    io.err(
      `That is the address of "${other}", which does not accept deliveries for ${storefront}. Use the one that ends in /webhooks/${storefront}, or --storefront ${other}.\n`,
    );
    return E.left(exitCode.usage);
  }
  const connector = await loadConnector(configured);
  const { subscriptions } = connector({ clock: systemClock });
  if (O.isSome(subscriptions)) return E.right(subscriptions.value);
  io.err(`The platform of "${storefront}" manages its webhooks itself. There is nothing to check here.\n`);
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
  async (io: CliIo, options: WebhooksOptions): Promise<ExitCode> => {
    const subscriptions = await find(io, options);
    if (E.isLeft(subscriptions)) return subscriptions.left;
    const { watch, stop } = listenForSilence(io);
    const findings = await watch(options.storefront, subscriptions.right[action](options.address), E.isRight)();
    stop();
    if (E.isLeft(findings)) return failed(io, findings.left);
    const { storefront, address } = options;
    io.out(
      options.json === true
        ? json({ storefront, address, findings: findings.right })
        : `${storefront}\n${findings.right.map(describe).join('')}`,
    );
    return findings.right.some(needsAttention) ? exitCode.needsAttention : exitCode.settled;
  };
