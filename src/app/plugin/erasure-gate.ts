/**
 * The one gate between a platform and everything that reads it: no data of an erased buyer or a merchant who left gets through.
 */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ErasedOf, Inbox } from '../../domain/inbox.ts';
import type { SourceError } from '../../domain/errors.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import { saleIdOf } from '../../mapping/identity.ts';
import type { SourceLink } from '../../mapping/connector-link.ts';
import type { SourceResult } from '../../mapping/source-connector.ts';
import { withoutBuyer } from '../../mapping/without-buyer.ts';

/** After a merchant left, nothing is read, so nothing is sent; from an erased buyer, no personal data passes. */

export interface Erasures {
  /** Left if the sync database cannot be asked. */
  readonly erasedOf: Inbox['erasedOf'];
}

type Records = Parameters<Inbox['erasedOf']>[1];

/** Webhooks pass the gate, because they only name records, and an erasure may be requested again. */
export const erasureGate = ({ erasedOf }: Erasures, storefront: string, platform: string): SourceLink => {
  const gate = (records: Records): TE.TaskEither<SourceError, ErasedOf> =>
    pipe(
      erasedOf(storefront, records),
      TE.mapLeft(notKnown),
      TE.filterOrElse(
        ({ isLeft }) => !isLeft,
        () => merchantLeft(storefront),
      ),
    );
  return ({ accountOf, results }, ask) => {
    const guarded = pipe(
      gate([]),
      TE.flatMap(() => ask),
    );
    // This also covers another name of the shop: a second storefront or an imported file.
    if (accountOf !== undefined)
      return TE.tap(guarded, (answer) => gate([{ id: `${platform}:${accountOf(answer).id}:`, sourceId: '' }]));
    if (results === undefined) return guarded;
    return TE.flatMap(guarded, (answer) =>
      pipe(
        gate(recordsOf(results.of(answer))),
        TE.map((erased) => results.changed(answer, withoutErased(erased))),
      ),
    );
  };
};

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
