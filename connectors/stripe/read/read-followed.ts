/**
 * Reads what happened to earlier sales in a span of time, from lists of refunds, disputes, credit notes, invoices and charges.
 */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { type Interval, intervalOf, isWithin } from '../../../src/domain/date-range.ts';
import { decodeAs, type Undecodable } from '../../../src/domain/decode.ts';
import { fieldOf } from '../../../src/domain/fields.ts';
import { instantOfUnixSeconds, millisecondsOf } from '../../../src/domain/instant.ts';
import type { Cursor, Page, SourceResult, Window } from '../../../src/mapping/source-connector.ts';
import type { ListName, ListQuery, Read, StripeApi, StripeList } from '../client/stripe-api.ts';
import { isRefusal, type StripeFailure } from '../errors.ts';
import { type Charge, Charge as ChargeCodec } from '../records/charge.ts';
import { nullable, object, reference, text, unixSeconds } from '../records/codec.ts';
import { StatusTransitions } from '../records/invoice.ts';
import { incomplete, undecodable } from '../to-sale/admission.ts';
import type { StripeContext } from '../to-sale/identity.ts';
import { ownerOf } from '../to-sale/payment-owner.ts';
import { forEach, unseenList } from './or-held.ts';
import { readRecord } from './read-record.ts';
import { draftSeconds, type FollowedList, type FollowedMeaning } from './windows.ts';

/*
 * Stripe keeps events for only 30 days, and these lists take fewer requests. Each object is followed to its sale, which is read
 * as it is now. A page costs one request, and a few more for each sale that is followed.
 */

/** The span of a window, and the neighboring days that other windows read; in Unix seconds. */
interface Asked {
  readonly start: number;
  readonly end: number;
  /** Whether another window reads the sales of that second. */
  readonly isBeside: (second: number) => boolean;
  /**
   * The windows of the neighboring days list no invoice from before this second, so such invoices that are issued in those days
   * are read here.
   */
  readonly listedSince: number;
}

/** How a list is read. */
interface Following {
  readonly name: ListName;
  readonly expand: readonly string[];
  /** How many days before the span are read as well: an object from then may have changed within the span. */
  readonly daysBefore: number;
  /** Whether objects of the span itself are read. */
  readonly readsSpan: boolean;
  /** The id of the record to read; null if the object changed no sale that this window reads. */
  readonly recordIn: (item: unknown, asked: Asked) => E.Either<Undecodable, string | null>;
}

const isIn = ({ start, end }: Pick<Asked, 'start' | 'end'>, second: number | null): boolean =>
  second !== null && second >= start && second < end;

/** Seconds in a day. */
const day = 86_400;

const nothingKnown = { invoiceOf: () => undefined, sessionOf: () => undefined };

/**
 * Whether the windows of the range read the sale of a charge as it is now. Not if the charge paid an invoice, which has its own
 * date and may be older than these windows.
 */
const isReadBeside = (charge: Charge, { isBeside }: Asked): boolean => {
  const { kind } = ownerOf(nothingKnown, charge);
  return charge.created !== null && isBeside(charge.created) && kind !== 'invoice' && kind !== 'perhaps an invoice';
};

const Returned = object('Refund', {
  id: t.string,
  created: unixSeconds,
  status: text,
  charge: reference,
  payment_intent: reference,
});

/** The charge inside an object of a list; null if only its id is there or it cannot be decoded, and then it is read. */
const chargeIn = (item: unknown): Charge | null =>
  O.toNullable(O.fromEither(decodeAs(ChargeCodec)(fieldOf(item, 'charge'))));

const chargeToRead = (item: unknown, { charge, payment_intent }: t.TypeOf<typeof Returned>, asked: Asked) => {
  const known = chargeIn(item);
  return known !== null && isReadBeside(known, asked) ? null : (charge ?? payment_intent);
};

/** Longer than a bank takes to return money. */
const pendingDays = 45;

/**
 * Longer than a refund takes to fail: for a bank transfer, a buyer has 45 days to name an account before Stripe cancels it
 * (docs.stripe.com/payments/customer-balance/refunding), and a bank may return it after that.
 */
const refundDays = 100;

/**
 * A refund from before the span counts if it may have been pending until now, or was undone. Every kind of refund may have been
 * pending: a card refund waits as well if the balance of the account does not cover it (support.stripe.com, "Pending refunds due
 * to insufficient funds").
 */
