/** Finds when and by which event Stripe took back a payment, a refund, an invoice, a credit note or a lost dispute. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { instantOfUnixSeconds } from '../../../src/domain/instant.ts';
import type { PlatformEvent } from '../../../src/domain/platform-event.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import type { ChangeOfRecord } from '../../../src/mapping/source-connector.ts';
import { decoded, wholeListOf } from '../client/decoded.ts';
import type { ObjectName, Read, StripeApi } from '../client/stripe-api.ts';
import { isRefusal, type StripeFailure } from '../errors.ts';
import { Charge } from '../records/charge.ts';
import { CreditNote } from '../records/credit-note.ts';
import { Invoice } from '../records/invoice.ts';
import { Dispute } from '../records/dispute.ts';
import { expandable, object, text, unixSeconds } from '../records/codec.ts';
import { failedCharge, turnsOf, voidedInvoice, voidedNote } from '../to-sale/undone.ts';
import { attempt } from '../../../src/domain/attempt.ts';

/**
 * The failure of a payment that had paid an invoice. Only read for an invoice that is not paid and that someone tried to pay: one
 * request for each of its payments.
 */
export const lateFailureOf =
  (api: StripeApi, { unpaid }: Pick<Policy, 'unpaid'>, invoice: Invoice): Read<PlatformEvent | undefined> =>
  async () => {
    const isOpen = invoice.status === 'open' || invoice.status === 'uncollectible';
    // An invoice that is sent before it is paid stays as it was sent.
    if (!isOpen || invoice.attempted === false || unpaid === 'send') return E.right(undefined);
    for (const payment of triedPaymentsOf(invoice)) {
      const charges = await chargesOf(api, payment)();
      if (E.isLeft(charges)) return isGone(charges.left) ? E.right(undefined) : charges;
      const [failed] = charges.right.flatMap((charge) => failedCharge(charge) ?? []);
      if (failed !== undefined) return E.right(failed);
    }
    return E.right(undefined);
  };

/** None for a record that Stripe no longer has. */
export const readUndoneBy =
  (api: StripeApi) =>
  ({ recordId, changeId }: ChangeOfRecord): Read<O.Option<PlatformEvent>> =>
  async () => {
    const found = await read(api, changeId ?? recordId)();
    return E.isLeft(found) && isGone(found.left) ? E.right(O.none) : found;
  };

/** The payments that were tried for an invoice. */
const triedPaymentsOf = ({ payments, payment_intent: intent, charge }: Invoice): readonly string[] => [
  ...new Set(
    [...(payments?.data ?? []).map(({ payment: one }) => one?.payment_intent ?? one?.charge), intent, charge].filter(
      (one) => one != null,
    ),
  ),
];

const chargesOf = (api: StripeApi, payment: string): Read<readonly Charge[]> =>
  payment.startsWith('pi_')
    ? wholeListOf(api, 'charges', { payment_intent: payment }, Charge)
    : TE.map((charge: Charge) => [charge])(decoded(api.retrieve('charge', payment), Charge));

const isGone = (failure: StripeFailure): boolean => isRefusal(failure) || failure._tag === 'MissingPermission';

const read = (api: StripeApi, id: string): Read<O.Option<PlatformEvent>> => {
  if (id.startsWith('cn_')) {
    return async () => {
      const note = await decoded(api.retrieve('credit note', id), CreditNote)();
      return E.map((found: CreditNote) => (found.status === 'void' ? O.some(voidedNote(found)) : O.none))(note);
    };
  }
  if (id.startsWith('dp_') || id.startsWith('du_')) {
    return async () => {
      const dispute = await decoded(api.retrieve('dispute', id), Dispute)();
      return E.map((found: Dispute) => O.fromNullable(turnsOf(found).won.at(-1)))(dispute);
    };
  }
  if (id.startsWith('in_')) return ofInvoice(api, id);
  if (id.startsWith('ch_') || id.startsWith('py_')) return bookedBack(api, 'charge', id);
  return id.startsWith('re_') || id.startsWith('pyr_')
    ? bookedBack(api, 'refund', id)
    : () => Promise.resolve(E.right(O.none));
};

/**
 * What took back an invoice: it was voided, or its payment failed after it had succeeded. The invoice is then open again, and
 * names no such payment.
 */
const ofInvoice =
  (api: StripeApi, id: string): Read<O.Option<PlatformEvent>> =>
  () =>
    attempt(async (take) => {
      const found = await take(decoded(api.retrieve('invoice', id, ['payments']), Invoice)());
      const voided = voidedInvoice(found);
      if (voided !== undefined) return O.some(voided);
      for (const payment of triedPaymentsOf(found)) {
        const charges = await take(chargesOf(api, payment)());
        const failed = charges.find(hasFailedLate);
        if (failed !== undefined) return take(bookedBack(api, 'charge', failed.id)());
      }
      return O.none;
    });

const hasFailedLate = (charge: Charge): boolean => failedCharge(charge) !== undefined;

/** A refund or a charge, with the balance transaction that booked it back. */
const BookedBack = object('BookedBack', {
  id: t.string,
  status: text,
  failure_balance_transaction: expandable(object('BalanceTransaction', { id: t.string, created: unixSeconds })),
});

const bookedBack =
  (api: StripeApi, name: ObjectName, id: string): Read<O.Option<PlatformEvent>> =>
  async () => {
    const read = (expand: readonly string[]) => decoded(api.retrieve(name, id, expand), BookedBack)();
    const whole = await read(['failure_balance_transaction']);
    // The balance needs its own permission. Without it, only the id of the transaction is known.
    const isApart = E.isLeft(whole) && ['MissingPermission', 'RefusedExpansion'].includes(whole.left._tag);
    const found = isApart ? await read([]) : whole;
    if (E.isLeft(found)) return found;
    const { failure_balance_transaction: booked, status } = found.right;
    if (booked === null) return E.right(O.none);
    const seconds = booked.object?.created ?? null;
    const what = name === 'refund' ? `Refund ${id}` : `Payment ${id}`;
    const how = status === 'canceled' ? 'was canceled' : name === 'refund' ? 'failed' : 'failed after it had succeeded';
    return E.right(
      O.some({
        id: booked.id,
        occurredAt: seconds === null ? null : instantOfUnixSeconds(seconds),
        message: `${what} ${how}`,
      }),
    );
  };
