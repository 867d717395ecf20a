import { type SampleShop, startSampleShop } from './shopify/start-sample-shop.ts';
import { type SampleShopOptions } from './shopify/sample-shop-options.ts';
import { startTaxService, type TaxServiceOptions, type TaxServiceStandIn } from './tax-service/start-tax-service.ts';

export interface SandboxOptions {
  readonly taxService?: TaxServiceOptions;
  readonly shop?: SampleShopOptions;
  /** Where the CLI keeps its record book. Default `sqlite:./tax-nexus-sandbox.db`. */
  readonly state?: string;
}

/** Everything that a run needs, on this machine and without an account anywhere. */
export interface Sandbox {
  readonly taxService: TaxServiceStandIn;
  readonly shop: SampleShop;
  /** A configuration that points at the two, ready to be written as `tax-nexus.config.json`. */
  readonly configuration: SandboxConfiguration;
  readonly stop: () => Promise<void>;
}

/** The part of the configuration's shape that the sandbox fills in. Its keys and tokens open nothing but the sandbox. */
export interface SandboxConfiguration {
  readonly service: { readonly baseUrl: string; readonly apiKey: string };
  readonly state: string;
  readonly storefronts: Readonly<Record<string, SandboxStorefront>>;
}

export interface SandboxStorefront {
  readonly connector: 'shopify';
  readonly shop: string;
  readonly accessToken: string;
  readonly apiOrigin: string;
}

/**
 * Starts a stand-in Tax Nexus Service and a sample Shopify shop.
 *
 * @example
 * const sandbox = await startSandbox({ taxService: { port: 4010 }, shop: { port: 4020 } });
 * writeFileSync('tax-nexus.config.json', JSON.stringify(sandbox.configuration, null, 2));
 */
export const startSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> => {
  const { taxService: serviceOptions = {}, state = 'sqlite:./tax-nexus-sandbox.db' } = options;
  const taxService = await startTaxService(serviceOptions);
  const shop = await startSampleShop(options.shop).catch(async (error: unknown) => {
    await taxService.stop();
    throw error;
  });
  return {
    taxService,
    shop,
    configuration: {
      service: { baseUrl: taxService.origin, apiKey: serviceOptions.apiKeys?.[0] ?? 'sandbox-key' },
      state,
      storefronts: {
        'sample-store': {
          connector: 'shopify',
          shop: shop.domain,
          accessToken: shop.accessToken,
          apiOrigin: shop.origin,
        },
      },
    },
    stop: async () => {
      await Promise.all([taxService.stop(), shop.stop()]);
    },
  };
};
