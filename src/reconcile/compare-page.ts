/** Compares one page of a platform's sales with the service, and asks the service about each sale that its list did not show. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import type { PageLookup, StoreResult } from '../domain/sync-store.ts';
import { adjustmentKey, type ReportLine } from '../domain/run.ts';
import { lookUpPage } from '../pipeline/look-up-page.ts';
import {
  type MappedRecord,
  type MappedTransaction,
  type PushCandidate,
  transactionIdOf,
} from '../pipeline/mapped-record.ts';
import { leftOutResult } from '../pipeline/apply-decisions.ts';
import { decideOwnership } from '../pipeline/decide-ownership.ts';
import { notShownYet } from '../pipeline/lateness.ts';
import { pushContextOf } from '../pipeline/run-context.ts';
import { ask } from './ask-service.ts';
import { type Comparison, heldIn, isUnreadList } from './comparison.ts';
import { comparePushed, deleted, describePushedDay } from './compare-pushed.ts';
import { amountsOfPushed, type PushedTransaction } from './pushed.ts';
import type { SourceResult } from '../mapping/source-connector.ts';
import { textKey } from '../mapping/comparison.ts';
import { applyBeforePush } from '../pipeline/before-push.ts';
import { mapRecord } from '../pipeline/map-page.ts';
import { compareCorrected, steadyChains } from './corrected.ts';
import { onAnyDay } from './read-followed.ts';
import { attempt } from '../domain/attempt.ts';

/** Adds a transaction of the service to the sums, if the service shows its date and its amounts. */
export const addPushed = (comparison: Comparison, pushed: PushedTransaction): void => {
  const { ledger, mapContext } = comparison;
  const day = describePushedDay(comparison, pushed);
  const where = { currency: 'USD', jurisdiction: 'US', month: day?.slice(0, 'YYYY-MM'.length) ?? '' };
  const amounts = amountsOfPushed(pushed, where, mapContext.calendar.monthOf);
  if (O.isSome(amounts) && day !== null) ledger.add('service', amounts.value, day);
};

/**
 * Returns a transaction that would be reported as a difference, as the service holds it now; undefined if it is gone or could not
 * be read.
 */
export const confirmAtService = async (
  comparison: Comparison,
  listed: PushedTransaction,
): Promise<PushedTransaction | undefined> => {
  const found = comparison.confirm === undefined ? listed : await comparison.confirm(listed);
  if (found === 'not asked') comparison.unconfirmed += 1;
  return found === null || found === 'not asked' ? undefined : found;
};

/** Compares a record that would not be sent today. False if the service's list does not show it. */
export const compareAside = async (comparison: Comparison, line: ReportLine): Promise<boolean> => {
  countAside(comparison, line.reason ?? 'no reason given');
  const held = heldIn(comparison, line);
  if (held === null) return false;
  const [key, listed] = held;
  comparison.pushed.delete(key);
  const pushed = await confirmAtService(comparison, listed);
  if (pushed !== undefined) nameExcluded(comparison, line, pushed);
  return true;
};

const nameExcluded = (
  comparison: Comparison,
  { id, sourceId, name, reason, message }: ReportLine,
  pushed: PushedTransaction,
): void => {
  addPushed(comparison, pushed);
  comparison.findings.differ({
    kind: 'sent, but excluded now',
    transactionId: id,
    sourceId,
    name,
    message: `The service holds it, and it would not be sent today: ${reason ?? 'no reason given'}, ${message ?? ''}`,
    day: describePushedDay(comparison, pushed),
  });
};

/**
 * Asks the service about records that would not be sent today, were sent, and are not in its list, which may be late: a payment
 * may fail minutes after it was sent.
 */
