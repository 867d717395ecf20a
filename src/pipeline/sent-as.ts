/**
 * Finds what was last sent under an id, and with which settings, in the audit records: what differs now was changed by the
 * platform or by a setting.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { AuditRecord } from '../domain/audit.ts';
import { isRecord, parseRecord } from '../domain/fields.ts';
import type { Instant } from '../domain/instant.ts';
import type { StoreError } from '../domain/sync-store.ts';
import { type Comparable, comparableOf } from '../mapping/comparison.ts';
import type { SyncPorts } from './ports.ts';

/** The last transaction that was sent under an id, from its audit record. */
export interface SentAs {
  readonly fields: Comparable;
  /** All fields that the audit record keeps, without personal data. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly sentAt: Instant;
  readonly occurredAt: Instant | null;
  /** Whether it was sent with the present version, wire profile and policy, so that any difference comes from the platform. */
  readonly isBySameSettings: boolean;
}

/** Undefined without an audit record: the sync database is new, or the record was erased. */
export type AskSentAs = (sourceId: string, id: string) => Promise<E.Either<StoreError, SentAs | undefined>>;

const arrived: ReadonlySet<AuditRecord['answer']> = new Set(['accepted', 'found', 'present']);

/** Looks in the audit records of a storefront. Costs one query. */
export const askSentAsOf =
  ({ reviews }: Pick<SyncPorts, 'reviews'>, storefront: string, settings: string): AskSentAs =>
  async (sourceId, id) => {
    if (reviews.auditRecords === undefined) return E.right(undefined);
    const page = await reviews.auditRecords({ storefronts: [storefront], sourceId }, O.none)();
    if (E.isLeft(page)) return page;
    const record = page.right.records.findLast((one) => one.id === id && arrived.has(one.answer));
    if (record === undefined || record.body === null) return E.right(undefined);
    const body = parseRecord(record.body);
    return E.right({
      fields: comparableOf(body),
      body,
      sentAt: record.sentAt,
      occurredAt: record.amounts?.occurredAt ?? null,
      isBySameSettings: decidesAmounts(record.settings) === decidesAmounts(settings),
    });
  };

/** The settings that decide amounts. `policy.adjustments` is left out, because it only decides which adjustments are sent. */
const decidesAmounts = (settings: string | null): string => {
  const { policy, ...others } = parseRecord(settings ?? '');
  const { adjustments: _, ...rest } = isRecord(policy) ? policy : {};
  return JSON.stringify({ ...others, policy: rest });
};
