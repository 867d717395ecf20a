// @ts-check
// Stands for a WooCommerce shop: 120 orders of three months, in dollars and yen.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';

const hour = 3_600_000;
const gmt = (/** @type {number} */ time) => new Date(time).toISOString().slice(0, 19);
const place = (/** @type {string} */ address_1, /** @type {string} */ state, /** @type {string} */ postcode) => ({
  ...{ first_name: 'Ada', last_name: 'Example', address_1, address_2: '', city: 'Example' },
  ...{ state, postcode, country: 'US' },
});

/** One order and its refunds, by its number from 0 on. @param {number} n */
const orderOf = (n) => {
  const [id, isYen, isUnpaid, isCanceled] = [1001 + n, n % 4 === 3, n % 10 === 9, n % 30 === 7];
  const money = (/** @type {number} */ minor) => (isYen ? String(minor) : (minor / 100).toFixed(2));
  // Two orders share each second, so that pages end within one.
  const created = Date.UTC(2026, 0, 1, 17) + Math.floor(n / 2) * 35 * hour;
  const subtotal = 2_000 + 10 * n;
  const coupon = n % 3 === 0 ? 300 : 0;
  const fee = n % 5 === 0 ? 100 : 0;
  const taxOf = (/** @type {number} */ amount) => Math.round(amount * 0.0725);
  const [goods, goodsTax, shipping, shippingTax] = [subtotal - coupon, taxOf(subtotal - coupon), 500, 36];
  const total = goods + goodsTax + shipping + shippingTax + fee + taxOf(fee);
  const line = { id: 10 * id, name: 'Notebook', sku: 'NB', quantity: 2, meta_data: [] };
  const back = (/** @type {number} */ amount, /** @type {number} */ tax, /** @type {number} */ item) => ({
    ...{ id: item + 5, total: money(-amount), total_tax: money(-tax) },
    meta_data: [{ id: 1, key: '_refunded_item_id', value: String(item) }],
  });
  const half = Math.round(goods / 2);
  const refund = {
    id: 50_000 + id,
    date_created_gmt: gmt(created + 9 * hour),
    amount: money(half + taxOf(half) + 500 + fee),
    reason: 'Ada Example was not at home',
    line_items: [{ ...back(half, taxOf(half), 10 * id), name: 'Notebook', quantity: -1 }],
    shipping_lines: [back(500, 0, 10 * id + 1)],
    fee_lines: fee === 0 ? [] : [back(fee, 0, 10 * id + 2)],
  };
  const refunds = n % 8 === 2 ? [refund] : [];
  const order = {
    id,
    number: String(id),
    status: isUnpaid ? 'on-hold' : isCanceled ? 'cancelled' : 'completed',
    currency: isYen ? 'JPY' : 'USD',
    date_created_gmt: gmt(created),
    date_modified_gmt: gmt(refunds.length > 0 ? created + 9 * hour : created),
    date_paid_gmt: isUnpaid ? null : gmt(created + 60_000),
    prices_include_tax: false,
    discount_total: money(coupon),
    total: money(total),
    line_items: [
      // The shape that a plugin damaged.
      ...[{ ...line, subtotal: money(subtotal), total: n === 17 ? null : money(goods), total_tax: money(goodsTax) }],
    ],
    shipping_lines: [{ id: 10 * id + 1, method_title: 'Flat', total: money(shipping), total_tax: money(shippingTax) }],
    fee_lines:
      fee === 0 ? [] : [{ id: 10 * id + 2, name: 'Gift wrap', total: money(fee), total_tax: money(taxOf(fee)) }],
    coupon_lines: coupon === 0 ? [] : [{ id: 10 * id + 3, code: 'SPRING', discount: money(coupon) }],
    ...{ billing: place('2 Example St', 'NV', '89101'), shipping: place('1 Example St', 'CA', '94607') },
    refunds: refunds.map(({ amount, ...one }) => ({ id: one.id, reason: one.reason, total: `-${amount}` })),
  };
  const refunded = {
    ...{ total: refund.amount, tax: money(taxOf(half)), at: `${refund.date_created_gmt}Z` },
    units: { [10 * id]: 1, ...(fee > 0 && { [10 * id + 2]: 1 }) },
  };
  /** @type {import('tax-nexus-sync/testing').ExpectedRecord} */
  const expected =
    n === 17
      ? { id: String(id), held: 'unreadable record' }
      : {
          ...{
            id: String(id),
            number: String(id),
            at: `${gmt(created)}Z`,
            currency: order.currency,
            total: money(total),
          },
          ...{ tax: money(goodsTax + shippingTax + taxOf(fee)), zip: '94607', state: 'CA', canceled: isCanceled },
          ...{ units: fee === 0 ? 2 : 3, kinds: fee === 0 ? {} : { fee: 1 } },
          ...(isUnpaid && { payment: 'not paid' }),
          ...(refunds.length > 0 && { refunded }),
        };
  return { order, refunds, expected };
};

const records = Array.from({ length: 120 }, (_, n) => orderOf(n));
export const expected = records.map((record) => record.expected);

/** Ids of the orders that changed last in a span. @param {{ start: string, end: string }} span */
export const changedIn = ({ start, end }) =>
  records
    .filter(({ order }) => `${order.date_modified_gmt}Z` >= start && `${order.date_modified_gmt}Z` < end)
    .map(({ order }) => String(order.id));

/** @param {URLSearchParams} query */
const list = (query) => {
  const prefix = query.get('orderby') === 'modified' ? 'modified_' : '';
  const field = prefix === '' ? 'date_created_gmt' : 'date_modified_gmt';
  const [after, before] = [query.get(`${prefix}after`) ?? '', query.get(`${prefix}before`) ?? '9'];
  const excluded = (query.get('exclude') ?? '').split(',');
  return records
    .map(({ order }) => order)
    .filter((order) => order[field] > after && order[field] < before && !excluded.includes(String(order.id)))
    .sort((a, b) => (a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : a.id - b.id))
    .slice(0, Number(query.get('per_page')));
};

/** @param {URL} url @returns {unknown} */
const answer = ({ pathname, searchParams }) => {
  const [, id, part] = /^\/wp-json\/wc\/v3\/orders(?:\/(\d+))?(\/refunds)?$/.exec(pathname) ?? [];
  if (id === undefined) return list(searchParams);
  const record = records.find(({ order }) => String(order.id) === id);
  return part === undefined ? record?.order : record?.refunds;
};

/** The shop over HTTP: the key `good` is accepted, and `busy` gets 429. Any other one is refused. */
export const startShop = async () => {
  const server = createServer((request, response) => {
    const key = Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64')
      .toString()
      .split(':')[0];
    const found = key === 'ck_good' ? answer(new URL(request.url ?? '', 'http://shop')) : undefined;
    const status = key === 'ck_busy' ? 429 : key !== 'ck_good' ? 401 : found === undefined ? 404 : 200;
    response.writeHead(status, { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '7' }) });
    response.end(JSON.stringify(found ?? { message: `no order for ${key} and Ada Example` }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve(undefined)))),
  };
};

/** A webhook about an order, as the shop signs it. @param {number} n @param {string} secret */
export const signedDelivery = (n, secret) => {
  const payload = records[n]?.order;
  const body = Buffer.from(JSON.stringify(payload));
  const headers = {
    'content-type': 'application/json',
    'x-wc-webhook-topic': 'order.updated',
    'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
  };
  return { payload, request: { body, headers, receivedAt: '2026-03-01T00:00:00Z' } };
};
