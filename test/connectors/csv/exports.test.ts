import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describe, expect, it } from '@jest/globals';
import { csvConnector, type CsvConnector } from '../../../connectors/csv/connector.ts';
import { openCsvFile } from '../../../connectors/csv/read/file.ts';
import { recognize } from '../../../connectors/csv/shapes/recognize.ts';
import { orderToResult } from '../../../connectors/shopify/index.ts';
import { systemClock } from '../../../src/app/system-environment.ts';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import { refundToTransaction } from '../../../src/mapping/refund-to-transaction.ts';
import { saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import { sentChanges } from '../../../src/mapping/sent-changes.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { left, right } from '../../support/right.ts';
import { chargeEntry, context } from '../../support/stripe-facts.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { anOrder } from '../shopify/an-order.ts';

const folder = temporaryFolder();
const account = { id: '548380009', name: 'acme', timeZone: 'America/New_York' };
const exported = await readFile('docs/examples/import/shopify-orders.csv', 'utf8');

const connectorOf = async (path: string, policy: Partial<Policy> = {}): Promise<CsvConnector> => {
  const file = right(await openCsvFile(path)());
  const { platform, platformName } = file.shape;
  return csvConnector({
    file,
    account: TE.right(account),
    platform: { platform: platform ?? 'csv', platformName },
    policy: { ...defaultPolicy, ...policy },
    clock: systemClock,
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

const unmarked = { 'Lineitem name': 'Card', 'Lineitem requires shipping': 'false', 'Lineitem taxable': 'false' };

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
    const { _tag, message } = left(refundToTransaction(sale, mapped, policy)(refund));
    expect([_tag, message]).toStrictEqual(['Held', expect.stringContaining('Connect the shop')]);
    expect(message).not.toContain('enter it at the service');
  });

  it.each<[string, Record<string, string>, object]>([
    ['prices that include tax', { Total: '105.00' }, { reason: 'incomplete record' }],
    ['a total with a tip in it', { Total: '115.00' }, { reason: 'totals do not add up' }],
    ['lines that are less than Subtotal', { 'Lineitem price': '90.00' }, { reason: 'totals do not add up' }],
    [
      'what may be a gift card',
      { 'Lineitem name': 'Gift card', 'Lineitem requires shipping': 'false', 'Lineitem taxable': 'false' },
      { reason: 'incomplete record' },
    ],
    ['a line that is neither shipped nor taxed', unmarked, { reason: 'incomplete record' }],
    ['a line that may be a tip', { 'Lineitem name': 'Tip' }, { reason: 'incomplete record' }],
    [
      'tax of a channel that may remit it',
      { Source: 'tiktok' },
      { message: expect.stringContaining('tiktok) remits') },
    ],
    ['tax of an app that is not known', { Source: '4711' }, { message: expect.stringContaining('remits') }],
    ['a sale in a store to a known customer', { Source: 'pos', 'Shipping Method': '' }, { reason: 'missing address' }],
    ['an order without Id', { Id: '' }, { reason: 'incomplete record' }],
    ['an Id that a spreadsheet has rounded', { Id: '5.01235E+12' }, { reason: 'incomplete record' }],
    ['lines that no discount brings to Subtotal', { 'Lineitem quantity': '2' }, { reason: 'totals do not add up' }],
    ['a price with a currency sign', { 'Lineitem price': '$100' }, { reason: 'unreadable record' }],
    ['a price that is too fine', { 'Lineitem price': '100.001' }, { reason: 'amount not exact' }],
    ['a date without its parts in order', { 'Created at': '2/3/2026' }, { reason: 'unreadable record' }],
    ['a status of another kind', { 'Financial Status': 'settled' }, { reason: 'unreadable record' }],
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
      { reason: 'missing address' },
    ],
  ])('holds %s', async (_, values, why) => {
    expect(left(await firstOf(values))).toMatchObject({ _tag: 'Held', ...why });
  });

  it('knows what was taxed of an order with one tax as far as its lines are marked', async () => {
    const taxed = async (values: Readonly<Record<string, string>>) =>
      right(saleToTransaction(defaultPolicy)(right(await firstOf(values)))).taxed;
    expect(await taxed({})).toBeNull();
    expect(await taxed({ 'Lineitem taxable': 'false' })).toBe(500n);
    expect(await taxed({ Shipping: '0.00', Total: '107.25' })).toBe(10_000n);
    expect(await taxed({ Taxes: '0.00', Total: '105.00' })).toBe(0n);
  });

  it("takes the policy's word about a channel, and sends a sale of a store that was shipped", async () => {
    expect(E.isRight(await firstOf({ Source: '4711' }, { marketplaces: { '4711': 'none' } }))).toBe(true);
    expect(E.isRight(await firstOf({ Source: 'pos' }))).toBe(true);
  });

  it('adds up a discount of the order and free shipping, and one of a line', async () => {
    const free = { Subtotal: '90.00', 'Discount Amount': '15.00', Total: '97.25' };
    const sale = right(await firstOf(free));
    expect([sale.orderDiscount, sale.shipping[0]?.discount]).toStrictEqual([1_000n, 500n]);
    expect(transactionOf(sale)).toMatchObject({ total: 9_725n });
    const both = { Subtotal: '85.00', 'Discount Amount': '10.00', 'Lineitem discount': '5.00', Total: '97.25' };
    expect(transactionOf(right(await firstOf(both)))).toMatchObject({ total: 9_725n });
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
    const results = await allOf(
      csvConnector({ file, account: TE.right(stripe), platform, policy: defaultPolicy, clock: systemClock }),
    );
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

describe('a payment whose row does not show all', () => {
  const row = {
    ...{ id: 'ch_1', 'Created (UTC)': '2026-03-02 12:00:00', Amount: '108.25', Currency: 'usd', Status: 'Paid' },
    ...{ 'Amount Refunded': '0', Mode: 'Live', 'Invoice ID': '', Tax: '0', 'Amount Captured': '', Description: '' },
    ...{ 'Card Address State': 'MA', 'Card Address Zip': "'02139", 'Card Address Country': 'US' },
  };
  const resultOf = async (values: Partial<typeof row>): Promise<SourceResult> => {
    const all = { ...row, ...values };
    const path = written(`${Object.keys(all).join(',')}\n${Object.values(all).join(',')}\n`);
    return (await allOf(await connectorOf(path)))[0] ?? E.left(undefined as never);
  };

  it.each<[string, Partial<typeof row>, object]>([
    ['an invoice by its description', { Description: 'Subscription update' }, { _tag: 'Held' }],
    ['another mode', { Mode: 'sandbox' }, { _tag: 'Held' }],
    ['test money', { Mode: 'Test' }, { _tag: 'Skipped', reason: 'test order' }],
    ['what may be captured in part', { 'Amount Refunded': '48.25' }, { message: expect.stringContaining('captured') }],
  ])('is never sent: %s', async (_, values, why) => {
    expect(left(await resultOf(values))).toMatchObject(why);
  });

  it('is sent as it was captured, where an added column shows that', async () => {
    const sale = right(await resultOf({ 'Amount Refunded': '48.25', 'Amount Captured': '60.00' }));
    expect([sale.statedTotal, sale.refunds, sale.destinations[0]?.address.zip]).toStrictEqual([6_000n, [], '02139']);
  });
});

describe('a dispute in the export of payments', () => {
  const row = {
    ...{ id: 'ch_1', 'Created (UTC)': '2026-03-02 12:00:00', Amount: '108.25', Currency: 'usd', Status: 'Disputed' },
    ...{ 'Amount Refunded': '0', Mode: 'Live', 'Invoice ID': '', Tax: '0', 'Disputed Amount': '108.25' },
    ...{ 'Card Address State': 'MA', 'Card Address Zip': "'02139", 'Card Address Country': 'US' },
    'Dispute Date (UTC)': '2026-04-05 10:00:00',
  };
  const saleOf = async (status: string): Promise<Sale> => {
    const all = { ...row, 'Dispute Status': status };
    const path = written(`${Object.keys(all).join(',')}\n${Object.values(all).join(',')}\n`);
    return right((await allOf(await connectorOf(path)))[0] ?? E.left(undefined as never));
  };

  it('is listed where it was lost, and held where the policy sends disputes', async () => {
    const sale = await saleOf('lost');
    expect(sale.adjustments).toMatchObject([{ kind: 'dispute', amount: -10_825n, occurredAt: '2026-04-05T10:00:00Z' }]);
    const adjustments = { ...defaultPolicy.adjustments, disputes: 'send' } as const;
    const policy = { ...defaultPolicy, adjustments };
    const [change] = sentChanges(policy, sale, right(saleToTransaction(policy)(sale)));
    expect(left(change?.result ?? E.right(null))).toMatchObject({
      _tag: 'Held',
      message: expect.stringContaining('Connect the account') as unknown,
    });
  });

  it('took nothing where it was won or is open', async () => {
    for (const status of ['won', 'needs_response', ''])
      expect(await saleOf(status)).toMatchObject({ adjustments: [], statedTotal: 10_825n });
  });
});

describe('a file that cannot be read', () => {
  it.each([
    ['Id,Names,Total,Financial Status,Lineitem name', "Shopify's export of orders, it lacks: Name, Created at"],
    ['id,amount,currency,status,created', "Stripe's export of payments"],
    ['id,date,curency,total,tax,state,zip,country', 'it lacks: currency. Nothing'],
    ['id;date;currency', 'with commas'],
    ['Kate,1001,Kate,ZIP', 'it lacks: id, '],
    ['id,date,currency,total,tax,state,zip,country,total', 'total twice'],
  ])('is named by its header: %s', (header, problem) => {
    const message = left(recognize(header.split(',')));
    expect(message).toContain(problem);
    expect(message).not.toContain('Kate');
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
