import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { right } from '../../support/right.ts';
import { saleOf } from '../../support/stripe-facts.ts';
import { aSession, aSessionLine, type Json, listed } from '../../support/stripe-objects.ts';
import { refusedExpansion } from '../../support/stripe-stand-in.ts';
import { calls, charge, readAll, start } from '../../support/stripe-storefront.ts';

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
