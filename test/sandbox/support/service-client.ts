import * as t from 'io-ts';
import type { TaxServiceStandIn } from '../../../sandbox/index.ts';

/** An ordinary body of a push, but for what the test is about. */
export const aBody = (change: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  id: 'shopify:1:1001',
  name: 'Shopify #1001 · 1001',
  transactedAt: '2026-01-05T15:00:00Z',
  currency: 'USD',
  lineItems: [{ id: 'l1', productName: 'Enamel mug', quantity: 2, amount: 14.5, discount: 1.01 }],
  subtotal: 27.99,
  shippingHandling: 7.95,
  taxCollected: 2.03,
  total: 37.97,
  shipToAddress: { line1: '1 Main St', line2: null, city: 'Austin', state: 'TX', zip: '78701', country: 'US' },
  recalculate: false,
  ...change,
});

const Page = t.type({ data: t.array(t.type({ id: t.string })), nextCursor: t.union([t.string, t.null]) });
const Refusal = t.type({
  code: t.string,
  message: t.string,
  issues: t.array(t.type({ path: t.string, message: t.string })),
});

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** Paths of the issues that a refusal names. */
  readonly paths: () => readonly string[];
}

/** Speaks to a stand-in service as a client with one key would. */
export interface ServiceClient {
  readonly push: (body: unknown) => Promise<Answered>;
  readonly get: (path: string) => Promise<Answered>;
  readonly page: (query: string) => Promise<{ readonly ids: readonly string[]; readonly next: string | null }>;
}

const expected = <A>(codec: t.Type<A>, text: string): A => {
  const value: unknown = JSON.parse(text);
  if (!codec.is(value)) throw new Error(`not what was expected: ${text.slice(0, 200)}`);
  return value;
};

export const serviceClient = ({ origin }: TaxServiceStandIn, key = 'sandbox-key'): ServiceClient => {
  const ask = async (path: string, init: RequestInit): Promise<Answered> => {
    const response = await fetch(`${origin}${path}`, { ...init, headers: { authorization: `Bearer ${key}` } });
    const text = await response.text();
    const { status, headers } = response;
    return { status, text, headers, paths: () => expected(Refusal, text).issues.map(({ path: where }) => where) };
  };
  const get = (path: string): Promise<Answered> => ask(path, {});
  return {
    get,
    push: (body) =>
      ask('/transactions', { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
    page: async (query) => {
      const { data, nextCursor } = expected(Page, (await get(`/transactions${query}`)).text);
      return { ids: data.map(({ id }) => id), next: nextCursor };
    },
  };
};
