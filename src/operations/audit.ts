/** Reads the requests that were sent about one record, for its explanation, and describes their shape for the API. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { AuditAmounts, AuditAnswer, AuditCause, AuditRecord } from '../domain/audit.ts';
import { moneyIn } from '../domain/money.ts';
import type { AuditPage, ReviewStore } from '../domain/review-store.ts';
import type { StoreError } from '../domain/sync-store.ts';
import { eachOf, fields, instant, money, named, oneOf, orNull, text } from './shapes.ts';

/** An audit record as JSON can carry it: money as decimals in major units. */
export interface ShownRequest extends Omit<AuditRecord, 'amounts'> {
  readonly amounts: (Omit<AuditAmounts, 'total' | 'taxCollected'> & Record<'total' | 'taxCollected', string>) | null;
}

/** The requests about one record of a storefront, in the order of their answers. */
export const auditOf =
  ({ auditRecords }: Pick<ReviewStore, 'auditRecords'>) =>
  (storefront: string, sourceId: string): TE.TaskEither<StoreError, readonly ShownRequest[]> =>
  async () => {
    const records: ShownRequest[] = [];
    let after: O.Option<string> = O.none;
    do {
      const page: E.Either<StoreError, AuditPage> = await auditRecords(
        { storefronts: [storefront], sourceId },
        after,
      )();
      if (E.isLeft(page)) return page;
      records.push(...page.right.records.map(toShown));
      after = page.right.next;
    } while (O.isSome(after));
    return E.right(records);
  };

export const auditAnswer = eachOf<AuditAnswer>({
  ...{ accepted: true, found: true, present: true, refused: true, 'not sent': true, 'credentials refused': true },
  'no answer': true,
});

export const auditRecordShape = named(
  'AuditRecord',
  fields({
    ...{
      storefront: text(),
      sourceId: text(),
      id: text(),
      name: text(),
      action: oneOf('create', 'adjust', 'correct', 'subscribe'),
    },
    ...{ sentAt: instant, answeredAt: instant, answer: auditAnswer },
    ...{ message: orNull(text()), remoteId: orNull(text("The service's own id")) },
    digest: text('SHA-256 of the whole body'),
    body: orNull(text('JSON without street, city and product names; null after an erasure')),
    amounts: orNull(
      fields({ occurredAt: text(), currency: text(), jurisdiction: text(), total: money, taxCollected: money }),
    ),
    cause: orNull(eachOf<AuditCause>({ run: true, webhook: true, schedule: true, resync: true, person: true })),
    by: orNull(text('The person who decided it')),
    runId: orNull(text()),
    settings: orNull(text('JSON of version, wire profile and policy')),
  }),
);

const toShown = ({ amounts, ...record }: AuditRecord): ShownRequest => {
  if (amounts === null) return { ...record, amounts };
  const decimal = moneyIn(amounts.currency);
  const { total, taxCollected } = amounts;
  return { ...record, amounts: { ...amounts, total: decimal(total), taxCollected: decimal(taxCollected) } };
};
