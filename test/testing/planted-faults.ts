import { createHmac } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  defineConnector,
  type RecordMeaning,
  refused,
  rejected,
  sale,
  type SaleFacts,
  throttled,
} from '../../src/connector.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import type { Page, SourceConnector, SourceResult } from '../../src/mapping/source-connector.ts';
import {
  asking,
  factsOf,
  goodTrial,
  listBy,
  records,
  secret,
  topicHeader,
  type Trial,
  trialDefinition,
  type TrialDefinition,
  type TrialRecord,
  withRefund,
} from './trial-connector.ts';

type Key = Parameters<Trial>[0];
type Damaged = Trial;
type Ask = ReturnType<typeof asking>;

/** The definition with a mistake in it. */
const edit =
  (change: (good: TrialDefinition, key: Key, ask: Ask) => Partial<TrialDefinition>): Damaged =>
  (key, before) => {
    const good = trialDefinition(key, before);
    return defineConnector({ ...good, ...change(good, key, asking(key, before)) });
  };

/** The facts of a record with a mistake in them. */
const facts = (change: (facts: SaleFacts, record: TrialRecord) => Partial<SaleFacts>): Damaged =>
  edit(() => ({
    toSale: (record): RecordMeaning => {
      const good = factsOf(record);
      return sale({ ...good, ...change(good, record) });
    },
  }));

/** The same mistake in each refund of a line. */
const refundedLines = (wrong: Readonly<Record<string, string | number>>): Damaged =>
  facts(({ refunds = [] }) => ({
    refunds: refunds.map((refund) => ({
      ...refund,
      lines: (refund.lines ?? []).map((line) => ({ ...line, ...wrong })),
    })),
  }));

/** The connector itself with a mistake in it. */
const wrap =
  (change: (good: SourceConnector) => Partial<SourceConnector>): Damaged =>
  (key, before) => {
    const good = goodTrial(key, before);
    return { ...good, ...change(good) };
  };

const pageWith = (change: (page: Page) => Page): Damaged =>
  wrap(({ readPage }) => ({ readPage: (window, from) => TE.map(change)(readPage(window, from)) }));

const saleWith = (change: (sale: Sale) => Sale): Damaged =>
  wrap(({ readPage, readRecord }) => {
    const result = (one: SourceResult): SourceResult => E.map(change)(one);
    return {
      readPage: (window, from) =>
        TE.map((page: Page): Page => ({ ...page, results: page.results.map(result) }))(readPage(window, from)),
      readRecord: (id) => TE.map(O.map(result))(readRecord(id)),
    };
  });

type List = TrialDefinition['sold'];

const changes = (change: (changed: List) => List): Damaged =>
  edit(({ changed }) => ({ changed: typeof changed === 'string' ? changed : change(changed) }));

/** A millisecond, in hours. */
const instant = 1 / 3_600_000;

/** Hours added to a time stamp. */
const moved = (at: string, hours: number): string => new Date(Date.parse(at) + hours * 3_600_000).toISOString();

const trialWebhook = (good: TrialDefinition): Exclude<TrialDefinition['webhook'], string> => {
  if (good.webhook === 'sends no webhooks') throw new Error('the trial sends webhooks');
  return good.webhook;
};

const webhook = (change: Partial<ReturnType<typeof trialWebhook>>): Damaged =>
  edit((good) => ({ webhook: { ...trialWebhook(good), ...change } }));

const signatureOf = (body: Uint8Array): string => createHmac('sha256', secret).update(body).digest('base64');

let reads = 0;

