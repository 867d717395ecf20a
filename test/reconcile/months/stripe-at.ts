import {
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
import { charge } from '../../support/stripe-storefront.ts';
import type { StripeData } from '../../support/stripe-stand-in-data.ts';
import { cents, day, type HistorySale, isInvoice, type Later } from './history.ts';

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

const refundOf = ({ n }: HistorySale, { at, undoneAt }: Later, now: number): Json =>
  aStripeRefund({
    id: `re_${n}`,
    amount: cents,
    created: seconds(at),
    status: undoneAt !== null && undoneAt <= now ? 'failed' : 'succeeded',
    charge: `ch_${n}`,
    payment_intent: `pi_${n}`,
  });

const disputeOf = ({ n }: HistorySale, { at, undoneAt }: Later, now: number): Json => ({
  id: `dp_${n}`,
  object: 'dispute',
  amount: cents,
  currency: 'usd',
  charge: `ch_${n}`,
  payment_intent: `pi_${n}`,
  created: seconds(at),
  status: undoneAt !== null && undoneAt <= now ? 'won' : 'lost',
});

const noteOf = ({ n }: HistorySale, { at, undoneAt }: Later, now: number): Json =>
  aCreditNote({
    id: `cn_${n}`,
    created: seconds(at),
    invoice: `in_${n}`,
    total: cents,
    status: undoneAt !== null && undoneAt <= now ? 'void' : 'issued',
    ...(undoneAt !== null && undoneAt <= now && { voided_at: seconds(undoneAt) }),
    lines: listed([
      {
        id: `cnli_${n}`,
        amount: 10_000,
        discount_amount: 0,
        invoice_line_item: `il_${n}`,
        quantity: 1,
        taxes: [aTax(825)],
      },
    ]),
  });

const chargeAt = (sale: HistorySale, now: number): Json => {
  const { n, kind, madeAt, saleFrom, later } = sale;
  const isDone = saleFrom <= now;
  const at = isInvoice(kind) ? saleFrom : madeAt;
  const refunds = later.filter((one) => one.kind === 'refund' && one.at <= now).map((one) => refundOf(sale, one, now));
  const isHeld = kind === 'captured later' && !isDone;
  return charge(n, {
    id: `ch_${n}`,
    amount: cents,
    amount_captured: isHeld ? 0 : cents,
    created: seconds(at),
    status: kind === 'debit that arrives later' && !isDone ? 'pending' : 'succeeded',
    captured: !isHeld,
    payment_intent: anIntent({
      id: `pi_${n}`,
      created: seconds(at),
      amount: cents,
      amount_received: isHeld ? 0 : cents,
      latest_charge: `ch_${n}`,
      ...(kind === 'captured later' && { capture_method: 'manual', status: isHeld ? 'requires_capture' : 'succeeded' }),
    }),
    payment_method_details:
      kind === 'debit that arrives later' ? { type: 'us_bank_account' } : { type: 'card', card: {} },
    disputed: later.some((one) => one.kind === 'dispute' && one.at <= now),
    refunds: listed(refunds),
    ...(isInvoice(kind) && { receipt_url: 'https://pay.stripe.com/receipts/invoices/CAcaF', description: 'Invoice' }),
  });
};

const invoiceAt = ({ n, kind, madeAt, soldAt, saleFrom, later }: HistorySale, now: number): Json => {
  const isNoted = later.some((one) => one.kind === 'credit note' && one.at <= now && (one.undoneAt ?? now + 1) > now);
  const isPaid = saleFrom <= now;
  const finalAt = kind === 'draft for long' ? saleFrom : madeAt;
  const isFinal = finalAt <= now;
  return anInvoice({
    id: `in_${n}`,
    number: `N-${n}`,
    created: seconds(madeAt),
    status: isPaid ? 'paid' : isFinal ? 'open' : 'draft',
    effective_at: kind === 'dated back' ? seconds(soldAt) : null,
    status_transitions: {
      finalized_at: isFinal ? seconds(finalAt) : null,
      paid_at: isPaid ? seconds(saleFrom) : null,
    },
    subtotal: 10_000,
    total: cents,
    amount_paid: isPaid ? cents : 0,
    post_payment_credit_notes_amount: isNoted ? cents : 0,
    total_taxes: [aTax(825)],
    lines: listed([anInvoiceLine({ id: `il_${n}`, amount: 10_000, taxes: [aTax(825)] })]),
    payments: listed(isPaid ? [paymentOf(n, saleFrom)] : []),
  });
};

const paymentOf = (n: number, at: number): Json =>
  aPayment({
    id: `inpay_${n}`,
    amount_paid: cents,
    invoice: `in_${n}`,
    created: seconds(at),
    payment: { type: 'payment_intent', payment_intent: `pi_${n}` },
  });

const categories = { refund: 'refund', dispute: 'dispute', 'credit note': 'refund', edit: '' } as const;

const objectsOf = (sale: HistorySale, now: number): Objects => {
  const { n, kind, madeAt, saleFrom, later } = sale;
  if (madeAt > now) return { lists: {}, events: [] };
  const ofInvoice = isInvoice(kind);
  const isDone = saleFrom <= now;
  const happened = later.filter(({ at }) => at <= now);
  const own: Json = ofInvoice ? { id: `in_${n}`, object: 'invoice' } : { id: `ch_${n}`, object: 'charge' };
  const part = { charge: `ch_${n}`, payment_intent: `pi_${n}`, ...(ofInvoice && { invoice: `in_${n}` }) };
  return {
    lists: {
      charges: ofInvoice && !isDone ? [] : [chargeAt(sale, now)],
      invoices: ofInvoice ? [invoiceAt(sale, now)] : [],
      invoicePayments: ofInvoice && isDone ? [paymentOf(n, saleFrom)] : [],
      refunds: happened.filter((one) => one.kind === 'refund').map((one) => refundOf(sale, one, now)),
      disputes: happened.filter((one) => one.kind === 'dispute').map((one) => disputeOf(sale, one, now)),
      creditNotes: happened.filter((one) => one.kind === 'credit note').map((one) => noteOf(sale, one, now)),
      balanceTransactions: [
        ...(isDone ? [booked(`ch_${n}`, saleFrom, cents, 'charge', `ch_${n}`)] : []),
        ...happened
          .filter((one) => one.kind !== 'credit note')
          .flatMap((one) => {
            const id = one.kind === 'refund' ? `re_${n}` : `dp_${n}`;
            const category = categories[one.kind];
            const back = one.undoneAt !== null && one.undoneAt <= now ? one.undoneAt : null;
            return [
              booked(id, one.at, -cents, category, id),
              ...(back === null
                ? []
                : [
                    booked(
                      `${id}_back`,
                      back,
                      cents,
                      one.kind === 'refund' ? 'refund_failure' : 'dispute_reversal',
                      id,
                    ),
                  ]),
            ];
          }),
      ],
    },
    events: [
      { at: madeAt, type: ofInvoice ? 'invoice.finalized' : 'charge.updated', object: own },
      { at: saleFrom, type: ofInvoice ? 'invoice.paid' : 'charge.captured', object: own },
      ...later.flatMap(({ kind: what, at, undoneAt }) => {
        const [made, undone] = {
          refund: ['refund.created', 'refund.failed'],
          dispute: ['charge.dispute.created', 'charge.dispute.closed'],
          'credit note': ['credit_note.created', 'credit_note.voided'],
          edit: ['', ''],
        }[what];
        const object = { id: `${what} ${n}`, ...part };
        return [
          { at, type: made ?? '', object },
          ...(undoneAt === null ? [] : [{ at: undoneAt, type: undone ?? '', object }]),
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
