/** Reads a page of a Stripe window: joins charges, sessions and invoices, newest first, so that each sale is on one page. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Interval, isWithin } from '../../../src/domain/date-range.ts';
import { instantOfUnixSeconds } from '../../../src/domain/instant.ts';
import type { Page, SourceResult, Window } from '../../../src/mapping/source-connector.ts';
import { forEach, unseenList, orHeld } from './or-held.ts';
import type { StripeContext } from '../to-sale/identity.ts';
import type { Dated, Descending, Span } from './descending.ts';
import { incomplete, issuedAt, undecodable } from '../to-sale/admission.ts';
import type { StripeFailure } from '../errors.ts';
import type { Invoice } from '../records/invoice.ts';
import { nothingKnown, readInvoice } from './read-invoice.ts';
import type { Read, StripeApi } from '../client/stripe-api.ts';
import { invoiceLookBack, paymentLookBack, remember, sessionLookBack, type WindowReading } from './window-reading.ts';
import { type Charge, isTaken, soldAt } from '../records/charge.ts';
import type { CheckoutSession } from '../records/checkout-session.ts';
import { wholeSession } from './look-ups.ts';
import { ownerInWindow } from './owner-in-window.ts';
import { paymentIdOf } from '../to-sale/payment-owner.ts';
import { readCharge } from './read-charge.ts';
import { readOlderInvoice } from './read-older-invoice.ts';
import { readRecord } from './read-record.ts';
import { isSaleByItself, sessionToSale } from '../to-sale/session-to-sale.ts';
import { attempt } from '../../../src/domain/attempt.ts';

/** A page, and the second down to which it is complete. */
interface ReadPage {
  readonly page: Page;
  readonly low: number;
}

/** The result of one object of a list; null when another record is the sale. */
type ResultOrNone = SourceResult | null;

/**
 * One page of everything that was created in a window: a merge of charges, sessions and invoices, newest first. Each
 * record belongs to the second in which it was created, so that it is in exactly one window and on one page.
 *
 * @param span the rest of the window; the page is its newest part
 */
export const readSalesPage =
  (
    api: StripeApi,
    context: StripeContext,
    reading: WindowReading,
    { window, range }: { readonly window: Window; readonly range: Interval },
    span: Span,
  ): Read<ReadPage> =>
  () =>
    attempt(async (take) => {
      const low = await take(readDown(reading, span));
      const onPage = isOn({ low, high: span.end });
      const { sessions: list, sessionOfInvoice, seen } = reading;
      // A session that may not be read, or cannot be decoded, may have made an invoice: then the session is looked up.
      const isEverySeen = list.missing() === null && list.items().every(({ value }) => E.isRight(value));
      const known = {
        chargeOf: (paymentId: string) => seen.get(paymentId),
        sessionOf: (invoice: Invoice) => sessionOfInvoice.get(invoice.id) ?? (isEverySeen ? null : undefined),
        unseenSessions: list.missing(),
      };
      const readAll = <A>(list: Descending<A>, read: (item: A) => Read<ResultOrNone>): Read<readonly ResultOrNone[]> =>
        forEach(readItem(read), list.items().filter(onPage));
      const named = new Set<string>();
      const readOlder = olderInvoices(api, context, { reading, named }, range);
      // Charges first: invoices take their charges from the charges that were seen.
      const results = await take(
        TE.sequenceSeqArray([
          readAll(reading.charges, readOwnCharge(api, context, reading, readOlder)),
          readAll(reading.sessions, readOwnSession(api, context)),
          readAll(reading.invoices, (invoice) => readInvoice(api, context, invoice, known)),
          readAll(readable(reading.payments), ({ invoice, status }) =>
            invoice === null || status === 'canceled' ? TE.right(null) : readOlder(invoice),
          ),
        ])(),
      );
      // Not earlier: a page that failed half way reads them again.
      for (const id of named) reading.older.add(id);
      const unreadLists = [...unreadableLists(window, reading), ...unreadable(reading.payments, onPage)];
      return toPage([...unreadLists, ...results.flat()], low, span);
    });

/** One page of the invoices that were created before or after the range and issued within it. */
export const readOutlyingInvoicesPage = (
  api: StripeApi,
  context: StripeContext,
  { invoices }: WindowReading,
  range: Interval,
  span: Span,
): Read<ReadPage> =>
  readOutlyingPage(invoices, mayBeIssuedWithin(range), span, (invoice) =>
    readInvoice(api, context, invoice, nothingKnown),
  );

