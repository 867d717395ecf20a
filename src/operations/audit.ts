import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { AuditRecord } from '../domain/audit.ts';
import type { AuditPage, ReviewStore } from '../domain/review-store.ts';
import type { StoreError } from '../domain/sync-store.ts';

/** The requests about one record of a storefront, in the order of their answers. */
export const auditOf =
  ({ auditRecords }: Pick<ReviewStore, 'auditRecords'>) =>
  (storefront: string, sourceId: string): TE.TaskEither<StoreError, readonly AuditRecord[]> =>
  async () => {
    const records: AuditRecord[] = [];
    let after: O.Option<string> = O.none;
    do {
      const page: E.Either<StoreError, AuditPage> = await auditRecords(
        { storefronts: [storefront], sourceId },
        after,
      )();
      if (E.isLeft(page)) return page;
      records.push(...page.right.records);
      after = page.right.next;
    } while (O.isSome(after));
    return E.right(records);
  };
