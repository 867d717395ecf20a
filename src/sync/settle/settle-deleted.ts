import * as E from 'fp-ts/lib/Either.js';
import type { StoreError, PageLookup } from '../../domain/sync-store.ts';
import type { ReportLine } from '../../domain/run.ts';
import { skipped } from '../../domain/exclusion.ts';
import { setAsideEntry } from '../entry/to-run-entry.ts';
import { type WasTold, wasTold } from '../entry/was-told.ts';
import { gone, wordsOfDeletion } from '../entry/words-of-deletion.ts';
import { type Doubts, settleDoubts } from './settle-doubts.ts';
import type { Work } from './work.ts';

/** What is known of a sale whose record the platform has no more. */
export interface Deleted extends Omit<Doubts, 'says'> {
  readonly told: WasTold;
  /** The line of the report that says so. */
  readonly line: ReportLine;
}

const toldAs = (status: Doubts['settled'][number]['status'] | undefined): WasTold =>
  status === undefined ? 'in doubt' : 'told';

/**
 * Asks the service whether it holds what was pushed of a sale without a clear answer: its record is never read again, so that
 * nobody else would.
 */
export const settleDeleted = async (
  work: Work,
  { id, kind, sourceId, name }: Pick<ReportLine, 'id' | 'kind' | 'sourceId' | 'name'>,
  known: PageLookup,
): Promise<E.Either<StoreError, Deleted>> => {
  const lineOf = (message: string): ReportLine =>
    setAsideEntry(work.storefront, { id, kind, sourceId }, skipped({ sourceId, name }, 'deleted at source', message));
  // Also of one that the service lists: as long as it is not compared, its address is kept.
  if (known.submissions.get(id)?.status !== 'intent') {
    const before = wasTold(known, id);
    return E.right({ told: before, line: lineOf(wordsOfDeletion[before]), settled: [], unclear: [], isWhole: true });
  }
  const settled = await settleDoubts(work, [lineOf(gone)], known);
  if (E.isLeft(settled)) return settled;
  const { says, ...doubts } = settled.right;
  const told = toldAs(doubts.settled[0]?.status);
  const said = told === 'told' ? undefined : says.get(id);
  return E.right({ ...doubts, told, line: lineOf(said === undefined ? wordsOfDeletion[told] : `${gone}; ${said}.`) });
};

/** A line of what was given up, and the service holds after all. Pure. */
export const asArrived = (line: ReportLine): ReportLine =>
  line.reason === 'gave up' ? { ...line, outcome: 'succeeded', reason: null, message: null } : line;
