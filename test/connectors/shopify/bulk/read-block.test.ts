import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readBlock } from '../../../../connectors/shopify/bulk/read-part.ts';
import { left, right } from '../../../support/right.ts';
import type { Json } from '../an-order.ts';

const anId = (type: string, id: number): string => `gid://shopify/${type}/${id}`;

/** Slashes are written as Shopify writes them. */
const lineOf = (value: Json): string => `${JSON.stringify(value).replaceAll('/', '\\/')}\n`;

const linesOf = (order: number, items: readonly string[], sales: readonly number[]): string => {
  const id = anId('Order', order);
  const agreement = anId('SalesAgreement', order);
  return [
    { __typename: 'Order', id },
    ...items.map((name, index) => ({ __typename: 'LineItem', id: anId('LineItem', index), name, __parentId: id })),
    { __typename: 'OrderAgreement', id: agreement, __parentId: id },
    ...sales.map((quantity, index) => ({
      __typename: 'ProductSale',
      id: anId('Sale', index),
      quantity,
      __parentId: agreement,
    })),
  ]
    .map(lineOf)
    .join('');
};

const results = fc
  .array(fc.tuple(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }), fc.array(fc.nat(9), { maxLength: 4 })), {
    maxLength: 12,
  })
  .map((orders) => orders.map(([items, sales], index) => linesOf(index + 1, items, sales)).join(''));

describe('a stretch of a bulk result', () => {
  it('gives the same orders however the result is cut into stretches', () => {
    fc.assert(
      fc.property(results, fc.integer({ min: 40, max: 4_000 }), (text, size) => {
        const bytes = Buffer.from(text);
        const whole = right(readBlock(bytes, true));
        const orders: unknown[] = [];
        let [offset, lines] = [0, 0];
        for (let most = size; offset < bytes.length;) {
          const end = Math.min(bytes.length, offset + most);
          const block = right(readBlock(bytes.subarray(offset, end), end === bytes.length));
          orders.push(...block.orders);
          lines += block.lines;
          offset += block.bytes;
          most = block.bytes === 0 ? most * 2 : size;
        }
        expect(orders).toStrictEqual(whole.orders);
        expect(lines).toBe(whole.lines);
        expect(whole.bytes).toBe(bytes.length);
      }),
    );
  });

  it('puts what belongs to an order into it, each under its own parent', () => {
    const { orders, lines } = right(readBlock(Buffer.from(linesOf(1, ['a', 'ü'], [2])), true));
    expect(lines).toBe(5);
    expect(orders).toMatchObject([
      {
        id: 'gid://shopify/Order/1',
        lineItems: [{ name: 'a' }, { name: 'ü' }],
        agreements: [{ sales: [{ quantity: 2 }] }],
      },
    ]);
  });

  it('leaves its last order to the next stretch, unless the result ends', () => {
    const bytes = Buffer.from(linesOf(1, ['a'], []) + linesOf(2, ['b'], []));
    expect(right(readBlock(bytes, false))).toMatchObject({ orders: [{ id: 'gid://shopify/Order/1' }], lines: 3 });
    expect(right(readBlock(bytes, true)).orders).toHaveLength(2);
  });

  it('reads a last line without its end', () => {
    expect(right(readBlock(Buffer.from(linesOf(1, ['a'], []).trimEnd()), true)).lines).toBe(3);
  });

  it.each([
    [
      'whose children do not follow their order',
      linesOf(1, [], []) + linesOf(2, [], []) + lineOf({ id: 'x', __parentId: anId('Order', 1) }),
    ],
    ['that is no JSON', '<html>\n'],
    ['of other things than objects', '[1]\n'],
  ])('%s is of no use', (_, text) => {
    expect(left(readBlock(Buffer.from(text), true))).toBe('unusable');
  });
});
