import type { RawRequest } from '../../../src/mapping/source-connector.ts';

/** Events of the newer kind carry `shopify-…`, webhooks `x-shopify-…`. */
export const headerOf = ({ headers }: RawRequest, name: string): string | undefined =>
  headers[`x-shopify-${name}`] ?? headers[`shopify-${name}`];