const refunds: Following = {
  name: 'refunds',
  expand: ['data.charge'],
  daysBefore: refundDays,
  readsSpan: true,
  recordIn: (item, asked) =>
    E.map((refund: t.TypeOf<typeof Returned>) => {
      const { created, status } = refund;
      const isUndone = status === 'failed' || status === 'canceled';
      const mayBeLate = status === 'succeeded' && created !== null && created >= asked.start - pendingDays * day;
      return isIn(asked, created) || isUndone || mayBeLate ? chargeToRead(item, refund, asked) : null;
    })(decodeAs(Returned)(item)),
};

/** Longer than a bank takes to decide. */
const disputeDays = 180;

const disputes: Following = {
  name: 'disputes',
  expand: ['data.charge'],
  daysBefore: disputeDays,
  readsSpan: true,
  recordIn: (item, asked) =>
    E.map((dispute: t.TypeOf<typeof Returned>) => {
      const { created, status } = dispute;
      const isOpen = status === null || /needs_response|under_review/.test(status);
      return isIn(asked, created) || !isOpen ? chargeToRead(item, dispute, asked) : null;
    })(decodeAs(Returned)(item)),
};

const Note = object('CreditNote', {
  id: t.string,
  created: unixSeconds,
  voided_at: unixSeconds,
  invoice: reference,
});

/** How many days back invoices and their notes are read: a year, and a month for late changes. */
const invoiceDays = 400;

const creditNotes: Following = {
  name: 'credit notes',
  expand: [],
  daysBefore: invoiceDays,
  readsSpan: true,
  recordIn: (item, asked) =>
    E.map(({ created, voided_at, invoice }: t.TypeOf<typeof Note>) =>
      isIn(asked, created) || isIn(asked, voided_at) ? invoice : null,
    )(decodeAs(Note)(item)),
};

const DatedInvoice = object('Invoice', {
  id: t.string,
  created: unixSeconds,
  date: unixSeconds,
  effective_at: unixSeconds,
  finalized_at: unixSeconds,
  status_transitions: nullable(StatusTransitions),
});

/**
 * Invoices that became final, were paid, voided or given up within the span, or were made in it with an earlier date. Also
 * invoices of the neighboring days that their windows do not list: an old draft that no payment names, and one with a date of
 * issue far ahead.
 */
const olderInvoices: Following = {
  name: 'invoices',
  expand: [],
  daysBefore: invoiceDays,
  readsSpan: true,
  recordIn: (item, asked) =>
    E.map(({ id, created, date, effective_at, finalized_at, status_transitions }: t.TypeOf<typeof DatedInvoice>) => {
      const [madeAt, finalAt] = [created ?? date, status_transitions?.finalized_at ?? finalized_at];
      if (finalAt === null) return null;
      const { paid_at = null, voided_at = null, marked_uncollectible_at = null } = status_transitions ?? {};
      const isChanged = [madeAt, finalAt, paid_at, voided_at, marked_uncollectible_at].some((at) => isIn(asked, at));
      const isBeside = asked.isBeside(effective_at ?? finalAt);
      const isRead = madeAt !== null && asked.isBeside(madeAt) && isBeside;
      const isOutOfReach = madeAt !== null && madeAt < asked.listedSince && isBeside;
      return (isChanged && !isRead) || isOutOfReach ? id : null;
    })(decodeAs(DatedInvoice)(item)),
};

/** Longer than an authorization holds, and than a bank debit takes to arrive or to be returned. */
const paymentDays = 45;

/**
 * Payment methods whose money arrives, or fails to arrive, days after the charge was made: debits (`…_debit`), transfers and
 * vouchers.
 */
const isDelayed = ({ payment_method_details: details }: Charge): boolean =>
  details?.type != null &&
  /debit|bank|^ach|transfer|^(?:boleto|konbini|multibanco|oxxo|pix|customer_balance)$/.test(details.type);

const mayBeCapturedLater = ({ payment_intent, captured, payment_method_details: details }: Charge): boolean =>
  captured === false ||
  (payment_intent?.object?.capture_method ?? null) === 'manual' ||
  (details?.card?.capture_before ?? null) !== null;

const olderPayments: Following = {
  name: 'charges',
  expand: [],
  daysBefore: paymentDays,
  readsSpan: false,
  recordIn: (item, asked) => {
    const charge = decodeAs(ChargeCodec)(item);
    // A charge that cannot be decoded was held by the window of its own day.
    if (E.isLeft(charge)) return E.right(null);
    const { id, status } = charge.right;
    const mayBeLate = status !== 'pending' && (isDelayed(charge.right) || mayBeCapturedLater(charge.right));
    return E.right(mayBeLate && !isReadBeside(charge.right, asked) ? id : null);
  },
};

