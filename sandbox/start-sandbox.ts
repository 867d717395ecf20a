/** Starts the stand-in service, the sample shop and the sample Stripe account together, with a configuration for them. */
import { type SampleShop, startSampleShop } from './shopify/start-sample-shop.ts';
import type { SampleShopOptions } from './shopify/sample-shop-options.ts';
import type { SampleAccountOptions } from './stripe/sample-account-options.ts';
import { type SampleStripeAccount, startSampleStripeAccount } from './stripe/start-sample-stripe-account.ts';
import { calendarOf, sampleRange } from './shopify/orders/sample-size.ts';
import { sandboxConfiguration, type SandboxConfiguration } from './sandbox-configuration.ts';
import { startTaxService, type TaxServiceOptions, type TaxServiceStandIn } from './tax-service/start-tax-service.ts';

/** What each part of a sandbox is like; all of it has a default. */
export interface SandboxOptions {
  readonly taxService?: TaxServiceOptions;
  readonly shop?: SampleShopOptions;
  /** Some of its charges paid orders of the sample shop, which this names. */
  readonly stripe?: Omit<SampleAccountOptions, 'shop'>;
  /** Where the CLI keeps its sync database. Default `sqlite:./tax-nexus-sandbox.db`. */
  readonly state?: string;
  /** Where the sample business is registered. Default: nowhere. */
  readonly registrations?: SandboxConfiguration['service']['registrations'];
}

/** Everything that a run needs, on this machine and without an account anywhere. */
export interface Sandbox {
  readonly taxService: TaxServiceStandIn;
  readonly shop: SampleShop;
  readonly stripeAccount: SampleStripeAccount;
  /** A configuration that points at the three, ready to be written as `tax-nexus.config.json`. */
  readonly configuration: SandboxConfiguration;
  /** How many orders the shop has; the account has a few payments more, which come with other accounts and invoices. */
  readonly size: { readonly orders: number; readonly payments: number };
  readonly stop: () => Promise<void>;
}

interface Stoppable {
  readonly stop: () => Promise<void>;
}

/**
 * Starts a stand-in Tax Nexus Service, a sample Shopify shop and a sample Stripe account. Rejects when a port is taken, and
 * leaves nothing running.
 *
 * @example
 * const sandbox = await startSandbox({ taxService: { port: 4010 }, shop: { port: 4020 }, stripe: { port: 4030 } });
 * writeFileSync('tax-nexus.config.json', JSON.stringify(sandbox.configuration, null, 2));
 */
export const startSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> => {
  const { shop: shopOptions = {}, state = 'sqlite:./tax-nexus-sandbox.db', registrations } = options;
  const running: Stoppable[] = [];
  const started = async <A extends Stoppable>(starting: Promise<A>): Promise<A> => {
    const server = await starting;
    running.push(server);
    return server;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((server) => server.stop()));
  };
  try {
    const taxService = await started(startTaxService(options.taxService));
    const shop = await started(startSampleShop(shopOptions));
    const { seed = 1, orders = 400, days = sampleRange, hasWholesale = false } = shopOptions;
    const size = { seed, orders, calendar: calendarOf(days), hasWholesale };
    const payments = options.stripe?.sales ?? 250;
    const stripeAccount = await started(startSampleStripeAccount({ ...options.stripe, sales: payments, shop: size }));
    const apiKey = options.taxService?.apiKeys?.[0] ?? 'sandbox-key';
    const configuration = sandboxConfiguration({ taxService, apiKey, shop, stripeAccount, state, days, registrations });
    return { taxService, shop, stripeAccount, configuration, size: { orders, payments }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
