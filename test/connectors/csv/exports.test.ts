import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describe, expect, it } from '@jest/globals';
import { csvConnector, type CsvConnector } from '../../../connectors/csv/connector.ts';
import { localFiles, openCsvFile } from '../../../connectors/csv/read/file.ts';
import { recognize } from '../../../connectors/csv/shapes/recognize.ts';
import { orderToResult } from '../../../connectors/shopify/index.ts';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import { refundToTransaction } from '../../../src/mapping/refund-to-transaction.ts';
import { saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { left, right } from '../../support/right.ts';
import { chargeEntry, context } from '../../support/stripe-facts.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { anOrder } from '../shopify/an-order.ts';

const folder = temporaryFolder();
const account = { id: '548380009', name: 'acme', timeZone: 'America/New_York' };
const exported = await readFile('docs/examples/import/shopify-orders.csv', 'utf8');

const connectorOf = async (path: string, policy: Partial<Policy> = {}, files = localFiles): Promise<CsvConnector> => {
  const file = right(await openCsvFile(path, files)());
  const { platform, platformName } = file.shape;
  return csvConnector({
    file,
    account: TE.right(account),
    platform: { platform: platform ?? 'csv', platformName },
    policy: { ...defaultPolicy, ...policy },
    pageSize: 2,
  });
};

/** The example with other values in the columns of its first order. */
const withFirst = (values: Readonly<Record<string, string>>): string => {
  const [header = '', first = '', ...others] = exported.split('\n');
  const columns = header.split(',');
  const fields = first.split(',');
  for (const [column, value] of Object.entries(values)) {
    if (!columns.includes(column)) columns.push(column);
    fields[columns.indexOf(column)] = value;
  }
  const rest = others.slice(0, -1).map((row) => row + ','.repeat(columns.length - header.split(',').length));
  return [columns.join(','), fields.join(','), ...rest, ''].join('\n');
};

let files = 0;
const written = (text: string): string => {
  const path = join(folder, `file-${(files += 1)}.csv`);
  writeFileSync(path, text);
  return path;
};

const allOf = async (connector: CsvConnector): Promise<readonly SourceResult[]> => {
  const results: SourceResult[] = [];
  const [window] = right(await connector.windows({ from: '2026-01-01', to: '2026-12-31' })());
  let next: O.Option<string> = O.none;
  do {
    if (window === undefined) throw new Error('there is no window');
    const page = right(await connector.readPage(window, next)());
    results.push(...page.results);
    ({ next } = page);
  } while (O.isSome(next));
  return results;
};

const firstOf = async (values: Readonly<Record<string, string>>, policy: Partial<Policy> = {}): Promise<SourceResult> =>
  (await allOf(await connectorOf(written(withFirst(values)), policy)))[0] ?? E.left(undefined as never);

const transactionOf = (sale: Sale): Readonly<Record<string, unknown>> => {
  const { transaction } = right(saleToTransaction(defaultPolicy)(sale));
  const { id, name, transactedAt, subtotal, shippingHandling, taxCollected, total, shipToAddress } = transaction;
  return { id, name, transactedAt, subtotal, shippingHandling, taxCollected, total, zip: shipToAddress.zip };
};

describe("Shopify's export of orders", () => {
  it('gives the transaction that the shop itself gives, under the same id and name', async () => {
    const [fromFile] = await allOf(await connectorOf('docs/examples/import/shopify-orders.csv'));
    const fromShop = orderToResult({ account, policy: defaultPolicy, readsLocations: true })(anOrder());
    expect(transactionOf(right(fromFile ?? fromShop))).toStrictEqual(transactionOf(right(fromShop)));
    expect(right(fromFile ?? fromShop).references).toStrictEqual(['shopify:order:5012345678']);
  });

  it('reads rows without the columns of the order as further lines, and discounts from Subtotal', async () => {
    const [, ten, free] = await allOf(await connectorOf('docs/examples/import/shopify-orders.csv'));
    expect(right(ten ?? E.left(undefined as never))).toMatchObject({
      lines: [{ listed: 4_500n }, { listed: 1_700n }],
      orderDiscount: 620n,
      statedTotal: 6_734n,
    });
    expect(right(free ?? E.left(undefined as never)).shipping).toMatchObject([{ price: 500n, discount: 500n }]);
  });

  it('lists a refund without day, lines and tax, and holds it where the policy sends refunds', async () => {
    const sale = right(
      (await allOf(await connectorOf('docs/examples/import/shopify-orders.csv')))[1] ?? E.left(0 as never),
    );
    expect(sale.refunds).toMatchObject([{ total: 1_500n, isUnclear: true }]);
    const policy = { ...defaultPolicy, adjustments: { ...defaultPolicy.adjustments, refunds: 'send' as const } };
    const [refund] = sale.refunds;
    if (refund === undefined) throw new Error('there is no refund');
    const mapped = right(saleToTransaction(policy)(sale));
    expect(left(refundToTransaction(sale, mapped, policy)(refund))).toMatchObject({ _tag: 'Held' });
  });

  it.each<[string, Record<string, string>, object]>([
    ['prices that include tax', { Total: '105.00' }, { reason: 'incomplete record' }],
    ['a total with a tip in it', { Total: '115.00' }, { reason: 'does not balance' }],
    ['lines that are less than Subtotal', { 'Lineitem price': '90.00' }, { reason: 'does not balance' }],
    [
      'what may be a gift card',
      { 'Lineitem name': 'Gift card', 'Lineitem requires shipping': 'false', 'Lineitem taxable': 'false' },
      { reason: 'incomplete record' },
    ],
    ['an order without Id', { Id: '' }, { reason: 'incomplete record' }],
    ['an Id that a spreadsheet has rounded', { Id: '5.01235E+12' }, { reason: 'incomplete record' }],
    ['lines that no discount brings to Subtotal', { 'Lineitem quantity': '2' }, { reason: 'does not balance' }],
    ['a price with a currency sign', { 'Lineitem price': '$100' }, { reason: 'undecodable record' }],
    ['a price that is too fine', { 'Lineitem price': '100.001' }, { reason: 'amount not exact' }],
    ['a date without its parts in order', { 'Created at': '2/3/2026' }, { reason: 'undecodable record' }],
    ['a status of another kind', { 'Financial Status': 'settled' }, { reason: 'undecodable record' }],
    ['a currency of no country', { Currency: 'XYZ' }, { reason: 'unknown currency' }],
    [
      'a sale in a store, whose address it does not show',
      {
        Source: 'pos',
        'Shipping Address1': '',
        'Shipping City': '',
        'Shipping Zip': '',
        'Shipping Province': '',
        'Shipping Country': '',
        'Shipping Street': '',
      },
      { reason: 'no destination' },
    ],
  ])('holds %s', async (_, values, why) => {
    expect(left(await firstOf(values))).toMatchObject({ _tag: 'Held', ...why });
  });

  it('takes the word of an added column about gift cards, and tags by the policy', async () => {
    const values = { 'Lineitem kind': 'gift card', Taxes: '0.00', Total: '105.00', Tags: 'wholesale' };
    const sale = right(await firstOf(values, { resaleTags: ['wholesale'] }));
    expect(sale.lines).toMatchObject([{ kind: 'gift card' }]);
    expect(sale.exemptions).toMatchObject([{ kind: 'resale' }]);
  });

  it('marks orders of the test gateway and canceled ones', async () => {
    expect(right(await firstOf({ 'Payment Method': 'Bogus' })).isTest).toBe(true);
    expect(right(await firstOf({ 'Cancelled at': '2026-02-04 10:00:00 -0500' })).isCanceled).toBe(true);
  });
});

describe("Stripe's export of payments", () => {
  const charge = {
    ...{
      id: 'ch_1ExampleA',
      amount: 10_825,
      amount_captured: 10_825,
      payment_intent: 'pi_1ExampleA',
      description: 'Consulting',
    },
    billing_details: {
      address: { line1: '1 Example St', city: 'Denver', state: 'CO', postal_code: '80202', country: 'US' },
    },
    ...{ shipping: null, metadata: { tax: '8.25' } },
  };

  it('gives the transaction that the account itself gives, with the tax of an added column', async () => {
    const stripe = { ...account, id: 'acct_1' };
    const file = right(await openCsvFile('docs/examples/import/stripe-payments.csv')());
    const platform = { platform: 'stripe', platformName: 'Stripe' };
    const results = await allOf(csvConnector({ file, account: TE.right(stripe), platform, policy: defaultPolicy }));
    const [taxed, refunded, ...others] = results;
    const fromStripe = chargeEntry(charge, { context: context({ metadata: { tax: 'tax' } }) });
    expect(transactionOf(right(taxed ?? fromStripe))).toStrictEqual(transactionOf(right(fromStripe)));
    expect(right(taxed ?? fromStripe).references).toStrictEqual(right(fromStripe).references);
    expect(right(refunded ?? fromStripe)).toMatchObject({ statedTotal: 125_000n, refunds: [{ total: 25_000n }] });
    expect(others.map((one) => left(one))).toMatchObject([
      { reason: 'incomplete record', message: expect.stringContaining('Add a column "Tax"') },
      { reason: 'incomplete record', message: expect.stringContaining('invoice') },
      { reason: 'payment failed' },
    ]);
  });
});

describe('a file that cannot be read', () => {
  it.each([
    ['Id,Names,Total,Financial Status,Lineitem name', "Shopify's export of orders, it lacks: Name (there is Names)"],
    ['id,amount,currency,status,created', "Stripe's export of payments"],
    ['id,date,curency,total,tax,state,zip,country', 'currency (there is curency)'],
    ['id;date;currency', 'with commas'],
    ['id,date,currency,total,tax,state,zip,country,total', 'total twice'],
  ])('is named by its header: %s', (header, problem) => {
    expect(left(recognize(header.split(',')))).toContain(problem);
  });

  const [header = '', one = '', two = '', more = '', three = ''] = exported.split('\n');
  it.each([
    ['an order whose rows are apart', [header, two, three, more], 'Order #1002 has rows at line 2 and again at line 4'],
    ['an order that is there twice', [header, one, three, one], 'Order #1001 has rows at line 2 and again at line 4'],
    ['rows without their order', [header, more, one], 'Line 2: order #1002 begins without'],
    ['a row of another width', [header, one, 'CANARY,1'], 'Line 3 has 2 columns, and the header has'],
    ['a quotation mark that is not closed', [header, one, `${two},"CANARY`], 'A quotation mark at line'],
    ['a quotation mark within a field', [header, one, `CANARY"x,${two}`], 'Line 3 is not CSV'],
  ])('refuses %s by line and order number alone', async (_, rows, problem) => {
    const path = written(`${rows.join('\n')}\n`);
    const opened = await openCsvFile(path)();
    const { message } = E.isLeft(opened) ? opened.left : left(await (await connectorOf(path)).days());
    expect(message).toContain(problem);
    expect(message).not.toMatch(/CANARY|example\.com|Ada/);
  });

  it('does not go on where the file has changed since', async () => {
    const path = written(exported);
    const connector = await connectorOf(path);
    const [window] = right(await connector.windows({ from: '2026-01-01', to: '2026-12-31' })());
    writeFileSync(path, withFirst({ Total: '200.00' }));
    if (window === undefined) throw new Error('there is no window');
    expect(left(await connector.readPage(window, O.none)()).message).toContain('changed while it was read');
  });
});

describe('a large file', () => {
  it('is read a page at a time from where the page begins, and covers the days of its orders', async () => {
    const rows = Array.from(
      { length: 3_000 },
      (_, n) => `${n},2026-03-${String((n % 28) + 1).padStart(2, '0')},USD,1.00,0,TX,77002,US\n`,
    );
    const text = `id,date,currency,total,tax,state,zip,country\n${rows.join('')}`;
    let bytes = 0;
    const counted = {
      version: () => Promise.resolve('1'),
      open: (_: string, start: number) =>
        Readable.from(
          (function* () {
            for (let at = start; at < text.length; at += 1_024) {
              bytes += 1_024;
              yield Buffer.from(text.slice(at, at + 1_024));
            }
          })(),
        ),
    };
    const connector = await connectorOf('sales.csv', {}, counted);
    expect(right(await connector.days())).toStrictEqual({ from: '2026-03-01', to: '2026-03-28' });
    const [window] = right(await connector.windows({ from: '2026-03-01', to: '2026-03-31' })());
    if (window === undefined) throw new Error('there is no window');
    bytes = 0;
    const page = right(await connector.readPage(window, O.some(`${text.indexOf('\n2000,') + 1} 2002`))());
    expect(page.results.map((one) => right(one).identity.recordId)).toStrictEqual(['2000', '2001']);
    expect(right(await connector.readRecord('2999')())).toMatchObject({
      value: { right: { identity: { recordId: '2999' } } },
    });
    expect(bytes).toBeLessThan(text.length / 2);
  });
});
