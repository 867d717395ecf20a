import { beforeAll, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import { sampleCountries, situationOf } from '../../../sandbox/index.ts';
import { orderId } from '../../../sandbox/shopify/orders/sample-size.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { refundToTransaction } from '../../../src/mapping/refund-to-transaction.ts';
import { saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import { toSentSale } from '../../../src/mapping/sent-sale.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import { sendsRefunds } from '../../support/a-policy.ts';
import { right } from '../../support/right.ts';
import { withBulkShop } from './bulk/a-bulk-shop.ts';

/** The shop's settings in the sandbox's configuration. */
const policy = { ...defaultPolicy, shipToCountries: sampleCountries };

/** How many orders the shop has by default. */
const orders = 400;

/** What is sent for the sample order of a situation, by which rules, and for its refunds; or why it is not sent. */
const sentFor = async (connector: SourceConnector, situation: string): Promise<unknown> => {
  const index = Array.from({ length: orders }, (_, at) => situationOf(at)).indexOf(situation);
  const read = O.toNullable(right(await connector.readRecord(String(orderId(index, false)))()));
  return pipe(
    read ?? E.left<unknown>('no such order'),
    E.mapLeft((exclusion): unknown => exclusion),
    E.flatMap((one: Sale) => toSentSale(policy, one)),
    E.flatMap((sale) =>
      pipe(
        sale,
        saleToTransaction(policy),
        E.map((mapped) => ({
          ...mapped.transaction,
          decisions: mapped.decisions,
          refunds: sale.refunds.map(refundToTransaction(sale, mapped, { ...policy, ...sendsRefunds })),
        })),
      ),
    ),
    E.toUnion,
  );
};

const because = (reason: string): unknown =>
  expect.arrayContaining([expect.objectContaining({ reason: expect.stringContaining(reason) })]);

const line = (productName: string, amount: bigint): object => ({ productName, amount });

const expected: readonly (readonly [situation: string, sent: object])[] = [
  [
    'retail delivery fee of Colorado, written as a tax line',
    {
      lines: [line('Cast iron pan', 6495n), line('Colorado Retail Delivery Fee', 29n)],
      taxCollected: 587n,
      decisions: because('a fee that a law asks for is a line and no tax'),
    },
  ],
  [
    'gift card with tax, sold among goods',
    {
      lines: [line('Enamel mug', 1450n)],
      // 3.01 of the mugs.
      taxCollected: 560n,
      decisions: because('tax was charged on a gift card, which is left out: it is in taxCollected'),
    },
  ],
  [
    'edited before it was paid: one of two items removed',
    {
      lines: [line('Cast iron pan', 6495n)],
      taxCollected: 672n,
      total: 7167n,
      decisions: because('what was changed before the sale became due is part of it'),
    },
  ],
  [
    'edited before it was paid: one of two items removed',
    {
      // It would contradict the rule.
      decisions: expect.not.arrayContaining([
        expect.objectContaining({ about: 'amounts', reason: expect.stringContaining('edits') }),
      ]),
    },
  ],
  [
    'import duty into Washington, with its tax',
    {
      lines: [line('Cast iron pan', 6495n), line('Import duty', 1500n)],
      subtotal: 7995n,
      taxCollected: 672n + 156n,
      decisions: because('a duty that the seller passes on is part of the price in the US'),
    },
  ],
  [
    'sold to a retailer through Faire',
    { purpose: 'RESALE', taxCollected: 0n, decisions: because('through Faire you sell to retailers') },
  ],
  [
    'sold to a retailer through Shopify Collective',
    { purpose: 'RESALE', taxCollected: 0n, decisions: because('through Shopify Collective you sell to retailers') },
  ],
  [
    'refund of goods whose money was kept',
    {
      lines: [line('Cast iron pan', 6495n)],
      refunds: [
        { left: { _tag: 'Held', message: expect.stringContaining('does not state whether the tax went back') } },
      ],
    },
  ],
  [
    'refund by amount of as much as a tip',
    {
      lines: [line('Cast iron pan', 6495n)],
      refunds: [{ left: { _tag: 'Held', message: expect.stringContaining('as much as a gift card, a tip') } }],
    },
  ],
  [
    'goods that are not taxable',
    {
      lines: [line('Enamel mug', 1450n)],
      taxCollected: 0n,
      decisions: expect.not.arrayContaining([expect.objectContaining({ finding: 'no tax collected' })]),
    },
  ],
  ['goods that are not taxable', { decisions: because('nothing that was sold is taxable there') }],
  [
    'line without a name, to a state without a code',
    {
      lines: [line('Cast iron pan', 6495n)],
      shipToAddress: { state: 'WA' },
      decisions: because('the address has the name of the state and no code'),
    },
  ],
  [
    'line without a name, to a state without a code',
    { decisions: because('the line has no name, so its title is sent') },
  ],
  [
    'sent to a country that the policy leaves out',
    { _tag: 'Skipped', reason: 'country left out', message: expect.stringContaining('your policy sends sales to US') },
  ],
  [
    'edited: goods added to a gift card',
    {
      id: expect.stringContaining(':edit:'),
      lines: [line('Wool throw', 11_900n)],
      decisions: because('nothing was sold before goods were added'),
    },
  ],
];

describe('orders of the sample shop that are charged as their lines do not show', () => {
  const sent = new Map<string, unknown>();

  beforeAll(() =>
    withBulkShop({ orders, seed: 1 }, async ({ open }) => {
      const connector = open('pages');
      for (const [situation] of expected) sent.set(situation, await sentFor(connector, situation));
    }),
  );

  it.each(expected)('%s', (situation, one) => {
    expect(sent.get(situation)).toMatchObject(one);
  });
});
