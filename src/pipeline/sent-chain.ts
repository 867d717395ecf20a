/**
 * A chain is one sent transaction with all its corrections: each offset removes a copy, and each restoration adds one. The
 * service should count a copy exactly while the transaction is true.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { millisecondsOf, parseInstant } from '../domain/instant.ts';
import type { PlatformEvent } from '../domain/platform-event.ts';
import type { SentTransaction } from '../domain/sent.ts';
import type { PageLookup } from '../domain/sync-store.ts';
import { type CorrectionKind, correctionWithin, laterKindOf } from '../mapping/identity.ts';
import { type FieldDifference, textKey } from '../mapping/comparison.ts';
import type { AtService } from './held-at-service.ts';
import { type MappedRecord, type PushCandidate, type RecordTruth, transactionIdOf } from './mapped-record.ts';

export interface SentChain {
  readonly record: MappedRecord;
  readonly truth: RecordTruth;
  /** The id under which it was first sent: of the sale, or of a later change. */
  readonly base: string;
  readonly first: SentTransaction | null;
  readonly undone: readonly SentTransaction[];
  readonly restored: readonly SentTransaction[];
  readonly isTrue: boolean;
}

/** A chain compared with the platform and the service. */
export interface ComparedChain {
  readonly chain: SentChain;
  /**
   * The correction that the service lacks: an offset (`undone`), the transaction once more (`restored`), or both (`changed`);
   * null for none.
   */
  readonly missing: CorrectionKind | 'changed' | null;
  /** The offset that is pushed now; null where a setting only reports it, or where it cannot be made. */
  readonly offset: PushCandidate | null;
  /** The transaction as it is true now, pushed after the offset. */
  readonly replacement: PushCandidate | null;
  /** How a transaction that still counts differs. */
  readonly differences: readonly FieldDifference[];
  /** Corrections that were begun before, with their frozen bodies. */
  readonly begun: readonly PushCandidate[];
  /** The standing transaction at the service, if the service was asked. */
  readonly held: AtService | null;
  /** The person who asked for it; null where the policy sends it. */
  readonly by: string | null;
  /** Whether the platform could tell when it was undone. */
  readonly isDated: boolean;
}

/** What a chain needs. `steady`: it was corrected and is right now; `as sent`: it was never corrected and is right. */
export type ChainState = CorrectionKind | 'steady' | 'as sent';

/** Pure. */
export const stateOf = ({ undone, restored, isTrue }: SentChain): ChainState => {
  const copies = 1 + restored.length - undone.length;
  if (copies > 0 !== isTrue) return isTrue ? 'restored' : 'undone';
  return undone.length > 0 ? 'steady' : 'as sent';
};

/**
 * The chains of a record. Pure.
 *
 * @param sent transactions under the id of its sale, or under its name
 * @param known whether the sale itself was sent
 */
export const chainsOf = (
  record: MappedRecord,
  truth: RecordTruth,
  sent: readonly SentTransaction[],
  known: Pick<PageLookup, 'submissions' | 'remoteById'>,
): readonly SentChain[] => {
  const bases = new Map<
    string,
    { first: SentTransaction | null; undone: SentTransaction[]; restored: SentTransaction[] }
  >();
  const chainOf = (base: string) => {
    const chain = bases.get(base) ?? { first: null, undone: [], restored: [] };
    bases.set(base, chain);
    return chain;
  };
  const sale = saleAsSent(record, truth, known, sent);
  if (sale !== null) chainOf(truth.saleId).first = sale;
  for (const one of sent.filter((any) => mayStand(any) && any.id !== truth.saleId)) {
    const correction = correctionWithin(one.id);
    if (!isOfRecord(truth, correction?.base ?? one.id)) continue;
    if (correction === undefined) chainOf(one.id).first = one;
    else chainOf(correction.base)[correction.kind].push(one);
  }
  return [...bases].map(([base, { first, undone, restored }]) => ({
    ...{ record, truth, base, first },
    undone: undone.toSorted(inOrder),
    restored: restored.toSorted(inOrder),
    isTrue: truth.saleUndoneBy === null && isInForce(truth, base),
  }));
};

/** The id of a chain's standing transaction: the newest restoration, or the first one. Pure. */
export const standingOf = ({ base, restored }: SentChain): string => restored.at(-1)?.id ?? base;

/** The name of the standing transaction, by which a service that assigns ids knows it; empty where it is not known. Pure. */
export const standingNameOf = ({ first, restored }: SentChain): string => (restored.at(-1) ?? first)?.name ?? '';

