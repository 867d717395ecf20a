import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { right } from '../../../support/right.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import {
  anIntent,
  anInvoiceLine,
  aPayment,
  aSession,
  aStripeRefund,
  type Json,
  listed,
  noon,
} from '../../../support/stripe-objects.ts';
import type { StripeData } from '../../../support/stripe-stand-in-data.ts';
import { charge, closeStandIns, idsOf, invoice, readAll, start } from '../../../support/stripe-storefront.ts';

closeStandIns();

const hour = 3600;
const wide = { from: '2025-12-01', to: '2026-03-31' };

/** Payments that were put on invoices, paid through checkouts, both or neither, at any time of two months. */
const worldOf = (seed: number): Partial<StripeData> => {
  const random = seededRandom(seed);
  const between = (low: number, high: number): number => low + Math.floor(random.next() * (high - low + 1));
  const chance = (share: number): boolean => random.next() < share;
  const links: Json[] = [];
  const charges: Json[] = [];
  const sessions: Json[] = [];
  const paidOf = new Map<number, Json[]>();
  for (let n = 1; n <= 12; n += 1) {
    const paidAt = noon - between(0, 30 * 24) * hour;
    const intendedAt = paidAt - (chance(0.7) ? between(0, 60) : between(0, 400) * hour);
    const total = 2000;
    const shares = chance(0.3) ? [700, 1300] : [2000];
    if (chance(0.7)) {
      shares.forEach((amount, part) => {
        const at = chance(0.5) ? between(intendedAt, paidAt) : paidAt + between(0, 100) * hour;
        const inNumber = n * 10 + part;
        const link = aPayment({
          id: `inpay_${inNumber}`,
          invoice: `in_${inNumber}`,
          created: at,
          is_default: false,
          status: chance(0.9) ? 'paid' : 'canceled',
          amount_paid: amount,
          payment: { type: 'payment_intent', payment_intent: `pi_${n}` },
        });
        links.push(link);
        paidOf.set(inNumber, [link]);
      });
    }
    if (chance(0.3))
      sessions.push(aSession({ id: `cs_${n}`, payment_intent: `pi_${n}`, created: paidAt - between(0, 23) * hour }));
    const refunds = chance(0.4)
      ? [aStripeRefund({ id: `re_${n}`, charge: `ch_${n}`, amount: between(1, total), created: paidAt + hour })]
      : [];
    charges.push(
      charge(n, {
        created: paidAt,
        payment_intent: anIntent({ id: `pi_${n}`, created: intendedAt, latest_charge: `ch_${n}` }),
        refunds: listed(refunds),
      }),
    );
  }
  const invoices = [...paidOf].map(([number, paid]) => {
    const [link] = paid;
    const at = Number(link?.['created']) - between(0, 24 * 20) * hour;
    const amount = Number(link?.['amount_paid']);
    return invoice(number, {
      created: at,
      status: link?.['status'] === 'paid' ? 'paid' : 'void',
      status_transitions: { finalized_at: at },
      lines: listed([anInvoiceLine({ amount })]),
      total: amount,
      payments: listed(paid),
    });
  });
  return { charges, sessions, invoices, invoicePayments: links };
};

describe('any world of payments that were put on invoices', () => {
  it.each(Array.from({ length: 25 }, (_, seed) => seed))(
    'is sent alike in history and record by record, nothing twice and nothing never: %i',
    async (seed) => {
      const world = worldOf(seed);
      const { connector } = await start(world);
      const results = await readAll(connector, wide);
      const byId = new Map(results.map((result) => [idsOf([result])[0]?.replace(/^.*: /, '') ?? '', result]));
      expect(byId.size).toBe(results.length);
      for (const [id, result] of byId) {
        expect(O.toNullable(right(await connector.readRecord(id)()))).toStrictEqual(result);
      }
      for (const { id } of world.charges ?? []) {
        const n = String(id).slice(3);
        const paid = (world.invoicePayments ?? []).filter(
          ({ payment, status }) => (payment as Json)['payment_intent'] === `pi_${n}` && status === 'paid',
        );
        const mapped = paid.map(({ invoice: of }) => byId.get(String(of))?._tag);
        // The charge itself, or each of its invoices, and never both.
        expect([id, byId.has(String(id)), mapped]).toStrictEqual(
          byId.has(String(id)) ? [id, true, mapped.map(() => 'Left')] : [id, false, mapped.map(() => 'Right')],
        );
        expect(byId.has(String(id)) || paid.length > 0).toBe(true);
      }
    },
  );
});