const followings: Readonly<Record<FollowedList, Following>> = {
  refunds,
  disputes,
  'credit notes': creditNotes,
  'older invoices': olderInvoices,
  'older payments': olderPayments,
};

const pageSize = 100;

/** The last object of a page, after which the next one begins. `created`: Unix seconds. */
interface Place {
  readonly id: string;
  readonly created: number;
}

/** One page of a list, newest first. The cursor names the last object of the page. */
export const readFollowedPage =
  (timeZone: string, meaning: FollowedMeaning) =>
  (api: StripeApi, context: StripeContext, window: Window, from: O.Option<Cursor>): Read<Page> =>
  async () => {
    const { name, expand, daysBefore, readsSpan, recordIn } = followings[meaning.list];
    const asked = askedOf(window, meaning, timeZone);
    const { gte, lt } = { gte: asked.start - daysBefore * day, lt: readsSpan ? asked.end : asked.start };
    const after = pipe(from, O.chain(parsePlace), O.toNullable);
    const ask = (query: Omit<ListQuery, 'limit'>): Read<StripeList> => {
      const whole = { limit: pageSize, ...query };
      return TE.orElse((failure: StripeFailure) =>
        // Without the expanded charge, each object is followed.
        failure._tag === 'RefusedExpansion' ? api.list(name, whole) : TE.left(failure),
      )(api.list(name, expand.length === 0 ? whole : { ...whole, expand: [...expand] }));
    };
    const list = await pipe(
      ask({ created: { gte, lt }, ...(after !== null && { starting_after: after.id }) }),
      // The draft after which the list was to continue was deleted: objects of its second are read again.
      TE.orElse((failure) =>
        failure._tag === 'LostPlace' && after !== null
          ? ask({ created: { gte, lt: after.created + 1 } })
          : TE.left(failure),
      ),
    )();
    if (E.isLeft(list)) {
      if (list.left._tag !== 'MissingPermission' && !isRefusal(list.left)) return list;
      // Named once: the list has no further page.
      return E.right({ results: [E.left(incomplete(unseenList(name, window), list.left.message))], next: O.none });
    }
    const { data, has_more } = list.right;
    const unreadable: SourceResult[] = [];
    const recordIds = new Set<string>();
    for (const item of data) {
      const recordId = recordIn(item, asked);
      if (E.isLeft(recordId))
        unreadable.push(undecodable(O.toNullable(placeOf(item))?.id ?? unseenList(name, window), recordId.left));
      else if (recordId.right !== null) recordIds.add(recordId.right);
    }
    const read = await forEach(readRecord(api, context), [...recordIds])();
    if (E.isLeft(read)) return read;
    const byRecord = new Map<string, SourceResult>();
    for (const result of read.right) if (O.isSome(result)) byRecord.set(keyOf(result.value), result.value);
    const last = placeOf(data.at(-1));
    if (has_more && (O.isNone(last) || last.value.id === after?.id)) {
      return E.left({ _tag: 'SourceRefused', message: `Stripe returned a list of ${name} that repeats itself` });
    }
    return E.right({
      results: [...unreadable, ...byRecord.values()],
      next: has_more ? O.map(({ id, created }: Place) => `${id} ${created}`)(last) : O.none,
    });
  };

const askedOf = (window: Window, { besides }: FollowedMeaning, timeZone: string): Asked => {
  const apart: Interval | null = besides === null ? null : intervalOf(besides, timeZone);
  return {
    start: Math.floor(millisecondsOf(window.start) / 1000),
    end: Math.ceil(millisecondsOf(window.end) / 1000),
    isBeside: (second) => apart !== null && isWithin(apart, instantOfUnixSeconds(second)),
    listedSince: apart === null ? 0 : Math.floor(millisecondsOf(apart.start) / 1000) - draftSeconds,
  };
};

const parsePlace = (cursor: Cursor): O.Option<Place> => {
  const [id = '', created] = cursor.split(' ');
  const second = Number(created);
  return id === '' || !Number.isSafeInteger(second) ? O.none : O.some({ id, created: second });
};

const Listed = object('object of a list', { id: t.string, created: unixSeconds, date: unixSeconds });

const placeOf = (item: unknown): O.Option<Place> =>
  pipe(
    O.fromEither(decodeAs(Listed)(item)),
    O.map(({ id, created, date }) => ({ id, created: created ?? date ?? 0 })),
  );

const keyOf = (result: SourceResult): string =>
  E.isRight(result) ? result.right.identity.recordId : result.left.sourceId;
