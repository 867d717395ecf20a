import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { stripeDigits, stripeMoney } from '../../../connectors/stripe/to-sale/amounts.ts';
import { refundToTransaction } from '../../../src/mapping/refund-to-transaction.ts';
import { left, right } from '../../support/right.ts';
import { chargeEntry, invoiceEntry, saleOf, mapped } from '../../support/stripe-facts.ts';
import { anInvoiceLine, aStripeRefund, aTax, listed, noon, type Json } from '../../support/stripe-objects.ts';
import { inReportingCurrency } from '../../../src/mapping/reporting-currency.ts';
import { sampleMetadata } from '../../../sandbox/index.ts';
import { sampleAccounts } from '../../sandbox/support/a-sample-account.ts';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import { charge, closeStandIns, connectorTo, readAll, start } from '../../support/stripe-storefront.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

closeStandIns();

const converted = (code: string, amount: bigint): bigint | null =>
  O.toNullable(right(stripeMoney(code)).toMinorUnits(amount));

describe("Stripe's own currency exponents", () => {
  it.each(['BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'MGA', 'PYG', 'RWF', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'])(
    'counts %s without decimals',
    (code) => expect(stripeDigits(code)).toBe(0),
  );

  it.each(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])('counts %s with three decimals', (code) =>
    expect(stripeDigits(code)).toBe(3),
  );

  it.each(['USD', 'HUF', 'TWD', 'ISK', 'UGX', 'IDR'])('counts %s with two decimals', (code) =>
    expect(stripeDigits(code)).toBe(2),
  );

  it('takes 500 of ISK and UGX for 5, which ISO 4217 counts without decimals', () => {
    expect(converted('isk', 500n)).toBe(5n);
    expect(converted('UGX', 500n)).toBe(5n);
  });

  it('takes 5 of MGA for 5 ariary, which ISO 4217 counts in hundredths', () => expect(converted('mga', 5n)).toBe(500n));

  it('leaves JPY, USD and KWD as they are', () => {
    expect([converted('jpy', 500n), converted('usd', 500n), converted('kwd', 1230n)]).toStrictEqual([
      500n,
      500n,
      1230n,
    ]);
  });

  it('gives none for an amount that is finer than ISO 4217', () => expect(converted('isk', 550n)).toBeNull());

  it('names a currency that ISO 4217 does not know', () => expect(left(stripeMoney('usdc'))).toContain('usdc'));
});

describe('a charge in a special currency', () => {
  it('sends 500 ISK as 5 ISK', () => {
    const sale = saleOf(chargeEntry({ currency: 'isk', amount: 500, amount_captured: 500 }));
    expect(sale.currency).toStrictEqual({ code: 'ISK', digits: 0 });
    expect([sale.lines[0]?.listed, sale.statedTotal]).toStrictEqual([5n, 5n]);
  });

  it('is held when its amount is finer than the currency', () => {
    expect(chargeEntry({ currency: 'isk', amount: 550, amount_captured: 550 })).toMatchObject({
      left: { _tag: 'Held', reason: 'amount not exact' },
    });
  });

  it('is sent though what came later is finer than the currency: that alone is held, and a dispute is listed cut off', () => {
    const refunds = listed([
      aStripeRefund({ amount: 150 }),
      aStripeRefund({ id: 're_2', amount: 100, created: noon + 99_999 }),
    ]);
    const dispute = { id: 'dp_1', amount: 250, status: 'lost', created: noon + 9, charge: 'ch_1' };
    const result = chargeEntry(
      { currency: 'isk', amount: 500, amount_captured: 500, refunds },
      { disputes: [dispute] },
    );
    const sale = saleOf(result);
    expect(mapped(result).transaction.total).toBe(5n);
    const [first, second] = sale.refunds.map((refund) => refundToTransaction(sale, mapped(result))(refund));
    expect(first).toMatchObject({ left: { _tag: 'Held', sourceId: 're_1', reason: 'amount not exact' } });
    expect(second).toMatchObject({ right: { transaction: { total: -1n } } });
    expect(sale.adjustments).toMatchObject([{ amount: -2n }]);
    expect(sale.adjustments[0]?.message).toContain('truncated');
  });

  it('of an invoice whose contained tax was rounded once shares that tax in whole units', () => {
    const line = (id: string, amount: number, tax: number) =>
      anInvoiceLine({ id, amount, taxes: [aTax(tax, 'inclusive')] });
    const lines = listed([line('il_1', 50_000, 9700), line('il_2', 100_000, 19_400)]);
    const result = invoiceEntry({ currency: 'isk', lines, total_taxes: [aTax(29_000, 'inclusive')], total: 150_000 });
    expect(saleOf(result).lines.map(({ listed: price }) => price)).toStrictEqual([403n, 807n]);
  });

  it('is held when the currency is unknown', () => {
    const result = chargeEntry({ currency: 'usdc' });
    expect(E.isLeft(result) && result.left).toMatchObject({ _tag: 'Held', reason: 'unknown currency' });
  });
});

