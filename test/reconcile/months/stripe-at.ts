import {
  aCharge,
  aCreditNote,
  aPayment,
  anInvoice,
  anInvoiceLine,
  anIntent,
  aStripeRefund,
  aTax,
  type Json,
  listed,
} from '../../support/stripe-objects.ts';
import type { StripeData } from '../../support/stripe-stand-in-data.ts';
import { cents, centsOf, countsAt, day, type HistorySale, isInvoice, type Later, numberOf } from './history.ts';

const seconds = (at: number): number => Math.floor(at / 1000);

/** Stripe's objects of a sale at a time, and what happened to them: each event with its date. */
interface Objects {
  readonly lists: Partial<
    Record<
      'charges' | 'invoices' | 'invoicePayments' | 'creditNotes' | 'refunds' | 'disputes' | 'balanceTransactions',
      readonly Json[]
    >
  >;
  readonly events: readonly { readonly at: number; readonly type: string; readonly object: Json }[];
}

const booked = (id: string, at: number, amount: number, category: string, source: string): Json => ({
  id: `txn_${id}`,
  object: 'balance_transaction',
  amount,
  created: seconds(at),
  currency: 'usd',
  reporting_category: category,
  source,
});

/** A change and what the last part of its id is. */
interface Numbered {
  readonly one: Later;
  readonly number: string;
}

/** What happened to a sale by a time, of some kinds. */
const happenedTo = (sale: HistorySale, now: number, ...kinds: readonly Later['kind'][]): readonly Numbered[] =>
  sale.later.flatMap((one, index) =>
    one.at <= now && kinds.includes(one.kind) ? [{ one, number: numberOf(sale, index) }] : [],
  );

const isUndone = (one: Later, now: number): boolean =>
  one.undoneAt !== null && one.undoneAt <= now && !countsAt(one, now);

const refundOf = ({ n }: HistorySale, { one, number }: Numbered, now: number): Json =>
  aStripeRefund({
    id: `re_${number}`,
    amount: centsOf(one),
    created: seconds(one.at),
    status: isUndone(one, now) ? 'failed' : countsAt(one, now) ? 'succeeded' : 'pending',
    ...(isUndone(one, now) && { failure_balance_transaction: `txn_re_${number}_back` }),
    charge: `ch_${n}`,
    payment_intent: `pi_${n}`,
  });

const disputeOf = ({ n }: HistorySale, { one, number }: Numbered, now: number): Json => ({
  id: `dp_${number}`,
  object: 'dispute',
  amount: centsOf(one),
  currency: 'usd',
  charge: `ch_${n}`,
  payment_intent: `pi_${n}`,
  created: seconds(one.at),
  status: isUndone(one, now) ? 'won' : countsAt(one, now) ? 'lost' : 'needs_response',
  balance_transactions: turnsOf(one, number, now),
});

/** How the money of a dispute went, came back, and went again. */
const turnsOf = (one: Later, number: string, now: number): readonly Json[] => {
  const { at, undoneAt, againAt = Infinity } = one;
  const id = `dp_${number}`;
  return [
    ...[booked(id, at, -centsOf(one), 'dispute', id)],
    ...(undoneAt === null || undoneAt > now
      ? []
      : [booked(`${id}_back`, undoneAt, centsOf(one), 'dispute_reversal', id)]),
    ...(againAt > now ? [] : [booked(`${id}_again`, againAt, -centsOf(one), 'dispute', id)]),
  ];
};

const noteOf = ({ n }: HistorySale, { one, number }: Numbered, now: number): Json =>
  aCreditNote({
    id: `cn_${number}`,
    created: seconds(one.at),
    invoice: `in_${n}`,
    total: centsOf(one),
    status: isUndone(one, now) ? 'void' : 'issued',
    ...(isUndone(one, now) && { voided_at: seconds(one.undoneAt ?? 0) }),
    lines: listed([
      {
        id: `cnli_${number}`,
        amount: (centsOf(one) / cents) * 10_000,
        discount_amount: 0,
        invoice_line_item: `il_${n}`,
        quantity: 1,
        taxes: [aTax((centsOf(one) / cents) * 825)],
      },
    ]),
  });

