import { createHmac } from 'node:crypto';
import * as t from 'io-ts';
import {
  type ConnectorDefinition,
  defineConnector,
  type Part,
  refused,
  sale,
  type SaleFacts,
  signedWith,
  type SourceConnector,
  throttled,
  unreachable,
} from '../../src/connector.ts';
import type { ConnectorUnderTest, ExpectedRecord } from '../../src/testing/index.ts';

const day = 86_400_000;
const iso = (time: number): string => new Date(time).toISOString();

const Record = t.type({
  id: t.number,
  number: t.string,
  at: t.string,
  changedAt: t.string,
  buyer: t.string,
  note: t.string,
  payment: t.union([t.literal('paid'), t.literal('not paid')]),
  currency: t.string,
  price: t.string,
  discounted: t.string,
  tax: t.string,
  shipping: t.string,
  shippingTax: t.string,
  total: t.string,
  zip: t.string,
  billZip: t.string,
  state: t.union([t.literal('sold'), t.literal('canceled')]),
  wrapping: t.string,
  back: t.union([
    t.null,
    t.type({ id: t.number, at: t.string, total: t.string, goods: t.string, tax: t.string, wrapping: t.string }),
  ]),
});
export type TrialRecord = t.TypeOf<typeof Record>;

const digits: Readonly<Record<string, number>> = { USD: 2, JPY: 0, KWD: 3 };
const currencies = ['USD', 'JPY', 'KWD'];

const recordOf = (n: number): TrialRecord => {
  const currency = currencies[n % 5] ?? 'USD';
  const money = (minor: number): string => (minor / 10 ** (digits[currency] ?? 2)).toFixed(digits[currency]);
  // None at the first instant of a month, as in the data of most authors.
  const at = Date.UTC(2026, 0, 1, 17) + n * 2 * day;
  const [price, discounted, tax, shipping, shippingTax, wrapping] = [3_000 + n, 2_500 + n, 210, 500, 40, 100];
  const isBack = n % 6 === 3;
  return {
    ...{ id: n + 1, number: `T-${n + 1}`, at: iso(at), changedAt: iso(isBack ? at + 20 * day : at), currency },
    ...{ buyer: 'Ada Example', note: 'Ada Example was not at home', payment: n % 7 === 4 ? 'not paid' : 'paid' },
    ...{ price: money(price), discounted: n === 10 ? 'damaged' : money(discounted), tax: money(tax) },
    ...{ shipping: money(shipping), shippingTax: money(shippingTax) },
    ...{ total: money(discounted + tax + shipping + shippingTax + wrapping), wrapping: money(wrapping) },
    ...{ zip: `946${10 + n}`, billZip: `891${10 + n}`, state: n % 11 === 6 ? 'canceled' : 'sold' },
    back: isBack
      ? {
          ...{ id: 900 + n, at: iso(at + 20 * day), total: money(1_170) },
          ...{ goods: money(1_000), tax: money(70), wrapping: money(wrapping) },
        }
      : null,
  };
};

export const records: readonly TrialRecord[] = Array.from({ length: 44 }, (_, n) => recordOf(n));

/** In tenths of thousandths, so that the sum of two amounts of any currency is exact. */
const sumOf = (a: string, b: string, currency: string): string =>
  (Math.round((Number(a) + Number(b)) * 10_000) / 10_000).toFixed(digits[currency]);

const expectedOf = (record: TrialRecord): ExpectedRecord => {
  const { id, number, at, currency, total, zip, payment, back } = record;
  if (record.discounted === 'damaged') return { id: String(id), held: 'unreadable record' };
  const tax = sumOf(record.tax, record.shippingTax, currency);
  const refund =
    back === null ? {} : { refunded: { total: back.total, tax: back.tax, at: back.at, units: { 1: 2, 2: 1 } } };
  const canceled = record.state === 'canceled';
  return {
    ...{ id: String(id), number, at, currency, total, tax, zip, state: 'CA', units: 3, kinds: { fee: 1 } },
    ...{ payment, canceled, ...refund },
  };
};

export const factsOf = (record: TrialRecord): SaleFacts => ({
  id: record.id,
  number: record.number,
  at: record.at,
  payment: record.payment,
  currency: record.currency,
  total: record.total,
  isCanceled: record.state === 'canceled',
  lines: [
    {
      id: 1,
      name: 'Lamp',
      sku: 'LAMP',
      quantity: 2,
      price: record.price,
      discountedPrice: record.discounted,
      tax: record.tax,
    },
    { id: 2, name: 'Gift wrap', kind: 'fee', price: record.wrapping },
  ],
  shipping: [{ price: record.shipping, tax: record.shippingTax }],
  shipTo: { line1: '1 Example St', city: 'Oakland', state: 'CA', zip: record.zip, country: 'US' },
  billTo: { line1: '2 Example St', city: 'Las Vegas', state: 'NV', zip: record.billZip, country: 'US' },
  refunds:
    record.back === null
      ? []
      : [
          {
            ...{ id: record.back.id, at: record.back.at, total: record.back.total },
            lines: [
              { lineId: 1, quantity: 2, amount: record.back.goods, tax: record.back.tax },
              { lineId: 2, amount: record.back.wrapping },
            ],
          },
        ],
});

