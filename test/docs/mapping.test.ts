import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

/** Section, test file, row, and a part of the name of the test that proves the row. */
const proofs: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  Amounts: {
    'amounts-as-sold': {
      'ledger (`agreements`)': 'reason ORDER',
      'no ledger (imported)': 'order without',
      'edited, exchanged': 'line added',
      'edited, no ledger': 'edited order without',
      'stated total': 'exchanged:',
      'ledger cut short, unknown `lineType`': 'cut short',
      discounts: 'discount on the order',
      shipping: 'removed later',
      'tax that no line carries': 'line carries',
      '`taxesIncluded`': 'include tax',
      'multi-currency': 'multi-currency',
      'other `currencyCode` than USD': 'smallest unit',
      'more decimals than the currency allows': 'finer than',
      rounding: 'divide by',
    },
    'as-charged': {
      'lowered or raised before it was paid': 'before it was paid is what was charged',
      'counts as paid, and a change is not in the ledger yet': 'counts as paid and',
    },
  },
  'Kinds of lines': {
    'taxes-and-fees': {
      'fee among tax lines': 'writes as a tax line',
      'empty name': 'where there is a title',
    },
    'test/mapping/sale-to-transaction': {
      'tax on a gift card, or on a fee that is left out': 'tax on a gift card',
      'tip with tax': 'a tip with tax',
    },
    'kinds-of-lines': {
      'gift card (`isGiftCard`)': 'together with goods',
      'tip (`totalTipReceivedSet`)': 'twin line',
      duties: 'duties inside',
      '`additionalFees`': 'additional fees',
      'cash rounding': 'cash rounding',
      bundles: 'bundles',
    },
    'test/mapping/added-goods': {
      'goods added to what was no sale': 'are the sale, on the day',
    },
  },
  'Whether it is sent': {
    'test/mapping/sale-to-transaction': {
      'to a country that `shipToCountries` leaves out': 'what goes to a country',
      'no tax': 'or in Alaska',
    },
    payment: {
      'paid, refunded (also partially)': '%s order',
      'refunded, but only a deposit was paid (`totalReceivedSet`)': 'deposit that',
      'unpaid (`PENDING`)': 'unpaid order',
      'authorized, voided, expired, partially paid, null': '%s:',
      'paid, then raised': 'edited to',
      'lowered, paid, then raised': 'lowered, paid',
      'zero value': 'zero-value order',
      'canceled (`cancelledAt`)': 'canceled after',
      '`test`': 'test order',
      archived: 'archived order',
      draft: 'draft-made',
      '`estimatedTaxes`': 'estimated taxes',
    },
    'read-record': {
      'invisible without `read_all_orders`': 'without read_all_orders',
      deleted: 'not there',
    },
  },
  'Where it counts': {
    places: {
      shipped: 'shipped without',
      POS: 'POS draft',
      'pickup (`fulfillmentOrders`)': 'pickup point',
      'digital (`requiresShipping`)': 'digital:',
      'missing state': 'missing state',
      'missing ZIP': 'is enough',
      'US territories, military mail (AA, AE, AP)': 'armed forces',
      'Micronesia, Marshall Islands, Palau': 'separate country',
      'country or state without code': 'name alone',
      'shipped from': 'that ships',
    },
    'read-page': {
      'many fulfillment orders': 'more fulfillment',
    },
    'tax-codes': {
      'product category (`lineItems.product.category`)': 'your table',
      'tax code (`lineItems.variant.taxCode`, shops with AvaTax)': 'of variants are sent',
    },
  },
  'Exempt buyers': {
    'test/mapping/retailer-channels': {
      'channel of retailers': 'sells to retailers',
    },
    'exempt-buyers': {
      'reseller certificate (`taxExemptions`) of the ship-to state': 'valid for',
      'only of another state': 'exempts nothing',
      'certificate today, `taxExempt` false': 'came later',
      'certificate today, `taxExempt` missing': 'states neither',
      '`taxExempt` alone': 'generic taxExempt',
      'B2B (`purchasingEntity`)': 'B2B:',
      '`tags`': 'tags that',
      'Canadian and EU exemptions': '%s of a buyer',
    },
  },
  Marketplaces: {
    'marketplace-sales': {
      '`channelLiable` true': 'and shipping',
      'true on lines, false on shipping': 'false on shipping',
      false: 'channelLiable false',
      null: 'channelLiable null',
      '`merchantOfRecordApp`, liability open': 'of record',
      'channel by name (`attribution`, `channelInformation` while Shopify has it, `app`)': 'are evidence',
    },
  },
  'Channels whose liability is open': {
    'test/mapping/who-remits': {
      "Amazon, eBay, Etsy, Walmart, TikTok Shop, Target Plus, Temu, Whatnot, Mirakl, Macy's, Alibaba, Faire":
        'decides by date',
      Shop: 'by its dates',
      'Facebook, Instagram': 'by its dates',
      'online store, POS, drafts, subscriptions, Google, Pinterest, ChatGPT, Copilot, Perplexity': 'the seller: orders',
      'TikTok, Amazon Pay, unknown names': 'either checkout',
    },
  },
  'Refunds and other adjustments': {
    'test/mapping/sent-changes': {
      'more than is left of the sale or of its tax': 'takes more than is left',
      'by amount, as much as a tip, a gift card or another part that was not sent': 'as much by amount',
    },
    refunds: {
      'goods back without their money, or with less than their tax': 'come back without money',
      'refund of goods (`refundLineItems`) or shipping (`refundShippingLines`)': 'refund of goods',
      'of money only (`orderAdjustments`), or `NO_RESTOCK` with lines of 0': 'refund of money',
      'recorded refund with missing parts': 'recorded without',
      'restocking fee': 'restocking fee',
      'pending (`transactions.status`)': 'pending refund',
      'failed, later repeated as money only': 'same amount',
      'refunded `duties`': 'refunded duties',
    },
    disputes: {
      'dispute of Shopify Payments': 'negative transaction',
    },
    amendments: {
      'removal without money (`REFUND`)': 'a removal without',
      'edit (`ORDER_EDIT`), sent': 'added a line',
      'edit of the tax only (new address, since version 2026-10), sent': 'changed only',
      'return or exchange (`RETURN`)': 'sends the returned',
      'money refunded for an edit or return': 'repays the',
      'refund of an edited or returned order, not in the ledger': 'line yet',
      'the same, payment first pending': 'from all',
      'refund from before the first edit': 'first edit',
      'refund backdated by an app': 'dates back',
      'paid addition, then another': 'paid addition',
      'reduction of an unpaid addition': 'takes off',
      'failed refund of an edited order, later repeated': 'explains nothing',
      'tax of an edit, return or refund': 'own liability',
      'refund of a line added later': 'later is',
      'unknown `agreements.reason`': 'to decide',
    },
  },
  'Identity and time': {
    identity: {
      'id and name': 'never changes',
      date: 'is dated',
      'paid through Stripe': 'the payments',
      'missing field': 'one without',
      'unknown shape': 'another shape',
    },
    windows: {
      'time zone': 'time zone',
    },
  },
};