const seekAsides = (comparison: Comparison, lines: readonly ReportLine[]): StoreResult<void> =>
  attempt(async (take) => {
    if (lines.length === 0) return;
    const { store, run } = comparison.runContext;
    const known = await take(
      lookUpPage(store)(
        run.id,
        lines.map(({ id }) => ({ id, name: '' })),
      ),
    );
    for (const line of lines) {
      const { id, sourceId, name } = line;
      const submission = known.submissions.get(id);
      if (submission?.status !== 'confirmed' && submission?.status !== 'intent') continue;
      const answer = await take(ask(comparison, { id, name, body: submission.body ?? '' }, known));
      const about = { transactionId: id, sourceId, name, day: null };
      if (answer._tag === 'Found') {
        nameExcluded(comparison, line, { id: answer.remoteId, name, shown: answer.shown ?? {} });
      } else if (answer._tag === 'NotShownYet') {
        comparison.findings.differ({ ...about, kind: 'not shown yet', message: notShownYet });
      } else if (answer._tag !== 'Absent') {
        const message = 'It would not be sent today, and the service gave no definitive response about it.';
        comparison.findings.differ({ ...about, kind: 'unclear', message });
      }
    }
  });

/** Sales that another storefront sends are not missing. */
export const seekAll = (
  comparison: Comparison,
  absent: readonly PushCandidate[],
  sales: readonly MappedTransaction[],
): StoreResult<void> =>
  attempt(async (take) => {
    const { runContext, mapContext } = comparison;
    const wanted = [...new Set([...absent, ...RA.rights(sales)])].map(({ id, name, references }) => ({
      id,
      name,
      references,
    }));
    const known = await take(lookUpPage(runContext.store)(runContext.run.id, wanted));
    const owners = await take(decideOwnership(pushContextOf(runContext, mapContext.storefront), absent, known, sales));
    for (const candidate of absent) {
      const other = owners.get(candidate.id);
      if (other?._tag === 'Settled') {
        countAside(comparison, other.reason ?? 'possible duplicate');
        continue;
      }
      if (leftOutResult(known, candidate.id) !== undefined) {
        countAside(comparison, 'left out by decision');
        continue;
      }
      await take(seek(comparison, candidate, known));
    }
  });

export const comparePage = (comparison: Comparison, records: readonly MappedRecord[]): StoreResult<void> =>
  attempt(async (take) => {
    const absent: PushCandidate[] = [];
    const unlisted: ReportLine[] = [];
    const chains = await take(steadyChains(comparison, records));
    for (const record of records) {
      const { sale, refunds, adjustments } = record;
      if (comparison.seen.has(transactionIdOf(sale))) continue;
      if (E.isLeft(sale) && isUnreadList(sale.left))
        comparison.compared.notFollowed.push(`${sale.left.sourceId}: ${sale.left.message ?? ''}`);
      if (E.isLeft(sale) && sale.left.reason === 'outside the chosen days') {
        // A record of the range whose sale is of another day: it is followed if something happened to it in the range.
        countAside(comparison, 'outside the chosen days');
        continue;
      }
      if (hasId(sale)) comparison.seen.add(transactionIdOf(sale));
      for (const chain of chains.filter((one) => one.record === record)) {
        await take(compareCorrected(comparison, chain));
      }
      for (const prepared of [sale, ...refunds.map((refund) => refund.refund)]) {
        if (comparison.corrected.has(transactionIdOf(prepared))) continue;
        if (E.isLeft(prepared)) {
          const line = prepared === sale ? asSold(record, prepared.left) : prepared.left;
          if (!(await compareAside(comparison, line))) unlisted.push(line);
          continue;
        }
        const { id, name } = prepared.right;
        const namesake = comparison.namesakes.get(textKey(name));
        const held = heldIn(comparison, prepared.right) ?? (namesake && ([id, namesake] as const)) ?? null;
        if (held === null) {
          absent.push(prepared.right);
          if (E.isRight(sale) && prepared !== sale)
            comparison.causes.set(id, { saleDay: comparison.dayOf(sale.right.transactedAt), cause: null });
        } else await comparePushed(comparison, prepared.right, ...held);
      }
      const pushed = new Set(refunds.filter(({ refund }) => E.isRight(refund)).map(({ adjustmentId }) => adjustmentId));
      const name = E.isLeft(sale) ? sale.left.name : sale.right.name;
      comparison.compared.changes += adjustments.length;
      for (const adjustment of adjustments) {
        comparison.findings.change(
          { id: transactionIdOf(sale), name },
          { ...adjustment, sent: adjustment.sent || pushed.has(adjustmentKey(adjustment)) },
        );
      }
    }
    await take(seekAsides(comparison, unlisted));
    return take(
      absent.length === 0
        ? E.right(undefined)
        : seekAll(
            comparison,
            absent,
            records.map(({ sale }) => sale),
          ),
    );
  });

