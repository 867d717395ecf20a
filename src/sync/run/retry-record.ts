import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { ReportLine } from '../../domain/run.ts';
import { heedHost } from '../entry/heed-host.ts';
import type { Lease } from './lease-of.ts';
import { prepareEntry, type PrepareContext } from '../entry/prepare-entry.ts';
import { countOutcomes, type Stop } from '../progress.ts';
import { readSource } from '../patience/read-source.ts';
import type { Session } from '../session.ts';
import { settlePage, type SettledPage } from '../settle/settle-page.ts';
import { asArrived, type Deleted, settleDeleted } from '../settle/settle-deleted.ts';
import { stopOf } from '../stop-of.ts';
import { type SyncFailure, unknownStorefront } from '../sync-failure.ts';
import { isUnreadablePlace } from '../entry/unreadable-place.ts';
import { workOf } from '../settle/work-of.ts';

/** The line of a vanished record, where it becomes another one; as long as the service says nothing, it is left to the next retry. */
const linesOfGone = (entry: ReportLine, { told, line, isWhole, unclear }: Deleted): readonly ReportLine[] => {
  if (!isWhole || unclear.length > 0) return [];
  if (entry.outcome === 'held') return [line];
  if (entry.reason !== 'gave up') return [];
  return told === 'told' ? [asArrived(entry)] : [];
};

/** A storefront whose entries are looked at again. */
export interface StorefrontAtWork {
  readonly session: Session;
  readonly prepare: PrepareContext;
  readonly lease: Lease;
}

/** `ofRecord`: it is about the one record, which may be out of sight, and says nothing of the others. */
export interface Refusal extends Stop {
  readonly ofRecord: boolean;
}

/** `halted`: the lane stopped or the run was interrupted. */
export type Step = E.Either<SyncFailure, 'settled' | 'halted' | Stop | Refusal>;

const commit = async ({ session, prepare, lease }: StorefrontAtWork, page: SettledPage): Promise<Step> => {
  const { book, run, ports, tell } = session;
  const { entries, references, settled, replaced, isWhole } = page;
  const kept = await lease.renew();
  if (E.isLeft(kept)) return kept;
  const committed = await book.commitPage(
    {
      runId: run.id,
      storefront: prepare.storefront,
      checkpoint: null,
      lines: entries,
      references,
      settledIntents: settled,
    },
    instantOfMilliseconds(ports.clock.now()),
  )();
  if (E.isLeft(committed)) return committed;
  const outcomes = entries.map(({ outcome }) => outcome);
  tell((progress) => ({ ...progress, counts: countOutcomes(progress.counts, outcomes, replaced) }));
  return E.right(isWhole ? 'settled' : 'halted');
};

/**
 * Reads one record again and settles it, with its refunds. A failed one that vanished from the platform stays as it is, unless
 * the service holds it after all; and so does one that never had a readable id: only a run over its days reads it again.
 */
export const retryRecord = async (at: StorefrontAtWork, entry: ReportLine): Promise<Step> => {
  const { session, prepare, lease } = at;
  const { ports, lane } = session;
  const { storefront } = prepare;
  if (isUnreadablePlace(entry.sourceId)) return E.right('settled');
  const renewed = await lease.renew();
  if (E.isLeft(renewed)) return renewed;
  const configured = ports.storefronts[storefront];
  if (configured === undefined) return E.left(unknownStorefront(storefront, Object.keys(ports.storefronts)));
  const record = await readSource(ports, lane.isOver)(configured.connector.readRecord(entry.sourceId));
  if (E.isLeft(record)) {
    if (record.left._tag === 'NotRead') return E.right('halted');
    const stop = stopOf(storefront, record.left);
    const ofRecord = record.left._tag === 'SourceRefused' && record.left.isUnseen === true;
    return E.right(stop.cause === 'refused' ? { ...stop, ofRecord } : stop);
  }
  if (O.isNone(record.right)) {
    const known = await session.book.lookUpTransactions(session.run.id, [{ id: entry.id, name: '' }])();
    if (E.isLeft(known)) return known;
    const settledDeleted = await settleDeleted(workOf(session, storefront), entry, known.right);
    if (E.isLeft(settledDeleted)) return settledDeleted;
    const deleted = settledDeleted.right;
    const entries = linesOfGone(entry, deleted);
    return commit(at, { ...deleted, entries, references: [], replaced: entries.map(() => entry.outcome) });
  }
  const prepared = await heedHost(prepare, prepareEntry(prepare, record.right.value, entry.sourceId));
  const settled = await settlePage(
    workOf(session, storefront, (outcome) => outcome === 'failed'),
    [prepared],
  );
  return E.isLeft(settled) ? settled : commit(at, settled.right);
};
