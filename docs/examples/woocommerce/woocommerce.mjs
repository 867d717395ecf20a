// @ts-check
import * as t from 'io-ts';
import { defineConnector, getJson, negated, rejected, sale, signedWith } from 'tax-nexus-sync/connector';

const Text = t.union([t.string, t.null, t.undefined]);
const Taxed = t.type({ id: t.number, total: t.string, total_tax: t.string });
const Line = t.intersection([Taxed, t.type({ name: t.string, quantity: t.number, subtotal: t.string, sku: Text })]);
const Fee = t.intersection([Taxed, t.type({ name: Text })]);
const Place = t.type({ address_1: Text, address_2: Text, city: Text, state: Text, postcode: Text, country: Text });
/** A part of a refund: negative amounts, and the line that it refunds. */
const Returned = t.intersection([Taxed, t.partial({ quantity: t.number, meta_data: t.array(t.any) })]);
const Refund = t.intersection([
  t.type({ id: t.number, date_created_gmt: t.string, amount: t.string, line_items: t.array(Returned) }),
  t.partial({ shipping_lines: t.array(Returned), fee_lines: t.array(Returned) }),
]);
/** What is read of an order, and nothing more: the buyer's name is not in it. Amounts never contain tax. */
const Order = t.intersection([
  t.type({ id: t.number, number: t.string, status: t.string, currency: t.string, total: t.string }),
  t.type({ date_created_gmt: t.string, date_paid_gmt: Text, shipping: Place, billing: Place }),
  t.type({ line_items: t.array(Line), shipping_lines: t.array(Taxed), fee_lines: t.array(Fee) }),
  t.type({ refunds: t.array(Refund) }),
]);

/** @param {t.TypeOf<typeof Place>} place */
const addressOf = ({ address_1: line1, address_2: line2, postcode: zip, ...place }) =>
  place.country ? { ...place, line1, line2, zip } : null;

/** @param {t.TypeOf<typeof Returned>} part */
const partOf = ({ quantity = -1, total, total_tax, meta_data = [] }) => {
  const lineId = String(meta_data.find((meta) => meta?.key === '_refunded_item_id')?.value ?? '');
  return { lineId, quantity: -quantity, amount: negated(total), tax: negated(total_tax) };
};

/** @param {t.TypeOf<typeof Refund>} refund */
const refundOf = ({ id, date_created_gmt, amount, line_items, shipping_lines = [], fee_lines = [] }) => {
  const [lines, shipping] = [[...line_items, ...fee_lines].map(partOf), shipping_lines.map(partOf)];
  const isShown = lines.length + shipping.length > 0;
  return { id, at: `${date_created_gmt}Z`, total: amount, ...(isShown && { lines, shipping }) };
};

/** @param {t.TypeOf<typeof Order>} order */
const paymentOf = ({ status, date_paid_gmt }) => {
  if (date_paid_gmt || status === 'completed' || status === 'refunded') return 'paid';
  return status === 'failed' ? 'payment failed' : 'not paid';
};

/** Coupons are in `total` of each line already, and not in `subtotal`. @param {t.TypeOf<typeof Order>} order */
const toSale = (order) => {
  const goods = order.line_items.map(({ subtotal: price, total: discountedPrice, total_tax: tax, ...line }) => {
    return {
      id: line.id,
      name: line.name,
      sku: line.sku ?? null,
      quantity: line.quantity,
      price,
      discountedPrice,
      tax,
    };
  });
  const fees = order.fee_lines.map(({ id, name, total: price, total_tax: tax }) => {
    return { id, name: name ?? 'Fee', kind: /** @type {const} */ ('fee'), isShipped: false, price, tax };
  });
  return sale({
    ...{ id: order.id, number: order.number, at: `${order.date_created_gmt}Z`, lines: [...goods, ...fees] },
    ...{ currency: order.currency, total: order.total, isCanceled: order.status === 'cancelled' },
    payment: paymentOf(order),
    shipping: order.shipping_lines.map(({ total: price, total_tax: tax }) => ({ price, tax })),
    ...{ shipTo: addressOf(order.shipping), billTo: addressOf(order.billing), refunds: order.refunds.map(refundOf) },
  });
};

/** @typedef {{ id: string, name: string, url: string, key: string, secret: string, webhookSecret: string, timeZone: string, pageSize?: number }} Shop */
/** `id`: a word of yours that never changes. `timeZone`: that of WordPress's settings. @param {Shop} shop */
export const wooCommerce = ({ id, name, url, key, secret, webhookSecret, timeZone, pageSize = 100 }) => {
  /** @param {string} path @returns {Promise<any>} */
  const get = (path) => getJson(`${url}/wp-json/wc/v3/${path}`, { authorization: `Basic ${btoa(`${key}:${secret}`)}` });
  /** An order lists its refunds without lines and dates. @param {any} order */
  const withRefunds = async (order) =>
    order?.refunds?.length > 0 ? { ...order, refunds: await get(`orders/${order.id}/refunds?per_page=100`) } : order;

  /** Pages begin at a date, not at a number: an order that changes moves no other one to a page already read. */
  /** @param {'date' | 'modified'} orderby @returns {(part: import('tax-nexus-sync/connector').Part) => Promise<any>} */
  const list = (orderby) => async (part) => {
    const [field, prefix] = orderby === 'date' ? ['date_created_gmt', ''] : ['date_modified_gmt', 'modified_'];
    const [from = '', ...seen] = part.cursor?.split(',') ?? [part.start];
    // `after` leaves its own second out. Without a zone, WordPress takes both times for UTC.
    const after = new Date(Date.parse(from) - 1000).toISOString().slice(0, 19);
    const span = { [`${prefix}after`]: after, [`${prefix}before`]: part.end.slice(0, 19), dates_are_gmt: 'true' };
    const order = { orderby, order: 'asc', per_page: String(pageSize), exclude: seen.join() };
    /** @type {any[]} */
    const orders = await get(`orders?${new URLSearchParams({ ...span, ...order, status: 'any' })}`);
    const last = `${orders.at(-1)?.[field]}Z`;
    const ids = orders.filter((one) => `${one[field]}Z` === last).map((one) => one.id);
    const next = [last, ...(last === from ? seen : []), ...ids].join();
    return { records: await Promise.all(orders.map(withRefunds)), next: orders.length < pageSize ? undefined : next };
  };

  return defineConnector({
    ...{ platform: 'woocommerce', platformName: 'WooCommerce', record: Order, toSale },
    account: async () => {
      if ((await get('orders?per_page=1')) === undefined) throw rejected('There is no WooCommerce at this url.');
      return { id, name, timeZone };
    },
    sold: list('date'),
    changed: list('modified'),
    find: async (orderId) => {
      const order = /^\d+$/.test(orderId) ? await get(`orders/${orderId}`) : undefined;
      return order?.status === 'trash' ? undefined : withRefunds(order);
    },
    webhook: {
      verify: signedWith({ secret: webhookSecret, header: 'x-wc-webhook-signature' }),
      isPing: ({ text }) => /^webhook_id=\d+$/.test(text),
      meaning: (/** @type {any} */ payload) => {
        if (!Number.isSafeInteger(payload?.id)) return 'unreadable';
        if ('line_items' in payload) return { changed: payload.id };
        return Object.keys(payload).length === 1 ? { deleted: payload.id } : 'irrelevant';
      },
    },
  });
};
