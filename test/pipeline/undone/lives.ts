import type { Random } from '../../../src/domain/environment.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { aLine, anOrder, aRefund, aTax, type Json, money, nodes } from '../../connectors/shopify/an-order.ts';
import { resultOf } from '../../connectors/shopify/mapped.ts';
import { chargeEntry, context, invoiceEntry } from '../../support/stripe-facts.ts';
import {
  aCreditNote,
  anInvoiceLine,
  aSessionLine,
  aStripeRefund,
  aTax as aStripeTax,
  listed,
  noon,
} from '../../support/stripe-objects.ts';

/*
 * Sales of 100.00 with 8.25 tax to which things happen that are taken back again, as the platforms let them happen. What is true of
 * one is counted from the moves alone.
 */

type Move = readonly [string, () => void];

export interface Life {
  readonly entry: () => SourceResult;
  /** What may happen next, by name. */
  readonly moves: () => readonly Move[];
  /** What is left of the sale, in cents. */
  readonly left: () => number;
}

export const whole = 10_825;
export const wholeTax = 825;

/** Something that takes money back, and how it stands. */
interface Taken {
  readonly id: string;
  readonly cents: number;
  readonly day: number;
  state: string;
  /** Balance transactions of a dispute, of a failed refund. */
  readonly moved: { readonly cents: number; readonly day: number }[];
}

const day = 86_400;

const noMoves: readonly Move[] = [];

/** What both kinds of reductions have in common: nothing takes more than is left. */
const aLife = (random: Random, counts: (state: string) => boolean, reserves: (state: string) => boolean) => {
  let today = 0;
  let made = 0;
  const taken: Taken[] = [];
  const sumOf = (is: (state: string) => boolean): number =>
    taken.reduce((all, one) => all + (is(one.state) ? one.cents : 0), 0);
  const free = (): number => whole - sumOf((state) => counts(state) || reserves(state));
  return {
    taken,
    free,
    left: (): number => whole - sumOf(counts),
    today: (): number => today,
    whole: (below: number): number => Math.floor(random.next() * below),
    add: (prefix: string, cents: number, state: string): void => {
      made += 1;
      taken.push({ id: `${prefix}${made}`, cents, day: today, state, moved: [] });
    },
    turn:
      (one: Taken, state: string, cents = 0): (() => void) =>
      () => {
        one.state = state;
        if (cents !== 0) one.moved.push({ cents, day: today });
      },
    nextDay: (): void => {
      today += 1;
    },
  };
};

