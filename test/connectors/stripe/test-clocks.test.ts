import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { right } from '../../support/right.ts';
import { type Json, listed, noon } from '../../support/stripe-objects.ts';
import { closeStandIns, idsOf, invoice, readAll, start } from '../../support/stripe-storefront.ts';

closeStandIns();

// The connector's clock stands at 2026-04-01.
const inJune = Date.UTC(2026, 5, 1) / 1000;

const ahead = (over: Json = {}): Json =>
  invoice(2, {
    livemode: false,
    created: inJune,
    status_transitions: { finalized_at: inJune + 3600, paid_at: inJune + 3600 },
    // Paid from the customer's balance.
    payments: listed([]),
    ...over,
  });

const untilToday = { from: '2026-03-01', to: '2026-04-01' };

describe('an invoice of test data that a test clock dates in the future', () => {
  it('is reported, and not passed over', async () => {
    const { connector } = await start({ invoices: [ahead()] }, 'rk_test_1');
    const [result, ...others] = await readAll(connector, untilToday);
    expect(others).toStrictEqual([]);
    expect(result).toMatchObject({
      left: {
        _tag: 'Skipped',
        reason: 'outside the chosen days',
        sourceId: 'in_2',
        message: expect.stringContaining('in the future by a test clock'),
      },
    });
    expect(O.toNullable(right(await connector.readRecord('in_2')()))).toStrictEqual(result);
  });

  it('stands together with the sales up to today', async () => {
    const { connector } = await start({ invoices: [ahead(), invoice(1, { livemode: false })] }, 'rk_test_1');
    expect(idsOf(await readAll(connector, untilToday))).toStrictEqual(['in_1', 'outside the chosen days: in_2']);
  });

  it('is not asked for by a range that is over', async () => {
    const { connector } = await start({ invoices: [ahead()] }, 'rk_test_1');
    expect(await readAll(connector, { from: '2026-03-01', to: '2026-03-31' })).toStrictEqual([]);
  });

  it('does not exist in live data: nothing is asked for', async () => {
    const { connector, standIn } = await start({ invoices: [] });
    await readAll(connector, untilToday);
    expect(standIn.requests.filter(({ query }) => Number(query.get('created[gte]')) > noon + 40 * 86_400)).toHaveLength(
      0,
    );
  });
});
