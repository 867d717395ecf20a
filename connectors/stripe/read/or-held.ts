/** Reads several records at once, and holds a record that cannot be read, so that the others are still sent. */
import * as E from 'fp-ts/lib/Either.js';
import type { StripeFailure } from '../errors.ts';
import type { ListName, Read } from '../client/stripe-api.ts';
import type { SourceResult, Window } from '../../../src/mapping/source-connector.ts';
import { incomplete, notServed, undecodable } from '../to-sale/admission.ts';

/** How many records of a page are looked up at once; the rate limit decides how fast. */
const width = 8;

/**
 * Reads the items in order, a few at a time. If Stripe does not answer for one, the others are still read, so that few are left
 * for the next attempt. It stops if Stripe answers for none of a batch, or throttles more than a quarter of it.
 */
export const forEach =
  <A, B>(read: (item: A) => Read<B>, items: readonly A[]): Read<readonly B[]> =>
  async () => {
    const answers: B[] = [];
    let failed: StripeFailure | undefined;
    for (let first = 0; first < items.length; first += width) {
      const batch = await Promise.all(items.slice(first, first + width).map((item) => read(item)()));
      const failures = batch.flatMap((answer) => (E.isLeft(answer) ? [answer.left] : []));
      const final = failures.find((failure) => !mayPass(failure));
      if (final !== undefined) return E.left(final);
      failed ??= failures[0];
      const throttled = failures.filter(({ _tag }) => _tag === 'SourceThrottled').length;
      if (failed !== undefined && (failures.length === batch.length || throttled * 4 > width)) return E.left(failed);
      for (const answer of batch) if (E.isRight(answer)) answers.push(answer.right);
    }
    return failed === undefined ? E.right(answers) : E.left(failed);
  };

/**
 * A failure that concerns one record holds that record, and the others continue. A failure of Stripe as a whole fails the page,
 * which is read again.
 */
export const orHeld =
  <A>(id: string, read: Read<A>): Read<A | SourceResult> =>
  async () => {
    const answer = await read();
    if (E.isRight(answer)) return answer;
    switch (answer.left._tag) {
      case 'MissingPermission':
      case 'NoSuchObject':
      case 'RefusedExpansion':
      case 'LostPlace':
        return E.right<StripeFailure, SourceResult>(E.left(incomplete(id, answer.left.message)));
      case 'NotServed':
        return E.right<StripeFailure, SourceResult>(E.left(notServed(id, answer.left.message)));
      case 'Undecodable':
        return E.right<StripeFailure, SourceResult>(undecodable(id, answer.left));
      case 'SourceUnreachable':
      case 'SourceThrottled':
      case 'SourceCredentialsRefused':
      case 'SourceRefused':
        return answer;
    }
  };

/** The name of a list that the key may not read, as a record of the window that misses it. */
export const unseenList = (list: ListName, { start, end }: Pick<Window, 'start' | 'end'>): string =>
  `${list} from ${start} to ${end}`;

/** The name of an event without an id: its position after another event or a time. */
export const unseenEvent = (count: number, place: string): string => `event ${count} ${place}`;

/**
 * Whether an id is one of the names above or the id of an event. Stripe has no record with that id, which proves nothing about
 * the unread list.
 */
export const isUnseen = (id: string): boolean =>
  id.startsWith('evt_') ||
  /^(?:charges|checkout sessions|invoices|invoice payments|refunds|disputes|credit notes) from /.test(id) ||
  /^event \d+ /.test(id);

/** Whether other items may still be read after a failure. If Stripe states how long to wait, nothing is requested before that. */
const mayPass = (failure: StripeFailure): boolean =>
  failure._tag === 'SourceUnreachable' || (failure._tag === 'SourceThrottled' && failure.retryAfterMs === null);
