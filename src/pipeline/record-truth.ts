/**
 * States what is true of a record at its platform now: whether it is still a sale, and which later changes count, were
 * undone, or count again.
 */
import * as E from 'fp-ts/lib/Either.js';
import type { Exclusion, SkipReason } from '../domain/exclusion.ts';
import type { Instant } from '../domain/instant.ts';
import type { PlatformEvent } from '../domain/platform-event.ts';
import { laterIdOf, saleIdOf, saleNameOf } from '../mapping/identity.ts';
import type { Policy } from '../mapping/policy.ts';
import type { Sale } from '../mapping/sale.ts';
import { saleToTransaction } from '../mapping/sale-to-transaction.ts';
import type { RecordTruth } from './mapped-record.ts';

const undoing: Partial<Readonly<Record<Exclusion['reason'], true>>> = {
  'not paid': true,
  'only authorized': true,
  voided: true,
  'payment expired': true,
  'payment failed': true,
  'canceled before payment': true,
} satisfies Partial<Record<SkipReason, true>>;

/** The event that undid a sale that is skipped now; null where the skip reason does not mean that nothing was sold. Pure. */
export const undoneByOf = ({ _tag, reason, message, undoneBy }: Exclusion): PlatformEvent | null =>
  _tag === 'Skipped' && undoing[reason] === true ? (undoneBy ?? { id: null, occurredAt: null, message }) : null;

/**
 * The event that undid a sale; null if only a setting leaves it out now. A sale counts as undone only if no setting would
 * send it.
 */
export const saleUndoneBy = (policy: Policy, sale: Sale, why: Exclusion): PlatformEvent | null => {
  const undoneBy = undoneByOf(why);
  if (undoneBy === null) return null;
  if (sale.undoneBy !== undefined) return sale.undoneBy;
  const refused = saleToTransaction({ ...policy, unpaid: 'send', partiallyPaid: 'send' })(sale);
  return E.isLeft(refused) ? undoneByOf(refused.left) : null;
};

type Common = Pick<RecordTruth, 'offsets' | 'freeze'>;

const none: ReadonlySet<string> = new Set();
const noneUndone: RecordTruth['undone'] = new Map();
const noEvents: ReadonlyMap<string, PlatformEvent> = new Map();

/** The truth of a readable sale. */
export const truthOfSale = (sale: Sale, saleUndoneBy: PlatformEvent | null, common: Common): RecordTruth => {
  const { identity, refunds, amendments = [], undone = [], occurredAt, adjustments } = sale;
  const later = [...refunds, ...amendments];
  const takenBack = new Map<string, readonly PlatformEvent[]>();
  for (const { kind, id, by } of undone) {
    const laterId = laterIdOf(identity, kind === 'refund' ? { id } : { kind, id });
    takenBack.set(laterId, [...(takenBack.get(laterId) ?? []), by]);
  }
  const again = new Map(
    later.flatMap((one) => (one.againBy === undefined ? [] : [[laterIdOf(identity, one), one.againBy] as const])),
  );
  const inForce = later.filter((one) => one.isSettled || !takenBack.has(laterIdOf(identity, one)));
  return {
    ...common,
    saleId: saleIdOf(identity),
    saleName: saleNameOf(identity),
    sourceId: identity.recordId,
    saleUndoneBy,
    inForce: inForce.length === 0 ? none : new Set(inForce.map((one) => laterIdOf(identity, one))),
    hidesDisputes: sale.hidesDisputes === true,
    undone: takenBack,
    again: again.size === 0 ? noEvents : again,
    readAsOf: sale.lastChangedAt ?? null,
    lastChangedAt:
      sale.lastChangedAt ??
      latest([occurredAt, ...later.map((one) => one.occurredAt), ...adjustments.map((one) => one.occurredAt)]),
  };
};

/** The truth of a record that is no longer a sale. */
export const truthOfNoSale = (
  { saleId, sourceId }: Pick<RecordTruth, 'saleId' | 'sourceId'>,
  saleUndoneBy: PlatformEvent,
  common: Common,
): RecordTruth => ({
  ...common,
  ...{
    saleId,
    saleName: null,
    sourceId,
    saleUndoneBy,
    inForce: none,
    hidesDisputes: false,
    undone: noneUndone,
    again: noEvents,
  },
  lastChangedAt: saleUndoneBy.occurredAt,
  readAsOf: null,
});

/** The latest instant. All instants of a platform have one form in UTC, so they are compared as texts. */
const latest = (instants: readonly (Instant | null)[]): Instant | null =>
  instants.reduce((last, one) => (one !== null && one !== '' && (last === null || one > last) ? one : last), null);
