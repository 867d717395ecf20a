import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { PageCommit, PageLookup, StoreError } from '../domain/sync-store.ts';
import type { ReportLine } from '../domain/run.ts';
import type { WireTransaction } from '../domain/wire-transaction.ts';
import { describeDifferences, type FieldDifference } from '../mapping/comparison.ts';
import { inParallel } from './in-parallel.ts';
import type { MappedRecord, MappedTransaction } from './mapped-record.ts';
import { compareWithBody, parseBody } from './push-result.ts';
import { lookUpAtService } from './look-up.ts';
import type { PushContext } from './push-context.ts';
import { skipped } from '../domain/exclusion.ts';
import { describeDeletion, exclusionLine, gone, type WasPushed, wasPushed } from './report-lines.ts';

/** What the service says of pushes in doubt whose records are set aside by now, so that nobody pushes them again. */
interface UnconfirmedResults {
  readonly settledIntents: PageCommit['settledIntents'];
  /** By transaction id, what stands beside the reason why it is set aside. */
  readonly messages: ReadonlyMap<string, string>;
  /** Ids of the records of which the service did not say whether it holds them. */
  readonly unclear: readonly string[];
  /** Whether each of them could be asked for. */
  readonly isWhole: boolean;
}

const holds = 'the service holds it, as it was sent before that';

const absent = 'a push from before that got no clear answer, and the service does not hold it so far';

const unsaid = 'a push from before that got no clear answer, and the service does not say whether it holds it';

const other = (differences: readonly FieldDifference[]): string =>
  `the service holds it, and it differs from what was pushed before that: ${describeDifferences(differences)}`;

/**
 * Asks the service by id for what was pushed without a clear answer and is set aside by now. What it holds is compared with the
 * frozen body: then the intent is closed. What it does not hold yet may still arrive, so that the intent stays, and is asked
 * for again whenever its record is read.
 */
export const settleUnconfirmed = async (
  pushContext: PushContext,
  exclude: readonly ReportLine[],
  { submissions, remoteById }: PageLookup,
): Promise<E.Either<StoreError, UnconfirmedResults>> => {
  const page: PageCommit['settledIntents'][number][] = [];
  const says = new Map<string, string>();
  const unclear: string[] = [];
  let isWhole = true;
  for (const { id, reason } of exclude) {
    const isAtService = submissions.get(id)?.status === 'confirmed' || (!submissions.has(id) && remoteById.has(id));
    // Of other days than those of the run nothing is amiss.
    if (reason !== 'out of range' && isAtService) says.set(id, holds);
  }
  const open = pushContext.dryRun ? [] : exclude.filter(({ id }) => submissions.get(id)?.status === 'intent');
  const failures: StoreError[] = [];
  await inParallel(pushContext.concurrency)(open, async ({ id, sourceId }) => {
    const submission = submissions.get(id);
    const body = submission?.body ?? null;
    // Of an erased one nothing says what was pushed.
    if (submission === undefined || body === null || failures.length > 0) return;
    const name = O.match(
      () => '',
      (sent: WireTransaction) => sent.name,
    )(parseBody(body));
    const answer = await lookUpAtService({ ...pushContext, facts: pushContext.gate.facts })({
      id,
      name,
      remoteId: submission.remoteId,
    });
    if (E.isLeft(answer)) {
      failures.push(answer.left);
      return;
    }
    switch (answer.right._tag) {
      case 'NotAsked':
        isWhole = false;
        return;
      case 'NoClearAnswer':
        pushContext.client.retriesExhausted('question');
        unclear.push(sourceId);
        says.set(id, unsaid);
        return;
      case 'Absent':
        says.set(id, absent);
        return;
      case 'Held': {
        pushContext.crashPoint('after_get_before_commit');
        const { remoteId, shown } = answer.right;
        const { differences } = compareWithBody(body, shown);
        page.push({ id, status: 'confirmed', ...(remoteId !== id && { remoteId }) });
        says.set(id, differences.length === 0 ? holds : other(differences));
      }
    }
  });
  const [failure] = failures;
  return failure === undefined ? E.right({ settledIntents: page, messages: says, unclear, isWhole }) : E.left(failure);
};

/** A record with what the service says of it beside the reason why it is set aside. Pure. */
export const withUnconfirmed = (
  { messages }: Pick<UnconfirmedResults, 'messages'>,
  record: MappedRecord,
): MappedRecord => {
  const pushed = (prepared: MappedTransaction): MappedTransaction => {
    const said = E.isLeft(prepared) ? messages.get(prepared.left.id) : undefined;
    if (E.isRight(prepared) || said === undefined) return prepared;
    const why = prepared.left.message?.replace(/\.$/, '') ?? '';
    return E.left({ ...prepared.left, message: `${why}; ${said}` });
  };
  const refunds = record.refunds.map((refund) => ({ ...refund, refund: pushed(refund.refund) }));
  return { ...record, sale: pushed(record.sale), refunds };
};

/** What is known of a sale whose record the platform has no more. */
export interface Deleted extends Omit<UnconfirmedResults, 'messages'> {
  readonly pushed: WasPushed;
  /** The line of the report that says so. */
  readonly line: ReportLine;
}

const toldAs = (status: UnconfirmedResults['settledIntents'][number]['status'] | undefined): WasPushed =>
  status === undefined ? 'in doubt' : 'told';

/**
 * Asks the service whether it holds what was pushed of a sale without a clear answer: its record is never read again, so that
 * nobody else would.
 */
export const settleDeletedSale = async (
  pushContext: PushContext,
  { id, kind, sourceId, name }: Pick<ReportLine, 'id' | 'kind' | 'sourceId' | 'name'>,
  known: PageLookup,
): Promise<E.Either<StoreError, Deleted>> => {
  const lineOf = (message: string): ReportLine =>
    exclusionLine(
      pushContext.storefront,
      { id, kind, sourceId },
      skipped({ sourceId, name }, 'deleted at source', message),
    );
  // Also of one that the service lists: as long as it is not compared, its address is kept.
  if (known.submissions.get(id)?.status !== 'intent') {
    const before = wasPushed(known, id);
    return E.right({
      pushed: before,
      line: lineOf(describeDeletion[before]),
      settledIntents: [],
      unclear: [],
      isWhole: true,
    });
  }
  const asked = await settleUnconfirmed(pushContext, [lineOf(gone)], known);
  if (E.isLeft(asked)) return asked;
  const { messages, ...unconfirmed } = asked.right;
  const pushed = toldAs(unconfirmed.settledIntents[0]?.status);
  const said = pushed === 'told' ? undefined : messages.get(id);
  return E.right({
    ...unconfirmed,
    pushed: pushed,
    line: lineOf(said === undefined ? describeDeletion[pushed] : `${gone}; ${said}.`),
  });
};

/** A line of what was given up, and the service holds after all. Pure. */
export const asConfirmed = (line: ReportLine): ReportLine =>
  line.reason === 'gave up' ? { ...line, outcome: 'succeeded', reason: null, message: null } : line;
