import { describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { sampleAccounts, clientTo } from '../support/a-sample-account.ts';

const started = sampleAccounts();

const failureOf = async (asked: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  try {
    await asked;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
  }
  throw new Error('it was answered');
};

interface Page {
  readonly data: readonly { readonly id: string; readonly created: number }[];
  readonly has_more: boolean;
}

/** A list page by page, and its objects in the order in which they came. */
const walk = async (read: (after: string | undefined) => Promise<Page>): Promise<Page['data']> => {
  const all: Page['data'][number][] = [];
  for (let isOver = false; !isOver;) {
    const { data, has_more } = await read(all.at(-1)?.id);
    all.push(...data);
    isOver = !has_more;
  }
  return all;
};

const after = (id: string | undefined): { starting_after?: string } => (id === undefined ? {} : { starting_after: id });

describe('the sample Stripe account', () => {
  it('lists newest first, page after page, without a gap and without a repetition', async () => {
    const { stripe } = await started({ sales: 90 });
    const whole = await walk((id) => stripe.charges.list({ limit: 100, ...after(id) }));
    const bySevens = await walk((id) => stripe.charges.list({ limit: 7, ...after(id) }));
    expect(whole.length).toBeGreaterThan(70);
    expect(bySevens.map(({ id }) => id)).toStrictEqual(whole.map(({ id }) => id));
    expect(whole.map(({ created }) => created)).toStrictEqual(
      whole.map(({ created }) => created).toSorted((a, b) => b - a),
    );
  });

  it('cuts lists by time so that neighboring spans hold everything once', async () => {
    const { stripe } = await started({ sales: 90 });
    const all = await walk((id) => stripe.invoices.list({ limit: 100, ...after(id) }));
    const middle = all[all.length >> 1]?.created ?? 0;
    const [younger, older] = [
      await walk((id) => stripe.invoices.list({ limit: 3, created: { gte: middle }, ...after(id) })),
      await walk((id) => stripe.invoices.list({ limit: 3, created: { lt: middle }, ...after(id) })),
    ];
    expect([...younger, ...older].map(({ id }) => id)).toStrictEqual(all.map(({ id }) => id));
  });

  it('gives the same bytes for the same seed, and others for another', async () => {
    const accounts = [await started({ seed: 7 }), await started({ seed: 7 }), await started({ seed: 8 })];
    const [one, same, other] = await Promise.all(
      accounts.map(async ({ origin, secretKey }) => {
        const answer = await fetch(`${origin}/v1/charges?limit=100&expand[]=data.payment_intent`, {
          headers: { authorization: `Bearer ${secretKey}` },
        });
        return answer.text();
      }),
    );
    expect(one).toBe(same);
    expect(one).not.toBe(other);
  });

  it('leaves out what was not asked for, and puts in what was', async () => {
    const { stripe } = await started({ sales: 60 });
    const [plain] = (await stripe.charges.list({ limit: 1 })).data;
    const [expanded] = (
      await stripe.charges.list({ limit: 1, expand: ['data.payment_intent.amount_details.line_items', 'data.refunds'] })
    ).data;
    expect(plain).not.toHaveProperty('refunds');
    expect(typeof plain?.payment_intent).toBe('string');
    expect(expanded).toMatchObject({ refunds: { object: 'list' }, payment_intent: { id: plain?.payment_intent } });

    const [session] = (await stripe.checkout.sessions.list({ limit: 1 })).data;
    expect(session).not.toHaveProperty('line_items');
    expect(session?.total_details).not.toHaveProperty('breakdown');
  });

  it('embeds ten items of a list, and hands out the others in pages', async () => {
    const { stripe } = await started();
    const invoices = await stripe.invoices.list({ limit: 100 });
    const rest = await walk((id) => stripe.invoices.list({ limit: 100, ...after(id) }));
    expect(rest.length).toBeGreaterThanOrEqual(invoices.data.length);
    const long = await findLong(stripe);
    expect(long.lines.data).toHaveLength(10);
    expect(long.lines.has_more).toBe(true);
    const more = await stripe.invoices.listLineItems(long.id, { starting_after: long.lines.data.at(-1)?.id ?? '' });
    expect(more.data).toHaveLength(2);
    expect(more.has_more).toBe(false);
  });

  it('refuses what Stripe does not expand, and what lies too deep', async () => {
    const { stripe } = await started({ sales: 3 });
    const unknown = await failureOf(stripe.charges.list({ expand: ['data.invoice'] }));
    const deep = await failureOf(
      stripe.charges.list({ expand: ['data.payment_intent.latest_charge.payment_intent.a'] }),
    );
    expect([unknown.statusCode, deep.statusCode]).toStrictEqual([400, 400]);
    expect(deep.message).toContain('4 levels');
  });

  it('finds what belongs to one payment', async () => {
    const { stripe } = await started();
    const [session] = (await stripe.checkout.sessions.list({ limit: 1, status: 'complete' })).data;
    const payment = typeof session?.payment_intent === 'string' ? session.payment_intent : '';
    const sessions = await stripe.checkout.sessions.list({ payment_intent: payment });
    const charges = await stripe.charges.list({ payment_intent: payment });
    expect(sessions.data.map(({ id }) => id)).toStrictEqual([session?.id]);
    expect(charges.data).toHaveLength(1);
    expect((await stripe.charges.list({ payment_intent: 'pi_unknown' })).data).toStrictEqual([]);
  });

  it('accepts one key only, and names the missing permissions of a restricted one', async () => {
    const { stripe, origin } = await started({ sales: 3, permissions: ['rak_charge_read'] });
    const wrong = await failureOf(clientTo(origin, 'rk_live_wrong').charges.list());
    const sessions = await failureOf(stripe.checkout.sessions.list());
    const payments = await failureOf(stripe.charges.list({ expand: ['data.payment_intent'] }));
    expect(wrong.statusCode).toBe(401);
    expect(wrong.message).not.toContain('rk_live_wrong');
    expect(sessions.statusCode).toBe(403);
    expect(sessions.message).toContain('rak_checkout_session_read');
    expect(payments.message).toContain('rak_payment_intent_read');
    expect((await stripe.charges.list()).object).toBe('list');
  });

  it('limits requests per second at each endpoint, and returns 429 beyond', async () => {
    let now = 0;
    const { stripe } = await started({ sales: 3, perEndpointPerSecond: 2, now: () => now });
    await stripe.charges.list();
    await stripe.charges.list();
    const refused = await failureOf(stripe.charges.list());
    expect(refused.statusCode).toBe(429);
    expect(refused.headers?.['stripe-rate-limited-reason']).toBe('endpoint-rate');
    expect((await stripe.refunds.list()).object).toBe('list');
    now = 1000;
    expect((await stripe.charges.list()).object).toBe('list');
  });

  it('keeps events for thirty days', async () => {
    const end = Date.UTC(2026, 3, 1);
    const { stripe } = await started({ now: () => end });
    const events = await walk((id) => stripe.events.list({ limit: 100, ...after(id) }));
    expect(events.length).toBeGreaterThan(10);
    expect(Math.min(...events.map(({ created }) => created))).toBeGreaterThan(end / 1000 - 31 * 86_400);
    const [paid] = (await stripe.events.list({ limit: 1, type: 'invoice.paid' })).data;
    expect(paid?.data.object).toMatchObject({ object: 'invoice', status: 'paid' });
    const { stripe: later } = await started({ now: () => end + 60 * 86_400_000 });
    expect((await later.events.list()).data).toStrictEqual([]);
  });

  it('is of test mode when its key is', async () => {
    const { stripe } = await started({ sales: 3, secretKey: 'sk_test_sandbox' });
    expect((await stripe.charges.list()).data.map(({ livemode }) => livemode)).not.toContain(true);
  });

  it('can be made to fail', async () => {
    // The client asks once more by itself when a connection was cut.
    const rule = { on: 'charges', times: 2, fault: { kind: 'drop', when: 'before' } } as const;
    const { stripe, answers } = await started({ sales: 3, faults: [rule] });
    expect((await failureOf(stripe.charges.list())).type).toBe('StripeConnectionError');
    await stripe.charges.list();
    expect(answers()).toMatchObject({ 'charges cut': 2, 'charges 200': 1 });
  });

  it('narrows events to at most 20 types, as Stripe does', async () => {
    const { stripe } = await started({ sales: 1 });
    const types = (count: number): string[] => Array.from({ length: count }, () => 'charge.succeeded');
    expect((await failureOf(stripe.events.list({ types: types(21) }))).code).toBe('array_too_long');
    await stripe.events.list({ types: types(20) });
  });

  it('has no webhook endpoints', async () => {
    const { stripe } = await started({ sales: 1 });
    expect((await stripe.webhookEndpoints.list()).data).toStrictEqual([]);
  });

  it('reports a port in use', async () => {
    const { origin } = await started({ sales: 1 });
    await expect(started({ port: Number(new URL(origin).port) })).rejects.toThrow('EADDRINUSE');
  });

  it('settles its charges in US dollars, with the rate of those in another currency', async () => {
    const { stripe } = await started({ sales: 250 });
    const { data } = await stripe.charges.list({ limit: 100, expand: ['data.balance_transaction'] });
    const settled = data.map(({ currency, balance_transaction }) => [
      currency,
      typeof balance_transaction === 'object' ? balance_transaction?.currency : balance_transaction,
      typeof balance_transaction === 'object' ? balance_transaction?.exchange_rate !== null : null,
    ]);
    for (const [currency, into, hasRate] of settled) expect([into, hasRate]).toStrictEqual(['usd', currency !== 'usd']);
  });
});

const findLong = async (stripe: Stripe): Promise<Stripe.Invoice> => {
  for (let from: string | undefined; ;) {
    const { data, has_more } = await stripe.invoices.list({ limit: 100, ...after(from) });
    const long = data.find(({ lines }) => lines.has_more);
    if (long !== undefined) return long;
    if (!has_more) throw new Error('no invoice has more than ten lines');
    from = data.at(-1)?.id;
  }
};
