import type { Transaction } from '../../../src/domain/transaction.ts';
import { afterAll } from '@jest/globals';
import Stripe from 'stripe';
import { stripeConnector } from '../../../connectors/stripe/index.ts';
import { secret } from '../../../src/domain/secret.ts';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import {
  type SampleAccountOptions,
  sampleCountries,
  sampleMetadata,
  type SampleStripeAccount,
  startSampleStripeAccount,
} from '../../../sandbox/index.ts';

/** Whether both equations of the service's interface hold, to the last unit. */
export const addsUp = (transaction: Transaction): boolean => {
  const { lines, discount, subtotal, shippingHandling, taxCollected, total } = transaction;
  const goods = lines.reduce((sum, line) => sum + line.amount * BigInt(line.quantity) - line.discount, 0n);
  return goods - discount === subtotal && subtotal + shippingHandling + taxCollected === total;
};

/** The account's settings in the sandbox's configuration. */
export const samplePolicy: Policy = {
  ...defaultPolicy,
  metadata: sampleMetadata,
  shipToCountries: sampleCountries,
};

interface AccountUnderTest extends SampleStripeAccount {
  /** Stripe's own client, without retries. */
  readonly stripe: Stripe;
  /** The connector, on a clock on which waiting costs nothing. */
  readonly connector: SourceConnector;
}

const clientTo = (origin: string, key: string): Stripe => {
  const { hostname: host, port } = new URL(origin);
  return new Stripe(key, { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
};

const connectorTo = ({ origin, secretKey }: SampleStripeAccount, policy: Policy): SourceConnector => {
  let now = Date.UTC(2026, 3, 2);
  return stripeConnector({
    secretKey: secret(secretKey),
    webhookSecrets: [],
    account: null,
    apiOrigin: origin,
    timeZone: 'America/New_York',
    policy,
    clock: {
      now: () => now,
      sleep: (milliseconds) => () => {
        now += milliseconds;
        return Promise.resolve();
      },
    },
  });
};

/** Sample accounts for the tests of one file, all stopped with it. */
export const sampleAccounts = (): ((options?: SampleAccountOptions, policy?: Policy) => Promise<AccountUnderTest>) => {
  const running: SampleStripeAccount[] = [];
  afterAll(async () => {
    await Promise.all(running.map(({ stop }) => stop()));
  });
  return async (options, policy = samplePolicy) => {
    const account = await startSampleStripeAccount(options);
    running.push(account);
    return {
      ...account,
      stripe: clientTo(account.origin, account.secretKey),
      connector: connectorTo(account, policy),
    };
  };
};

export { clientTo };
