import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { readBlock, readPart } from '../../connectors/shopify/bulk/read-part.ts';
import { readResults } from '../../connectors/shopify/bulk/read-results.ts';
import { toWire, wireText } from '../../src/domain/wire-transaction.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { type BareOrder, bareRow } from '../client/bare-map.ts';
import type { VirtualResult } from './virtual-result.ts';

/** What a way made of a result. */
export interface Made {
  readonly orders: number;
  readonly transactions: number;
  /** Orders whose bulk lines do not tell enough; the connector reads them again, here they count as read. */
  readonly again: number;
}

const part = 2 * 1024 * 1024;

const account = { id: '548380009', name: 'sample-store.myshopify.com', timeZone: 'America/New_York' };
const context = { account, policy: defaultPolicy, readsLocations: true };
const toTransaction = saleToTransaction(defaultPolicy);

/** Splits the bytes at the ends of lines and parses each line; nothing else. */
const parseAlone = async ({ file, fetch }: VirtualResult): Promise<Made> => {
  let lines = 0;
  for (let offset = 0; offset < file.bytes;) {
    const { bytes } = await fetch({ url: '', from: offset, most: part });
    const end = bytes.lastIndexOf(0x0a) + 1;
    for (let start = 0; start < end;) {
      const stop = bytes.indexOf(0x0a, start);
      JSON.parse(bytes.toString('utf8', start, stop));
      lines += 1;
      start = stop + 1;
    }
    offset += end;
  }
  return { orders: lines, transactions: 0, again: 0 };
};

const bareOrder = (order: Readonly<Record<string, unknown>>): BareOrder => {
  const shipping = order['shippingLine'];
  const nodes = {
    lineItems: { nodes: order['lineItems'] ?? [] },
    shippingLines: { nodes: shipping ? [shipping] : [] },
  };
  // Believed without a look: it is here to be cheap, not to be right.
  return { ...order, ...nodes } as unknown as BareOrder;
};

/** The body of each push as a person in a hurry would make it: no codec, no ledger, no exact money, no reason. */
const byHand = async ({ file, fetch }: VirtualResult): Promise<Made> => {
  let [orders, transactions] = [0, 0];
  for (let offset = 0; offset < file.bytes;) {
    const { bytes } = await fetch({ url: '', from: offset, most: part });
    const block = readBlock(bytes, offset + bytes.length === file.bytes);
    if (E.isLeft(block)) throw new Error(block.left);
    orders += block.right.orders.length;
    for (const order of block.right.orders) if (bareRow(bareOrder(order)) !== undefined) transactions += 1;
    offset += block.right.bytes;
  }
  return { orders, transactions, again: 0 };
};

/** The connector's own way, and the mapping behind it, up to the text that is pushed. */
const ours = async ({ file, fetch }: VirtualResult): Promise<Made> => {
  const read = readPart(fetch);
  let [orders, transactions, again] = [0, 0, 0];
  for (let offset = 0; offset < file.bytes;) {
    const next = await read(file, offset);
    if (E.isLeft(next)) throw new Error(next.left._tag);
    const { block } = next.right;
    const entries = await readResults(
      context,
      (ids) => {
        again += ids.length;
        return Promise.resolve(E.right(undefined));
      },
      block.orders,
      new Map(),
    );
    if (E.isLeft(entries)) throw new Error(entries.left._tag);
    for (const entry of entries.right) {
      const text = pipe(
        entry,
        E.flatMap(toTransaction),
        E.flatMap(({ transaction }) => E.mapLeft(() => null)(toWire(transaction))),
        E.map(wireText),
      );
      if (E.isRight(text)) transactions += 1;
    }
    orders += block.orders.length;
    offset += block.bytes;
  }
  return { orders, transactions, again };
};

export const ways = { 'parse alone': parseAlone, 'by hand': byHand, ours } as const;
export type Way = keyof typeof ways;

export const isWay = (name: string): name is Way => name in ways;
