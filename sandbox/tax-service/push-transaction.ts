/** Checks and stores what is pushed to the stand-in service, more strictly than a real service would. */
import { jsonReply, type Reply } from '../http/reply.ts';
import { type Issue, checkShape, type TransactionShape } from './transaction-shape.ts';
import * as E from 'fp-ts/lib/Either.js';
import type { Stored, TransactionStore } from './transaction-store.ts';

/** An error answer in the service's shape: `{ code, message, issues }`. */
export const refusal = (
  status: number,
  code: string,
  message: string,
  issues: readonly Issue[] = [],
  headers: Readonly<Record<string, string>> = {},
): Reply => jsonReply(status, { code, message, issues }, headers);

/** The value of a JSON text; undefined for any other text. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * `POST /transactions`: 200 with the stored text; 400 not a transaction; 409 its id or name is taken; 422 its parts contradict
 * each other. `insert` makes it durable, and is called only for a 200.
 */
export const pushTransaction = (
  store: TransactionStore,
  insert: (transaction: Stored) => void,
  text: string,
  optional: readonly string[] = [],
): Reply => {
  const body = parseJson(text);
  if (body === undefined) return refusal(400, 'invalid_json', 'The body is not JSON.');
  const shape = checkShape(body, optional);
  if (E.isLeft(shape)) return badTransaction(shape.left);
  const { id, name } = shape.right;
  const taken = store.taken(id, name);
  if (taken !== undefined) {
    const issues = [{ path: taken, message: 'belongs to a transaction that exists' }];
    return refusal(409, 'already_exists', `A transaction with this ${taken} exists.`, issues);
  }
  const contradiction = refuseContradiction(store, shape.right);
  if (contradiction !== undefined) return contradiction;
  insert({ id, name, text });
  return { status: 200, text };
};

/** Replaces or deletes a stored transaction; a replacement is checked as strictly as a new one. */
export const correctTransaction = (
  store: TransactionStore,
  { method, id }: { readonly method: 'PUT' | 'PATCH' | 'DELETE'; readonly id: string },
  text: string,
): Reply => {
  if (method === 'DELETE') {
    store.remove(id);
    return { status: 204, text: '' };
  }
  const body = parseJson(text);
  if (body === undefined) return badTransaction([]);
  const shape = checkShape(body);
  if (E.isLeft(shape)) return badTransaction(shape.left);
  const contradiction = refuseContradiction(store, shape.right);
  if (contradiction !== undefined) return contradiction;
  store.replace({ id, name: shape.right.name, text });
  return { status: 200, text };
};

/** Contradictions in a transaction of the right shape. Empty: it can be stored. */
export const checkMeaning = (transaction: TransactionShape, exists: (id: string) => boolean): readonly Issue[] => [
  ...checkAmounts(transaction),
  ...checkAddress(transaction.shipToAddress),
  ...checkParent(transaction, exists),
];

const badTransaction = (issues: readonly Issue[]): Reply =>
  refusal(400, 'invalid_transaction', 'The body is not a transaction.', issues);

const refuseContradiction = (store: TransactionStore, transaction: TransactionShape): Reply | undefined => {
  const issues = checkMeaning(transaction, (id) => store.find(id) !== undefined);
  return issues.length === 0
    ? undefined
    : refusal(422, 'contradiction', 'The parts of the transaction contradict each other.', issues);
};

/**
 * What is wrong with the amounts: finer than the currency, or one of the two equations does not hold to the last unit.
 *
 * `subtotal = Σ amount × quantity − Σ line discounts − discount`; `total = subtotal + shippingHandling + taxCollected`.
 */
const checkAmounts = (transaction: TransactionShape): readonly Issue[] => {
  const digits = currencyDigits(transaction.currency ?? 'USD');
  const issues: Issue[] = [];
  const exact = (path: string, value: number | undefined): bigint => {
    const amount = decimal(value ?? 0, digits);
    if (amount === undefined) issues.push({ path, message: `has more than ${digits} decimals` });
    return amount ?? 0n;
  };
  const goods = transaction.lineItems.reduce((sum, { amount, quantity, discount }, index) => {
    const path = `lineItems.${index}`;
    return sum + exact(`${path}.amount`, amount) * BigInt(quantity) - exact(`${path}.discount`, discount);
  }, 0n);
  const subtotal = goods - exact('discount', transaction.discount);
  const stated = exact('subtotal', transaction.subtotal);
  const total = exact('total', transaction.total);
  const rest =
    exact('shippingHandling', transaction.shippingHandling) + exact('taxCollected', transaction.taxCollected);
  if (transaction.subtotal !== undefined && stated !== subtotal) {
    issues.push({ path: 'subtotal', message: 'is not the sum of the lines without discounts' });
  }
  if (total !== subtotal + rest) {
    issues.push({ path: 'total', message: 'is not subtotal + shippingHandling + taxCollected' });
  }
  return issues;
};

const others: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
};

/**
 * How many decimals an amount may have. A separate table, because a stand-in that shares the product's table would prove nothing.
 */
const currencyDigits = (code: string): number => others[code] ?? 2;

const places = 6;

/**
 * A JSON number as a whole number of millionths, exactly as it was written; undefined when it is not a plain decimal, or has more
 * than `digits` decimals. 19.99 is 19_990_000n, never 19_989_999n.
 */
const decimal = (value: number, digits: number): bigint | undefined => {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value));
  if (match === null) return undefined;
  const [, sign, whole = '0', fraction = ''] = match;
  if (fraction.length > digits) return undefined;
  const amount = BigInt(whole + fraction.padEnd(places, '0'));
  return sign === '-' ? -amount : amount;
};

const checkAddress = ({ country, state }: TransactionShape['shipToAddress']): readonly Issue[] =>
  country === 'US' && !/^[A-Z]{2}$/.test(state ?? '')
    ? [{ path: 'shipToAddress.state', message: 'is needed in the US, as two capital letters' }]
    : [];

const checkParent = (transaction: TransactionShape, exists: (id: string) => boolean): readonly Issue[] => {
  if (transaction.parentId === undefined) return [];
  const issues: Issue[] = exists(transaction.parentId)
    ? []
    : [{ path: 'parentId', message: 'no transaction has this id; a refund follows its sale' }];
  // A reversal of a refund, or of such a reversal, belongs to the sale as well.
  const takesBack = /:(?:undone|restored):/.test(transaction.id);
  if (transaction.total > 0 && !takesBack) issues.push({ path: 'total', message: 'of a refund is not above 0' });
  return issues;
};
