import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { instantOfUnixSeconds } from '../../../src/domain/instant.ts';
import type { PlatformEvent } from '../../../src/domain/platform-event.ts';
import type { ChangeOfRecord } from '../../../src/mapping/source-connector.ts';
import { decoded } from '../client/decoded.ts';
import type { ObjectName, Read, StripeApi } from '../client/stripe-api.ts';
import { isRefusal, type StripeFailure } from '../errors.ts';
import { CreditNote } from '../records/credit-note.ts';
import { Dispute } from '../records/dispute.ts';
import { expandable, object, text, unixSeconds } from '../records/codec.ts';
import { turnsOf, voidedNote } from '../to-sale/undone.ts';

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
    // The balance takes a permission of its own: without it, the transaction is known by its id alone.
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
  if (id.startsWith('ch_') || id.startsWith('py_')) return bookedBack(api, 'charge', id);
  return id.startsWith('re_') || id.startsWith('pyr_')
    ? bookedBack(api, 'refund', id)
    : () => Promise.resolve(E.right(O.none));
};

/** When and by what Stripe took back a change of a sale, or a payment. What it no longer has states nothing. */
export const readUndoneBy =
  (api: StripeApi) =>
  ({ recordId, changeId }: ChangeOfRecord): Read<O.Option<PlatformEvent>> =>
  async () => {
    const found = await read(api, changeId ?? recordId)();
    return E.isLeft(found) && isGone(found.left) ? E.right(O.none) : found;
  };
