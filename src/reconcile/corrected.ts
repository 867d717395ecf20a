/** Compares sales that were taken back and sent again: an offset must be the exact opposite, and what stands must be true. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Instant } from '../domain/instant.ts';
import type { PageLookup, StoreError, StoreResult, SyncStore } from '../domain/sync-store.ts';
import type { Transaction } from '../domain/transaction.ts';
import { type Comparable, differencesOf, type FieldDifference } from '../mapping/comparison.ts';
import { offsetOf } from '../mapping/offset.ts';
import { asHeld, type ChainMember, knownOf, membersOf, nowAsStanding } from '../pipeline/corrections.ts';
import { type AtService, heldAtService } from '../pipeline/held-at-service.ts';
import { mayNotBeShownYet, notShownYet } from '../pipeline/lateness.ts';
import { lookUpPage } from '../pipeline/look-up-page.ts';
import type { MappedRecord, PushCandidate } from '../pipeline/mapped-record.ts';
import { comparableBody } from '../pipeline/push-result.ts';
import { pushContextOf } from '../pipeline/run-context.ts';
import type { SentAs } from '../pipeline/sent-as.ts';
import { sentByName, withNamed } from '../pipeline/sent-by-name.ts';
import { chainsOf, type SentChain, stateOf } from '../pipeline/sent-chain.ts';
import { comparePushed, deleted } from './compare-pushed.ts';
import { type Comparison, heldIn, withinItsDays } from './comparison.ts';
import type { PushedTransaction } from './pushed.ts';
import { attempt } from '../domain/attempt.ts';

/** The chains of records that were corrected since they were first sent: see `SentChain`. */
export const correctedChains = (
  store: Pick<SyncStore, 'findSentUnder' | 'findListedUnder' | 'lookUpTransactions'>,
  records: readonly MappedRecord[],
): Promise<E.Either<StoreError, readonly SentChain[]>> =>
  attempt(async (take) => {
    const readable = records.flatMap((record) => (record.truth === undefined ? [] : [{ record, truth: record.truth }]));
    if (readable.length === 0) return [];
    const saleIds = readable.map(({ truth }) => truth.saleId);
    const sent = await take(store.findSentUnder(saleIds)());
    const named = await take(
      sentByName(
        store,
        readable.map(({ truth }) => truth),
      ),
    );
    const sentOf = (id: string) => withNamed(sent.get(id) ?? [], named.get(id) ?? []);
    const known = await take(
      lookUpPage(store)(
        '',
        saleIds.map((id) => ({ id, name: '' })),
      ),
    );
    const chains = readable.flatMap(({ record, truth }) => chainsOf(record, truth, sentOf(truth.saleId), known));
    return chains.filter((chain) => stateOf(chain) !== 'as sent');
  });

/** The chains that need no further correction: their transactions stay forever, and add up to what is true. */
export const steadyChains = async (
  { runContext }: Pick<Comparison, 'runContext'>,
  records: readonly MappedRecord[],
): Promise<E.Either<StoreError, readonly SentChain[]>> =>
  E.map((chains: readonly SentChain[]) => chains.filter((chain) => stateOf(chain) === 'steady'))(
    await correctedChains(runContext.store, records),
  );

/** A transaction of a chain in the form that the service holds. */
interface HeldMember {
  readonly key: string;
  readonly row: PushedTransaction;
  readonly transaction: Transaction;
}

/**
 * Compares each transaction of a corrected chain with the service. Some are of other days: nothing is proved about one
 * transaction while another one is wrong.
 */
export const compareCorrected = (comparison: Comparison, chain: SentChain): StoreResult<void> =>
  attempt(async (take) => {
    const { corrected, runContext, mapContext, dayOf } = comparison;
    if (corrected.has(chain.base)) return;
    corrected.add(chain.base);
    const members = membersOf(chain);
    const known = await take(lookUpPage(runContext.store)('', members));
    const { askSentAs } = pushContextOf(runContext, mapContext.storefront);
    const held = new Map<string, HeldMember>();
    const sentAs = new Map<string, SentAs>();
    for (const member of members) {
      const sent = await take(askSentAs(chain.truth.sourceId, member.id));
      const read = await take(readMember(comparison, chain, member, sent));
      if (sent !== undefined) sentAs.set(member.id, sent);
      const at = sent?.occurredAt ?? null;
      if ('row' in read) held.set(member.id, read);
      else if (read._tag === 'Unreadable') {
        comparison.notCompared += 1;
        comparison.pushed.delete(read.key);
      } else nameAbsent(comparison, chain, member, read, known, at === null ? null : dayOf(at));
    }
    for (const { id, counterpart } of members) {
      const own = held.get(id);
      if (own === undefined) continue;
      const { key, row, transaction } = own;
      const sent = sentAs.get(id);
      const at = sent?.occurredAt ?? null;
      const asItIs = O.fromEither(chain.truth.freeze(transaction));
      const other = counterpart === null ? undefined : held.get(counterpart.id);
      const right =
        other === undefined || counterpart === null
          ? standingNow(comparison, chain, transaction, sent)
          : oppositeOf(chain, transaction, other, counterpart, at);
      if (O.isNone(asItIs)) continue;
      // Nothing shows what it should be, so nothing is proved about it.
      if (O.isNone(right)) comparison.notCompared += 1;
      const should = O.isNone(right) ? asItIs.value : right.value;
      const isSame = differencesBetween(comparableBody(should.body), asItIs.value).length === 0;
      // A day without a time is shown as the moment at which it begins.
      const one = isSame ? { ...asItIs.value, transactedAt: should.transactedAt } : should;
      const shown = { ...row.shown, ...comparableBody(asItIs.value.body) };
      await withinItsDays(comparison, one.transactedAt, (within) => comparePushed(within, one, key, { ...row, shown }));
    }
  });

