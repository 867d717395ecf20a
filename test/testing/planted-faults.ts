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
  factsOf,
  goodTrial,
  listBy,
  records,
  secret,
  topicHeader,
  trialDefinition,
  type TrialDefinition,
  type TrialRecord,
} from './trial-connector.ts';

type Key = Parameters<typeof goodTrial>[0];
type Damaged = (key: Key) => SourceConnector;

/** The definition with a mistake in it. */
const edit =
  (change: (good: TrialDefinition, key: Key) => Partial<TrialDefinition>): Damaged =>
  (key) => {
    const good = trialDefinition(key);
    return defineConnector({ ...good, ...change(good, key) });
  };

/** The facts of a record with a mistake in them. */
const facts = (change: (facts: SaleFacts, record: TrialRecord) => Partial<SaleFacts>): Damaged =>
  edit(() => ({
    toSale: (record): RecordMeaning => {
      const good = factsOf(record);
      return sale({ ...good, ...change(good, record) });
    },
  }));

/** The connector itself with a mistake in it. */
const wrap =
  (change: (good: SourceConnector) => Partial<SourceConnector>): Damaged =>
  (key) => {
    const good = goodTrial(key);
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

/** Hours added to a time stamp. */
const moved = (at: string, hours: number): string => new Date(Date.parse(at) + hours * 3_600_000).toISOString();

const trialWebhook = (good: TrialDefinition): Exclude<TrialDefinition['webhook'], string> => {
  if (good.webhook === 'sends no webhooks') throw new Error('the trial sends webhooks');
  return good.webhook;
};

const webhook = (change: Partial<ReturnType<typeof trialWebhook>>): Damaged =>
  edit((good) => ({ webhook: { ...trialWebhook(good), ...change } }));

const signatureOf = (body: Uint8Array): string => createHmac('sha256', secret).update(body).digest('hex');

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
  'counts a refund without its tax': facts(({ refunds = [] }) => ({
    refunds: refunds.map(({ lines = [], ...refund }) => ({
      ...refund,
      lines: lines.map((line) => ({ ...line, tax: '0' })),
    })),
  })),
  'dates a refund before its sale': facts(({ refunds = [] }, { at }) => ({
    refunds: refunds.map((refund) => ({ ...refund, at: moved(at, -48) })),
  })),
  'refunds a line that is not there': facts(({ refunds = [] }) => ({
    refunds: refunds.map(({ lines = [], ...refund }) => ({
      ...refund,
      lines: lines.map((line) => ({ ...line, lineId: 'x' })),
    })),
  })),
  'counts a quantity of two as one': facts(({ lines }) => ({ lines: lines.map((line) => ({ ...line, quantity: 1 })) })),
  'loses the ZIP': facts(({ shipTo }) => ({ shipTo: { ...shipTo, zip: null } })),
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
        ? { _tag: 'Held', reason: 'undecodable record', message: record.note }
        : sale(factsOf(record)),
  })),
  'uses another account in ids': saleWith((made) => ({ ...made, identity: { ...made.identity, account: 'other' } })),

  // The reading.
  'loses the last record of each page': pageWith((page) => ({ ...page, results: page.results.slice(0, -1) })),
  'stops after the first page': pageWith((page) => ({ ...page, next: O.none })),
  'reads the end of a window twice': edit(() => ({
    sold: (part) => listBy('at')({ ...part, end: moved(part.end, 72) }),
  })),
  'leaves out the start of a window': edit(({ sold }) => ({
    sold: (part) => sold({ ...part, start: moved(part.start, 1) }),
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
  'names the record by an unsigned header': webhook({ meaning: (_, topic) => ({ changed: topic }), topicHeader }),
  'refuses the announcement of a webhook': webhook({ isPing: () => false }),

  // The errors.
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
