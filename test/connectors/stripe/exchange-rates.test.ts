import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { inReportingCurrency } from '../../../src/mapping/reporting-currency.ts';
import { sampleMetadata } from '../../../src/sandbox/index.ts';
import { sampleAccounts } from '../../sandbox/support/a-sample-account.ts';
import { right } from '../../support/right.ts';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import { saleOf } from '../../support/stripe-facts.ts';
import type { Json } from '../../support/stripe-objects.ts';
import { charge, connectorTo, readAll, start } from '../../support/stripe-storefront.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

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
    const mapped: string[] = [];
    for (const window of right(await connector.windows({ from: '2025-01-01', to: '2026-03-31' })())) {
      let cursor: O.Option<string> = O.none;
      do {
        const page = right(await connector.readPage(window, cursor)());
        for (const result of page.results) {
          const converted = E.flatMap(inReportingCurrency({ ...defaultPolicy, reportingCurrency: 'USD' }))(result);
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