/**
 * The adjustment or part with an id, as the record maps today; undefined if the record has no such part. It has its own date: its
 * sale may be older than the compared days.
 */
export const mapRefund = async (
  { mapContext }: Comparison,
  record: SourceResult,
  { id, sourceId }: { readonly id: string; readonly sourceId: string },
): Promise<MappedTransaction | undefined> => {
  const anyDay = onAnyDay(mapContext);
  const mapped: MappedTransaction[] = [];
  for (const [index, one] of mapRecord(anyDay, record, sourceId).entries()) {
    const { sale, refunds } = await applyBeforePush(anyDay, one);
    mapped.push(...(index === 0 ? [] : [sale]), ...refunds.map(({ refund }) => refund));
  }
  return mapped.find((prepared) => transactionIdOf(prepared) === id);
};

const countAside = ({ exclusions }: Comparison, reason: string): void => {
  exclusions[reason] = (exclusions[reason] ?? 0) + 1;
};

/** A list proves presence, never absence: only the answer about the transaction itself does. */
const seek = async (comparison: Comparison, candidate: PushCandidate, known: PageLookup): StoreResult<void> => {
  const { findings, ledger } = comparison;
  const { id, sourceId, name, amounts, transactedAt } = candidate;
  const asked = await ask(comparison, candidate, known);
  if (E.isLeft(asked)) return asked;
  const answer = asked.right;
  if (answer._tag === 'Found') {
    await comparePushed(comparison, candidate, id, { id: answer.remoteId, name, shown: answer.shown ?? {} });
    return E.right(undefined);
  }
  const day = comparison.dayOf(transactedAt);
  ledger.add('source', amounts, day);
  comparison.observer?.compared(candidate);
  const about = { transactionId: id, sourceId, name, day };
  if (answer._tag === 'NotShownYet') {
    findings.differ({ ...about, kind: 'not shown yet', message: notShownYet });
    return E.right(undefined);
  }
  if (answer._tag === 'Absent') {
    const wasHeld = known.submissions.get(id)?.status === 'confirmed';
    const message = wasHeld ? deleted(comparison, sourceId) : missing(comparison, candidate);
    findings.differ({ ...about, kind: 'missing at the service', message });
    return E.right(undefined);
  }
  const why = answer._tag === 'NoClearAnswer' ? answer.message : 'not asked';
  findings.differ({ ...about, kind: 'unclear', message: `The service gave no definitive response about it: ${why}.` });
  return E.right(undefined);
};

/** Suggests a sync of the day of the sale: that reads the sale again with all of its changes. */
const missing = (
  { mapContext: { storefront }, causes, closedMonths, dayOf }: Comparison,
  { id, transactedAt, amounts }: PushCandidate,
): string => {
  const { saleDay, cause } = causes.get(id) ?? { saleDay: dayOf(transactedAt), cause: null };
  const what = cause === null ? 'The service does not hold it' : `${cause}, and the service does not hold it`;
  const command = `tax-nexus sync --storefront ${storefront} --from ${saleDay} --to ${saleDay}`;
  return closedMonths.has(amounts.month)
    ? `${what}. ${amounts.month} is a closed period; once a person agrees: ${command} --into-closed`
    : `${what}. Send it: ${command}`;
};

/** A connector may give all records that it cannot read the same name if they have no id. */
const hasId = (sale: MappedTransaction): boolean => E.isRight(sale) || sale.left.reason !== 'unreadable record';

/** The line of a record that is no sale today, with the name under which it would have been sent while it was one. */
const asSold = ({ truth }: MappedRecord, line: ReportLine): ReportLine => ({
  ...line,
  name: truth?.saleName ?? line.name,
});