const chargeAt = (sale: HistorySale, now: number): Json => {
  const { n, kind, madeAt, saleFrom, payingSince = saleFrom, givenUpAt = Infinity, bouncedAt = Infinity } = sale;
  const isDone = saleFrom <= now;
  const isBounced = bouncedAt <= now;
  const isGivenUp = givenUpAt <= now;
  const at = isInvoice(kind) ? payingSince : madeAt;
  const isDebit = kind === 'debit that arrives later' || payingSince < saleFrom;
  const refunds = happenedTo(sale, now, 'refund').map((one) => refundOf(sale, one, now));
  const isHeld = kind === 'captured later' && !isDone;
  return aCharge({
    id: `ch_${n}`,
    amount: cents,
    amount_captured: isHeld ? 0 : cents,
    created: seconds(at),
    status: isBounced ? 'failed' : !isDebit || isDone ? 'succeeded' : isGivenUp ? 'failed' : 'pending',
    ...(isBounced && { failure_balance_transaction: `txn_ch_${n}_back` }),
    captured: !isHeld,
    payment_intent: anIntent({
      id: `pi_${n}`,
      created: seconds(at),
      amount: cents,
      amount_received: isHeld ? 0 : cents,
      latest_charge: `ch_${n}`,
      ...(kind === 'captured later' && {
        capture_method: 'manual',
        status: isDone ? 'succeeded' : isGivenUp ? 'canceled' : 'requires_capture',
      }),
    }),
    payment_method_details: isDebit ? { type: 'us_bank_account' } : { type: 'card', card: {} },
    disputed: happenedTo(sale, now, 'dispute').length > 0,
    refunds: listed(refunds),
    ...(isInvoice(kind) && { receipt_url: 'https://pay.stripe.com/receipts/invoices/CAcaF', description: 'Invoice' }),
  });
};

const invoiceAt = (sale: HistorySale, now: number): Json => {
  const {
    n,
    kind,
    madeAt,
    soldAt,
    saleFrom,
    payingSince = saleFrom,
    givenUpAt = Infinity,
    isPaidOutside = false,
  } = sale;
  const noted = happenedTo(sale, now, 'credit note').filter(({ one }) => countsAt(one, now));
  const isPaid = saleFrom <= now;
  const isVoid = givenUpAt <= now;
  const finalAt = kind === 'draft for long' ? saleFrom : madeAt;
  const isFinal = finalAt <= now;
  return anInvoice({
    id: `in_${n}`,
    number: `N-${n}`,
    created: seconds(madeAt),
    status: isPaid ? 'paid' : isVoid ? 'void' : isFinal ? 'open' : 'draft',
    effective_at: kind === 'dated back' ? seconds(soldAt) : null,
    status_transitions: {
      finalized_at: isFinal ? seconds(finalAt) : null,
      paid_at: isPaid ? seconds(saleFrom) : null,
      ...(isVoid && { voided_at: seconds(givenUpAt) }),
    },
    subtotal: 10_000,
    total: cents,
    amount_paid: isPaid ? cents : 0,
    post_payment_credit_notes_amount: noted.reduce((sum, { one }) => sum + centsOf(one), 0),
    total_taxes: [aTax(825)],
    lines: listed([anInvoiceLine({ id: `il_${n}`, amount: 10_000, taxes: [aTax(825)] })]),
    payments: listed(payingSince <= now && !isPaidOutside ? [paymentOf(n, payingSince, isPaid)] : []),
  });
};

const paymentOf = (n: number, at: number, isPaid: boolean): Json =>
  aPayment({
    id: `inpay_${n}`,
    status: isPaid ? 'paid' : 'open',
    amount_paid: isPaid ? cents : null,
    invoice: `in_${n}`,
    created: seconds(at),
    payment: { type: 'payment_intent', payment_intent: `pi_${n}` },
  });

const noEvents = ['', '', ''] as const;

/** By which events a change is made, settled and undone. */
const eventsOf = {
  refund: ['refund.created', 'refund.updated', 'refund.failed'],
  dispute: ['charge.dispute.created', 'charge.dispute.closed', 'charge.dispute.closed'],
  'credit note': ['credit_note.created', 'credit_note.updated', 'credit_note.voided'],
  edit: noEvents,
  cancellation: noEvents,
} as const;

