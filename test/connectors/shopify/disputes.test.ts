import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { refundToTransaction } from '../../../src/mapping/refund-to-transaction.ts';
import { saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import { allScopes } from '../../../sandbox/shopify/graphql/access.ts';
import { syncAll } from '../../support/a-world.ts';
import { cliWorlds } from '../../support/cli-worlds.ts';
import { left, right } from '../../support/right.ts';
import { itInAll } from '../../support/it-in-all.ts';
import { sized } from '../../support/size.ts';
import { aLine, anAgreement, anOrder, aRefund, aSale, aTax, type Json, money, nodes, paidBack } from './an-order.ts';
import { saleOf } from './mapped.ts';

const dispute = (id: number, amount: string, differences: Json = {}): Json => ({
  id: `gid://shopify/ShopifyPaymentsDispute/${id}`,
  status: 'LOST',
  amount: { amount, currencyCode: 'USD' },
  initiatedAt: '2026-03-01T00:00:00Z',
  finalizedOn: '2026-04-15T00:00:00Z',
  ...differences,
});

const policy = { ...defaultPolicy, adjustments: { ...defaultPolicy.adjustments, disputes: 'send' as const } };

const sent = (...disputes: readonly Json[]) => sentOf({}, ...disputes);

const sentOf = (order: Json, ...disputes: readonly Json[]) => {
  const sale = saleOf(anOrder({ ...order, disputes: nodes(...disputes) }), policy);
  const mapped = right(saleToTransaction(policy)(sale));
  return (sale.amendments ?? []).map((one) => {
    const { transaction } = right(refundToTransaction(sale, mapped, policy)(one));
    const { total, taxCollected, transactedAt, id } = transaction;
    return { total, taxCollected, transactedAt, id };
  });
};

describe('a lost dispute of Shopify Payments', () => {
  it('is sent as a negative transaction with its share of the tax, dated by its end', () => {
    expect(sent(dispute(7, '112.25'))).toStrictEqual([
      {
        id: 'shopify:548380009:5012345678:dispute:7',
        total: -11_225n,
        taxCollected: -725n,
        transactedAt: '2026-04-15T00:00:00Z',
      },
    ]);
    expect(sent(dispute(7, '50.00'))[0]).toMatchObject({ total: -5_000n, taxCollected: -323n });
  });

  it('takes back nothing of what was never sent, gift cards and tips, and duties with their tax', () => {
    const order = {
      lineItems: nodes(
        aLine({ duties: [{ id: 'gid://shopify/Duty/1', price: money('20.0'), taxLines: [aTax('2.00')] }] }),
        aLine({
          ...{ id: 'gid://shopify/LineItem/72', isGiftCard: true, requiresShipping: false },
          ...{ originalUnitPriceSet: money('50.0'), taxLines: [] },
        }),
      ),
      totalTipReceivedSet: money('8.0'),
      originalTotalPriceSet: money('192.25'),
    };
    expect(sentOf(order, dispute(7, '192.25'))[0]).toMatchObject({ total: -13_425n, taxCollected: -925n });
    const [first, second] = sentOf(order, dispute(7, '100.00'), dispute(8, '92.25'));
    expect((first?.total ?? 0n) + (second?.total ?? 0n)).toBe(-13_425n);
    expect((first?.taxCollected ?? 0n) + (second?.taxCollected ?? 0n)).toBe(-925n);
  });

  it('has the same share in whatever order Shopify lists several, so that a later one changes none that was sent', () => {
    const first = dispute(7, '33.33', { finalizedOn: '2026-04-15T00:00:00Z' });
    const second = dispute(8, '41.07', { finalizedOn: '2026-05-15T00:00:00Z' });
    const [alone] = sent(first);
    expect(sent(first, second)[0]).toStrictEqual(alone);
    expect(sent(second, first)).toStrictEqual(sent(first, second));
  });

  // `finalizedOn` is a Date in versions before 2026-07, and a DateTime since.
  it('has its share of what edits and refunds until its day left, and of nothing that is pending', () => {
    const edit = anAgreement({
      id: 'gid://shopify/OrderEditAgreement/32',
      reason: 'ORDER_EDIT',
      happenedAt: '2026-03-05T00:00:00Z',
      sales: nodes(aSale({ id: 'gid://shopify/ProductSale/9', lineItem: { id: 'gid://shopify/LineItem/72' } })),
    });
    const edited = {
      edited: true,
      lineItems: nodes(aLine(), aLine({ id: 'gid://shopify/LineItem/72' })),
      agreements: nodes(anAgreement(), edit),
      transactions: [
        { kind: 'SALE', status: 'SUCCESS', processedAt: '2026-02-03T17:20:00Z', amountSet: money('112.25') },
        { kind: 'SALE', status: 'SUCCESS', processedAt: '2026-03-05T00:00:00Z', amountSet: money('107.25') },
      ],
      totalReceivedSet: money('219.5'),
    };
    const taken = (order: Json, ...all: readonly Json[]) =>
      sentOf(order, ...all).flatMap(({ id, total, taxCollected }) =>
        id.includes(':dispute:') ? [[Number(total), Number(taxCollected)]] : [],
      );
    expect(taken(edited, dispute(7, '219.50'))).toStrictEqual([[-21_950, -1_450]]);
    expect(taken(edited, dispute(7, '112.25', { finalizedOn: '2026-03-04T00:00:00Z' }))).toStrictEqual([
      [-11_225, -725],
    ]);
    const pending = aRefund({ transactions: nodes({ kind: 'REFUND', status: 'PENDING', amountSet: money('107.25') }) });
    expect(taken({ refunds: [pending] }, dispute(7, '112.25'))).toStrictEqual([[-11_225, -725]]);
    expect(taken({ refunds: [aRefund()] }, dispute(7, '5.00'))).toStrictEqual([[-500, 0]]);
  });

  it('of more than is left of the order takes only that, and nothing where nothing is left', () => {
    const listed = (order: Json, ...all: readonly Json[]) =>
      saleOf(anOrder({ ...order, disputes: nodes(...all) })).adjustments.filter(({ kind }) => kind === 'dispute');
    const taken = (order: Json, ...all: readonly Json[]) =>
      sentOf(order, ...all).map(({ total, taxCollected }) => [total, taxCollected]);
    expect(taken({}, dispute(7, '116.74'))).toStrictEqual([[-11_225n, -725n]]);
    expect(taken({ refunds: [aRefund()] }, dispute(7, '112.25'))).toStrictEqual([[-500n, 0n]]);
    expect(taken({}, dispute(7, '100.00'), dispute(8, '112.25'))).toStrictEqual([
      [-10_000n, -646n],
      [-1_225n, -79n],
    ]);
    const whole = aRefund({ ...paidBack('112.25'), orderAdjustments: nodes() });
    expect(taken({ refunds: [whole] }, dispute(7, '112.25'))).toStrictEqual([]);
    expect(listed({ refunds: [aRefund()] }, dispute(7, '112.25'))).toMatchObject([
      { amount: -500n, message: expect.stringContaining('only what was left of the sale') },
    ]);
    expect(listed({ refunds: [whole] }, dispute(7, '112.25'))).toMatchObject([
      { amount: 0n, message: expect.stringContaining('only what was left of the sale') },
    ]);
  });

  it('is dated by that day where Shopify states only the day', () => {
    const [of] = sent(dispute(7, '112.25', { finalizedOn: '2026-04-15' }));
    expect(of).toMatchObject({ transactedAt: '2026-04-15T12:00:00Z' });
    const { adjustments } = saleOf(anOrder({ disputes: nodes(dispute(7, '112.25', { finalizedOn: '2026-04-15' })) }));
    expect(adjustments).toMatchObject([{ kind: 'dispute', occurredAt: '2026-04-15T12:00:00Z' }]);
    expect(sent(dispute(7, '112.25', { finalizedOn: 'soon' }))).toMatchObject([
      { transactedAt: '2026-03-01T00:00:00Z' },
    ]);
  });

  it.each(['WON', 'NEEDS_RESPONSE'])('is listed, and not sent, where it is %s', (status) => {
    const other = dispute(7, '112.25', { status });
    expect(sent(other)).toStrictEqual([]);
    const { adjustments } = saleOf(anOrder({ disputes: nodes(other) }));
    expect(adjustments).toMatchObject([{ kind: 'dispute', id: '7', amount: 0n, sent: false }]);
  });

  // The buyer's bank disputes in the buyer's currency, so of an order in that currency none has the shop's.
  it.each([
    ['is in another currency', { amount: { amount: '99.00', currencyCode: 'EUR' } }],
    ['is unknown', { amount: null }],
  ])('is listed without its amount, and held where disputes are sent, if that %s', (what, differences) => {
    const sale = saleOf(anOrder({ disputes: nodes(dispute(7, '112.25', differences)) }), policy);
    expect(sale.adjustments).toMatchObject([{ id: '7', amount: 0n, message: expect.stringContaining(what) }]);
    const [lost] = sale.amendments ?? [];
    const mapped = right(saleToTransaction(policy)(sale));
    expect(lost && left(refundToTransaction(sale, mapped, policy)(lost))).toMatchObject({ _tag: 'Held' });
  });

  it('never takes back more tax than the sale had, and all of it with all of the money', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 11_224 }), (cents) => {
        const text = (amount: number): string => (amount / 100).toFixed(2);
        const [first, second] = sent(dispute(7, text(cents)), dispute(8, text(11_225 - cents)));
        expect((first?.taxCollected ?? 0n) + (second?.taxCollected ?? 0n)).toBe(-725n);
        expect((first?.total ?? 0n) + (second?.total ?? 0n)).toBe(-11_225n);
      }),
    );
  });

  it('is not sent by default', () => {
    const sale = saleOf(anOrder({ disputes: nodes(dispute(7, '112.25')) }));
    const mapped = right(saleToTransaction(defaultPolicy)(sale));
    expect((sale.amendments ?? []).map((one) => E.isRight(refundToTransaction(sale, mapped)(one)))).toHaveLength(1);
    expect(defaultPolicy.adjustments.disputes).toBe('report');
  });
});

