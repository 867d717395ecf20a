import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ErasedOf, Inbox } from '../../domain/inbox.ts';
import type { SourceError } from '../../domain/errors.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import { saleIdOf } from '../../mapping/identity.ts';
import type { SourceConnector, SourceResult, WebhookSubscriptions } from '../../mapping/source-connector.ts';
import { withoutBuyer } from '../../mapping/without-buyer.ts';

/**
 * The one gate between a platform and everything that reads it, so that no path forgets an erasure: of a merchant who left nothing
 * is read, and so nothing is sent; of a buyer who was erased nothing personal leaves it.
 */

export interface Erasures {
  /** Left where the sync database cannot be asked. */
  readonly erasedOf: Inbox['erasedOf'];
}

type Records = Parameters<Inbox['erasedOf']>[1];

const merchantLeft = (storefront: string): SourceError => ({
  _tag: 'SourceCredentialsRefused',
  message: `The merchant of ${storefront} left, and all of its data was erased at Shopify's or the platform's request. Nothing of it is read or sent. If the merchant is back: tax-nexus storefront reopen --storefront ${storefront}`,
});

const notKnown = ({ problem, message }: StoreError): SourceError => ({
  _tag: 'SourceUnreachable',
  message: `What was erased cannot be looked up, so nothing is read. ${message}`,
  cause: problem,
});

const recordsOf = (results: readonly SourceResult[]): Records =>
  results.flatMap((result) =>
    E.isLeft(result) ? [] : [{ id: saleIdOf(result.right.identity), sourceId: result.right.identity.recordId }],
  );

const withoutErased =
  ({ places }: ErasedOf) =>
  (result: SourceResult): SourceResult => {
    if (E.isLeft(result) || places.size === 0) return result;
    const place = places.get(result.right.identity.recordId);
    return place === undefined ? result : E.right(withoutBuyer(result.right, place));
  };

/** The same connector behind the gate. Webhooks pass: they name records, and an erasure may be asked for again. */
export const guardedConnector = (
  { erasedOf }: Erasures,
  storefront: string,
  connector: SourceConnector,
): SourceConnector => {
  const ask = (records: Records): TE.TaskEither<SourceError, ErasedOf> =>
    pipe(
      erasedOf(storefront, records),
      TE.mapLeft(notKnown),
      TE.filterOrElse(
        ({ isLeft }) => !isLeft,
        () => merchantLeft(storefront),
      ),
    );
  const guarded = <A>(question: TE.TaskEither<SourceError, A>): TE.TaskEither<SourceError, A> =>
    pipe(
      ask([]),
      TE.flatMap(() => question),
    );
  const cleaned = <A>(
    question: TE.TaskEither<SourceError, A>,
    results: (answer: A) => readonly SourceResult[],
    change: (answer: A, each: (result: SourceResult) => SourceResult) => A,
  ): TE.TaskEither<SourceError, A> =>
    pipe(
      guarded(question),
      TE.flatMap((answer) =>
        pipe(
          ask(recordsOf(results(answer))),
          TE.map((erased) => change(answer, withoutErased(erased))),
        ),
      ),
    );
  const ofRecord = (
    question: TE.TaskEither<SourceError, O.Option<SourceResult>>,
  ): TE.TaskEither<SourceError, O.Option<SourceResult>> =>
    cleaned(
      question,
      (found) => (O.isSome(found) ? [found.value] : []),
      (found, each) => O.map(each)(found),
    );
  // Also of another name: a second storefront or an imported file of the same shop.
  const ofAccount = <A>(
    question: TE.TaskEither<SourceError, A>,
    accountOf: (answer: A) => string,
  ): TE.TaskEither<SourceError, A> =>
    pipe(
      guarded(question),
      TE.tap((answer) => ask([{ id: `${connector.platform}:${accountOf(answer)}:`, sourceId: '' }])),
    );
  const { readByNumber, undoneBy, platformTotals } = connector;
  return {
    ...connector,
    check: ofAccount(connector.check, ({ account }) => account.id),
    account: ofAccount(connector.account, ({ id }) => id),
    windows: (range) => guarded(connector.windows(range)),
    changes: (...words) => guarded(connector.changes(...words)),
    readPage: (window, from) =>
      cleaned(
        connector.readPage(window, from),
        ({ results }) => results,
        (page, each) => ({ ...page, results: page.results.map(each) }),
      ),
    readRecord: (id) => ofRecord(connector.readRecord(id)),
    ...(readByNumber !== undefined && { readByNumber: (number: string) => ofRecord(readByNumber(number)) }),
    ...(undoneBy !== undefined && { undoneBy: (change) => guarded(undoneBy(change)) }),
    ...(platformTotals !== undefined && { platformTotals: (range) => guarded(platformTotals(range)) }),
    subscriptions: O.map(({ status, apply }: WebhookSubscriptions) => ({
      status: (...words: Parameters<typeof status>) => guarded(status(...words)),
      apply: (...words: Parameters<typeof apply>) => guarded(apply(...words)),
    }))(connector.subscriptions),
  };
};
