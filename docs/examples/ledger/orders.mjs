// @ts-check
// Stands for your own table of orders.
import { refused, throttled, unreachable } from 'tax-nexus-sync/connector';

const day = 86_400_000;
const firstDay = Date.UTC(2026, 0, 1, 17);
const digitsOf = { USD: 2, JPY: 0, KWD: 3 };

const orders = Array.from({ length: 90 }, (_, index) => {
  const [id, quantity, price] = [index + 1, (index % 3) + 1, 1_250 + 37 * index];
  const currency = id % 15 === 4 ? 'JPY' : id % 15 === 8 ? 'KWD' : 'USD';
  const money = (/** @type {number} */ minor) => {
    const text = String(minor).padStart(4, '0');
    const digits = digitsOf[currency];
    return digits === 0 ? String(minor) : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  };
  const tax = Math.round(quantity * price * 0.0725);
  const at = firstDay + index * day;
  const zero = money(0);
  const isRefunded = id === 7;
  const refund = { id: 1, at: new Date(at + 40 * day).toISOString(), lineId: 1, amount: money(price), tax: money(90) };
  const order = {
    id,
    number: `L-${String(id).padStart(4, '0')}`,
    placedAt: new Date(at).toISOString(),
    changedAt: isRefunded ? refund.at : new Date(at).toISOString(),
    isPaid: id % 10 !== 0,
    currency,
    lines: [{ id: 1, title: 'Notebook', quantity, price: id === 33 ? 'damaged' : money(price), tax: money(tax) }],
    shipping: { price: money(500), tax: zero },
    total: money(quantity * price + tax + 500),
    buyer: 'Ada Example',
    shipTo: { street: '1 Example St', city: 'Oakland', state: 'CA', zip: '94607', country: 'US' },
    refunds: isRefunded ? [{ ...refund, total: money(price + 90) }] : [],
  };
  /** @type {import('tax-nexus-sync/testing').ExpectedRecord} */
  const expected =
    id === 33
      ? { id: '33', held: 'unreadable record' }
      : {
          ...{ id: String(id), number: order.number, at: order.placedAt, currency },
          ...{ total: order.total, tax: money(tax), zip: '94607', state: 'CA', units: quantity },
          ...(!order.isPaid && { payment: 'not paid' }),
          ...(isRefunded && { refunded: { total: money(price + 90), tax: money(90), at: refund.at, units: { 1: 1 } } }),
        };
  return { order, expected };
});

export const expected = orders.map((one) => one.expected);
const rows = orders.map(({ order }) => order);

/**
 * How the connector reaches them.
 *
 * @typedef {object} Orders
 * @property {() => Promise<{ id: string, name: string, timeZone: string }>} shop
 * @property {(part: { by: 'placedAt' | 'changedAt', start: string, end: string, after: number, limit: number }) => Promise<readonly { readonly id: number }[]>} list in the order of their ids, those after one alone
 * @property {(id: number) => Promise<unknown>} find undefined when there is none
 * @property {(number: string) => Promise<unknown>} findByNumber
 */

/** The orders, for those who have the key. @param {string} key @param {() => Promise<void>} before @returns {Orders} */
export const ordersFor = (key, before = async () => {}) => {
  const open = async () => {
    await before();
    if (key === 'busy-key') throw throttled(3);
    if (key === 'no-network') throw unreachable();
    if (key !== 'good-key') throw refused('The ledger does not know the key. Make a new one in its settings.');
    return rows;
  };
  return {
    shop: async () => {
      await open();
      return { id: 'acme', name: 'Acme ledger', timeZone: 'America/Los_Angeles' };
    },
    list: async ({ by, start, end, after, limit }) =>
      (await open())
        .filter(
          (row) => row.id > after && Date.parse(row[by]) >= Date.parse(start) && Date.parse(row[by]) < Date.parse(end),
        )
        .slice(0, limit),
    find: async (id) => (await open()).find((row) => row.id === id),
    findByNumber: async (number) => (await open()).find((row) => row.number === number),
  };
};
