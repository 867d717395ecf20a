/** Calls the host's `beforePush` hook, which may change or skip a transaction, and holds the sale when the hook fails. */
import * as E from 'fp-ts/lib/Either.js';
import { errorName } from '../domain/errors.ts';
import { held, type RecordReference, type Exclusion, skipped } from '../domain/exclusion.ts';
import type { Finding } from '../domain/run.ts';
import type { Transaction } from '../domain/transaction.ts';
import { imbalanceOf } from '../mapping/amounts.ts';
import { exemptButTaxed } from '../mapping/exemption.ts';
import type { MappedSale } from '../mapping/sale-to-transaction.ts';
import type { PushCandidate, MappedRecord, MappedTransaction } from './mapped-record.ts';
import { freezeBody } from './freeze-body.ts';
import type { BeforePush } from './ports.ts';
import { kindsOf, type MapContext } from './map-page.ts';
import { exclusionLine } from './report-lines.ts';

/**
 * Lets the host change or skip a transaction before its body is frozen. Called each time the record is read, in each
 * kind of run, so that all runs push the same. Never rejects.
 */
export const applyBeforePush = async (context: MapContext, record: MappedRecord): Promise<MappedRecord> => {
  const { beforePush } = context;
  if (beforePush === undefined) return record;
  if (record.ifSent !== undefined) return { ...record, ifSent: await applyBeforePush(context, record.ifSent) };
  const sale = await applyHook(beforePush, context, record.sale);
  // If the sale is not pushed, its later changes are not pushed either.
  if (E.isLeft(sale) && E.isRight(record.sale)) return { ...record, sale, refunds: [], adjustments: [] };
  const refunds: MappedRecord['refunds'][number][] = [];
  for (const { refund, ifSent, ...one } of record.refunds) {
    refunds.push({
      ...one,
      refund: await applyHook(beforePush, context, refund),
      ...(ifSent !== undefined && { ifSent: await applyHook(beforePush, context, ifSent) }),
    });
  }
  return { ...record, sale, refunds };
};

/**
 * `applyBeforePush` for the records of a page, one transaction at a time.
 *
 * @param beforeEach called before each record: it renews the lease, because a host's hook may be slow
 */
export const applyBeforePushToAll = async (
  context: MapContext,
  records: readonly MappedRecord[],
  beforeEach: () => void = () => undefined,
): Promise<readonly MappedRecord[]> => {
  if (context.beforePush === undefined) return records;
  const all: MappedRecord[] = [];
  for (const record of records) {
    beforeEach();
    all.push(await applyBeforePush(context, record));
  }
  return all;
};

const applyHook = async (
  beforePush: BeforePush,
  context: MapContext,
  mapped: MappedTransaction,
): Promise<MappedTransaction> => {
  if (E.isLeft(mapped) || mapped.right.transaction === undefined) return mapped;
  const { transaction, ...candidate } = mapped.right;
  const { storefront } = context;
  const record: RecordReference = { sourceId: candidate.sourceId, name: candidate.name };
  const { amounts, transactedAt: occurredAt } = candidate;
  const exclude = (why: Exclusion): MappedTransaction =>
    E.left(exclusionLine(storefront, { ...candidate, occurredAt, stated: amounts }, why));
  const answer = await callHook(beforePush, storefront, candidate.sourceId, transaction);
  if (E.isLeft(answer)) {
    const message = `Your app's rule failed (${answer.left}). Correct the rule, then retry.`;
    return exclude(held(record, 'app rule failed', message));
  }
  if (answer.right === 'skip') {
    return exclude(skipped(record, 'skipped by your app', "Your app's rule leaves it out."));
  }
  try {
    const imbalance = imbalanceOf(answer.right);
    if (imbalance === undefined) return changedByHook(context, candidate, transaction, answer.right);
    return exclude(
      held(
        record,
        'app rule failed',
        `The totals of the transaction that your app's rule returned don't add up. ${imbalance}`,
      ),
    );
  } catch {
    return exclude(held(record, 'app rule failed', "What your app's rule returned is not a transaction."));
  }
};

type HookAnswer = E.Either<string, Transaction | 'skip'>;

const callHook = async (
  beforePush: BeforePush,
  storefront: string,
  sourceId: string,
  transaction: Transaction,
): Promise<HookAnswer> => {
  try {
    // A copy, so that we keep the original even if the host changes its argument in place.
    return E.right(await beforePush(structuredClone(transaction), { storefront, sourceId }));
  } catch (defect) {
    // Only the error's name: its message may hold personal data.
    return E.left(errorName(defect));
  }
};

const changedByHook = (
  context: MapContext,
  candidate: PushCandidate,
  before: Transaction,
  answer: Transaction,
): MappedTransaction => {
  const { id, name, parentId } = before;
  // The hook cannot change the identity of a sale.
  const frozen = freezeBody(
    context,
    { ...candidate, findings: findingsAfter(candidate, answer) },
    { transaction: { ...answer, id, name, parentId }, ...basesAfter(candidate, before, answer) },
  );
  return E.isRight(frozen) && frozen.right.digest === candidate.digest ? E.right(candidate) : frozen;
};

const ofMarks: readonly Finding[] = ['marketplace sale', 'exempt sale', 'exempt, but taxed'];

/**
 * The findings after the hook. Sums and thresholds count by them, so they describe what is sent and not what the host was
 * given.
 */
const findingsAfter = ({ kind, findings }: PushCandidate, answer: Transaction): readonly Finding[] => [
  ...findings.filter((finding) => !ofMarks.includes(finding)),
  ...exemptButTaxed(answer).flatMap(({ finding }) => finding ?? []),
  ...(kind === 'sale' ? kindsOf(answer) : []),
  'changed by your app',
];

/** The taxed parts, which are known only as long as the hook changed no amount. */
const basesAfter = (
  { detail }: PushCandidate,
  before: Transaction,
  answer: Transaction,
): Pick<MappedSale, 'taxed' | 'notTaxable'> => {
  const hasSameAmounts = before.taxCollected === answer.taxCollected && before.total === answer.total;
  return hasSameAmounts
    ? { taxed: detail?.taxed ?? null, notTaxable: detail?.notTaxable ?? 0n }
    : { taxed: null, notTaxable: 0n };
};
