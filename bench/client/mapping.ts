import * as E from 'fp-ts/lib/Either.js';
import { decodeOrder, type Order, orderToSale } from '../../connectors/shopify/index.ts';
import { digestOf } from '../../src/domain/fields.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { toWire, type WireTransaction, wireText } from '../../src/domain/wire-transaction.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { median } from '../median.ts';
import { type BareOrder, bareRow } from './bare-map.ts';

const toSale = orderToSale({
  account: { id: '548380009', name: 'sample-store.myshopify.com', timeZone: 'America/New_York' },
  policy: defaultPolicy,
  readsLocations: true,
});
const toTransaction = saleToTransaction(defaultPolicy);

const rightsOf = <A, B>(items: readonly A[], step: (item: A) => E.Either<unknown, B>): readonly B[] => {
  const rights: B[] = [];
  for (const item of items) {
    const result = step(item);
    if (E.isRight(result)) rights.push(result.right);
  }
  return rights;
};

/** The steps from the text of an order to the body that is frozen, each over the results of the one before. */
const steps = {
  'JSON.parse': (texts: readonly string[]) => texts.map((text): unknown => JSON.parse(text)),
  'decode the order': (nodes: readonly unknown[]) => rightsOf(nodes, decodeOrder),
  'order to sale': (orders: readonly Order[]) => rightsOf(orders, toSale),
  'sale to transaction': (sales: readonly Sale[]) =>
    rightsOf(sales, toTransaction).map(({ transaction }): Transaction => transaction),
  'transaction to wire': (transactions: readonly Transaction[]) => rightsOf(transactions, toWire),
  'canonical text': (wires: readonly WireTransaction[]) => wires.map(wireText),
  digest: (bodies: readonly string[]) => bodies.map(digestOf),
  'hand-written map': (nodes: readonly BareOrder[]) => nodes.map(bareRow),
} as const;
export type Step = keyof typeof steps;

const pageSize = 50;

const pagesOf = (texts: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(texts.length / pageSize) }, (_, page) =>
    texts.slice(page * pageSize, (page + 1) * pageSize),
  );

/**
 * Microseconds of CPU per order and step, collecting its garbage included: the median of the rounds. Page by page, as the
 * pipeline works, so that no step has to carry more live objects about than it does there.
 */
export const mapping = (texts: readonly string[], rounds: number): ReadonlyMap<Step, number> => {
  const pages = pagesOf(texts);
  const byRound = Array.from({ length: rounds }, () => {
    const times = new Map<Step, number>();
    const timed = <A, B>(step: Step, run: (input: A) => B, input: A): B => {
      const start = process.cpuUsage();
      const output = run(input);
      const { user, system } = process.cpuUsage(start);
      times.set(step, (times.get(step) ?? 0) + (user + system) / texts.length);
      return output;
    };
    for (const page of pages) {
      const nodes = timed('JSON.parse', steps['JSON.parse'], page);
      timed('hand-written map', steps['hand-written map'], nodes as readonly BareOrder[]);
      const orders = timed('decode the order', steps['decode the order'], nodes);
      const sales = timed('order to sale', steps['order to sale'], orders);
      const transactions = timed('sale to transaction', steps['sale to transaction'], sales);
      const wires = timed('transaction to wire', steps['transaction to wire'], transactions);
      const bodies = timed('canonical text', steps['canonical text'], wires);
      timed('digest', steps.digest, bodies);
    }
    return times;
  });
  return new Map(
    Object.keys(steps)
      .filter((step): step is Step => step in steps)
      .map((step) => [step, median(byRound.map((times) => times.get(step) ?? Number.NaN))]),
  );
};