const pageSize = 4;
export const secret = 'whs_CANARY';
export const topicHeader = 'x-trial-topic';
const signatureHeader = 'x-trial-signature';

type Key = 'good' | 'revoked' | 'busy' | 'off';
type Ask = <A>(value: A) => Promise<A>;
/** A trial connector, or one that was damaged on purpose. `before` waits ahead of each request, and may reject. */
export type Trial = (key: Key, before?: () => Promise<void>) => SourceConnector;
export type TrialDefinition = ConnectorDefinition<TrialRecord>;

/** The refund of a record is another request, as on many platforms. */
export const withRefund =
  (ask: Ask) =>
  async (record: TrialRecord | undefined): Promise<TrialRecord | undefined> =>
    record && (record.back === null ? record : { ...record, back: await ask(record.back) });

/** Records of a part by one of their dates, page by page. */
export const listBy =
  (by: 'at' | 'changedAt', ask: Ask = (value) => Promise.resolve(value)) =>
  async ({ start, end, cursor }: Part): Promise<{ records: readonly unknown[]; next?: string | undefined }> => {
    const after = Number(cursor ?? 0);
    const rest = records.filter(
      (one) => one.id > after && Date.parse(one[by]) >= Date.parse(start) && Date.parse(one[by]) < Date.parse(end),
    );
    const page = await ask(rest.slice(0, pageSize));
    const whole = await Promise.all(page.map(withRefund(ask)));
    return { records: whole, next: page.length < rest.length ? String(page.at(-1)?.id) : undefined };
  };

/** A request of the trial. */
export const asking =
  (key: Key, before: Parameters<Trial>[1]): Ask =>
  async (value) => {
    await before?.();
    if (key === 'revoked') throw refused();
    if (key === 'busy') throw throttled(9);
    if (key === 'off') throw unreachable('ECONNREFUSED');
    return value;
  };

export const trialDefinition = (key: Key, before?: () => Promise<void>): TrialDefinition => {
  const ask = asking(key, before);
  return {
    platform: 'trial',
    platformName: 'Trial',
    account: async () => ask({ id: 'acme', name: 'Acme', timeZone: 'America/New_York' }),
    sold: listBy('at', ask),
    changed: listBy('changedAt', ask),
    find: async (id) => withRefund(ask)(await ask(records.find((one) => String(one.id) === id))),
    findByNumber: async (number) => withRefund(ask)(await ask(records.find((one) => one.number === number))),
    record: Record,
    toSale: (record) => sale(factsOf(record)),
    webhook: {
      verify: signedWith({ secret, header: signatureHeader }),
      topicHeader,
      isPing: ({ text }) => text === 'webhook_id=7',
      meaning: (payload) => (t.type({ id: t.number }).is(payload) ? { changed: payload.id } : 'unreadable'),
    },
  };
};

const interval = { start: '2026-02-01T00:00:00Z', end: '2026-03-01T00:00:00Z' };
const payload = { id: 7, note: 'paid' };
const body = new TextEncoder().encode(JSON.stringify(payload));
const signature = createHmac('sha256', secret).update(body).digest('base64');
const receivedAt = '2026-03-01T00:00:00Z';

/** What the suite knows about the trial connector, or about one that was damaged on purpose. */
export const trial = (damaged: Trial): ConnectorUnderTest => ({
  open: () => damaged('good'),
  openRefused: () => damaged('revoked'),
  throttled: { open: () => damaged('busy'), retryAfterMs: 9_000 },
  openUnreachable: () => damaged('off'),
  oneRequestFails: (before) => damaged('good', before),
  range: { from: '2026-01-01', to: '2026-03-31' },
  expected: records.map(expectedOf),
  changed: {
    interval,
    recordIds: records
      .filter(({ changedAt }) => changedAt >= interval.start && changedAt < interval.end)
      .map(({ id }) => String(id)),
  },
  delivery: {
    request: { body, receivedAt, headers: { [signatureHeader]: signature, [topicHeader]: 'order.changed' } },
    verified: { topic: 'order.changed', deliveryId: 'delivery-1', payload },
    recordId: '7',
    ping: { body: new TextEncoder().encode('webhook_id=7'), headers: {}, receivedAt },
  },
  unknownId: '4711',
  canaries: ['Ada Example', '1 Example St', 'CANARY'],
});

export const goodTrial: Trial = (key, before) => defineConnector(trialDefinition(key, before));