/** Mistakes of authors of connectors: in the mapping, the reading, the webhooks, the errors. */
export const plantedFaults: Readonly<Record<string, Damaged>> = {
  // The mapping.
  'leaves the tax of shipping out': facts(({ shipping = [] }) => ({
    shipping: shipping.map(({ price }) => ({ price })),
  })),
  'counts the discount twice': facts(({ lines }) => ({ discount: '1', lines })),
  'takes the price before discounts': facts((_, { price, tax }) => ({
    lines: [{ id: 1, name: 'Lamp', quantity: 2, price, tax }],
  })),
  'states no total': facts(() => ({ total: null })),
  'computes the total from its own parts': facts(({ lines }, { discounted }) => ({
    total: discounted,
    lines: lines.map((line) => ({ ...line, tax: '0' })),
    shipping: [],
  })),
  'adds tax to shipping instead of the line, and loses a cent': facts((_, record) => ({ tax: record.tax })),
  'takes local time for UTC': facts((_, { at }) => ({ at: moved(at, 5) })),
  'dates a sale by its last change': facts((_, { changedAt }) => ({ at: changedAt })),
  'sends unpaid records as paid': facts(() => ({ payment: 'paid' })),
  'takes all amounts for cents of a dollar': facts(() => ({ currency: 'USD' })),
  'forgets refunds': facts(() => ({ refunds: [] })),
  'counts a refund without its tax': refundedLines({ tax: '0' }),
  'dates a refund before its sale': facts(({ refunds = [] }, { at }) => ({
    refunds: refunds.map((refund) => ({ ...refund, at: moved(at, -48) })),
  })),
  'refunds a line that is not there': refundedLines({ lineId: 'x' }),
  'counts a quantity of two as one': facts(({ lines }) => ({ lines: lines.map((line) => ({ ...line, quantity: 1 })) })),
  'loses the ZIP': facts(({ shipTo }) => ({ shipTo: { ...shipTo, zip: null } })),
  'gives one state to all': facts(({ shipTo }) => ({ shipTo: { ...shipTo, state: 'NV' } })),
  'gives another country': facts(({ shipTo }) => ({ shipTo: { ...shipTo, country: 'CA' } })),
  'ships to the billing address': facts(({ billTo = null }) => ({ shipTo: billTo })),
  'forgets the billing address': facts(() => ({ billTo: null })),
  'forgets that a sale was canceled': facts(() => ({ isCanceled: false })),
  'takes a fee for goods': facts(({ lines }) => ({ lines: lines.map((line) => ({ ...line, kind: 'goods' })) })),
  'dates a refund by its sale': facts(({ refunds = [] }, { at }) => ({
    refunds: refunds.map((refund) => ({ ...refund, at })),
  })),
  'refunds the goods where the fee was refunded': refundedLines({ lineId: 1 }),
  'counts one unit in each refund': refundedLines({ quantity: 1 }),
  'takes the number for the id': facts((_, { number }) => ({ id: number })),
  'skips records that it cannot read': edit(({ sold }) => ({
    sold: async (part) => {
      const page = await sold(part);
      return { ...page, records: page.records.filter((record) => (record as TrialRecord).discounted !== 'damaged') };
    },
  })),
  'reads an unreadable amount as zero': facts(({ lines }, { discounted }) =>
    discounted === 'damaged' ? { lines: lines.map((line) => ({ ...line, discountedPrice: '0' })) } : {},
  ),
  'gives two lines one id': facts(({ lines, tax }) => ({
    lines: [...lines, { id: 1, name: 'Free', price: '0' }],
    ...(tax !== undefined && { tax }),
  })),
  'puts the note of a refund into its message': saleWith((made) => ({
    ...made,
    refunds: made.refunds.map((refund) => ({ ...refund, message: records[3]?.note ?? '' })),
  })),
  'puts the buyer into the name of a line': facts(({ lines }, { buyer }) => ({
    lines: lines.map((line) => ({ ...line, name: `For ${buyer}` })),
  })),
  'puts the buyer into the message of a held record': edit(() => ({
    toSale: (record) =>
      record.discounted === 'damaged'
        ? { _tag: 'Held', reason: 'unreadable record', message: record.note }
        : sale(factsOf(record)),
  })),
  'uses another account in ids': saleWith((made) => ({ ...made, identity: { ...made.identity, account: 'other' } })),

  // The reading.
  'loses the last record of each page': pageWith((page) => ({ ...page, results: page.results.slice(0, -1) })),
  'stops after the first page': pageWith((page) => ({ ...page, next: O.none })),
  'reads the end of a window twice': edit(() => ({
    sold: (part) => listBy('at')({ ...part, end: moved(part.end, 72) }),
  })),
  'leaves out the first hour of a window': edit(({ sold }) => ({
    sold: (part) => sold({ ...part, start: moved(part.start, 1) }),
  })),
  'leaves out the first instant of a window': edit(({ sold }) => ({
    sold: (part) => sold({ ...part, start: moved(part.start, instant) }),
  })),
  'takes the end of a window for a part of it': edit(({ sold }) => ({
    sold: (part) => sold({ ...part, end: moved(part.end, instant) }),
  })),
  'begins each page at the first record': edit(({ sold }) => ({
    sold: async (part) => ({ ...(await sold({ ...part, cursor: undefined })) }),
  })),
  'lists changes by the date of the sale': edit(({ sold }) => ({ changed: sold })),
  'reads another state alone than on a page': edit(({ find }) => ({
    find: async (id) => {
      const found = (await find(id)) as TrialRecord | undefined;
      return found && { ...found, payment: 'not paid' };
    },
  })),
  'returns another record than that of the number': edit(() => ({
    findByNumber: () => Promise.resolve(records[0]),
    account: () => Promise.resolve({ id: 'acme', name: 'Acme', timeZone: 'America/New_York' }),
  })),
  'reads differently each time': facts(({ lines }) => {
    reads += 1;
    return { lines: lines.map((line) => ({ ...line, name: `Lamp ${reads}` })) };
  }),

  // The webhooks.
  'does not check the signature': webhook({ verify: () => true }),
  'checks only that there is a signature': webhook({
    verify: ({ unsignedHeaders }) => unsignedHeaders['x-trial-signature'] !== undefined,
  }),
  'compares only the start of the signature': webhook({
    verify: ({ body, unsignedHeaders }) =>
      signatureOf(body).startsWith((unsignedHeaders['x-trial-signature'] ?? 'none').slice(0, 8)),
  }),
  'signs the decoded JSON instead of the bytes': webhook({
    verify: ({ text, unsignedHeaders }) => {
      const { id } = JSON.parse(text) as { id: number };
      const signed = new TextEncoder().encode(JSON.stringify({ id, note: 'paid' }));
      return signatureOf(signed) === unsignedHeaders['x-trial-signature'];
    },
  }),
  'trims the body before it checks the signature': webhook({
    verify: ({ text, unsignedHeaders }) =>
      signatureOf(new TextEncoder().encode(text.trim())) === unsignedHeaders['x-trial-signature'],
  }),
  'compares signatures without their case': webhook({
    verify: ({ body, unsignedHeaders }) =>
      signatureOf(body).toLowerCase() === unsignedHeaders['x-trial-signature']?.toLowerCase(),
  }),
  'takes a record for deleted by an unsigned header': webhook({
    meaning: (payload, topic) => {
      const { id } = payload as { readonly id: number };
      return topic === 'order.deleted' ? { deleted: id } : { changed: id };
    },
    topicHeader,
  }),
  'names the record by an unsigned header': webhook({ meaning: (_, topic) => ({ changed: topic }), topicHeader }),
  'refuses the announcement of a webhook': webhook({ isPing: () => false }),

  // The errors.
  'takes sales that cannot be read for none': edit(({ sold }) => ({
    sold: (part) => sold(part).catch(() => ({ records: [] })),
  })),
  'takes a later page that cannot be read for the end': edit(({ sold }) => ({
    sold: (part) =>
      sold(part).catch((error: unknown) => {
        if (part.cursor === undefined) throw error;
        return { records: [] };
      }),
  })),
  'takes changes that cannot be read for none': changes(
    (changed) => (part) => changed(part).catch(() => ({ records: [] })),
  ),
  'takes refunds that cannot be read for none': edit((_, __, ask) => ({
    sold: async (part) => {
      const page = await listBy('at')(part);
      await ask(part);
      const records = page.records.map((record) =>
        withRefund(ask)(record as TrialRecord).catch(() => ({ ...(record as TrialRecord), back: null })),
      );
      return { ...page, records: await Promise.all(records) };
    },
  })),
  'takes a record that cannot be read for deleted': edit(({ find }) => ({
    find: (id) => find(id).catch(() => undefined),
  })),
  'takes refused credentials for an empty shop': edit(({ sold }, key) => ({
    sold: (part) => (key === 'revoked' ? Promise.resolve({ records: [] }) : sold(part)),
    account: () => Promise.resolve({ id: 'acme', name: 'Acme', timeZone: 'America/New_York' }),
  })),
  'takes a rate limit for refused credentials': edit((good, key) => ({
    account: () => (key === 'busy' ? Promise.reject(refused()) : good.account()),
  })),
  'ignores how long it should wait': edit((good, key) => ({
    account: () => (key === 'busy' ? Promise.reject(throttled(1)) : good.account()),
  })),
  'gives up on a platform that does not respond': edit((good, key) => ({
    account: () => (key === 'off' ? Promise.reject(rejected('it is off')) : good.account()),
  })),
  'puts the key into an error': edit((good, key) => ({
    account: () => (key === 'revoked' ? Promise.reject(refused(`the key ${secret} is refused`)) : good.account()),
  })),
};

/** Mistakes that the suite does not see: what a line is called and whether it is shipped, and the bounds of changes, which overlap. */
export const unseenFaults: Readonly<Record<string, Damaged>> = {
  'loses the SKU': facts(({ lines }) => ({ lines: lines.map((line) => ({ ...line, sku: null })) })),
  'takes goods for handed over': facts(({ lines }) => ({
    lines: lines.map((line) => ({ ...line, isShipped: false })),
  })),
  'leaves out the first instant of a span of changes': changes(
    (changed) => (part) => changed({ ...part, start: moved(part.start, instant) }),
  ),
};