type NotHeld = Exclude<AtService, { _tag: 'Found' }>;

const readMember = async (
  comparison: Comparison,
  chain: SentChain,
  member: ChainMember,
  sentAs: SentAs | undefined,
): Promise<E.Either<StoreError, HeldMember | NotHeld | { readonly _tag: 'Unreadable'; readonly key: string }>> => {
  const { id, name } = member;
  const [key, listed] = heldIn(comparison, member) ?? [id, undefined];
  const known = knownOf(chain, sentAs);
  const asListed = listed === undefined ? O.none : asHeld(chain, member, listed.shown, known);
  if (listed !== undefined && O.isSome(asListed)) return E.right({ key, row: listed, transaction: asListed.value });
  const { runContext, mapContext } = comparison;
  const held = await heldAtService(pushContextOf(runContext, mapContext.storefront), id, name);
  if (E.isLeft(held)) return held;
  if (held.right._tag !== 'Found') return E.right(held.right);
  const shown = held.right.shown ?? {};
  const transaction = asHeld(chain, member, shown, known);
  return E.right(
    O.isNone(transaction)
      ? { _tag: 'Unreadable', key }
      : { key, row: { id, name, ...listed, shown: { ...listed?.shown, ...shown } }, transaction: transaction.value },
  );
};

const nameAbsent = (
  { findings, facts, runContext, mapContext }: Comparison,
  { truth }: SentChain,
  { id, name }: ChainMember,
  answer: NotHeld,
  { submissions }: Pick<PageLookup, 'submissions'>,
  day: string | null,
): void => {
  const about = { transactionId: id, sourceId: truth.sourceId, name, day };
  if (answer._tag !== 'Absent')
    return findings.differ({
      ...{ ...about, kind: 'unclear' },
      message: 'The service gave no definitive response about it.',
    });
  return mayNotBeShownYet(facts, submissions.get(id), runContext.ports.clock.now())
    ? findings.differ({ ...about, kind: 'not shown yet', message: notShownYet })
    : findings.differ({ ...about, kind: 'missing at the service', message: deleted({ mapContext }, truth.sourceId) });
};

/**
 * The transaction that should stand at the end of a chain, by the present record at the platform. A change on a later day belongs
 * to that day: until then, what was sent is right. None if neither is known.
 */
const standingNow = (
  { mapContext: { calendar } }: Comparison,
  chain: SentChain,
  held: Transaction,
  sentAs: SentAs | undefined,
): O.Option<PushCandidate> => {
  const at = sentAs?.occurredAt ?? null;
  const asItIs = O.fromEither(chain.truth.freeze(held));
  const isAsSent =
    O.isSome(asItIs) && sentAs !== undefined && differencesBetween(sentAs.fields, asItIs.value).length === 0;
  return isAsSent && !calendar.isInRange(at ?? held.transactedAt) ? asItIs : nowAsStanding(chain, at);
};

/** The fields on which a filing depends: how goods are divided into lines does not matter for it. */
const counts: ReadonlySet<string> = new Set([
  ...['total', 'taxCollected', 'transactedAt', 'currency'],
  ...['shipToAddress.state', 'shipToAddress.zip', 'shipToAddress.country', 'purpose', 'entity', 'marketplace'],
]);

const differencesBetween = (ours: Comparable, theirs: PushCandidate): readonly FieldDifference[] =>
  differencesOf(ours, comparableBody(theirs.body)).filter(({ field }) => counts.has(field));

/**
 * The exact opposite of the other transaction, for one that was taken back or takes one back. None if that cannot be computed.
 */
const oppositeOf = (
  chain: SentChain,
  own: Transaction,
  other: HeldMember,
  counterpart: ChainMember,
  sentAt: Instant | null,
): O.Option<PushCandidate> => {
  // Fields of the other transaction that the service does not show are no difference.
  const known = asHeld(chain, counterpart, other.row.shown, own);
  return O.chain((transaction: Transaction) => {
    const { id, name, parentId, transactedAt } = own;
    return O.fromEither(
      chain.truth.freeze(offsetOf(transaction, { id, name, parentId, transactedAt: sentAt ?? transactedAt })),
    );
  })(known);
};
