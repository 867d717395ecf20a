/** Reads the service's whole list for a reconciliation, and keeps of each transaction only what is compared. */
import * as O from 'fp-ts/lib/Option.js';
import { findCurrency, parseMinorUnits } from '../domain/money.ts';
import type { ShownFields } from '../domain/sync-store.ts';
import type { LineAmounts } from '../domain/run.ts';
import type { StoredTransaction } from '../domain/tax-service.ts';
import { jurisdictionOf } from '../domain/transaction.ts';
import { textKey } from '../mapping/comparison.ts';
import { correctionWithin, laterKindOf } from '../mapping/identity.ts';
import { remoteTransactionOf } from '../pipeline/remote-transaction.ts';
import * as E from 'fp-ts/lib/Either.js';
import { askList, type AskListPorts } from '../pipeline/rate-limit/ask-service.ts';
import type { ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import type { Logger } from '../domain/environment.ts';
import { endlessList, watchPages } from '../pipeline/list-bounds.ts';
import type { Stop } from '../pipeline/progress.ts';
import type { FailureCause, SyncFailure } from '../pipeline/failures.ts';

/** A transaction of the service with the fields that it shows: few for each, because there are many. */
export interface PushedTransaction {
  /** The id at the service, which may be the id that we sent. */
  readonly id: string;
  readonly name: string;
  readonly shown: ShownFields;
}

/** Keeps the fields of a stored transaction that are compared. Pure. */
export const toPushedTransaction = (
  stored: StoredTransaction,
  face: 'alone' | 'list' = 'alone',
): PushedTransaction => ({
  id: stored.id,
  name: stored.name ?? '',
  shown: remoteTransactionOf(stored, face).shown ?? {},
});

/** The key of a transaction of the service: our id if the service keeps it, otherwise its name. */
export const keyOfPushed = (prefix: string, { id, name }: Pick<PushedTransaction, 'id' | 'name'>): string =>
  id.startsWith(prefix) ? id : `name ${textKey(name)}`;

const namesLater = /-(?:refund|edit|return|dispute|undone|restored)-/;

/** Whether the id or name shows that it is a later change of a sale. */
export const isOfSale = ({ id, name }: Pick<PushedTransaction, 'id' | 'name'>): boolean =>
  laterKindOf(id) !== null || correctionWithin(id) !== undefined || namesLater.test(textKey(name));

/** Whether only the day is shown. */
export const isDay = (moment: string): boolean => moment.length === 'YYYY-MM-DD'.length;

/** The day or instant that the service shows; none if it shows neither. */
export const momentOf = ({ shown }: PushedTransaction): O.Option<string> => O.fromNullable(shown['transactedAt']);

/**
 * The amounts of a transaction at the service. Currency, state and month are ours if the service does not show them; a shown
 * value that differs is reported separately. None if it shows no money, because our amounts prove nothing about the service.
 */
export const amountsOfPushed = (
  { shown }: PushedTransaction,
  ours: Pick<LineAmounts, 'currency' | 'jurisdiction' | 'month'>,
  monthOf: (instant: string) => string,
): O.Option<LineAmounts> => {
  const currency = shown['currency'] ?? ours.currency;
  const total = amountOf(currency, shown['total']);
  const taxCollected = amountOf(currency, shown['taxCollected']);
  if (total === null || taxCollected === null) return O.none;
  const at = shown['transactedAt'];
  const month = at === undefined ? ours.month : isDay(at) ? at.slice(0, 'YYYY-MM'.length) : monthOf(at);
  return O.some({ currency, jurisdiction: jurisdictionShown(shown, ours.jurisdiction), month, total, taxCollected });
};

/** Why the list could not be read further. */
export const unreadList = (
  { stopped }: Pick<ServiceClient, 'stopped'>,
  answer:
    | { readonly _tag: 'NotAsked' | 'CursorRefused' }
    | { readonly _tag: 'NoClearAnswer'; readonly message: string },
): SyncFailure => {
  if (answer._tag === 'NotAsked') return notAsked(stopped());
  return answer._tag === 'NoClearAnswer'
    ? unread('no answer', answer.message)
    : unread('refused', 'it refuses its own cursors');
};

interface ReadPushedPorts extends AskListPorts {
  readonly log: Pick<Logger, 'warn'>;
  readonly client: Pick<ServiceClient, 'list' | 'isOver' | 'stopped'>;
}

/**
 * Reads the service's whole list and passes on each page, without rows that moved there from the page before. A list whose cursor
 * expired is read again from the start, once.
 *
 * @param begin called before the first page, each time
 */
export const readPushed =
  (ports: ReadPushedPorts) =>
  async (
    begin: () => void,
    see: (transactions: readonly StoredTransaction[]) => void,
  ): Promise<E.Either<SyncFailure, void>> => {
    const ask = askList(ports);
    let before: readonly string[] = [];
    begin();
    let boundOf = watchPages(ports.log);
    const seen = new Set<string>();
    let mayRestart = true;
    for (let cursor: O.Option<string> = O.none; ;) {
      const answer = await ask(cursor);
      if (answer._tag === 'NotAsked' || answer._tag === 'NoClearAnswer')
        return E.left(unreadList(ports.client, answer));
      const bound = answer._tag === 'Page' ? boundOf(answer.page) : null;
      if (bound === 'endless') return E.left({ _tag: 'ServiceFailed', cause: 'refused', message: endlessList });
      const next = answer._tag === 'Page' && bound !== 'repeats' ? answer.page.next : O.none;
      const isCircle = bound === 'circles' || (O.isSome(next) && seen.has(next.value));
      if (answer._tag === 'CursorRefused' || isCircle) {
        if (!mayRestart) return E.left(unreadList(ports.client, { _tag: 'CursorRefused' }));
        mayRestart = false;
        cursor = O.none;
        seen.clear();
        before = [];
        begin();
        boundOf = watchPages(ports.log);
        continue;
      }
      const { transactions } = answer.page;
      const ids = transactions.map(({ id }) => id);
      see(transactions.slice(movedRows(before, ids)));
      before = ids;
      if (O.isNone(next)) return E.right(undefined);
      seen.add(next.value);
      cursor = next;
    }
  };

const amountOf = (currency: string, value: string | undefined): bigint | null => {
  const found = findCurrency(currency);
  if (O.isNone(found) || value === undefined) return null;
  return O.toNullable(O.fromEither(parseMinorUnits(found.value)(Number(value).toFixed(found.value.digits))));
};

/**
 * The jurisdiction in the form that our totals use. Ours counts if the service shows no jurisdiction, or shows ours in another
 * form.
 */
const jurisdictionShown = ({ country, state }: ShownFields, ours: string): string => {
  const nation = country ?? nationOf(ours);
  const theirs = jurisdictionOf({
    country: nation,
    state: state === undefined || state === '' ? null : state.toUpperCase(),
  });
  const isOurs = nation === nationOf(ours) && (state === undefined || textKey(theirs) === textKey(ours));
  return isOurs ? ours : theirs;
};

const nationOf = (jurisdiction: string): string => /^(.+?)-/.exec(jurisdiction)?.[1] ?? 'US';

const notAsked = (stop: Stop | null): SyncFailure =>
  stop === null
    ? unread('interrupted', 'reading was interrupted')
    : { _tag: 'ServiceFailed', cause: stop.cause, message: stop.message };

const unread = (cause: FailureCause, why: string): SyncFailure => ({
  _tag: 'ServiceFailed',
  cause,
  message: `The list of the Tax Nexus Service could not be read to its end: ${why}. Nothing was changed; try again later.`,
});

/** The number of rows at the start of a page that also ended the page before it, because new rows moved them there. */
const movedRows = (before: readonly string[], page: readonly string[]): number => {
  for (let count = Math.min(before.length, page.length); count > 0; count -= 1)
    if (before.slice(-count).every((id, index) => id === page[index])) return count;
  return 0;
};
