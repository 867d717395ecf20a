/** One webhook, signed and ready to be sent. */
export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export const secrets = { shopify: 'shpss_bench', stripe: 'whsec_bench' } as const;
export const shop = 'bench.myshopify.com';