const [, shopify = ''] = readFileSync('docs/mapping.md', 'utf8').split('## Shopify, situation by situation');

/** The bold beginnings of a section's rows. */
const rowsOf = (section: string): readonly string[] =>
  section
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => /^- \*\*(.+?)\*\*/.exec(line)?.[1] ?? line);

const sections = shopify
  .split(/^### /m)
  .slice(1)
  .map((section) => [section.split('\n', 1)[0] ?? '', rowsOf(section)] as const);

const textOf = (file: string): string =>
  readFileSync(`${file.includes('/') ? file : `test/connectors/shopify/${file}`}.test.ts`, 'utf8').replaceAll(
    "\\'",
    "'",
  );

describe('docs/mapping.md', () => {
  it('has the sections that are proven here', () => {
    expect(sections.map(([title]) => title).sort()).toStrictEqual(Object.keys(proofs).sort());
  });

  it.each(sections)('has a test for each row, and no other: %s', (title, rows) => {
    const proven = Object.values(proofs[title] ?? {}).flatMap(Object.keys);
    expect([...rows].sort()).toStrictEqual(proven.sort());
  });

  const files = Object.values(proofs).flatMap((section) => Object.entries(section));
  it.each(files)('is proven by tests that exist: %s', (file, rows) => {
    const text = textOf(file);
    expect(Object.values(rows).filter((name) => !text.includes(name))).toStrictEqual([]);
  });
});
