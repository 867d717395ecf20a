import { describe, expect, it } from '@jest/globals';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import { saleOf } from '../../support/stripe-facts.ts';
import type { Json } from '../../support/stripe-objects.ts';
import { charge, connectorTo, readAll, start } from '../../support/stripe-storefront.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

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
