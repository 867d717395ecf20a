import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreError, PageLookup, PageCommit } from '../../domain/sync-store.ts';
import type { ReportLine } from '../../domain/run.ts';
import type { WireTransaction } from '../../domain/wire-transaction.ts';
import { describeDifferences, type FieldDifference } from '../../mapping/comparison.ts';
import { atMost } from '../at-most.ts';
import type { Prepared, MappedRecord } from '../entry/candidate.ts';
import { compareWithBody, parseBody } from '../entry/compare.ts';
import { lookUpAtService } from '../presence/look-up-at-service.ts';
import type { Work } from './work.ts';

/** What the service says of pushes in doubt whose records are set aside by now, so that nobody pushes them again. */
export interface Doubts {
  readonly settled: PageCommit['settledIntents'];
  /** By transaction id, what stands beside the reason why it is set aside. */
  readonly says: ReadonlyMap<string, string>;
  /** Ids of the records of which the service did not say whether it holds them. */
  readonly unclear: readonly string[];
  /** Whether each of them could be asked for. */
  readonly isWhole: boolean;
}

const holds = 'the service holds it, as it was told before that';
const absent = 'a push from before that got no clear answer, and the service does not hold it so far';
const unsaid = 'a push from before that got no clear answer, and the service does not say whether it holds it';
const other = (differences: readonly FieldDifference[]): string =>
  `the service holds it, and it differs from what was pushed before that: ${describeDifferences(differences)}`;

/**
 * Asks the service by id for what was pushed without a clear answer and is set aside by now. What it holds is compared with the
 * frozen body: then the intent is closed. What it does not hold yet may still arrive, so that the intent stays, and is asked
 * for again whenever its record is read.
 */
export const settleDoubts = async (
  work: Work,
  setAside: readonly ReportLine[],
  { submissions, remoteById }: PageLookup,
): Promise<E.Either<StoreError, Doubts>> => {
  const settled: PageCommit['settledIntents'][number][] = [];
  const says = new Map<string, string>();
  const unclear: string[] = [];
  let isWhole = true;
  for (const { id, reason } of setAside) {
    const isAtService = submissions.get(id)?.status === 'confirmed' || (!submissions.has(id) && remoteById.has(id));
    // Of other days than those of the run nothing is amiss.
    if (reason !== 'out of range' && isAtService) says.set(id, holds);
  }
  const open = work.dryRun ? [] : setAside.filter(({ id }) => submissions.get(id)?.status === 'intent');
  const failures: StoreError[] = [];
  await atMost(work.concurrency)(open, async ({ id, sourceId }) => {
    const sending = submissions.get(id);
    const body = sending?.body ?? null;
    // Of an erased one nothing says what was pushed.
    if (sending === undefined || body === null || failures.length > 0) return;
    const name = O.match(
      () => '',
      (sent: WireTransaction) => sent.name,
    )(parseBody(body));
    const answer = await lookUpAtService({ ...work, facts: work.gate.facts })({ id, name, remoteId: sending.remoteId });
    if (E.isLeft(answer)) {
      failures.push(answer.left);
      return;
    }
    switch (answer.right._tag) {
      case 'NotAsked':
        isWhole = false;
        return;
      case 'NoClearAnswer':
        work.lane.gaveUp('question');
        unclear.push(sourceId);
        says.set(id, unsaid);
        return;
      case 'Absent':
        says.set(id, absent);
        return;
      case 'Held': {
        work.crashPoint('after_get_before_commit');
        const { remoteId, shown } = answer.right;
        const { differences } = compareWithBody(body, shown);
        settled.push({ id, status: 'confirmed', ...(remoteId !== id && { remoteId }) });
        says.set(id, differences.length === 0 ? holds : other(differences));
      }
    }
  });
  const [failure] = failures;
  return failure === undefined ? E.right({ settled, says, unclear, isWhole }) : E.left(failure);
};

/** A record with what the service says of it beside the reason why it is set aside. Pure. */
export const withDoubts = ({ says }: Pick<Doubts, 'says'>, record: MappedRecord): MappedRecord => {
  const told = (prepared: Prepared): Prepared => {
    const said = E.isLeft(prepared) ? says.get(prepared.left.id) : undefined;
    if (E.isRight(prepared) || said === undefined) return prepared;
    const why = prepared.left.message?.replace(/\.$/, '') ?? '';
    return E.left({ ...prepared.left, message: `${why}; ${said}` });
  };
  const refunds = record.refunds.map((refund) => ({ ...refund, prepared: told(refund.prepared) }));
  return { ...record, sale: told(record.sale), refunds };
};