/** A card payment: refunds that are pending, succeed, fail or are canceled; a dispute that is lost, won, and lost again. */
export const stripeCharge = (random: Random, policy: Partial<Policy>): Life => {
  const life = aLife(
    random,
    (state) => state === 'succeeded' || state === 'lost',
    (state) => state === 'pending',
  );
  const isDispute = ({ id }: Taken): boolean => id.startsWith('dp_');
  const session: Json = {
    line_items: listed([aSessionLine({ amount_subtotal: 10_000, amount_tax: 825, amount_total: whole })]),
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 825 },
    amount_total: whole,
    total_taxes: [aStripeTax(825)],
  };
  const refundOf = ({ id, cents, day: at, state }: Taken): Json =>
    aStripeRefund({
      ...{ id, amount: cents, status: state, created: noon + at * day },
      ...(['failed', 'canceled'].includes(state) && { failure_balance_transaction: `txn_${id}` }),
    });
  const disputeOf = ({ id, cents, day: at, state, moved }: Taken): Json => ({
    ...{
      id,
      object: 'dispute',
      amount: cents,
      currency: 'usd',
      status: state,
      created: noon + at * day,
      charge: 'ch_1',
    },
    balance_transactions: moved.map((one, index) => ({
      ...{ id: `txn_${id}_${index}`, object: 'balance_transaction', amount: one.cents, currency: 'usd' },
      ...{ created: noon + one.day * day, reporting_category: one.cents < 0 ? 'dispute' : 'dispute_reversal' },
    })),
  });
  return {
    left: life.left,
    entry: () => {
      const disputes = life.taken.filter(isDispute);
      const refunds = life.taken.filter((one) => !isDispute(one)).map(refundOf);
      const charge = { amount: whole, amount_captured: whole, disputed: disputes.length > 0, refunds: listed(refunds) };
      return chargeEntry(charge, { session, disputes: disputes.map(disputeOf), context: context(policy) });
    },
    moves: () => {
      life.nextDay();
      const free = life.free();
      const ofRefunds = life.taken.flatMap((one): readonly Move[] => {
        if (isDispute(one)) return [];
        if (one.state === 'pending')
          return ['succeeded', 'failed', 'canceled'].map(
            (state) => [`refund ${state}`, life.turn(one, state)] as const,
          );
        return one.state === 'succeeded' ? [['refund failed', life.turn(one, 'failed')] as const] : [];
      });
      const ofDisputes = life.taken.filter(isDispute).flatMap((one): readonly Move[] => {
        if (one.state === 'lost') return [['dispute won', life.turn(one, 'won', one.cents)] as const];
        return one.cents <= free ? [['dispute lost', life.turn(one, 'lost', -one.cents)] as const] : [];
      });
      const ofMoney =
        free === 0
          ? noMoves
          : [
              ['refund', () => life.add('re_', 1 + life.whole(free), 'succeeded')] as const,
              ['refund of all', () => life.add('re_', free, 'succeeded')] as const,
              ['refund begun', () => life.add('re_', 1 + life.whole(free), 'pending')] as const,
              ...(life.taken.some(isDispute)
                ? []
                : [['dispute of the rest', () => life.add('dp_', free, 'needs_response')] as const]),
            ];
      return [...ofRefunds, ...ofDisputes, ...ofMoney];
    },
  };
};

const piece = whole / 5;

/** An invoice of five pieces: credit notes that are made and voided. */
export const stripeInvoice = (random: Random, policy: Partial<Policy>): Life => {
  const life = aLife(
    random,
    (state) => state === 'issued',
    () => false,
  );
  const noteOf = ({ id, cents, day: at, state, moved }: Taken): Json =>
    aCreditNote({
      ...{ id, total: cents, status: state, created: noon + at * day },
      ...(state === 'void' && { voided_at: noon + (moved.at(-1)?.day ?? at) * day }),
      lines: listed([
        {
          ...{ id: `cnli_${id}`, amount: (cents / whole) * 10_000, discount_amount: 0, invoice_line_item: 'il_1' },
          ...{ quantity: cents / piece, taxes: [aStripeTax((cents / whole) * 825)] },
        },
      ]),
    });
  return {
    left: life.left,
    entry: () =>
      invoiceEntry(
        {
          lines: listed([anInvoiceLine({ id: 'il_1', amount: 10_000, quantity: 5, taxes: [aStripeTax(825)] })]),
          ...{ subtotal: 10_000, total: whole, total_taxes: [aStripeTax(825)], amount_paid: whole },
          post_payment_credit_notes_amount: whole - life.left(),
        },
        { creditNotes: life.taken.map(noteOf), context: context(policy) },
      ),
    moves: () => {
      life.nextDay();
      const pieces = Math.round(life.free() / piece);
      return [
        ...life.taken
          .filter(({ state }) => state === 'issued')
          .map((one) => ['note voided', life.turn(one, 'void', one.cents)] as const),
        ...(pieces === 0
          ? noMoves
          : [['note', () => life.add('cn_', (1 + life.whole(pieces)) * piece, 'issued')] as const]),
      ];
    },
  };
};

const dollars = (cents: number): string => (cents / 100).toFixed(2);
const dateOf = (at: number): string => new Date((noon + at * day) * 1_000).toISOString().replace('.000', '');
const gid = (kind: string, id: string): string => `gid://shopify/${kind}/${id}`;

