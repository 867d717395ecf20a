import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { right } from '../../support/right.ts';
import { saleOf } from '../../support/stripe-facts.ts';
import { aSession, aSessionLine, type Json, listed } from '../../support/stripe-objects.ts';
import { refusedExpansion } from '../../support/stripe-stand-in.ts';
import { calls, charge, closeStandIns, readAll, start } from '../../support/stripe-storefront.ts';
import * as E from 'fp-ts/lib/Either.js';
import { stripeConnector } from '../../../connectors/stripe/index.ts';
import { secret } from '../../../src/domain/secret.ts';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import { sampleAccounts } from '../../sandbox/support/a-sample-account.ts';

closeStandIns();

const line = (n: number, reason: string, over: Json = {}): Json =>
  aSessionLine({
    id: `li_${n}`,
    amount_subtotal: 1000,
    amount_total: 1000,
    taxes: [{ amount: 0, taxability_reason: reason, rate: { display_name: 'Sales tax', inclusive: false } }],
    ...over,
  });

const free = { payment_intent: null, payment_status: 'no_payment_required', amount_total: 0 };
const byLines = [{ kind: 'exempt', field: 'line_items.taxes.taxability_reason' }];

describe('why a checkout taxed nothing', () => {
  const lines = [line(1, 'customer_exempt'), line(2, 'product_exempt')];

  it('is read with its lines, in history and live, at no further call', async () => {
    const { connector, standIn } = await start({
      charges: [charge(1)],
      sessions: [aSession({ line_items: listed(lines) })],
    });
    const [result] = await readAll(connector);
    expect(result === undefined ? [] : saleOf(result).exemptions).toStrictEqual(byLines);
    expect(calls(standIn, 'checkout/sessions')).toBe(1);
    for (const id of ['ch_1', 'cs_live_1']) {
      expect(O.toNullable(right(await connector.readRecord(id)()))).toStrictEqual(result);
    }
  });

  it('is read of a checkout that needed no payment', async () => {
    const discounted = lines.map((one) => ({ ...one, amount_discount: 1000, amount_total: 0 }));
    const { connector } = await start({ sessions: [aSession({ ...free, line_items: listed(discounted) })] });
    const [result] = await readAll(connector);
    expect(result === undefined ? [] : saleOf(result).exemptions).toStrictEqual(byLines);
  });

  it('is read of lines beyond the ones that come with it', async () => {
    const { connector } = await start({
      charges: [charge(1)],
      sessions: [aSession({ line_items: listed([line(2, 'standard_rated')], true) })],
      children: { cs_live_1: [line(2, 'standard_rated'), line(1, 'reverse_charge')] },
    });
    const [result] = await readAll(connector);
    expect(result === undefined ? [] : saleOf(result).exemptions).toStrictEqual(byLines);
  });

  it('is left out where Stripe does not expand it, and the checkout is sent as before', async () => {
    const { connector, standIn } = await start({
      charges: [charge(1), charge(2)],
      sessions: [
        aSession({ line_items: listed([line(1, 'customer_exempt')], true) }),
        aSession({ id: 'cs_2', payment_intent: 'pi_2', line_items: listed(lines) }),
      ],
      children: { cs_live_1: lines },
    });
    standIn.fault = ({ query }) => {
      const refused = [...query.values()].find((value) => value.endsWith('data.taxes'));
      return refused === undefined ? undefined : refusedExpansion(refused);
    };
    const results = await readAll(connector);
    expect(results.map((result) => saleOf(result).lines.map(({ id }) => id))).toStrictEqual([
      ['li_1', 'li_2'],
      ['li_1', 'li_2'],
    ]);
    expect(results.flatMap((result) => saleOf(result).exemptions)).toStrictEqual([]);
    // Refused once, it is not asked for again.
    expect(calls(standIn, 'checkout/sessions')).toBe(2);
  });
});

const account = sampleAccounts();

const stripeCodes = async (taxCodes: Policy['taxCodes'], permissions?: readonly string[]) => {
  const { origin, secretKey, answers } = await account({ sales: 60, ...(permissions && { permissions }) });
  let now = Date.UTC(2026, 3, 2);
  const connector = stripeConnector({
    secretKey: secret(secretKey),
    webhookSecrets: [],
    account: null,
    apiOrigin: origin,
    timeZone: 'UTC',
    policy: { ...defaultPolicy, taxCodes },
    clock: { now: () => now, sleep: (milliseconds) => () => Promise.resolve(void (now += milliseconds)) },
  });
  const codes = new Set<string>();
  let lines = 0;
  for (const window of right(await connector.windows({ from: '2024-01-01', to: '2026-03-31' })())) {
    const page = await connector.readPage(window, O.none)();
    for (const result of right(page).results) {
      if (E.isLeft(result)) continue;
      for (const { taxCode } of result.right.lines) {
        lines += 1;
        if (taxCode !== undefined) codes.add(taxCode);
      }
    }
  }
  const readiness = right(await connector.check());
  const ofProducts = readiness.findings.find(({ subject }) => subject === 'permission: products');
  return { codes, lines, ofProducts, products: answers()['products/:id 200'] };
};

describe('the tax codes of Stripe', () => {
  it('are those of the products of invoices and checkouts', async () => {
    const { codes, lines, ofProducts, products } = await stripeCodes('read');
    // Each product is read once, whatever the number of its sales.
    expect(products).toBeLessThan(10);
    expect([...codes].sort()).toStrictEqual(['txcd_10103001', 'txcd_35010000', 'txcd_99999999']);
    expect(lines).toBeGreaterThan(60);
    expect(ofProducts).toMatchObject({ level: 'fine' });
  });

  it('are not read by default: a key needs no permission for products', async () => {
    const { codes, ofProducts, products } = await stripeCodes('ignore');
    expect([codes.size, ofProducts, products]).toStrictEqual([0, undefined, undefined]);
  });

  it('are left out where the key may not read products, and check says so', async () => {
    const permissions = ['rak_charge_read', 'rak_checkout_session_read', 'rak_invoice_read', 'rak_payment_intent_read'];
    const { codes, lines, ofProducts } = await stripeCodes('read', [
      ...permissions,
      ...['rak_credit_note_read', 'rak_dispute_read', 'rak_event_read', 'rak_accounts_kyc_basic_read'],
    ]);
    expect(lines).toBeGreaterThan(60);
    expect([codes.size, ofProducts]).toStrictEqual([
      0,
      expect.objectContaining({ level: 'warns', message: expect.stringContaining('no tax code is sent') }),
    ]);
  });
});