/** The event that undid a chain's transaction, or made it true again; undefined where the platform shows none. Pure. */
export const eventOf = ({ base, truth }: SentChain, kind: CorrectionKind): PlatformEvent | undefined =>
  kind === 'restored' ? truth.again.get(base) : (truth.undone.get(base)?.at(-1) ?? truth.saleUndoneBy ?? undefined);

const changed = /^changed-\d+$/;

/**
 * The newest offset of a changed sale whose replacement was not sent yet; undefined otherwise. Pure.
 *
 * @example
 * openOffsetOf(chain) // the one of `…:undone:changed-1`, as long as there is no `…:restored:changed-1`
 */
export const openOffsetOf = ({ undone, restored }: SentChain): SentTransaction | undefined =>
  undone.findLast(({ id }) => {
    const event = correctionWithin(id)?.event ?? '';
    return changed.test(event) && !restored.some((one) => correctionWithin(one.id)?.event === event);
  });

/** Our own event id for the next offset and replacement of a changed chain, because platforms have none. Pure. */
export const changeIdOf = ({ undone }: SentChain): string => `changed-${undone.length + 1}`;

/** The part of a correction's id by which it differs from others of its chain. Pure. */
export const eventIdOf = (chain: SentChain, kind: CorrectionKind): string => {
  const open = kind === 'restored' ? openOffsetOf(chain) : undefined;
  if (open !== undefined) return correctionWithin(open.id)?.event ?? '';
  const before = chain[kind];
  const id = eventOf(chain, kind)?.id?.replaceAll(':', '-') ?? '';
  // An event that was read from a name has lost its case.
  const isUsed = before.some((one) => textKey(correctionWithin(one.id)?.event ?? '') === textKey(id));
  // Without an id of the platform, the number of the correction, so that two processes make the same id.
  return id === '' || isUsed ? `${id === '' ? '' : `${id}-`}${before.length + 1}` : id;
};

const saleAsSent = (
  { sale }: MappedRecord,
  { saleId }: RecordTruth,
  { submissions, remoteById }: Pick<PageLookup, 'submissions' | 'remoteById'>,
  sent: readonly SentTransaction[],
): SentTransaction | null => {
  if (transactionIdOf(sale) !== saleId) return null;
  const [submission, remote] = [submissions.get(saleId), remoteById.get(saleId)];
  const name = E.isRight(sale) ? sale.right.name : (remote?.name ?? null);
  const shown = remote?.shown ?? null;
  if (submission !== undefined) {
    const one: SentTransaction = { id: saleId, name, status: submission.status, savedAt: submission.savedAt, shown };
    return mayStand(one) ? one : null;
  }
  if (remote === undefined) return sent.find(({ id }) => id === saleId) ?? null;
  return { id: saleId, name, status: 'listed', savedAt: null, shown };
};

/** Whether a transaction may be at the service: a refused one never arrived. */
const mayStand = ({ status }: SentTransaction): boolean => status !== 'refused';

/** Whether a base id belongs to this sale; once the whole record is no longer a sale, also to its other part. */
const isOfRecord = ({ saleId, saleUndoneBy }: RecordTruth, base: string): boolean => {
  if (base === saleId) return true;
  const isDirect = laterKindOf(base) !== null && !base.startsWith(`${saleId}:marketplace:`);
  return base.startsWith(`${saleId}:`) && (isDirect || saleUndoneBy !== null);
};

const numeric = new Intl.Collator('en', { numeric: true });

/**
 * In the order in which they were sent. Transactions that only the list shows were sent before this database was created, and
 * are ordered by date.
 */
const inOrder = (a: SentTransaction, b: SentTransaction): number =>
  Number(a.savedAt !== null) - Number(b.savedAt !== null) ||
  timeOf(a.savedAt ?? a.shown?.['transactedAt']) - timeOf(b.savedAt ?? b.shown?.['transactedAt']) ||
  numeric.compare(a.id, b.id);

/** Milliseconds of an instant of any precision, or of a day; 0 without one. */
const timeOf = (at: string | null | undefined): number => {
  const text = at ?? '';
  const instant = parseInstant(text.length === 'YYYY-MM-DD'.length ? `${text}T00:00:00Z` : text);
  return O.isSome(instant) ? millisecondsOf(instant.value) : 0;
};

const isInForce = ({ saleId, inForce, hidesDisputes }: RecordTruth, base: string): boolean =>
  base === saleId || inForce.has(base) || (hidesDisputes && laterKindOf(base) === 'dispute');
