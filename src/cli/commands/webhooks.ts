/** `tax-nexus webhooks`: checks or repairs a storefront's webhook subscriptions, without which new sales arrive late. */
import * as E from 'fp-ts/lib/Either.js';
import type { Chosen } from '../../app/plugin/command.ts';
import { shopifyWebhooksToml } from '../../app/load-connector.ts';
import type { SubscriptionFinding, WebhookSubscriptions } from '../../mapping/source-connector.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, withAccount } from '../open-command.ts';
import { userName } from '../process.ts';
import { json } from '../render/text.ts';

export interface WebhooksOptions extends CommonOptions {
  readonly storefront: string;
  /** The handler's address as the internet sees it. Default: below `publicUrl` of the configuration. */
  readonly address?: string;
  readonly json?: boolean;
}

/**
 * `status` checks the subscriptions to one address, `apply` creates or repairs them. Subscriptions to other addresses are left
 * alone. Exit code 1 when any is missing or wrong afterwards.
 */
export const webhooks =
  (action: keyof WebhookSubscriptions) =>
  (io: CliIo, options: WebhooksOptions): Promise<ExitCode> => {
    const { storefront, address } = options;
    const about = { storefront, ...(address !== undefined && { address }) };
    const work = async (account: Chosen): Promise<ExitCode> => {
      const findings = await account.webhooks[action]({ ...about, by: userName(io.env) });
      io.out(
        options.json === true ? json({ ...about, findings }) : `${storefront}\n${findings.map(describe).join('')}`,
      );
      return findings.some(needsAttention) ? exitCode.needsAttention : exitCode.settled;
    };
    return withAccount(io, options, work, { storefronts: [storefront] });
  };

/** Prints the `[webhooks]` section of `shopify.app.toml`. Needs no configuration. */
export const webhooksToml = async (io: CliIo, { address }: { readonly address: string }): Promise<ExitCode> => {
  const toml = await shopifyWebhooksToml(address);
  if (E.isRight(toml)) io.out(toml.right);
  else io.err(`${toml.left}\n`);
  return E.isRight(toml) ? exitCode.settled : exitCode.usage;
};

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
