import { beforeAll, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import { toSentSale } from '../../../src/mapping/sent-sale.ts';
import { listedAdjustments } from '../../../src/pipeline/listed-adjustments.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { sampleRange, situationOfSale } from '../../../sandbox/index.ts';
import { indexOfObject } from '../../../sandbox/stripe/objects/ground.ts';
import { lastSituation } from '../../../sandbox/stripe/sales/situation-at.ts';

import { right } from '../../support/right.ts';
import { closeStandIns, readAll } from '../../support/stripe-storefront.ts';
import { sampleAccounts, samplePolicy, addsUp } from '../support/a-sample-account.ts';

closeStandIns();

const started = sampleAccounts();
const toTransaction = saleToTransaction(samplePolicy);

const idOf = (entry: SourceResult): string => (E.isRight(entry) ? entry.right.identity.recordId : entry.left.sourceId);
const situationOf = (entry: SourceResult): string => situationOfSale(indexOfObject(idOf(entry)) ?? -1);

const outcomeOf = (entry: SourceResult): string => {
  const mapped = E.isLeft(entry) ? entry : toTransaction(entry.right);
  if (E.isLeft(mapped)) return `${mapped.left._tag.toLowerCase()}: ${mapped.left.reason}`;
  return addsUp(mapped.right.transaction) ? 'sent' : 'out of balance';
};

/** What becomes of the sales that are not simply sent. */
const intended: Readonly<Record<string, readonly string[]>> = {
  'session that was not completed': [],
  'session that Stripe Tax could not tax': ['held: tax still estimated'],
  'two invoices paid by one payment': ['sent', 'sent'],
  'invoice that is still a draft': ['skipped: not paid'],
  'invoice that is not paid yet': ['skipped: not paid'],
  'invoice that was voided': ['skipped: voided'],
  'invoice marked uncollectible after a part was paid': ['held: partially paid'],
  'proration that only gives money back': ['skipped: credit document'],
  'payment whose details do not add up': ['held: totals do not add up'],
  'metadata with a tax that is no amount': ['held: incomplete record'],
  'session whose metadata has a whole number as its tax': ['held: incomplete record'],
  'only authorized': ['skipped: only authorized'],
  'authorized and released': ['skipped: voided'],
  'payment on its way': ['skipped: not paid'],
  'payment that failed': ['skipped: payment failed'],
  'payment that failed once and then succeeded': ['sent', 'skipped: payment failed'],
  "arrival of another account's charge": ['skipped: payment of another account'],
  'session for which a connected account owes the tax': ['skipped: belongs to another storefront'],
  'session with a blank address': ['held: missing address'],
  'charge without an address': ['held: missing address'],
  'sold in krónur that are no whole ones': ['held: amount not exact'],
  'renewal sent to where its checkout was': ['sent', 'sent'],
  'session sent to a country that the policy leaves out': ['skipped: country left out'],
  // A live account has no test clocks.
  'invoice that a test clock dates in the future': [],
};

const situations = Array.from({ length: lastSituation + 1 }, (_, index) => situationOfSale(index)).filter(
  (name) => name !== 'ordinary',
);

describe('the sample sales, read by the connector', () => {
  let entries: readonly SourceResult[] = [];
  beforeAll(async () => {
    const { connector } = await started();
    entries = await readAll(connector, sampleRange);
  });

  const entriesIn = (situation: string): readonly SourceResult[] =>
    entries.filter((entry) => situationOf(entry) === situation);

  it('come once each', () => {
    expect(new Set(entries.map(idOf)).size).toBe(entries.length);
    expect(new Set(situations).size).toBe(situations.length);
  });

  it.each(situations)('%s: sent with both equations, or excluded with the right reason', (situation) => {
    expect(entriesIn(situation).map(outcomeOf).toSorted()).toStrictEqual(intended[situation] ?? ['sent']);
  });

  it('are all sent when they are ordinary', () => {
    const ordinary = entriesIn('ordinary');
    expect(ordinary.length).toBeGreaterThan(100);
    expect(ordinary.filter((entry) => outcomeOf(entry) !== 'sent')).toStrictEqual([]);
  });

  it('name the orders of the shop that they paid, and nothing else is taken for one', () => {
    const references = entries.flatMap((entry) => (E.isRight(entry) ? entry.right.references : []));
    expect(references.filter((reference) => reference.startsWith('shopify:'))).toHaveLength(3);
    expect(references.filter((reference) => reference.startsWith('stripe:pi_sandbox'))).toHaveLength(1);
  });

  it('know their buyers by metadata and by fields of Stripe', () => {
    const pushed = (situation: string): unknown =>
      entriesIn(situation).map((entry) => {
        const mapped = E.isRight(entry) ? toTransaction(entry.right) : entry;
        return E.isRight(mapped) ? mapped.right.transaction : mapped.left;
      });
    expect(pushed('metadata for resale')).toMatchObject([{ purpose: 'RESALE', taxCollected: 0n }]);
    expect(pushed('metadata that names an exempt buyer')).toMatchObject([{ entity: 'NON_PROFIT' }]);
    expect(pushed('metadata that names a marketplace')).toMatchObject([{ marketplace: 'ETSY' }]);
    expect(pushed('session whose tax Stripe remits')).toMatchObject([{ marketplace: 'OTHER', taxCollected: 0n }]);
    expect(pushed('metadata with tax, shipping and discount')).toMatchObject([
      { taxCollected: 825n, shippingHandling: 795n, discount: 500n, total: 12_345n },
    ]);
  });

  it('are charged as Stripe’s totals do not show: by metadata, by a line, by the checkout of a subscription', () => {
    const mapped = (situation: string): unknown =>
      entriesIn(situation).map((entry) => {
        const sale = E.isRight(entry) ? toTransaction(entry.right) : entry;
        return E.isRight(sale) ? sale.right : sale.left;
      });
    expect(mapped('session without a tax, which its metadata has')).toMatchObject([
      { transaction: { subtotal: 9150n, taxCollected: 750n, total: 9900n } },
    ]);
    expect(mapped('session whose metadata has a whole number as its tax')).toMatchObject([
      { _tag: 'Held', message: expect.stringContaining('unit') },
    ]);
    expect(mapped('renewal sent to where its checkout was')).toMatchObject([
      { transaction: { shipToAddress: { state: 'CO' } } },
      {
        transaction: { shipToAddress: { state: 'CO' } },
        decisions: expect.arrayContaining([expect.objectContaining({ value: 'ship-to of the checkout' })]),
      },
    ]);
    expect(mapped('invoice in krónur that are no whole ones')).toMatchObject([
      {
        transaction: { total: 1235n },
        decisions: expect.arrayContaining([expect.objectContaining({ value: 'rounded half up' })]),
      },
    ]);
    expect(mapped('session whose tax was sold as a line')).toMatchObject([
      {
        transaction: { subtotal: 13_199n },
        decisions: expect.arrayContaining([expect.objectContaining({ finding: 'tax sold as a line' })]),
      },
    ]);
  });

  it.each([
    ['session without a tax, which its metadata has', 'Stripe states no tax; your metadata does'],
    ['session whose metadata has a whole number as its tax', 'is a whole number'],
    ['metadata with a tax that is no amount', 'policy.metadata.tax'],
    ['renewal sent to where its checkout was', 'where the checkout of its subscription was shipped to'],
    ['session whose tax was sold as a line', 'whose name is only that of a tax'],
    ['invoice in krónur that are no whole ones', 'rounded half up'],
    ['session sent to a country that the policy leaves out', 'your policy sends sales to US'],
    ['credit note before the payment', 'what was changed before the sale became due is part of it'],
    ['invoice credited in full before it was paid', 'taken off before it was paid'],
    ['refund that is pending', 'not paid out yet'],
    ['disputed and lost', 'the dispute was lost'],
    ['invoice with the retail delivery fee of Colorado', 'a fee that a law asks for is a line and no tax'],
    ['session with the retail delivery fee of Minnesota', 'a fee that a law asks for is a line and no tax'],
  ])('are explained by their rule: %s', (situation, rule) => {
    const stated = entriesIn(situation).map((entry) => {
      const sale = E.flatMap((one: Sale) => toSentSale(samplePolicy, one))(entry);
      const mapped = E.flatMap(toTransaction)(sale);
      const after = E.isRight(sale) ? listedAdjustments(sale.right).map(({ message }) => message) : [];
      return [E.isLeft(mapped) ? mapped.left.message : mapped.right.decisions, after];
    });
    expect(JSON.stringify(stated)).toContain(rule);
  });

  it('lose by a dispute no more than a refund left', () => {
    const taken = entriesIn('lost dispute of more than a refund had left').map((entry) => {
      const sale = right(entry);
      return sale.amendments?.map(({ kind, total }) => [kind, total - right(toTransaction(sale)).transaction.total]);
    });
    expect(taken).toStrictEqual([[['dispute', -2000n]]]);
    expect(entriesIn('lost dispute of more than a refund had left')).toMatchObject([
      {
        right: {
          adjustments: [
            { kind: 'dispute', message: expect.stringContaining('only what was left of the sale is taken') },
          ],
        },
      },
    ]);
  });

  it('show a retail delivery fee as a separate line, and no part of it as tax', () => {
    const lastLineOf = (situation: string): unknown =>
      entriesIn(situation).map((entry) => (E.isRight(entry) ? entry.right.lines.at(-1) : entry.left));
    expect(lastLineOf('invoice with the retail delivery fee of Colorado')).toMatchObject([
      { kind: 'fee', listed: 28n },
    ]);
    expect(lastLineOf('session with the retail delivery fee of Minnesota')).toMatchObject([
      { kind: 'fee', listed: 50n },
    ]);
  });

  it('have in test mode an invoice that a test clock dates in the future', async () => {
    const { connector } = await started({ secretKey: 'rk_test_sandbox' });
    const future = (await readAll(connector, { from: '2026-04-01', to: '2026-04-02' })).filter(
      (entry) => situationOf(entry) === 'invoice that a test clock dates in the future',
    );
    expect(future).toMatchObject([
      {
        left: { reason: 'outside the chosen days', message: expect.stringContaining('in the future by a test clock') },
      },
    ]);
  });
});