/** An order of five pieces: refunds that fail, are paid again or deleted; a dispute that is lost and won. */
export const shopifyOrder = (random: Random, policy: Partial<Policy>): Life => {
  const life = aLife(
    random,
    (state) => state === 'SUCCESS' || state === 'LOST',
    (state) => state === 'PENDING',
  );
  const isDispute = ({ id }: Taken): boolean => id.startsWith('9');
  const refundOf = ({ id, cents, day: at, state }: Taken): Json =>
    aRefund({
      ...{ id: gid('Refund', id), createdAt: dateOf(at), processedAt: dateOf(at) },
      totalRefundedSet: money(state === 'SUCCESS' ? dollars(cents) : '0.0'),
      transactions: nodes({ kind: 'REFUND', status: state, amountSet: money(dollars(cents)) }),
      refundLineItems: nodes({
        ...{ quantity: cents / piece, lineItem: { id: gid('LineItem', '71') } },
        ...{
          subtotalSet: money(dollars((cents / whole) * 10_000)),
          totalTaxSet: money(dollars((cents / whole) * 825)),
        },
      }),
    });
  const disputeOf = ({ id, cents, day: at, state }: Taken): Json => ({
    ...{ id: gid('ShopifyPaymentsDispute', id), status: state, initiatedAt: dateOf(at) },
    ...{ amount: { amount: dollars(cents), currencyCode: 'USD' }, finalizedOn: dateOf(at + 1) },
  });
  return {
    left: life.left,
    entry: () => {
      const shown = life.taken.filter(({ state }) => state !== 'deleted');
      return resultOf(
        anOrder({
          updatedAt: dateOf(life.today()),
          originalTotalPriceSet: money(dollars(whole)),
          lineItems: nodes(aLine({ quantity: 5, originalUnitPriceSet: money('20.0'), taxLines: [aTax('8.25')] })),
          shippingLines: nodes(),
          refunds: shown.filter((one) => !isDispute(one)).map(refundOf),
          disputes: nodes(...shown.filter(isDispute).map(disputeOf)),
        }),
        policy,
      );
    },
    moves: () => {
      life.nextDay();
      const pieces = Math.floor(life.free() / piece);
      return [
        ...life.taken.flatMap((one): readonly Move[] => {
          if (isDispute(one)) {
            if (one.state === 'LOST') return [['dispute won', life.turn(one, 'WON')] as const];
            return one.cents <= life.free() ? [['dispute lost', life.turn(one, 'LOST')] as const] : [];
          }
          if (one.state === 'SUCCESS')
            return ['FAILURE', 'deleted'].map((state) => [`refund ${state}`, life.turn(one, state)] as const);
          return one.state === 'PENDING' || one.cents <= life.free()
            ? [['refund paid', life.turn(one, 'SUCCESS')] as const]
            : [];
        }),
        ...(pieces === 0
          ? noMoves
          : [
              ['refund', () => life.add('4', (1 + life.whole(pieces)) * piece, 'SUCCESS')] as const,
              ...(life.taken.some(isDispute)
                ? []
                : [['dispute of the rest', () => life.add('9', life.free(), 'UNDER_REVIEW')] as const]),
            ]),
      ];
    },
  };
};

/** An order that is sent before it is paid: it is canceled and opened again, and its tax is recalculated for other places. */
export const unpaidOrder = (random: Random, policy: Partial<Policy>): Life => {
  let [today, isCanceled, tax] = [0, false, 825];
  return {
    left: () => (isCanceled ? 0 : 10_000 + tax),
    entry: () =>
      resultOf(
        anOrder({
          ...{ updatedAt: dateOf(today), displayFinancialStatus: 'PENDING' },
          cancelledAt: isCanceled ? dateOf(today) : null,
          originalTotalPriceSet: money(dollars(10_000 + tax)),
          lineItems: nodes(aLine({ taxLines: [aTax(dollars(tax))] })),
          shippingLines: nodes(),
        }),
        policy,
      ),
    moves: () => {
      today += 1;
      const turn = (): void => {
        isCanceled = !isCanceled;
      };
      const recalculate = (): void => {
        tax = 600 + Math.floor(random.next() * 400);
      };
      return [[isCanceled ? 'opened again' : 'canceled', turn] as const, ['tax recalculated', recalculate] as const];
    },
  };
};
