import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { left, right } from '../../support/right.ts';
import { withoutPermission } from '../../support/stripe-stand-in.ts';
import { connectorTo, start, type StripeStorefront } from '../../support/stripe-storefront.ts';

const subjects = async ({ connector }: StripeStorefront, level: string): Promise<readonly string[]> =>
  right(await connector.check())
    .findings.filter((finding) => finding.level === level)
    .map(({ subject }) => subject);

describe('check', () => {
  it('reports the account, the mode, the time zone and each permission', async () => {
    const storefront = await start({});
    const readiness = right(await storefront.connector.check());
    expect(readiness.account).toStrictEqual({ id: 'acct_1', name: 'Acme', timeZone: 'UTC' });
    expect(O.isNone(readiness.records)).toBe(true);
    expect(await subjects(storefront, 'warns')).toStrictEqual(['webhooks']);
    expect(await subjects(storefront, 'stops')).toStrictEqual([]);
  });

  it('warns that a test key sends test data', async () => {
    const storefront = await start({}, 'sk_test_1');
    expect(await subjects(storefront, 'warns')).toContain('mode');
  });

  it.each([
    ['checkout/sessions', 'rak_checkout_session_read', 'checkout sessions'],
    ['invoices', 'rak_invoice_read', 'invoices'],
    ['invoice_payments', 'rak_invoice_read', 'invoice payments'],
    ['credit_notes', 'rak_credit_note_read', 'credit notes'],
    ['disputes', 'rak_dispute_read', 'disputes'],
    ['payment_intents/pi_does_not_exist', 'rak_payment_intent_read', 'payment intents'],
  ])('names the missing permission for %s, and what is lost without it', async (path, permission, name) => {
    const storefront = await start({});
    storefront.standIn.fault = (request) => (request.path === path ? withoutPermission(permission) : undefined);
    const found = right(await storefront.connector.check()).findings.find(
      ({ subject }) => subject === `permission: ${name}`,
    );
    expect(found?.level).toBe('warns');
    expect(found?.message).toMatch(new RegExp(`${permission}.*without it`));
  });

  it('warns that the outcome of disputes is missing, as a run then lists them', async () => {
    const storefront = await start({});
    storefront.standIn.fault = ({ path }) => (path === 'disputes' ? withoutPermission('rak_dispute_read') : undefined);
    const { findings } = right(await storefront.connector.check());
    expect(findings.map(({ message }) => message).join()).toContain('disputes are listed without their outcome');
  });

  it('stops without the permission for charges', async () => {
    const storefront = await start({});
    storefront.standIn.fault = ({ path }) => (path === 'charges' ? withoutPermission('rak_charge_read') : undefined);
    expect(await subjects(storefront, 'stops')).toStrictEqual(['permission: charges']);
  });

  it('reports that the key is empty, and makes no request', async () => {
    const { standIn } = await start({});
    expect(left(await connectorTo(standIn.origin, ' ').check())).toMatchObject({ _tag: 'SourceCredentialsRefused' });
    expect(standIn.requests).toHaveLength(0);
  });
});
