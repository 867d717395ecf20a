import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { stripeConnector } from '../../../connectors/stripe/index.ts';
import { secret } from '../../../src/domain/secret.ts';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import { sampleAccounts } from '../../sandbox/support/a-sample-account.ts';
import { right } from '../../support/right.ts';

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
