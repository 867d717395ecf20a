/**
 * Settles records of a page that are skipped or held now but were pushed before, or may have been: what was sent stays
 * visible in the report.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { PageCommit, PageLookup, StoreError } from '../domain/sync-store.ts';
import { type Adjustment, isInService, type ReportLine } from '../domain/run.ts';
import type { WireTransaction } from '../domain/wire-transaction.ts';
import { describeDifferences, type FieldDifference } from '../mapping/comparison.ts';
import { inParallelUntilFailure } from '../domain/async.ts';
import type { MappedRecord, MappedTransaction } from './mapped-record.ts';
import { compareWithBody, parseBody } from './push-result.ts';
import { lookUpAtService } from './look-up.ts';
import type { PushContext } from './run-context.ts';
import { skipped } from '../domain/exclusion.ts';
import { describeDeletion, exclusionLine, recordGone, type PushState, pushStateOf } from './report-lines.ts';
import { type Instant, instantOfMilliseconds } from '../domain/instant.ts';
import { attempt } from '../domain/attempt.ts';

/** The service's answers about unconfirmed pushes whose records are now excluded, so that they are not pushed again. */
interface UnconfirmedResults {
  readonly settledIntents: PageCommit['settledIntents'];
  /** By transaction id: a message in addition to the reason of the exclusion. */
  readonly messages: ReadonlyMap<string, string>;
  /** Ids of records for which the service gave no definitive response. */
  readonly unclear: readonly string[];
  /** Whether the service was asked about each of them. */
  readonly isWhole: boolean;
}

/** A record with the service's answer added to the reason of the exclusion. Pure. */
export const withUnconfirmed = (
  { messages }: Pick<UnconfirmedResults, 'messages'>,
  record: MappedRecord,
): MappedRecord => {
  const withMessage = (mapped: MappedTransaction): MappedTransaction => {
    const explanation = E.isLeft(mapped) ? messages.get(mapped.left.id) : undefined;
    if (E.isRight(mapped) || explanation === undefined) return mapped;
    return E.left({ ...mapped.left, message: `${withoutPeriod(mapped.left)}; ${explanation}` });
  };
  const refunds = record.refunds.map((refund) => ({ ...refund, refund: withMessage(refund.refund) }));
  return { ...record, sale: withMessage(record.sale), refunds };
};

/** What is known about a sale whose record was deleted at the platform. */
export interface DeletedSale extends Omit<UnconfirmedResults, 'messages'> {
  readonly pushed: PushState;
  readonly line: ReportLine;
}

/** Looks up an unconfirmed push of a deleted sale: its record is never read again, so nothing else would look it up. */
export const settleDeletedSale = async (
  pushContext: PushContext,
  { id, kind, sourceId, name }: Pick<ReportLine, 'id' | 'kind' | 'sourceId' | 'name'>,
  known: PageLookup,
): Promise<E.Either<StoreError, DeletedSale>> => {
  const lineOf = (message: string): ReportLine =>
    exclusionLine(
      pushContext.storefront,
      { id, kind, sourceId },
      skipped({ sourceId, name }, 'deleted on the platform', message),
    );
  // An intent is looked up even if the service lists it, because its body is kept until it is compared.
  if (known.submissions.get(id)?.status !== 'intent') {
    const before = pushStateOf(known, id);
    return E.right({
      pushed: before,
      line: lineOf(describeDeletion[before]),
      settledIntents: [],
      unclear: [],
      isWhole: true,
    });
  }
  const asked = await settleUnconfirmed(pushContext, [lineOf(recordGone)], known);
  if (E.isLeft(asked)) return asked;
  const { messages, ...unconfirmed } = asked.right;
  const pushed = toPushState(unconfirmed.settledIntents[0]?.status);
  const explanation = pushed === 'pushed' ? undefined : messages.get(id);
  return E.right({
    ...unconfirmed,
    pushed,
    line: lineOf(explanation === undefined ? describeDeletion[pushed] : `${recordGone}; ${explanation}.`),
  });
};

/** The line of a push whose retries were exhausted, after the service turned out to hold it. Pure. */
export const asConfirmed = (line: ReportLine): ReportLine => ({
  ...line,
  outcome: 'succeeded',
  reason: null,
  message: null,
});

/** The results for excluded records that were pushed before, or may have been. */
interface ExcludedResults extends UnconfirmedResults {
  /** See `linesToKeep`. */
  readonly kept: ReadonlyMap<string, ReportLine>;
}

/** For a page without excluded records. */
export const noneExcluded: ExcludedResults = {
  kept: new Map(),
  settledIntents: [],
  messages: new Map(),
  unclear: [],
  isWhole: true,
};

/** Settles the excluded records of a page that were pushed before, or may have been. */
export const settleExcluded = (
  pushContext: PushContext,
  excluded: readonly ReportLine[],
  known: PageLookup,
): Promise<E.Either<StoreError, ExcludedResults>> =>
  attempt(async (take) => {
    const kept = await take(linesToKeep(pushContext, excluded, known));
    const unconfirmed = await take(settleUnconfirmed(pushContext, excluded, known));
    return { ...unconfirmed, kept };
  });

const withoutPeriod = ({ message }: ReportLine): string => (message ?? '').replace(/\.$/, '');

