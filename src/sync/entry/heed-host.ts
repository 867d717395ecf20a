import * as E from 'fp-ts/lib/Either.js';
import { errorName } from '../../domain/errors.ts';
import { held, type RecordReference, type Exclusion, skipped } from '../../domain/exclusion.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { imbalanceOf } from '../../mapping/balance.ts';
import type { Candidate, MappedRecord, Prepared } from './candidate.ts';
import { freeze } from './freeze.ts';
import type { BeforePush } from '../ports.ts';
import type { PrepareContext } from './prepare-entry.ts';
import { setAsideEntry } from './to-run-entry.ts';

type Answer = E.Either<string, Transaction | 'skip'>;

const ask = async (
  beforePush: BeforePush,
  storefront: string,
  sourceId: string,
  transaction: Transaction,
): Promise<Answer> => {
  try {
    // A copy: a host that changes it in place has changed it, too.
    return E.right(await beforePush(structuredClone(transaction), { storefront, sourceId }));
  } catch (defect) {
    // Only its kind: the host's own message may hold anything.
    return E.left(errorName(defect));
  }
};

const changed = (
  context: PrepareContext,
  candidate: Candidate,
  { id, name, parentId }: Transaction,
  answer: Transaction,
): Prepared => {
  // Whatever the host answers, the sale stays the same sale.
  const frozen = freeze(
    context,
    { ...candidate, findings: [...candidate.findings, 'changed by the host'] },
    { ...answer, id, name, parentId },
  );
  return E.isRight(frozen) && frozen.right.digest === candidate.digest ? E.right(candidate) : frozen;
};

const heed = async (beforePush: BeforePush, context: PrepareContext, mapped: Prepared): Promise<Prepared> => {
  if (E.isLeft(mapped) || mapped.right.transaction === undefined) return mapped;
  const { transaction, ...candidate } = mapped.right;
  const { storefront } = context;
  const record: RecordReference = { sourceId: candidate.sourceId, name: candidate.name };
  const setAside = (why: Exclusion): Prepared => E.left(setAsideEntry(storefront, candidate, why));
  const answer = await ask(beforePush, storefront, candidate.sourceId, transaction);
  if (E.isLeft(answer)) {
    const message = `your own app's rule failed on it (${answer.left}); have it corrected, then retry`;
    return setAside(held(record, 'hook failed', message));
  }
  if (answer.right === 'skip') {
    return setAside(skipped(record, 'skipped by the host', "your own app's rule leaves it out"));
  }
  try {
    const imbalance = imbalanceOf(answer.right);
    if (imbalance === undefined) return changed(context, candidate, transaction, answer.right);
    return setAside(held(record, 'hook failed', `what your own app's rule made of it does not balance: ${imbalance}`));
  } catch {
    return setAside(held(record, 'hook failed', "what your own app's rule made of it is no transaction"));
  }
};

/**
 * Lets the host change or skip what is about to be told, before its body is frozen. Asked for each transaction every time
 * that its record is read, in every kind of run, so that all of them tell it alike. Never rejects.
 */
export const heedHost = async (context: PrepareContext, record: MappedRecord): Promise<MappedRecord> => {
  const { beforePush } = context;
  if (beforePush === undefined) return record;
  const sale = await heed(beforePush, context, record.sale);
  // What happens to a sale that is not pushed is not pushed either.
  if (E.isLeft(sale) && E.isRight(record.sale)) return { sale, refunds: [], movements: [] };
  const refunds: MappedRecord['refunds'][number][] = [];
  for (const { movementId, prepared } of record.refunds) {
    refunds.push({ movementId, prepared: await heed(beforePush, context, prepared) });
  }
  return { ...record, sale, refunds };
};

/** `heedHost` for the records of a page, one transaction at a time. */
export const heedHostForAll = async (
  context: PrepareContext,
  records: readonly MappedRecord[],
): Promise<readonly MappedRecord[]> => {
  if (context.beforePush === undefined) return records;
  const all: MappedRecord[] = [];
  for (const record of records) all.push(await heedHost(context, record));
  return all;
};
