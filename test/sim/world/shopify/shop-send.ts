import type { HttpAnswer, Send } from '../../../../connectors/shopify/client/send.ts';
import type { Faults } from '../../faults/faults.ts';
import type { Dice } from '../../kernel/dice.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Life } from '../../kernel/life.ts';
import { overTheWire } from '../wire.ts';
import type { ReadShop } from './shop.ts';

export interface ShopNetwork {
  readonly kernel: Kernel;
  readonly dice: Dice;
  readonly faults: Faults;
  readonly shop: ReadShop;
}

const shopFaults = [
  'answer lost',
  '500',
  '429',
  '429 with a pause',
  'throttled',
  'cut short',
  'errors beside data',
  'same cursor again',
  '401',
] as const;
type ShopFault = (typeof shopFaults)[number];

const answerWith = (status: number, body: string, retryAfter?: string): HttpAnswer => ({
  status,
  body,
  header: (name) => (name === 'content-type' ? 'application/json' : name === 'retry-after' ? retryAfter : undefined),
});

const throttled = {
  errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
  extensions: {
    cost: {
      requestedQueryCost: 900,
      throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 100, restoreRate: 100 },
    },
  },
};

const spoil = (fault: ShopFault | undefined, dice: Dice, data: unknown, after: unknown): HttpAnswer | null => {
  const text = JSON.stringify({ data });
  switch (fault) {
    case undefined:
      return answerWith(200, text);
    case 'answer lost':
      return null;
    case '500':
      return answerWith(dice.pick([500, 502, 503]), '');
    case '429':
      return answerWith(429, '');
    case '429 with a pause':
      return answerWith(429, '', String(dice.int(1, 10)));
    case 'throttled':
      return answerWith(200, JSON.stringify(throttled));
    case 'cut short':
      return answerWith(200, text.slice(0, text.length >> 1));
    case 'errors beside data':
      return answerWith(
        200,
        JSON.stringify({ data, errors: [{ message: 'oops', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] }),
      );
    case 'same cursor again':
      return answerWith(
        200,
        typeof after === 'string'
          ? text.replace(/"endCursor":"[^"]*"\}\}\}$/, `"endCursor":${JSON.stringify(after)}}}}`)
          : text,
      );
    case '401':
      return answerWith(401, '');
  }
};

const parse = (body: string): { readonly query: string; readonly variables: Readonly<Record<string, unknown>> } => {
  const parsed: unknown = JSON.parse(body);
  const has = (name: string): unknown =>
    typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, name) : undefined;
  const variables: unknown = has('variables');
  return {
    query: String(has('query')),
    variables: typeof variables === 'object' && variables !== null ? { ...variables } : {},
  };
};

/** The way of one process to a shop, in place of got: client, documents and codecs are the real connector's. */
export const shopSend =
  ({ kernel, dice, faults, shop }: ShopNetwork, life: Life): Send =>
  async ({ body }) => {
    const { query, variables } = parse(body);
    const fault = shop.isAway() ? '401' : faults.at('shopify', shopFaults);
    const name = /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? 'query';
    const answer = await overTheWire(kernel, life, {
      label: `${shop.storefront} ${name}${fault === undefined ? '' : ` (${fault})`}`,
      there: dice.int(10, 120),
      back: dice.int(10, 120),
      act: () => spoil(fault, dice, shop.answer(query, variables), variables['after']),
    });
    return answer ?? Promise.reject(new Error('ECONNRESET'));
  };