/** One page of the payments that were created after the range and taken within it, by a reader that was offline. */
export const readForwardedPage = (
  api: StripeApi,
  context: StripeContext,
  { charges }: WindowReading,
  range: Interval,
  span: Span,
): Read<ReadPage> =>
  readOutlyingPage(charges, isStoredWithin(range), span, ({ id }) =>
    TE.map((sale: O.Option<SourceResult>) => O.toNullable(O.filter(isSaleOf(id))(sale)))(readRecord(api, context)(id)),
  );

/** Reads every list far enough to complete the page that ends at `span.end`. Right: the second where the page begins. */
const readDown = async (reading: WindowReading, { start, end }: Span): Promise<E.Either<StripeFailure, number>> => {
  const { charges, sessions, invoices, payments } = reading;
  const first = await Promise.all([
    charges.readUntil(hasPage(charges, end))(),
    sessions.readUntil(hasPage(sessions, end))(),
    invoices.readUntil(hasPage(invoices, end))(),
    // Every page needs these payments. How many more a longer page needs is not known yet.
    payments.readUntil(() => payments.completeFrom() < end - paymentLookBack)(),
  ]);
  for (const answer of first) if (E.isLeft(answer)) return answer;
  const missing = charges.missing();
  if (missing !== null) return E.left({ _tag: 'SourceCredentialsRefused', message: missing });
  const low = Math.max(...[charges, sessions, invoices].map((list) => lowOf(list, end, start)));
  const joined = await Promise.all([
    sessions.readUntil(() => sessions.completeFrom() <= low - sessionLookBack)(),
    invoices.readUntil(() => invoices.completeFrom() <= low - invoiceLookBack)(),
    payments.readUntil(() => payments.completeFrom() <= low - paymentLookBack)(),
  ]);
  for (const answer of joined) if (E.isLeft(answer)) return answer;
  return E.right(low);
};

/** How many objects of one list make a page. */
const pageSize = 100;

/** Whether enough of a list is read to know where its page ends: a page of it, with all objects of its last second. */
const hasPage = (list: Descending<unknown>, high: number) => (): boolean => {
  const below = list.items().filter(({ created }) => created < high);
  return below.length >= pageSize && list.completeFrom() < high;
};

/**
 * How far down a page of one list reaches, in whole seconds: objects of one second stay together, because the next page begins at
 * a second. A second with more objects than a page becomes one page.
 */
const lowOf = (list: Descending<unknown>, high: number, start: number): number => {
  const below = list.items().filter(({ created }) => created < high);
  const last = below[pageSize - 1];
  const low = Math.max(start, list.completeFrom(), last === undefined ? start : last.created + 1);
  return low < high ? low : high - 1;
};

/** Unix seconds; `high` is excluded. */
interface PageBounds {
  readonly low: number;
  readonly high: number;
}

const isOn =
  ({ low, high }: PageBounds) =>
  ({ created }: Pick<Dated<unknown>, 'created'>): boolean =>
    created >= low && created < high;

/** Reads one object of a list, or holds it. */
const readItem =
  <A>(read: (item: A) => Read<ResultOrNone>) =>
  ({ id, value }: Dated<A>): Read<ResultOrNone> =>
    E.isLeft(value) ? TE.right(undecodable(id, value.left)) : orHeld(id, read(value.right));

/**
 * Reads, once, an invoice that a record names and the list does not have. The list has the invoices of the two days before, so a
 * missing one was a draft for longer, or is from an earlier month and is paid now.
 */
const olderInvoices =
  (
    api: StripeApi,
    context: StripeContext,
    { reading: { invoices, older }, named }: { readonly reading: WindowReading; readonly named: Set<string> },
    range: Interval,
  ) =>
  (id: string): Read<ResultOrNone> => {
    const isHere = invoices.missing() !== null || invoices.items().some((item) => item.id === id);
    if (isHere || older.has(id) || named.has(id)) return TE.right(null);
    named.add(id);
    return orHeld(id, readOlderInvoice(api, context, range, id));
  };

