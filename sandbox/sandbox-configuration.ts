/** The configuration with which the product syncs the sandbox, as `tax-nexus sandbox` prints it. */
import type { DateRange } from '../src/domain/date-range.ts';
import { sampleTimeZone } from './shopify/orders/sample-size.ts';
import type { SampleShop } from './shopify/start-sample-shop.ts';
import type { SampleStripeAccount } from './stripe/start-sample-stripe-account.ts';
import type { TaxServiceStandIn } from './tax-service/start-tax-service.ts';

/** The meaning of the sample account's metadata keys, for `policy.metadata` of its configuration. */
export const sampleMetadata = {
  orderId: 'order_ref',
  tax: 'sales_tax',
  shipping: { key: 'shipping_cost', unit: 'minor' },
  discount: 'discount',
  resale: 'resale',
  entity: 'exempt_entity',
  marketplace: 'marketplace',
} as const;

/** The countries for `policy.shipToCountries`: one sample sale of each storefront goes to Norway, and is skipped. */
export const sampleCountries = ['US', 'CA', 'GB', 'DE'] as const;

/** A registration of the sample business, as a configuration writes it. */
interface SampleRegistration {
  readonly status?: 'managed elsewhere';
  readonly since?: string;
  readonly by: string;
}

/** The part of the configuration's shape that the sandbox fills in. Its keys and tokens open nothing but the sandbox. */
export interface SandboxConfiguration {
  readonly service: {
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly registrations?: Readonly<Record<string, SampleRegistration>>;
  };
  readonly state: string;
  /** In order of precedence: a sale that both know belongs to the shop. */
  readonly storefronts: SandboxStorefronts;
}

/** The sample storefronts, as a configuration names them. */
export interface SandboxStorefronts {
  readonly 'sample-store': {
    readonly connector: 'shopify';
    readonly shop: string;
    readonly accessToken: string;
    /** `tax-nexus trigger` signs with these. */
    readonly webhookSecrets: readonly string[];
    readonly apiOrigin: string;
    /** Needed because the samples were sold in the past. */
    readonly since: string;
    readonly policy: { readonly shipToCountries: typeof sampleCountries };
  };
  readonly billing: {
    readonly connector: 'stripe';
    readonly secretKey: string;
    readonly webhookSecrets: readonly string[];
    readonly apiOrigin: string;
    readonly since: string;
    readonly timeZone: string;
    readonly policy: { readonly metadata: typeof sampleMetadata; readonly shipToCountries: typeof sampleCountries };
  };
}

interface SandboxServers {
  readonly taxService: TaxServiceStandIn;
  readonly apiKey: string;
  readonly shop: SampleShop;
  readonly stripeAccount: SampleStripeAccount;
  readonly state: string;
  /** The days of the samples. */
  readonly days: DateRange;
  readonly registrations: SandboxConfiguration['service']['registrations'] | undefined;
}

export const sandboxConfiguration = ({
  taxService,
  apiKey,
  shop,
  stripeAccount,
  state,
  days,
  registrations,
}: SandboxServers): SandboxConfiguration => ({
  service: { baseUrl: taxService.origin, apiKey, ...(registrations !== undefined && { registrations }) },
  state,
  storefronts: {
    'sample-store': {
      connector: 'shopify',
      shop: shop.domain,
      accessToken: shop.accessToken,
      webhookSecrets: ['sandbox-app-secret'],
      apiOrigin: shop.origin,
      since: days.from,
      policy: { shipToCountries: sampleCountries },
    },
    billing: {
      connector: 'stripe',
      secretKey: stripeAccount.secretKey,
      webhookSecrets: ['whsec_sandbox'],
      apiOrigin: stripeAccount.origin,
      since: days.from,
      timeZone: sampleTimeZone,
      policy: { metadata: sampleMetadata, shipToCountries: sampleCountries },
    },
  },
});