const objectsOf = (sale: HistorySale, now: number): Objects => {
  const {
    n,
    kind,
    madeAt,
    saleFrom,
    payingSince = saleFrom,
    givenUpAt = Infinity,
    bouncedAt = Infinity,
    later,
    isPaidOutside = false,
  } = sale;
  if (madeAt > now) return { lists: {}, events: [] };
  const ofInvoice = isInvoice(kind);
  const isDone = saleFrom <= now;
  const own: Json = ofInvoice ? { id: `in_${n}`, object: 'invoice' } : { id: `ch_${n}`, object: 'charge' };
  const part = { charge: `ch_${n}`, payment_intent: `pi_${n}`, ...(ofInvoice && { invoice: `in_${n}` }) };
  return {
    lists: {
      charges: ofInvoice && (payingSince > now || isPaidOutside) ? [] : [chargeAt(sale, now)],
      invoices: ofInvoice ? [invoiceAt(sale, now)] : [],
      invoicePayments: ofInvoice && payingSince <= now && !isPaidOutside ? [paymentOf(n, payingSince, isDone)] : [],
      refunds: happenedTo(sale, now, 'refund').map((one) => refundOf(sale, one, now)),
      disputes: happenedTo(sale, now, 'dispute').map((one) => disputeOf(sale, one, now)),
      creditNotes: happenedTo(sale, now, 'credit note').map((one) => noteOf(sale, one, now)),
      balanceTransactions: [
        ...(isDone ? [booked(`ch_${n}`, saleFrom, cents, 'charge', `ch_${n}`)] : []),
        ...(bouncedAt > now ? [] : [booked(`ch_${n}_back`, bouncedAt, -cents, 'charge_failure', `ch_${n}`)]),
        ...happenedTo(sale, now, 'dispute').flatMap(({ one, number }) => turnsOf(one, number, now)),
        ...happenedTo(sale, now, 'refund').flatMap(({ one, number }) => {
          const id = `re_${number}`;
          const taken = booked(id, one.at, -centsOf(one), 'refund', id);
          if (!isUndone(one, now)) return [taken];
          return [taken, booked(`${id}_back`, one.undoneAt ?? 0, centsOf(one), 'refund_failure', id)];
        }),
      ],
    },
    events: [
      {
        at: kind === 'draft for long' ? saleFrom : madeAt,
        type: ofInvoice ? 'invoice.finalized' : 'charge.updated',
        object: own,
      },
      { at: saleFrom, type: ofInvoice ? 'invoice.paid' : 'charge.captured', object: own },
      { at: givenUpAt, type: ofInvoice ? 'invoice.voided' : 'charge.failed', object: own },
      { at: bouncedAt, type: 'charge.failed', object: own },
      ...later.flatMap(({ kind: what, at, settledAt = at, undoneAt, againAt }) => {
        const [made, settled, undone] = eventsOf[what];
        const object = { id: `${what} ${n}`, ...part };
        return [
          { at, type: made, object },
          ...(settledAt === at ? [] : [{ at: settledAt, type: settled, object }]),
          ...(undoneAt === null ? [] : [{ at: undoneAt, type: undone, object }]),
          ...(againAt === undefined ? [] : [{ at: againAt, type: settled, object }]),
        ];
      }),
    ],
  };
};

/** Writes into a stand-in what Stripe shows of a history at a time. Events are kept for 30 days. */
export const showStripe = (data: StripeData, history: readonly HistorySale[], now: number): void => {
  const sales = history.filter(({ platform }) => platform === 'stripe');
  const all = sales.map((sale) => objectsOf(sale, now));
  for (const name of [
    'charges',
    'invoices',
    'invoicePayments',
    'creditNotes',
    'refunds',
    'disputes',
    'balanceTransactions',
  ] as const)
    data[name].splice(0, data[name].length, ...all.flatMap(({ lists }) => lists[name] ?? []));
  const events = all.flatMap((one) => one.events).filter(({ at }) => at <= now && at > now - 30 * day);
  data.events.splice(
    0,
    data.events.length,
    ...events
      .sort((a, b) => a.at - b.at)
      .map(({ at, type, object }, index) => ({
        id: `evt_${index}_${seconds(at)}`,
        object: 'event',
        type,
        created: seconds(at),
        livemode: true,
        data: { object },
      })),
  );
};