/** The sale of a charge; null when its invoice is the sale, which is read separately. */
const readOwnCharge =
  (api: StripeApi, context: StripeContext, reading: WindowReading, readOlder: (id: string) => Read<ResultOrNone>) =>
  (charge: Charge): Read<ResultOrNone> =>
  async () => {
    const owner = await ownerInWindow(api, reading, charge)();
    if (E.isLeft(owner)) return owner;
    switch (owner.right.kind) {
      case 'invoice':
        // Failed attempts have the same payment; only the one that succeeded is the invoice's.
        if (isTaken(charge)) remember(reading.seen, paymentIdOf(charge), charge);
        return owner.right.lookedUp === undefined ? E.right(null) : readOlder(owner.right.lookedUp)();
      case 'charge':
        return readCharge(api, context, charge, owner.right.session)();
      case 'unseen':
        return E.right(cannotSee(charge.id, owner.right.missing));
    }
  };

const cannotSee = (id: string, missing: string): SourceResult =>
  E.left(incomplete(id, `its items cannot be read: ${missing}`));

/** The sale of a session that needed no payment; null when a charge or an invoice is the sale. */
const readOwnSession =
  (api: StripeApi, context: StripeContext) =>
  (session: CheckoutSession): Read<ResultOrNone> =>
  async () => {
    if (!isSaleByItself(session)) return E.right(null);
    const whole = await wholeSession(api, session)();
    return E.isLeft(whole) ? whole : E.right(sessionToSale(context, whole.right));
  };

/** The list without objects that could not be decoded, which are held separately. */
const readable = <A>(list: Descending<A>): Descending<A> => ({
  ...list,
  items: () => list.items().filter(({ value }) => E.isRight(value)),
});

/**
 * A list that the key may not read is reported as a held record, once per window, whichever page missed it first: a run
 * must report the lists that it could not read.
 */
const unreadableLists = (
  window: Window,
  { sessions, invoices, payments, named }: WindowReading,
): readonly SourceResult[] => {
  const spots: SourceResult[] = [];
  for (const [what, missing] of [
    ['checkout sessions', sessions.missing()],
    ['invoices', invoices.missing()],
    ['invoice payments', payments.missing()],
  ] as const) {
    if (missing === null || named.has(what)) continue;
    named.add(what);
    spots.push(E.left(incomplete(unseenList(what, window), missing)));
  }
  return spots;
};

/** A payment of an invoice that cannot be decoded is held as a separate record, because it would have joined two others. */
const unreadable = <A>(list: Descending<A>, onPage: (item: Dated<A>) => boolean): readonly SourceResult[] =>
  list
    .items()
    .filter(onPage)
    .flatMap(({ id, value }) => (E.isLeft(value) ? [undecodable(id, value.left)] : []));

const toPage = (results: readonly ResultOrNone[], low: number, { start }: Span): ReadPage => ({
  low,
  page: {
    results: results.filter((result): result is SourceResult => result !== null),
    next: low > start ? O.some(String(low)) : O.none,
  },
});

/** One page of a list of objects from before or after the range. Few of them belong to the range. */
const readOutlyingPage =
  <A>(
    list: Descending<A>,
    mayBelong: (item: Dated<A>) => boolean,
    span: Span,
    read: (item: A) => Read<ResultOrNone>,
  ): Read<ReadPage> =>
  async () => {
    const answer = await list.readUntil(hasPage(list, span.end))();
    if (E.isLeft(answer)) return answer;
    const low = lowOf(list, span.end, span.start);
    const some = list
      .items()
      .filter(isOn({ low, high: span.end }))
      .filter(mayBelong);
    const results = await forEach(readItem(read), some)();
    return E.isLeft(results) ? results : E.right(toPage(results.right, low, span));
  };

/**
 * Whether an invoice was issued within the range. One that cannot be decoded may be: every range that it may belong to holds it.
 */
const mayBeIssuedWithin =
  (range: Interval) =>
  ({ value }: Dated<Invoice>): boolean => {
    if (E.isLeft(value)) return true;
    const finalized = value.right.status_transitions?.finalized_at ?? null;
    const at = issuedAt(value.right);
    return finalized !== null && at !== null && isWithin(range, instantOfUnixSeconds(at));
  };

const isStoredWithin =
  (range: Interval) =>
  ({ value }: Dated<Charge>): boolean => {
    const at = E.isRight(value) ? soldAt(value.right) : null;
    return at !== null && isWithin(range, instantOfUnixSeconds(at));
  };

/** Whether a sale is the charge itself, and not an invoice, which has its own date. */
const isSaleOf =
  (chargeId: string) =>
  (sale: SourceResult): boolean =>
    (E.isRight(sale) ? sale.right.identity.recordId : sale.left.sourceId) === chargeId;
