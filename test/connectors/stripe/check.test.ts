import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { left, right } from '../../support/right.ts';
import { withoutPermission, refusedExpansion, type StripeStandIn } from '../../support/stripe-stand-in.ts';
import {
  calls,
  charge,
  chargeOfInvoice,
  closeStandIns,
  connectorTo,
  firstWindow,
  idsOf,
  invoice,
  readAll,
  readOn,
  start,
  type StripeStorefront,
} from '../../support/stripe-storefront.ts';
import * as E from 'fp-ts/lib/Either.js';
import { aSession, type Json } from '../../support/stripe-objects.ts';

closeStandIns();

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

  it('names the version that records are read in, and the account’s own', async () => {
    const versionOf = async (events: Json[]): Promise<string | undefined> =>
      right(await (await start({ events })).connector.check()).findings.find(({ subject }) => subject === 'API version')
        ?.message;
    expect(await versionOf([])).toBe('records are read in version 2026-10-28.endive');
    expect(
      await versionOf([{ id: 'evt_1', object: 'event', type: 'charge.succeeded', api_version: '2019-05-16' }]),
    ).toBe("records are read in version 2026-10-28.endive (the account's own: 2019-05-16)");
  });

  it('reads an account of an organization by its key, which names the account of each request', async () => {
    const { standIn } = await start({ account: { id: 'acct_7', object: 'account' } });
    right(await connectorTo(standIn.origin, 'sk_org_live_1', 'acct_7').check());
    const { headers } = standIn.requests[0] ?? { headers: {} };
    expect(headers).toMatchObject({ 'stripe-context': 'acct_7', 'stripe-version': '2026-10-28.endive' });
    expect(headers).not.toHaveProperty('stripe-account');
    const unnamed = left(await connectorTo(standIn.origin, 'sk_org_live_1').check());
    expect(unnamed).toMatchObject({ _tag: 'SourceCredentialsRefused', message: expect.stringContaining('acct_…') });
  });

  it('warns that a test key of an organization sends test data', async () => {
    const { standIn } = await start({});
    const { findings } = right(await connectorTo(standIn.origin, 'sk_org_test_1', 'acct_1').check());
    expect(findings).toContainEqual(expect.objectContaining({ level: 'warns', subject: 'mode' }));
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

describe('a restricted key', () => {
  const denying =
    (path: string, permission: string): StripeStandIn['fault'] =>
    (request) =>
      request.path === path ? withoutPermission(permission) : undefined;

  it('without sessions holds what may be of one, sends invoices, and reports what it cannot read', async () => {
    const { connector, standIn } = await start({ charges: [charge(1), chargeOfInvoice(2)], invoices: [invoice(2)] });
    standIn.fault = denying('checkout/sessions', 'rak_checkout_session_read');
    const results = await readAll(connector);
    expect(idsOf(results)).toStrictEqual([
      'incomplete record: checkout sessions from 2026-03-01T00:00:00Z to 2026-03-08T00:00:00Z',
      'incomplete record: ch_1',
      'in_2',
    ]);
    expect(left(results[1] ?? E.right(null)).message).toContain('rak_checkout_session_read');
  });

  it('that loses a permission in the middle of a window reports it as well', async () => {
    const charges = Array.from({ length: 250 }, (_, n) => charge(n));
    const { connector, standIn } = await start({ charges });
    const window = await firstWindow(connector);
    const first = right(await connector.readPage(window, O.none)());
    expect(idsOf(first.results).some((id) => id.startsWith('incomplete record'))).toBe(false);
    standIn.fault = denying('invoices', 'rak_invoice_read');
    const rest = await readOn(connectorTo(standIn.origin), window, first.next);
    const ids = idsOf(rest.flatMap(({ results }) => results));
    expect(ids.filter((id) => id.startsWith('incomplete record: invoices from'))).toHaveLength(1);
  });

  it('without sessions holds invoices that a checkout may have made, in bulk and by their ids', async () => {
    const { connector, standIn } = await start({
      charges: [chargeOfInvoice(1)],
      invoices: [invoice(1, { billing_reason: 'manual' })],
    });
    standIn.fault = denying('checkout/sessions', 'rak_checkout_session_read');
    const held = (await readAll(connector)).find((result) => E.isLeft(result) && result.left.sourceId === 'in_1');
    expect(held).toMatchObject({ left: { reason: 'incomplete record' } });
    expect(calls(standIn, 'checkout/sessions')).toBe(1);
    expect(O.toNullable(right(await connector.readRecord('in_1')()))).toStrictEqual(held);
  });

  it('keeps reporting what it could not read when that is requested again: it was not deleted', async () => {
    const { connector, standIn } = await start({});
    standIn.fault = denying('checkout/sessions', 'rak_checkout_session_read');
    const [unseen] = await readAll(connector);
    const { sourceId } = left(unseen ?? E.right(null));
    const again = O.toNullable(right(await connector.readRecord(sourceId)()));
    expect(again).toMatchObject({ left: { _tag: 'Held', reason: 'incomplete record', sourceId } });
    expect(left(again ?? E.right(null)).message).toContain('Sync these days again');
  });

  it('without invoices holds charges of invoices and sends the others', async () => {
    const { connector, standIn } = await start({ charges: [charge(1), chargeOfInvoice(2)] });
    standIn.fault = denying('invoices', 'rak_invoice_read');
    expect(idsOf(await readAll(connector)).slice(1)).toStrictEqual(['incomplete record: ch_2', 'ch_1']);
  });

  it('without invoices holds a charge whose session is not as documented for that reason, in bulk and by its id', async () => {
    const { connector, standIn } = await start({
      charges: [charge(1)],
      sessions: [aSession({ payment_intent: 'pi_1', total_details: { amount_tax: 'twelve' } })],
    });
    standIn.fault = (request) =>
      request.path.startsWith('invoice') ? withoutPermission('rak_invoice_read') : undefined;
    const held = (await readAll(connector)).find((result) => E.isLeft(result) && result.left.sourceId === 'ch_1');
    expect(held).toMatchObject({ left: { reason: 'unreadable record' } });
    expect(O.toNullable(right(await connector.readRecord('ch_1')()))).toStrictEqual(held);
  });

  it('without payment intents sends sessions, and holds bare payments', async () => {
    const { connector, standIn } = await start({
      charges: [charge(1), charge(2)],
      sessions: [aSession({ payment_intent: 'pi_2' })],
    });
    standIn.fault = ({ path, query }) =>
      path.startsWith('payment_intents') ||
      [...query.values()].some((value) => value.includes('payment_intent.') || value === 'data.payment_intent')
        ? withoutPermission('rak_payment_intent_read')
        : undefined;
    expect(idsOf(await readAll(connector))).toStrictEqual(['incomplete record: ch_2', 'incomplete record: ch_1']);
  });

  it('without charges stops, and names the permission', async () => {
    const { connector, standIn } = await start({});
    standIn.fault = denying('charges', 'rak_charge_read');
    const window = await firstWindow(connector);
    expect(left(await connector.readPage(window, O.none)()).message).toContain('rak_charge_read');
  });

  it('without credit notes holds the invoices that have some', async () => {
    const { connector, standIn } = await start({
      invoices: [invoice(1, { post_payment_credit_notes_amount: 5 }), invoice(2)],
    });
    standIn.fault = denying('credit_notes', 'rak_credit_note_read');
    expect(idsOf(await readAll(connector))).toStrictEqual(['in_2', 'incomplete record: in_1']);
  });

  it('without its account takes the account of the settings', async () => {
    const { connector, standIn } = await start({ charges: [charge(1)] }, 'rk_live_1', 'acct_9');
    standIn.fault = denying('account', 'rak_accounts_read');
    expect(right(await connector.account())).toMatchObject({ id: 'acct_9' });
    const without = await start({});
    without.standIn.fault = denying('account', 'rak_accounts_read');
    expect(left(await without.connector.account()).message).toContain('set "account"');
  });

  it('without the deepest expansion reads a lesser one', async () => {
    const { connector, standIn } = await start({ charges: [charge(1)] });
    const deep = 'data.payment_intent.amount_details.line_items';
    standIn.fault = ({ query }) => ([...query.values()].includes(deep) ? refusedExpansion(deep) : undefined);
    expect(idsOf(await readAll(connector))).toStrictEqual(['ch_1']);
  });
});
