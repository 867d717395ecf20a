import { describe, expect, it } from '@jest/globals';
import { left } from '../../support/right.ts';
import { chargeEntry, context, invoiceEntry, saleOf, sessionEntry, mapped } from '../../support/stripe-facts.ts';
import { aCharge, anIntent, aSessionLine, listed } from '../../support/stripe-objects.ts';

const liable = (type: string, account: string | null = null): { automatic_tax: unknown } => ({
  automatic_tax: { enabled: true, status: 'complete', liability: { type, account } },
});

const connectedSells = context({ platformSells: 'connected account' });

describe('whose sale a charge is', () => {
  it("is this account's for a direct charge", () => {
    expect(saleOf(chargeEntry({ application: 'ca_1', application_fee_amount: 100 })).statedTotal).toBe(2000n);
  });

  it.each([
    [{ transfer_data: { destination: 'acct_2' } }],
    [{ on_behalf_of: 'acct_2' }],
    [{ transfer_group: 'group_1' }],
  ])("is the platform's by default, and the connected account's by policy: %j", (charge) => {
    expect(saleOf(chargeEntry(charge)).statedTotal).toBe(2000n);
    expect(left(chargeEntry(charge, { context: connectedSells }))).toMatchObject({
      _tag: 'Skipped',
      reason: 'belongs to another storefront',
    });
  });

  it('is a finding for a charge made on behalf of another account, unless Stripe states who is liable', () => {
    const findings = (facts: Parameters<typeof chargeEntry>[1]) =>
      mapped(chargeEntry({ on_behalf_of: 'acct_2' }, facts)).decisions.flatMap(({ finding }) => finding ?? []);
    expect(findings({})).toContain('on behalf of another account');
    expect(findings({ session: liable('self') })).not.toContain('on behalf of another account');
    const own = { context: context({}, { account: 'acct_2' }) };
    expect(findings(own)).not.toContain('on behalf of another account');
    const invoice = invoiceEntry({}, { charges: [aCharge({ on_behalf_of: 'acct_2' })] });
    expect(mapped(invoice).decisions).toContainEqual(
      expect.objectContaining({ finding: 'on behalf of another account' }),
    );
  });

  it('is not in the message with a transfer group, which may name a buyer', () => {
    const result = chargeEntry({ transfer_group: 'jenny@example.com' }, { context: connectedSells });
    expect(left(result).message).not.toContain('jenny');
  });

  it('is stated by Stripe Tax where it was used, whatever the policy', () => {
    const charge = { transfer_data: { destination: 'acct_2' } };
    expect(left(chargeEntry(charge, { session: liable('account', 'acct_2') })).message).toContain('acct_2');
    expect(saleOf(chargeEntry(charge, { session: liable('self'), context: connectedSells })).statedTotal).toBe(2000n);
    expect(saleOf(chargeEntry(charge, { session: liable('account', 'acct_1') })).statedTotal).toBe(2000n);
  });

  it('is stated for invoices and sessions as well', () => {
    expect(left(invoiceEntry(liable('account', 'acct_2')))).toMatchObject({ reason: 'belongs to another storefront' });
    expect(left(sessionEntry({ ...liable('account', 'acct_2'), payment_intent: null }))).toMatchObject({
      reason: 'belongs to another storefront',
    });
  });

  it.each([
    [{ transfer_data: { destination: 'acct_2' } }],
    [{ on_behalf_of: 'acct_2' }],
    [{ transfer_group: 'group_1' }],
  ])('is stated for an invoice by the charge that paid it, as for any other charge: %j', (parties) => {
    const charges = [aCharge(parties)];
    expect(saleOf(invoiceEntry({}, { charges })).statedTotal).toBe(2000n);
    expect(left(invoiceEntry({}, { charges, context: connectedSells }))).toMatchObject({
      _tag: 'Skipped',
      reason: 'belongs to another storefront',
    });
    const own = { charges, context: context({ platformSells: 'connected account' }, { account: 'acct_2' }) };
    if (!('transfer_group' in parties)) expect(saleOf(invoiceEntry({}, own)).statedTotal).toBe(2000n);
    expect(saleOf(invoiceEntry(liable('self'), { charges, context: connectedSells })).statedTotal).toBe(2000n);
  });

  it('is never the one of a mirrored arrival', () => {
    expect(left(chargeEntry({ id: 'py_1', source_transfer: 'tr_1' }))).toMatchObject({
      _tag: 'Skipped',
      reason: 'payment of another account',
    });
  });

  it('is held on its arrival where this account is the seller by policy: no other record here is the sale', () => {
    const arrival = { id: 'py_1', source_transfer: 'tr_1' };
    expect(left(chargeEntry(arrival, { context: connectedSells }))).toMatchObject({
      _tag: 'Held',
      reason: 'incomplete record',
    });
  });
});

