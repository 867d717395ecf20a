import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { right } from '../../support/right.ts';
import { mapped } from '../../support/stripe-facts.ts';
import { aSession, denver, type Json, listed, noon } from '../../support/stripe-objects.ts';
import { closeStandIns, invoice, readAll, start } from '../../support/stripe-storefront.ts';
import { withoutPermission } from '../../support/stripe-stand-in.ts';

closeStandIns();

const reno = { ...denver, line1: '3 Elm St', city: 'Reno', state: 'NV', postal_code: '89501' };

const renewal = (n: number, over: Json = {}): Json =>
  invoice(n, {
    id: `in_${n}`,
    parent: { subscription_details: { subscription: 'sub_1' } },
    payments: listed([]),
    customer_address: denver,
    ...over,
  });

/** Ninety days ago, shipped to Austin, with this invoice. */
const bought = (first: string | null = 'in_first'): Json =>
  aSession({
    id: 'cs_first',
    mode: 'subscription',
    subscription: 'sub_1',
    invoice: first,
    payment_intent: null,
    created: noon - 90 * 86_400,
  });

/** Bought ninety days ago, when the customer had this ship-to. */
const firstInvoice = (customer_shipping: Json | null = null, total = 2000): Json =>
  invoice(0, {
    id: 'in_first',
    created: noon - 90 * 86_400,
    status_transitions: { finalized_at: noon - 90 * 86_400, paid_at: noon - 90 * 86_400 },
    billing_reason: 'subscription_create',
    parent: { subscription_details: { subscription: 'sub_1' } },
    payments: listed([]),
    customer_shipping,
    total,
  });

const statesOf = async (invoices: readonly Json[], sessions: readonly Json[] = [bought()]) => {
  const { connector, standIn } = await start({ invoices: [...invoices], sessions: [...sessions] });
  const results = await readAll(connector);
  const states = results.map((result) => mapped(result).transaction.shipToAddress.state);
  const alone = O.toNullable(right(await connector.readRecord('in_1')()));
  expect(alone === null ? null : mapped(alone).transaction.shipToAddress.state).toBe(states[0]);
  const asked = standIn.requests.filter(({ query }) => query.get('subscription') === 'sub_1').length;
  return { states, asked };
};

describe('a renewal of a subscription that was bought by Checkout', () => {
  it('is shipped to where the checkout was, whatever the billing address, with one look-up for all', async () => {
    const { states, asked } = await statesOf([renewal(1), renewal(2), renewal(3), firstInvoice()]);
    expect(states).toStrictEqual(['TX', 'TX', 'TX']);
    expect(asked).toBe(1);
  });

  it('is so after a trial, whose first invoice was of zero', async () => {
    expect((await statesOf([renewal(1), firstInvoice(null, 0)])).states).toStrictEqual(['TX']);
  });

  it('goes to a ship-to that the customer has since', async () => {
    const moved = { customer_shipping: { name: 'J', address: reno } };
    expect((await statesOf([renewal(1, moved), firstInvoice()])).states).toStrictEqual(['NV']);
  });

  it('does not go to a ship-to that the customer had before the checkout', async () => {
    const before = { name: 'J', address: reno };
    const { states } = await statesOf([renewal(1, { customer_shipping: before }), firstInvoice(before)]);
    expect(states).toStrictEqual(['TX']);
  });

  it('goes to its own ship-to, if it has one, without a look-up', async () => {
    const own = { shipping_details: { name: 'J', address: reno } };
    expect(await statesOf([renewal(1, own), firstInvoice()])).toStrictEqual({ states: ['NV'], asked: 0 });
  });

  it('counts at the billing address where the checkout collected no ship-to, or there was none', async () => {
    const digital = { ...bought(), collected_information: null };
    expect((await statesOf([renewal(1), firstInvoice()], [digital])).states).toStrictEqual(['CO']);
    expect((await statesOf([renewal(1)], [])).states).toStrictEqual(['CO']);
  });

  it('is held where the key may not read the checkout', async () => {
    const { connector, standIn } = await start({ invoices: [renewal(1)], sessions: [bought()] });
    standIn.fault = ({ path }) =>
      path === 'checkout/sessions' ? withoutPermission('rak_checkout_session_read') : undefined;
    expect(O.toNullable(right(await connector.readRecord('in_1')()))).toMatchObject({
      left: { _tag: 'Held', message: expect.stringContaining('rak_checkout_session_read') },
    });
  });
});
