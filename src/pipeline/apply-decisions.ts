/**
 * Applies people's decisions to a page: a held sale that a person wants sent is sent, and one that a person left out is
 * skipped.
 */
import * as E from 'fp-ts/lib/Either.js';
import { type Decision, decisionFor } from '../domain/decision.ts';
import type { ReportLine } from '../domain/run.ts';
import type { PageLookup, StoreError, SyncStore } from '../domain/sync-store.ts';
import { lookUpPage } from './look-up-page.ts';
import { type MappedRecord, type MappedTransaction, transactionIdOf } from './mapped-record.ts';
import { type SettledResult, settledResult } from './push-result.ts';

type Decisions = Pick<PageLookup, 'decisions'>;

/** A transaction that a person decided to leave out; undefined without such a decision. Pure. */
export const leftOutResult = ({ decisions }: Decisions, id: string): SettledResult | undefined => {
  const decision = decisionFor(decisions?.get(id), 'leave out');
  return decision === undefined
    ? undefined
    : settledResult('skipped', { reason: 'left out by decision', message: describeLeftOut(decision) });
};

/** Whether a person decided to send a transaction although `what` holds it; without `what`, whatever holds it. Pure. */
export const isSentAnyway = ({ decisions }: Decisions, id: string, what?: string): boolean =>
  decisionFor(decisions?.get(id), 'send', what) !== undefined;

/** The line of a record, skipped if it was held and a person left it out. Pure. */
export const withLeftOut = (line: ReportLine, decisions: Decisions): ReportLine => {
  const result = line.outcome === 'held' ? leftOutResult(decisions, line.id) : undefined;
  return result === undefined ? line : { ...line, outcome: 'skipped', reason: result.reason, message: result.message };
};

/** A record after people's decisions about it. Pure. */
export const applyDecisions = (record: MappedRecord, known: Decisions): MappedRecord => {
  if (known.decisions === undefined) return record;
  const sent = decideOn(record.sale, record.ifSent, known);
  if (sent !== undefined) return applyDecisions(sent, known);
  const settle = E.mapLeft((line: ReportLine) => withLeftOut(line, known));
  return {
    ...record,
    sale: settle(record.sale),
    refunds: record.refunds.map(({ ifSent, ...one }) => ({
      ...one,
      refund: settle(decideOn(one.refund, ifSent, known) ?? one.refund),
    })),
  };
};

/** A record as if everything that a decision can send were sent: these transactions are looked up. Pure. */
export const asIfSent = (record: MappedRecord): MappedRecord =>
  record.ifSent !== undefined
    ? asIfSent(record.ifSent)
    : { ...record, refunds: record.refunds.map((one) => ({ ...one, refund: one.ifSent ?? one.refund })) };

/** `applyDecisions` for records that are only compared: reads decisions only for held ones. */
export const withDecisions =
  ({ lookUpTransactions }: Pick<SyncStore, 'lookUpTransactions'>, runId: string) =>
  async (records: readonly MappedRecord[]): Promise<E.Either<StoreError, readonly MappedRecord[]>> => {
    const held = records.flatMap(({ sale, refunds }) => [sale, ...refunds.map(({ refund }) => refund)]).filter(isHeld);
    if (held.length === 0) return E.right(records);
    const known = await lookUpPage({ lookUpTransactions })(
      runId,
      held.map((one) => ({ id: transactionIdOf(one), name: '' })),
    );
    return E.isLeft(known) ? known : E.right(records.map((record) => applyDecisions(record, known.right)));
  };

const describeLeftOut = ({ by, at, note }: Decision): string => {
  const who = by === '' ? '' : ` by ${by}`;
  return `Left out${who} on ${at.slice(0, 10)}${note === '' ? '' : `: ${note}`}`;
};

const decideOn = <A extends MappedTransaction | MappedRecord>(
  held: MappedTransaction,
  ifSent: A | undefined,
  decisions: Decisions,
): A | undefined => {
  if (E.isRight(held) || ifSent === undefined || held.left.reason === null) return undefined;
  return isSentAnyway(decisions, held.left.id, held.left.reason) ? ifSent : undefined;
};

const isHeld = (mapped: MappedTransaction): boolean => E.isLeft(mapped) && mapped.left.outcome === 'held';
