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

/*
 * What was sent under one id, and the corrections of it. Each offset takes one copy away, each restoration adds one: the service
 * counts it while one copy stands, and should while it is true.
 */

export interface SentChain {
  readonly record: MappedRecord;
  readonly truth: RecordTruth;
  /** The id that it was sent under first: of the sale, or of a later change. */
  readonly base: string;
  readonly first: SentTransaction | null;
  readonly undone: readonly SentTransaction[];
  readonly restored: readonly SentTransaction[];
  readonly isTrue: boolean;
}

/** A chain that is not as it was sent first. */
export interface ComparedChain {
  readonly chain: SentChain;
  /** What is missing for the service to hold what is true: an offset, the same again, or both; null where nothing is. */
  readonly missing: CorrectionKind | 'changed' | null;
  /** The opposite that is pushed now; null where a setting only reports it, or where it cannot be made. */
  readonly offset: PushCandidate | null;
  /** What is true now, pushed after the offset. */
  readonly replacement: PushCandidate | null;
  /** What differs of a transaction that counts. */
  readonly differences: readonly FieldDifference[];
  /** Corrections that were begun before, with their frozen bodies. */
  readonly begun: readonly PushCandidate[];
  /** What stands at the service, where it was asked. */
  readonly held: AtService | null;
  /** The person who asked for it; null where the policy sends it. */
  readonly by: string | null;
  /** Whether the platform could be asked when it was taken back. */
  readonly isDated: boolean;
}

/** What is to be done about a chain: `steady` was corrected, and is as the platform shows it. */
export type ChainState = CorrectionKind | 'steady' | 'as sent';

/** Pure. */
export const stateOf = ({ undone, restored, isTrue }: SentChain): ChainState => {
  const copies = 1 + restored.length - undone.length;
  if (copies > 0 !== isTrue) return isTrue ? 'restored' : 'undone';
  return undone.length > 0 ? 'steady' : 'as sent';
};

/** What the service refused never arrived. */
const mayStand = ({ status }: SentTransaction): boolean => status !== 'refused';

const numeric = new Intl.Collator('en', { numeric: true });

/** Instants are of any precision, and a service may show a day alone. */
const timeOf = (at: string | null | undefined): number => {
  const text = at ?? '';
  const instant = parseInstant(text.length === 'YYYY-MM-DD'.length ? `${text}T00:00:00Z` : text);
  return O.isSome(instant) ? millisecondsOf(instant.value) : 0;
};

/** In the order in which they were sent. What the list alone shows was sent before this database was new: by its date. */
const inOrder = (a: SentTransaction, b: SentTransaction): number =>
  Number(a.savedAt !== null) - Number(b.savedAt !== null) ||
  timeOf(a.savedAt ?? a.shown?.['transactedAt']) - timeOf(b.savedAt ?? b.shown?.['transactedAt']) ||
  numeric.compare(a.id, b.id);

const isInForce = ({ saleId, inForce, hidesDisputes }: RecordTruth, base: string): boolean =>
  base === saleId || inForce.has(base) || (hidesDisputes && laterKindOf(base) === 'dispute');

/** A later change of this sale; where the whole record is no sale any more, also one of its other part. */
const isOfRecord = ({ saleId, saleUndoneBy }: RecordTruth, base: string): boolean => {
  if (base === saleId) return true;
  const isDirect = laterKindOf(base) !== null && !base.startsWith(`${saleId}:marketplace:`);
  return base.startsWith(`${saleId}:`) && (isDirect || saleUndoneBy !== null);
};

/**
 * The chains of a record. Pure.
 *
 * @param sent what stands under the id of its sale, or under its name
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

/** What stands at the service of a chain, as far as is known: the newest restoration, or what was sent first. Pure. */
export const standingOf = ({ base, restored }: SentChain): string => restored.at(-1)?.id ?? base;

/** The name of what stands, by which a service that assigns ids has it; empty where it is not known. Pure. */
export const standingNameOf = ({ first, restored }: SentChain): string => (restored.at(-1) ?? first)?.name ?? '';

/** What took back the transaction of a chain, or made it true again; undefined where the platform shows nothing of it. Pure. */
export const eventOf = ({ base, truth }: SentChain, kind: CorrectionKind): PlatformEvent | undefined =>
  kind === 'restored' ? truth.again.get(base) : (truth.undone.get(base)?.at(-1) ?? truth.saleUndoneBy ?? undefined);

const changed = /^changed-\d+$/;

/**
 * The newest offset of a sale that changed, where what it became was not sent again yet; undefined otherwise. Pure.
 *
 * @example
 * openOffsetOf(chain) // the one of `…:undone:changed-1`, as long as there is no `…:restored:changed-1`
 */
export const openOffsetOf = ({ undone, restored }: SentChain): SentTransaction | undefined =>
  undone.findLast(({ id }) => {
    const event = correctionWithin(id)?.event ?? '';
    return changed.test(event) && !restored.some((one) => correctionWithin(one.id)?.event === event);
  });

/** The event of the next pair of a chain that changed: platforms name none. Pure. */
export const changeIdOf = ({ undone }: SentChain): string => `changed-${undone.length + 1}`;

/** The part of a correction's id by which it differs from others of its chain. Pure. */
export const eventIdOf = (chain: SentChain, kind: CorrectionKind): string => {
  const open = kind === 'restored' ? openOffsetOf(chain) : undefined;
  if (open !== undefined) return correctionWithin(open.id)?.event ?? '';
  const before = chain[kind];
  const id = eventOf(chain, kind)?.id?.replaceAll(':', '-') ?? '';
  // An event that a name alone shows has no case.
  const isUsed = before.some((one) => textKey(correctionWithin(one.id)?.event ?? '') === textKey(id));
  // Without an id of the platform, the number of the correction: two processes that find the same make the same one.
  return id === '' || isUsed ? `${id === '' ? '' : `${id}-`}${before.length + 1}` : id;
};
