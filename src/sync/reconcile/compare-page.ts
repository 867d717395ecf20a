import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { millisecondsOf } from '../../domain/instant.ts';
import type { StoreError, PageLookup, Submission } from '../../domain/sync-store.ts';
import type { ReportLine } from '../../domain/run.ts';
import { askService } from '../pace/ask-service.ts';
import { presenceOf } from '../presence/read-presence.ts';
import { proofOfAbsenceInLateList } from '../limits.ts';
import { type AtService, lookUpAtService } from '../presence/look-up-at-service.ts';
import type { Candidate, Prepared, MappedRecord } from '../entry/candidate.ts';
import { movementKey } from '../entry/movement-key.ts';
import { findRivals } from '../settle/find-rivals.ts';
import { lookUpAll } from '../presence/look-up.ts';
import { workOf } from '../settle/work-of.ts';
import { compareTold } from './compare-told.ts';
import { dayTold } from './day-told.ts';
import type { Comparison } from './comparison.ts';
import { amountsOfTold, keyOfTold, type Told } from './told.ts';

const countAside = ({ setAside }: Comparison, reason: string): void => {
  setAside[reason] = (setAside[reason] ?? 0) + 1;
};

/** Its amounts are known only where its moment is. */
export const noteTold = (comparison: Comparison, told: Told): void => {
  const { ledger, prepare } = comparison;
  const day = dayTold(comparison, told);
  const where = { currency: 'USD', jurisdiction: 'US', month: day?.slice(0, 'YYYY-MM'.length) ?? '' };
  const amounts = amountsOfTold(told, where, prepare.calendar.monthOf);
  if (O.isSome(amounts) && day !== null) ledger.add('service', amounts.value, day);
};

const compareAside = (comparison: Comparison, { id, sourceId, name, reason, message }: ReportLine): void => {
  countAside(comparison, reason ?? 'no reason given');
  const told = comparison.told.get(id);
  if (told === undefined) return;
  comparison.told.delete(id);
  noteTold(comparison, told);
  comparison.findings.differ({
    kind: 'told, though set aside',
    transactionId: id,
    sourceId,
    name,
    message: `The service holds it, and today it would not be told: ${reason ?? 'no reason given'}, ${message ?? ''}`,
    day: dayTold(comparison, told),
  });
};

/** Whether the service holds what its list did not show for the range, under an id of ours or of its own, or by its name. */
const ask = async (
  { session, facts }: Comparison,
  { id, name }: Candidate,
  known: PageLookup,
): Promise<E.Either<StoreError, AtService>> => {
  const { ports, lane, remoteList } = session;
  if (facts === null || facts.identity === 'client') {
    const single = await askService({ ...ports, lane })(id);
    return E.right(
      single._tag === 'Found' ? { _tag: 'Held', remoteId: id, shown: presenceOf(single.stored).shown } : single,
    );
  }
  const sending = known.submissions.get(id);
  const remoteId = sending?.remoteId ?? known.remoteByName.get(name)?.id ?? null;
  const answer = await lookUpAtService({ ...ports, lane, remoteList, facts: () => facts })({ id, name, remoteId });
  const isStored = sending?.status === 'confirmed' || sending?.status === 'intent';
  const isLate = facts.list === 'late' && isStored && isYoung(sending, ports.clock.now());
  return E.isRight(answer) && answer.right._tag === 'Absent' && isLate ? E.right(notListedYet) : answer;
};

const notListedYet: AtService = {
  _tag: 'NoClearAnswer',
  message: 'it was sent within the last hour, and its list shows what it holds later',
};

const isYoung = ({ attemptedAt, savedAt }: Submission, now: number): boolean =>
  now - millisecondsOf(attemptedAt ?? savedAt) < proofOfAbsenceInLateList;

/** A list proves presence, never absence: only the answer about the transaction itself does. */
const seek = async (
  comparison: Comparison,
  candidate: Candidate,
  known: PageLookup,
): Promise<E.Either<StoreError, void>> => {
  const { findings, ledger } = comparison;
  const { id, sourceId, name, amounts, transactedAt } = candidate;
  const asked = await ask(comparison, candidate, known);
  if (E.isLeft(asked)) return asked;
  const answer = asked.right;
  if (answer._tag === 'Held') {
    await compareTold(comparison, candidate, id, { id: answer.remoteId, name, shown: answer.shown ?? {} });
    return E.right(undefined);
  }
  const day = comparison.dayOf(transactedAt);
  ledger.add('source', amounts, day);
  const about = { transactionId: id, sourceId, name, day };
  if (answer._tag === 'Absent') {
    const message =
      'The service says that it holds none. Sync a range that contains it, or retry the run that failed it.';
    findings.differ({ ...about, kind: 'missing at the service', message });
    return E.right(undefined);
  }
  const why = answer._tag === 'NoClearAnswer' ? answer.message : 'it was not asked';
  findings.differ({ ...about, kind: 'unclear', message: `The service did not say whether it holds it: ${why}.` });
  return E.right(undefined);
};

const idOf = (prepared: Prepared): string => (E.isLeft(prepared) ? prepared.left.id : prepared.right.id);

/** A connector may call all that it cannot read alike when they have no id. */
const hasId = (sale: Prepared): boolean => E.isRight(sale) || sale.left.reason !== 'undecodable record';

/** Of sales that the service's list does not hold, those that another storefront tells are not missing. */
const seekAll = async (comparison: Comparison, absent: readonly Candidate[]): Promise<E.Either<StoreError, void>> => {
  const { session, prepare } = comparison;
  const wanted = absent.map(({ id, name, references }) => ({ id, name, references }));
  const known = await lookUpAll(session.book)(session.run.id, wanted);
  if (E.isLeft(known)) return known;
  const rivals = await findRivals(workOf(session, prepare.storefront), absent, known.right);
  if (E.isLeft(rivals)) return rivals;
  for (const candidate of absent) {
    const rival = rivals.right.get(candidate.id);
    if (rival?._tag === 'Settled') {
      countAside(comparison, rival.reason ?? 'ambiguous duplicate');
      continue;
    }
    const sought = await seek(comparison, candidate, known.right);
    if (E.isLeft(sought)) return sought;
  }
  return E.right(undefined);
};

/** Compares one page of a storefront's records with what the service holds. */
export const comparePage = async (
  comparison: Comparison,
  records: readonly MappedRecord[],
): Promise<E.Either<StoreError, void>> => {
  const absent: Candidate[] = [];
  for (const { sale, refunds, movements } of records) {
    if (comparison.seen.has(idOf(sale))) continue;
    if (hasId(sale)) comparison.seen.add(idOf(sale));
    for (const prepared of [sale, ...refunds.map((refund) => refund.prepared)]) {
      if (E.isLeft(prepared)) {
        compareAside(comparison, prepared.left);
        continue;
      }
      const { id, name } = prepared.right;
      const key = comparison.told.has(id) ? id : keyOfTold(comparison.prefix, { id: '', name });
      const told = comparison.told.get(key);
      if (told === undefined) absent.push(prepared.right);
      else await compareTold(comparison, prepared.right, key, told);
    }
    const told = new Set(refunds.filter(({ prepared }) => E.isRight(prepared)).map(({ movementId }) => movementId));
    const name = E.isLeft(sale) ? sale.left.name : sale.right.name;
    for (const movement of movements) {
      comparison.findings.change(
        { id: idOf(sale), name },
        { ...movement, sent: movement.sent || told.has(movementKey(movement)) },
      );
    }
  }
  return absent.length === 0 ? E.right(undefined) : seekAll(comparison, absent);
};