const world = cliWorlds();

describe('the disputed order of the sample shop', () => {
  const disputesIn = (journal: readonly { readonly id: string; readonly text: string }[]) =>
    journal.flatMap(({ id, text }) => (id.includes(':dispute:') ? [JSON.parse(text) as { total: number }] : []));

  /** Of 250 orders the one in dispute was sold in this month. */
  const itsMonth = ['sync', '--from', '2025-06-01', '--to', '2025-06-30', '--json'];

  it.each(sized({ quick: ['bulk'] as const, all: ['pages', 'bulk'] as const }))(
    'has its lost dispute sent once where the policy sends disputes, in %s',
    async (reading) => {
      const { cli, taxService } = await world({
        shop: { orders: 250 },
        reading,
        policy: { adjustments: { disputes: 'send' } },
      });
      await cli(itsMonth);
      const [found, ...more] = disputesIn(taxService.journal());
      expect(found?.total).toBeLessThan(0);
      expect(more).toStrictEqual([]);
      await cli(itsMonth);
      expect(disputesIn(taxService.journal())).toHaveLength(1);
    },
  );

  itInAll('shows no dispute without the scope, and everything else as before', async () => {
    const { cli, taxService } = await world({
      shop: { orders: 250, scopes: allScopes.filter((scope) => scope !== 'read_shopify_payments_disputes') },
      policy: { adjustments: { disputes: 'send' } },
    });
    await cli(syncAll);
    expect(disputesIn(taxService.journal())).toStrictEqual([]);
    expect(taxService.journal().length).toBeGreaterThan(60);
  });
});