const sampleAccount = sampleAccounts();

const settled = { id: 'txn_1', object: 'balance_transaction', currency: 'usd', exchange_rate: 0.7345 };

const accountWith = async (balance_transaction: Json | null, policy: Partial<Policy>): Promise<SourceConnector> => {
  const { standIn } = await start({ charges: [{ ...charge(1), currency: 'cad', balance_transaction }] });
  const clock = virtualClock(Date.UTC(2026, 3, 1));
  return connectorTo(standIn.origin, 'rk_live_1', null, clock, 'UTC', { ...defaultPolicy, ...policy });
};

const ratesOf = async (connector: SourceConnector) => {
  const [result] = await readAll(connector);
  return result === undefined ? undefined : saleOf(result).exchangeRates;
};

describe('the exchange rate of a charge', () => {
  it('is that of its settlement, read with it, where the policy converts', async () => {
    const connector = await accountWith(settled, { reportingCurrency: 'USD' });
    expect(await ratesOf(connector)).toStrictEqual([
      { currency: 'USD', rate: '0.7345', field: 'balance_transaction.exchange_rate' },
    ]);
  });

  // Source: docs.stripe.com/api/balance_transactions/object, and Automattic/woocommerce-payments#2934.
  it.each([
    ['jpy', 'usd', 0.65, '0.0065'],
    ['usd', 'jpy', 1.53846, '153.846'],
    ['usd', 'jpy', 1.5, '150'],
    ['kwd', 'usd', 0.32514, '3.2514'],
    ['kwd', 'jpy', 0.5, '500'],
    ['jpy', 'kwd', 2, '0.002'],
    ['isk', 'usd', 0.0072, '0.0072'],
    ['jpy', 'usd', 65, '0.65'],
  ])(
    'is between whole units, where Stripe states it between smallest ones: %s to %s at %d',
    (from, to, stated, rate) => {
      const balance_transaction = { ...settled, currency: to, exchange_rate: stated };
      const { exchangeRates } = saleOf(chargeEntry({ currency: from, balance_transaction }));
      expect(exchangeRates).toMatchObject([{ currency: to.toUpperCase(), rate }]);
    },
  );

  it('is not asked for otherwise: a key needs no permission for it', async () => {
    expect(await ratesOf(await accountWith(settled, {}))).toStrictEqual([]);
  });

  it('is not known before the charge is settled, or where it was settled in its own currency', async () => {
    expect(await ratesOf(await accountWith(null, { reportingCurrency: 'USD' }))).toStrictEqual([]);
    const same = { ...settled, currency: 'cad', exchange_rate: null };
    expect(await ratesOf(await accountWith(same, { reportingCurrency: 'USD' }))).toStrictEqual([]);
  });
});

describe('the sample account with a currency of the returns', () => {
  it('has every sale in US dollars, and none held for a missing rate', async () => {
    const { connector } = await sampleAccount(
      { sales: 250 },
      { ...defaultPolicy, metadata: sampleMetadata, reportingCurrency: 'USD' },
    );
    const inDollars = { ...defaultPolicy, reportingCurrency: 'USD' };
    const mapped: string[] = [];
    for (const window of right(await connector.windows({ from: '2025-01-01', to: '2026-03-31' })())) {
      let cursor: O.Option<string> = O.none;
      do {
        const page = right(await connector.readPage(window, cursor)());
        for (const result of page.results) {
          const converted = E.isLeft(result) ? result : inReportingCurrency(inDollars, result.right);
          mapped.push(E.isRight(converted) ? converted.right.currency.code : converted.left.reason);
        }
        cursor = page.next;
      } while (O.isSome(cursor));
    }
    expect(mapped.filter((one) => one === 'USD').length).toBeGreaterThan(200);
    expect(mapped).not.toContain('no exchange rate');
    expect(mapped.filter((one) => ['EUR', 'JPY', 'KWD', 'ISK'].includes(one))).toStrictEqual([]);
  });
});