describe('a marketplace', () => {
  it('is Stripe itself under Managed Payments: it remits the tax, and ours is zero', () => {
    const session = {
      line_items: listed([aSessionLine({ amount_tax: 165, amount_total: 2165 })]),
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 165 },
      amount_total: 2165,
    };
    const charge = { amount_captured: 2165, payment_intent: anIntent({ managed_payments: { enabled: true } }) };
    const { transaction } = mapped(chargeEntry(charge, { session }));
    expect(transaction).toMatchObject({ taxCollected: 0n, total: 2000n, marketplace: 'OTHER' });
  });

  it("is named by the merchant's metadata", () => {
    const policy = { metadata: { marketplace: 'channel' } } as const;
    const result = chargeEntry({ metadata: { channel: 'ETSY' } }, { context: context(policy) });
    expect(mapped(result).transaction.marketplace).toBe('ETSY');
  });

  it('is an application only when the policy names it', () => {
    const result = chargeEntry({ application: 'ca_1' });
    expect(mapped(result).transaction.marketplace).toBeNull();
    expect(mapped(result, { marketplaces: { ca_1: 'MIRAKL' } }).transaction.marketplace).toBe('MIRAKL');
  });
});

describe('exemption', () => {
  it.each(['exempt', 'reverse'])('by tax_exempt "%s" is exempt for an unknown reason, never resale', (tax_exempt) => {
    const session = { customer_details: { address: null, tax_exempt } };
    const { transaction, decisions } = mapped(chargeEntry({}, { session }));
    expect([transaction.purpose, transaction.entity]).toStrictEqual([null, null]);
    expect(decisions).toContainEqual(expect.objectContaining({ finding: 'exempt, no reason given' }));
  });

  it('is resale only by metadata', () => {
    const policy = { metadata: { resale: 'reseller' } } as const;
    const result = (reseller: string) => chargeEntry({ metadata: { reseller } }, { context: context(policy) });
    expect(mapped(result('yes')).transaction.purpose).toBe('RESALE');
    expect(mapped(result('false')).transaction.purpose).toBeNull();
  });

  it.each([
    ['CO, NV', 'RESALE'],
    ['NV', null],
    ['wholesale', 'RESALE'],
  ])('is resale by the states of the certificates in metadata: "%s"', (reseller, purpose) => {
    const policy = { metadata: { resale: 'reseller' } } as const;
    const result = chargeEntry({ metadata: { reseller } }, { context: context(policy) });
    const { state } = mapped(result).transaction.shipToAddress;
    expect([state, mapped(result).transaction.purpose]).toStrictEqual(['CO', purpose]);
  });

  it.each(['no', 'None', 'false', '0', ' '])('and a marketplace are not stated by the metadata "%s"', (word) => {
    const policy = { metadata: { entity: 'buyer_kind', marketplace: 'channel' } } as const;
    const result = chargeEntry({ metadata: { buyer_kind: word, channel: word } }, { context: context(policy) });
    expect(mapped(result).transaction).toMatchObject({ entity: null, marketplace: null });
    expect(saleOf(result).exemptions).toStrictEqual([]);
  });

  it('has the kind of buyer from metadata', () => {
    const policy = { metadata: { entity: 'buyer_kind' } } as const;
    const result = invoiceEntry({ metadata: { buyer_kind: 'NON_PROFIT' } }, { context: context(policy) });
    expect(mapped(result).transaction.entity).toBe('NON_PROFIT');
  });

  it.each([
    ['customer_exempt', 1],
    ['reverse_charge', 1],
    ['not_collecting', 0],
    ['product_exempt', 0],
  ])('by the taxability reason %s is evidence of an exempt buyer %i times', (taxability_reason, times) => {
    const tax = { amount: 0, tax_behavior: 'exclusive', taxability_reason };
    const lines = listed([{ id: 'il_1', amount: 2000, quantity: 1, taxes: [tax] }]);
    expect(saleOf(invoiceEntry({ lines })).exemptions).toHaveLength(times);
  });
});

describe('references to the same sale on another platform', () => {
  it("name Shopify's order on a charge that Shopify made", () => {
    const metadata = { shop_id: '548380009', shop_name: 'Acme', order_id: '5012345678', order_transaction_id: '7' };
    expect(saleOf(chargeEntry({ metadata })).references).toContain('shopify:order:5012345678');
  });

  it('do not take the order id of another shop system for one of Shopify', () => {
    const metadata = { order_id: '123', site_url: 'https://shop.example' };
    expect(saleOf(chargeEntry({ metadata })).references).toStrictEqual(['stripe:ch_1', 'stripe:pi_1']);
  });

  it("name the merchant's own order", () => {
    const using = context({ metadata: { orderId: 'order' } });
    expect(saleOf(chargeEntry({ metadata: { order: 'A-1' } }, { context: using })).references).toContain('order:A-1');
  });
});

describe('a session without a charge', () => {
  const free = {
    payment_intent: null,
    payment_status: 'no_payment_required',
    line_items: listed([aSessionLine({ amount_discount: 2000, amount_total: 0 })]),
    total_details: { amount_discount: 2000, amount_shipping: 0, amount_tax: 0 },
    amount_total: 0,
  };

  it('is a separate sale when no payment was required', () => {
    expect(mapped(sessionEntry(free)).transaction).toMatchObject({ id: 'stripe:acct_1:cs_live_1', total: 0n });
  });

  it('is skipped while its payment is on its way', () => {
    expect(left(sessionEntry({ ...free, payment_status: 'unpaid' }))).toMatchObject({ reason: 'not paid' });
  });
});

describe('tax that Stripe could not work out', () => {
  it('is an estimate, which the policy holds', () => {
    const automatic_tax = { enabled: true, status: 'requires_location_inputs', liability: { type: 'self' } };
    expect(() => mapped(invoiceEntry({ automatic_tax }))).toThrow(/tax still estimated/);
  });
});
