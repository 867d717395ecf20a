/** Reads what moved Stripe's balance, against which the tie-out compares the synced payments. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { type DateRange, dayIn, intervalOf } from '../../../src/domain/date-range.ts';
import { decodeAs } from '../../../src/domain/decode.ts';
import { instantOfUnixSeconds, millisecondsOf } from '../../../src/domain/instant.ts';
import type { PaymentOfEntry, PlatformEntry, PlatformTotals } from '../../../src/mapping/platform-totals.ts';
import type { Read, StripeApi } from '../client/stripe-api.ts';
import type { StripeFailure } from '../errors.ts';
import { amount, object, reference, text, unixSeconds } from '../records/codec.ts';
import { stripeMoney } from '../to-sale/amounts.ts';

/** What moved Stripe's balance. `amount` is gross, in the currency of the balance. */
const BalanceTransaction = object('BalanceTransaction', {
  id: t.string,
  amount,
  created: unixSeconds,
  currency: text,
  reporting_category: text,
  source: reference,
});
type BalanceTransaction = t.TypeOf<typeof BalanceTransaction>;

/** Reads without expansions: the objects behind the balance contain buyers' data, and the sales are already made from them. */
export const readBalance =
  (api: StripeApi, timeZone: string) =>
  (range: DateRange): Read<PlatformTotals> =>
  async () => {
    const { start, end } = intervalOf(range, timeZone);
    const created = { gte: millisecondsOf(start) / 1000, lt: millisecondsOf(end) / 1000 };
    const entries: PlatformEntry[] = [];
    let after: string | undefined;
    for (;;) {
      const query = { limit: 100, created, ...(after !== undefined && { starting_after: after }) };
      const page = await api.list('balance transactions', query)();
      if (E.isLeft(page)) {
        // Not a refusal of the key: only the tie-out needs this permission.
        const { message } = page.left._tag === 'MissingPermission' ? page.left : { message: '' };
        return message === '' ? page : E.left<StripeFailure>({ _tag: 'SourceRefused', message });
      }
      let last: string | undefined;
      for (const item of page.right.data) {
        const booked = decodeAs(BalanceTransaction)(item);
        if (E.isLeft(booked)) return booked;
        last = booked.right.id;
        const entry = entryOf(timeZone, booked.right);
        if (E.isLeft(entry)) return E.left(unreadable(last, entry.left));
        if (entry.right !== null) entries.push(entry.right);
      }
      if (!page.right.has_more) return E.right({ source: "Stripe's balance", leavesOut: [], entries });
      if (last === undefined || last === after) {
        return E.left<StripeFailure>({ _tag: 'SourceRefused', message: 'Stripe returned a list that repeats itself' });
      }
      after = last;
    }
  };

/** The categories of sales (docs.stripe.com/reports/reporting-categories). All others are fees, payouts, transfers. */
const kinds: Readonly<Record<string, PaymentOfEntry['kind']>> = {
  charge: 'sale',
  charge_failure: 'sale',
  // An authorization is booked in full, and the part that was not captured is booked back.
  partial_capture_reversal: 'sale',
  refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
};

const entryOf = (timeZone: string, booked: BalanceTransaction): E.Either<string, PlatformEntry | null> => {
  const kind = kinds[booked.reporting_category ?? ''];
  if (kind === undefined) return E.right(null);
  const { amount: gross, created, currency, source } = booked;
  if (gross === null || created === null || currency === null) return E.left('it has no amount, date or currency');
  const money = stripeMoney(currency);
  if (E.isLeft(money)) return money;
  const exact = money.right.toMinorUnits(gross);
  if (O.isNone(exact)) return E.left('its amount has more decimals than its currency');
  return E.right({
    day: dayIn(timeZone, instantOfUnixSeconds(created)),
    currency: money.right.currency,
    amount: exact.value,
    tax: null,
    of: { kind, recordId: source ?? booked.id },
  });
};

const unreadable = (id: string, why: string): StripeFailure => ({
  _tag: 'SourceRefused',
  message: `balance transaction ${id} cannot be read: ${why}`,
});
