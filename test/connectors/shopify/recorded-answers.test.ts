import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type Order, orderToSale } from '../../../connectors/shopify/index.ts';
import type { Exclusion } from '../../../src/domain/exclusion.ts';
import { imbalanceOf, missingAmount } from '../../../src/mapping/amounts.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import { type MappedSale, saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import { right } from '../../support/right.ts';
import { account } from './mapped.ts';
import { decodeAnyOrder } from './rest/order-from-rest.ts';
import { hasRecordings, recordedOrders } from './recorded-orders.ts';

const context = { account, policy: defaultPolicy, readsLocations: true };

type Result = E.Either<Exclusion, { readonly sale: Sale; readonly mapped: MappedSale }>;

const resultOf = (order: Order): Result =>
  pipe(
    orderToSale(context)(order),
    E.flatMap((sale) =>
      pipe(
        saleToTransaction(defaultPolicy)(sale),
        E.map((mapped) => ({ sale, mapped })),
      ),
    ),
  );

const saying = (result: Result): string =>
  E.isRight(result) ? 'mapped' : `${result.left._tag.toLowerCase()}: ${result.left.reason}`;

const printTable = (rows: readonly (readonly [string, string])[]): void => {
  const counts = new Map<string, number>();
  for (const [file, outcome] of rows) {
    const row = `${file.padEnd(100)} ${outcome}`;
    counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  process.stdout.write(`${[...counts].map(([row, count]) => `${String(count).padStart(4)}  ${row}`).join('\n')}\n`);
};

/** A recorded response has the fields of its query; the missing date and address are added here. */
const completed = (order: Order): Order => ({
  ...order,
  test: false,
  processedAt: '2026-05-07T13:14:00Z',
  displayFinancialStatus: 'PAID',
  shippingAddress: { provinceCode: 'ON', countryCode: 'CA' },
});

/** Of the answers about one order, the first that shows its lines. */
const named = (file: string, name: string): Order => {
  const found = recordedOrders().find(
    (recorded) => recorded.file.endsWith(file) && recorded.json['name'] === name && 'lineItems' in recorded.json,
  );
  return right(decodeAnyOrder(found?.json));
};

const describeRecordings = hasRecordings ? describe : describe.skip;

describeRecordings('recorded answers (skipped where the recordings do not lie beside the project)', () => {
  it('all decode, and either map with valid totals or are excluded with a reason', () => {
    const rows = recordedOrders().map(({ file, json }): readonly [string, string] => {
      const order = decodeAnyOrder(json);
      if (E.isLeft(order)) return [file, `not decoded: ${order.left.problems.join('; ')}`];
      const result = resultOf(order.right);
      if (E.isRight(result)) {
        const { sale, mapped } = result.right;
        expect(missingAmount(sale)).toBe(0n);
        expect(imbalanceOf(mapped.transaction)).toBeUndefined();
      } else {
        expect(result.left.message).not.toBe('');
      }
      return [file, saying(result)];
    });
    printTable(rows);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(([, outcome]) => outcome.startsWith('not decoded'))).toStrictEqual([]);
  });

  it('of a live shop are excluded for fields missing from their query, or because nothing was paid', () => {
    const live = recordedOrders().filter(({ file }) => file.startsWith('shopify-draft-proxy'));
    const outcomes = live.map(({ json }) => saying(resultOf(right(decodeAnyOrder(json)))));
    const rightReasons = [
      'mapped',
      'held: incomplete record',
      'held: missing address',
      'skipped: not paid',
      'skipped: canceled before payment',
    ];
    expect(outcomes.filter((outcome) => !rightReasons.includes(outcome))).toStrictEqual([]);
  });

  it.each([
    [
      'order-create-math-matrix.json',
      '#1334',
      { subtotal: 2000n, shippingHandling: 0n, taxCollected: 0n, total: 2000n },
    ],
    [
      'order-create-math-matrix.json',
      '#1335',
      { subtotal: 2400n, shippingHandling: 500n, taxCollected: 290n, total: 3190n },
    ],
    [
      'order-create-math-matrix.json',
      '#1336',
      { subtotal: 2500n, shippingHandling: 400n, taxCollected: 0n, total: 2900n },
    ],
    ['draft-order-complete-parity.json', '#1724', { subtotal: 5500n, total: 5500n }],
    ['refund-create-full-parity.json', '#1496', { subtotal: 1000n, shippingHandling: 500n, total: 1500n }],
    ['return-query-roots-recorded.json', '#1755', { subtotal: 4000n, taxCollected: 200n, total: 4200n }],
  ])("%s %s has the shop's amounts", (file, name, amounts) => {
    const result = resultOf(completed(named(file, name)));
    expect(right(result).mapped.transaction).toMatchObject(amounts);
  });

  it('keep the code discount of an order whose lines do not show it', () => {
    const { mapped } = right(resultOf(completed(named('order-create-math-matrix.json', '#1336'))));
    expect(mapped.transaction.discount).toBe(500n);
  });

  it('REST: order 450789469 of the documentation totals 598.94', () => {
    const orders = recordedOrders().filter(({ file }) => file.startsWith('shopify-rest-docs'));
    const totals = orders.flatMap(({ json }) => {
      const result = resultOf(right(decodeAnyOrder(json)));
      return E.isRight(result) && result.right.sale.identity.recordId === '450789469'
        ? [result.right.mapped.transaction]
        : [];
    });
    expect(totals.length).toBeGreaterThan(0);
    for (const transaction of totals) {
      expect(transaction).toMatchObject({ subtotal: 58_700n, taxCollected: 1194n, total: 59_894n });
    }
  });

  it('webhook samples: the damaged id is not used, and the published sums do not add up', () => {
    const sample = recordedOrders().find(({ file }) => file.endsWith('webhook-samples-2026-07/orders/create.json'));
    const order = right(decodeAnyOrder(sample?.json));
    expect(order.id).toBe('gid://shopify/Order/820982911946154508');
    expect(saying(resultOf(order))).toBe('skipped: test order');
    expect(saying(resultOf(completed(order)))).toBe('held: totals do not add up');
  });
});
