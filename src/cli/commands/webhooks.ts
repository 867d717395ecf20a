import * as E from 'fp-ts/lib/Either.js';
import type { Engine } from '../../app/compose.ts';
import { shopifyWebhooksToml } from '../../app/load-connector.ts';
import type { SubscriptionFinding, WebhookSubscriptions } from '../../mapping/source-connector.ts';
import { webhooks as subscriptions } from '../../operations/storefronts.ts';
import type { CliIo } from '../cli-io.ts';
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

/**
 * Looks at a storefront's webhook subscriptions to one address (`status`), or makes them as they should be (`apply`).
 * Subscriptions to other addresses are left alone. Exit code 1 when anything is missing or wrong afterwards.
 */
export const webhooks =
  (action: keyof WebhookSubscriptions) =>
  (io: CliIo, options: WebhooksOptions): Promise<ExitCode> => {
    const { storefront, address } = options;
    const work = async ({ operations }: Engine): Promise<ExitCode> => {
      const { watch, stop } = listenForSilence(io);
      const findings = await watch(storefront, subscriptions(operations, action, { storefront, address }), E.isRight)();
      stop();
      if (E.isLeft(findings)) return fail(io, findings.left);
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
