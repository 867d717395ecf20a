/**
 * The balance transactions of the sample account, which a tie-out compares with the service: charges, refunds, disputes in
 * dollars.
 */
import type { StripeObject } from './ground.ts';

/** The changes of the account's balance by an object, in US dollars and without fees. */
export const settlementsOf = (object: StripeObject): readonly StripeObject[] => {
  const bookings =
    object.object === 'charge'
      ? ofCharge(object)
      : object.object === 'refund'
        ? ofRefund(object)
        : object.object === 'dispute'
          ? ofDispute(object)
          : [];
  return bookings.map(booked(object));
};

interface Booking {
  readonly id: string;
  readonly amount: number;
  readonly type: string;
  readonly category: string;
  /** Seconds after its object was created. */
  readonly later?: number;
}

const ofCharge = (charge: StripeObject): readonly Booking[] => {
  const { balance_transaction: id, status, captured } = charge;
  const [authorized, taken] = [Number(charge['amount']), Number(charge['amount_captured'])];
  if (typeof id !== 'string' || status !== 'succeeded' || captured !== true) return [];
  const booking: Booking = { id, amount: Math.max(authorized, taken), type: 'charge', category: 'charge' };
  if (taken >= authorized) return [booking];
  const back = { amount: taken - authorized, type: 'refund', category: 'partial_capture_reversal' };
  return [booking, { ...back, id: furtherId(id, '2') }];
};

/** The id of a further booking of the same object. */
const furtherId = (id: string, mark: string): string => id.replace(/_1Sbx/, `_${mark}Sbx`);

const ofRefund = ({ balance_transaction: id, amount, status }: StripeObject): readonly Booking[] => {
  if (typeof id !== 'string') return [];
  const booking: Booking = { id, amount: -Number(amount), type: 'refund', category: 'refund' };
  if (status !== 'failed' && status !== 'canceled') return [booking];
  const back = { amount: Number(amount), type: 'refund_failure', category: 'refund_failure' };
  return [booking, { ...back, id: furtherId(id, '2'), later: 600 }];
};

/** A bank withdraws the money when it disputes a payment, and returns it when the merchant wins. */
const ofDispute = ({ id, amount, status }: StripeObject): readonly Booking[] => {
  if (String(status).startsWith('warning')) return [];
  const own = id.replace(/^[a-z]+_/, 'txn_');
  const booking: Booking = {
    id: furtherId(own, '3'),
    amount: -Number(amount),
    type: 'adjustment',
    category: 'dispute',
  };
  if (status !== 'won') return [booking];
  const back = { amount: Number(amount), type: 'adjustment', category: 'dispute_reversal' };
  return [booking, { ...back, id: furtherId(own, '4'), later: 600 }];
};

const booked =
  ({ id: source, created, currency }: StripeObject) =>
  ({ id, amount, type, category, later = 0 }: Booking): StripeObject => {
    const settled = inDollars(amount, String(currency));
    return {
      id,
      object: 'balance_transaction',
      amount: settled,
      available_on: created + later + 2 * 86_400,
      balance_type: 'payments',
      created: created + later,
      currency: 'usd',
      description: null,
      exchange_rate: rateOf(String(currency)),
      fee: 0,
      fee_details: [],
      net: settled,
      reporting_category: category,
      source,
      status: 'available',
      type,
    };
  };

/** The value of one unit of a currency in US dollars, in which the account is settled. */
const rates: Readonly<Record<string, number>> = { eur: 1.0842, jpy: 0.0067, kwd: 3.2514, isk: 0.0072, cad: 0.7345 };

/** How many more digits Stripe's amounts have than US dollars: yen have two fewer, Kuwaiti dinars one more. */
const extraDigits: Readonly<Record<string, number>> = { jpy: -2, kwd: 1 };

const inDollars = (amount: number, currency: string): number =>
  Math.round((amount * (rates[currency] ?? 1)) / 10 ** (extraDigits[currency] ?? 0));

/** The exchange rate as Stripe states it: between amounts in their smallest units. */
const rateOf = (currency: string): number | null => {
  const rate = rates[currency];
  return rate === undefined ? null : Number((rate / 10 ** (extraDigits[currency] ?? 0)).toPrecision(6));
};
