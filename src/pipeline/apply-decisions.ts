import * as E from 'fp-ts/lib/Either.js';
import { type Decision, decisionFor } from '../domain/decision.ts';
import type { ReportLine } from '../domain/run.ts';
import type { PageLookup, StoreError, SyncStore } from '../domain/sync-store.ts';
import { lookUpPage } from './look-up-page.ts';
import { type MappedRecord, type MappedTransaction, transactionIdOf } from './mapped-record.ts';
import { type SettledResult, settledResult } from './push-result.ts';

type Decisions = Pick<PageLookup, 'decisions'>;

const describeLeftOut = ({ by, at, note }: Decision): string => {
  const who = by === '' ? '' : ` by ${by}`;
  return `Left out${who} on ${at.slice(0, 10)}${note === '' ? '' : `: ${note}`}`;
};

/** A transaction that a person decided to leave out; undefined without such a decision. Pure. */
export const leftOutResult = ({ decisions }: Decisions, id: string): SettledResult | undefined => {
  const decision = decisionFor(decisions?.get(id), 'leave out');
  return decision === undefined
    ? undefined
    : settledResult('skipped', { reason: 'left out by decision', message: describeLeftOut(decision) });
};

/** Whether a person decided to send a transaction although this, or anything, holds it. Pure. */
export const isSentAnyway = ({ decisions }: Decisions, id: string, what?: string): boolean =>
  decisionFor(decisions?.get(id), 'send', what) !== undefined;

/** The line of a record as it is once a person left it out, if it is held. Pure. */
export const withLeftOut = (line: ReportLine, decisions: Decisions): ReportLine => {
  const result = line.outcome === 'held' ? leftOutResult(decisions, line.id) : undefined;
  return result === undefined ? line : { ...line, outcome: 'skipped', reason: result.reason, message: result.message };
};

const decideOn = <A extends MappedTransaction | MappedRecord>(
  held: MappedTransaction,
  ifSent: A | undefined,
  decisions: Decisions,
): A | undefined => {
  if (E.isRight(held) || ifSent === undefined || held.left.reason === null) return undefined;
  return isSentAnyway(decisions, held.left.id, held.left.reason) ? ifSent : undefined;
};

/** A record as people decided about it. Pure. */
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

/** A record as it would be if all that a decision can send were sent: what is looked up of it. Pure. */
export const asIfSent = (record: MappedRecord): MappedRecord =>
  record.ifSent !== undefined
    ? asIfSent(record.ifSent)
    : { ...record, refunds: record.refunds.map((one) => ({ ...one, refund: one.ifSent ?? one.refund })) };

const isHeld = (mapped: MappedTransaction): boolean => E.isLeft(mapped) && mapped.left.outcome === 'held';

/** The same for records that are only compared: decisions are read for those that are held. */
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