const foundMessage = 'the service holds it, as sent before';

const noAnswerMessage = 'neither an earlier push nor a lookup at the service got a definitive response';

const absentMessage = 'an earlier push got no definitive response, and the service does not hold it so far';

/**
 * Looks up unconfirmed pushes whose records are now excluded, by id. If the service holds a push, it is compared with the
 * frozen body and its intent is closed. If not, it may still arrive: its intent stays, and the lookup is repeated whenever
 * its record is read.
 */
const settleUnconfirmed = async (
  pushContext: PushContext,
  excluded: readonly ReportLine[],
  { submissions, remoteById }: PageLookup,
): Promise<E.Either<StoreError, UnconfirmedResults>> => {
  const settledIntents: PageCommit['settledIntents'][number][] = [];
  const messages = new Map<string, string>();
  const unclear: string[] = [];
  let isWhole = true;
  for (const { id, reason } of excluded) {
    const isAtService = submissions.get(id)?.status === 'confirmed' || (!submissions.has(id) && remoteById.has(id));
    // A record of other days is not excluded because of its content.
    if (reason !== 'outside the chosen days' && isAtService) messages.set(id, foundMessage);
  }
  const open = pushContext.dryRun ? [] : excluded.filter(({ id }) => submissions.get(id)?.status === 'intent');
  const asked = await inParallelUntilFailure(pushContext.concurrency)(open, async ({ id, sourceId }) => {
    const submission = submissions.get(id);
    const body = submission?.body ?? null;
    // An erased body cannot be compared.
    if (submission === undefined || body === null) return E.right(undefined);
    const name = O.match(
      () => '',
      (sent: WireTransaction) => sent.name,
    )(parseBody(body));
    const answer = await lookUpAtService({ ...pushContext, facts: pushContext.gate.facts })({
      id,
      name,
      remoteId: submission.remoteId,
    });
    if (E.isLeft(answer)) return answer;
    switch (answer.right._tag) {
      case 'NotAsked':
        isWhole = false;
        break;
      case 'NoClearAnswer':
        pushContext.client.noteRetriesExhausted('question');
        unclear.push(sourceId);
        messages.set(id, noAnswerMessage);
        break;
      case 'Absent':
        messages.set(id, absentMessage);
        break;
      case 'Found': {
        pushContext.crashPoint('after_get_before_commit');
        const { remoteId, shown } = answer.right;
        const { differences } = compareWithBody(body, shown);
        settledIntents.push({ id, status: 'confirmed', answer: 'found', ...(remoteId !== id && { remoteId }) });
        messages.set(id, differences.length === 0 ? foundMessage : differsMessage(differences));
      }
    }
    return answer;
  });
  return E.isLeft(asked) ? asked : E.right({ settledIntents, messages, unclear, isWhole });
};

const differsMessage = (differences: readonly FieldDifference[]): string =>
  `the service holds it, and it differs from what was pushed before: ${describeDifferences(differences)}`;

const toPushState = (status: UnconfirmedResults['settledIntents'][number]['status'] | undefined): PushState =>
  status === undefined ? 'unconfirmed' : 'pushed';

/**
 * The lines of sales that this run pushed, and that are excluded when read again: the service holds them, so the line
 * stays, with the exclusion as an adjustment. Right: those lines by id.
 */
const linesToKeep = async (
  { runId, store, clock, isRetried }: PushContext,
  excluded: readonly ReportLine[],
  { settledInRun }: Pick<PageLookup, 'settledInRun'>,
): Promise<E.Either<StoreError, ReadonlyMap<string, ReportLine>>> => {
  const lines = new Map<string, ReportLine>();
  for (const one of excluded) {
    const before = settledInRun.get(one.id);
    if (before === undefined || !isInService(before) || (showsNothing(one) && isRetried(before))) continue;
    const found = await store.findLines(runId, { id: one.id }, { after: O.none, limit: 1 })();
    if (E.isLeft(found)) return found;
    const [line] = found.right.lines;
    if (line === undefined) continue;
    lines.set(one.id, showsNothing(one) ? line : withExclusionDrift(line, one, instantOfMilliseconds(clock.now())));
  }
  return E.right(lines);
};

/**
 * Whether an exclusion shows nothing about the sale, because the host's hook or the platform failed. The sale is read again
 * later.
 */
const showsNothing = ({ reason }: ReportLine): boolean =>
  reason === 'app rule failed' || reason === 'record not served';

const driftId = 'drift-set-aside';

/** Added once, however often the record is read. */
const withExclusionDrift = (line: ReportLine, excluded: ReportLine, at: Instant): ReportLine =>
  line.amounts === null || line.adjustments.some((adjustment) => adjustment.id === driftId)
    ? line
    : { ...line, adjustments: [...line.adjustments, exclusionDrift(line.amounts.currency, excluded, at)] };

const exclusionDrift = (currency: string, excluded: ReportLine, at: Instant): Adjustment => ({
  kind: 'drift',
  id: driftId,
  occurredAt: at,
  currency,
  // The money is unknown.
  amount: 0n,
  tax: null,
  sent: false,
  message: `Now ${excluded.outcome}, after it was sent: ${withoutPeriod(excluded)}. The sent transaction stays as it is; correct it at the service if needed.`,
});
