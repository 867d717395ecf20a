import { describe, expect, it } from '@jest/globals';
import { aStripeRefund, type Json, listed, noon } from '../../support/stripe-objects.ts';
import { type Fault, type StandInRequest, type StripeStandIn, usualAnswer } from '../../support/stripe-stand-in.ts';
import { charge, closeStandIns, firstWindow, idsOf, readAll, start } from '../../support/stripe-storefront.ts';
import * as O from 'fp-ts/lib/Option.js';
import { left } from '../../support/right.ts';

closeStandIns();

const busy: Fault = { status: 500, body: { error: { type: 'api_error', message: 'x' } } };

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

/** The charges that Stripe would put on the page that is asked for, newest first. */
const chargesAskedFor = ({ data }: StripeStandIn, request: StandInRequest): readonly unknown[] => {
  const { body = {} } = usualAnswer(data, request);
  return Array.isArray(body['data']) ? body['data'].map((item: Json) => item['id']) : [];
};

describe('an object that Stripe cannot serve', () => {
  it('is held alone, and the others are read: a list fails with it', async () => {
    const { connector, standIn } = await start({ charges: numbers(250).map((n) => charge(n)) });
    standIn.fault = (request) =>
      request.path === 'charges' && chargesAskedFor(standIn, request).includes('ch_117') ? busy : undefined;
    const ids = idsOf(await readAll(connector, undefined, 8));
    const at = new Date((noon + 117) * 1000).toISOString().replace('.000', '');
    expect(ids.filter((id) => !id.startsWith('ch_'))).toStrictEqual([
      expect.stringMatching(new RegExp(`^unreadable record: charges from ${at} to .*, not served$`)),
    ]);
    expect([...new Set(ids)]).toHaveLength(250);
    expect(ids).not.toContain('ch_117');
  });

  it('is held alone, and the others are read: what belongs to it fails', async () => {
    const { connector, standIn } = await start({
      charges: [1, 2, 3].map((n) => charge(n, { amount_refunded: 110 })),
      // More than come with a charge.
      refunds: [1, 2, 3].flatMap((n) =>
        numbers(11).map((k) => aStripeRefund({ id: `re_${n}_${k}`, charge: `ch_${n}`, amount: 10 })),
      ),
    });
    standIn.fault = ({ path, query }) => (path === 'refunds' && query.get('charge') === 'ch_2' ? busy : undefined);
    const ids = idsOf(await readAll(connector, undefined, 3));
    expect(ids.filter((id) => id.includes('ch_2'))).toStrictEqual(['record not served: ch_2']);
    expect(ids).toHaveLength(3);
  });

  it('without an id or a date holds itself, and the list goes on', async () => {
    const { connector, standIn } = await start({ charges: [charge(1), charge(3)] });
    standIn.fault = ({ path, query }) =>
      path === 'charges' && query.get('starting_after') === null
        ? { status: 200, body: listed([charge(3), { object: 'charge', amount: 1 }, charge(1)]) }
        : undefined;
    const ids = idsOf(await readAll(connector));
    expect(ids.filter((id) => id.startsWith('ch_'))).toStrictEqual(['ch_3', 'ch_1']);
    expect(ids.filter((id) => id.startsWith('unreadable record'))).toHaveLength(1);
  });

  it('is not made of an outage: where nothing is answered, nothing is held', async () => {
    const { connector, standIn } = await start({ charges: [charge(1), charge(2)] });
    const window = await firstWindow(connector);
    standIn.fault = () => busy;
    for (let attempt = 0; attempt < 8; attempt += 1) {
      expect(left(await connector.readPage(window, O.none)())).toMatchObject({ _tag: 'SourceUnreachable' });
    }
    standIn.fault = () => undefined;
    expect(idsOf(await readAll(connector))).toStrictEqual(['ch_2', 'ch_1']);
  });

  it.each([404, 400, 405, 413])(
    'is not made of an answer %i without an error of Stripe’s, as a proxy sends it: that is an outage',
    async (status) => {
      const { connector, standIn } = await start({ charges: [charge(1)] });
      await firstWindow(connector);
      standIn.fault = () => ({ status, body: { error: { message: 'no such route' } } });
      expect(left(await connector.readRecord('ch_1')())).toMatchObject({ _tag: 'SourceUnreachable' });
    },
  );
});
