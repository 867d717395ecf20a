/** Explains the transactions that the service holds although the platform's records for these days contain no such sale. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { ReportLine } from '../domain/run.ts';
import type { StoreResult } from '../domain/sync-store.ts';
import { textKey } from '../mapping/comparison.ts';
import { correctionWithin, laterKindOf, saleIdWithin } from '../mapping/identity.ts';
import type { Sale } from '../mapping/sale.ts';
import type { SourceResult } from '../mapping/source-connector.ts';
import { callSource } from '../pipeline/call-source.ts';
import { mapGoneRecord, mapRecord } from '../pipeline/map-page.ts';
import type { SyncFailure } from '../pipeline/failures.ts';
import type { MappedRecord, PushCandidate } from '../pipeline/mapped-record.ts';
import { pushContextOf } from '../pipeline/run-context.ts';
import type { SentAs } from '../pipeline/sent-as.ts';
import type { SentChain } from '../pipeline/sent-chain.ts';
import { compareRecord } from './compare-followed.ts';
import { compareCorrected, steadyChains } from './corrected.ts';
import { onAnyDay } from './read-followed.ts';
import { askAlone } from './ask-alone.ts';
import { addPushed, confirmAtService, mapRefund } from './compare-page.ts';
import { comparePushed, describePushedDay } from './compare-pushed.ts';
import { type Comparison, isOfRange } from './comparison.ts';
import { type OwnId, ownIdOf } from './own-id.ts';
import { isDay, momentOf, type PushedTransaction } from './pushed.ts';
import type { Difference } from './reconciliation.ts';
import { attempt } from '../domain/attempt.ts';

const stays = 'The sent transaction stays as it is; correct it at the service if needed.';

const notOfRecord = `Its record at the platform has no such transaction. ${stays}`;

/** The explanation of a transaction for which the records of the range have no sale. */
type Explained =
  /** A refund or part of a sale of another day, to be compared. */
  | { readonly _tag: 'Later'; readonly candidate: PushCandidate }
  /** It was taken back, takes another one back, or replaces one. */
  | { readonly _tag: 'Corrected'; readonly chain: SentChain }
  /** It belongs to a sale of the range that no page returned. */
  | { readonly _tag: 'OfRange'; readonly result: SourceResult }
  | { readonly _tag: 'AsItShouldBe' }
  | ({ readonly _tag: 'Finding' } & Pick<Difference, 'kind' | 'message'>);

type Held = Pick<PushCandidate, 'id' | 'sourceId' | 'name'>;

/** Reports why the service holds them, and compares refunds of earlier sales. */
export const explainRest = (comparison: Comparison): Promise<E.Either<SyncFailure, void>> =>
  attempt(async (take) => {
    for (const [key, listed] of [...comparison.pushed]) {
      // It belonged to a sale to which another of its transactions has already led.
      if (!comparison.pushed.has(key)) continue;
      const first = firstOf(comparison, listed);
      if (first !== undefined) {
        comparison.pushed.delete(key);
        await compareSecond(comparison, first, listed);
        continue;
      }
      const own = await take(ownIdOf(comparison, listed));
      if (own === undefined) {
        comparison.pushed.delete(key);
        continue;
      }
      const { id } = own;
      const pushed = own.pushed ?? (O.isNone(momentOf(listed)) ? await askAlone(comparison, listed) : listed);
      const shownAt = momentOf(pushed);
      const sentAt = await take(O.isSome(shownAt) ? E.right(shownAt) : sentAtOf(comparison, id));
      if (O.isNone(sentAt) || !isOfRange(comparison, sentAt.value)) {
        comparison.pushed.delete(key);
        // Nothing shows the day of a transaction that may be ours, so it may be of these days.
        if (O.isNone(sentAt) && own.isByName) comparison.notCompared += 1;
        continue;
      }
      // `shopify:1:5012:refund:901` belongs to record 5012.
      const sourceId = saleIdWithin(id.slice(comparison.prefix.length));
      const explained = await explain(comparison, own, sourceId, sentAt.value);
      if (explained._tag === 'AsItShouldBe') {
        comparison.pushed.delete(key);
        continue;
      }
      if (explained._tag === 'Later') {
        await comparePushed(comparison, explained.candidate, key, pushed);
        continue;
      }
      if (explained._tag === 'Corrected') {
        await take(compareCorrected(comparison, explained.chain));
        if (!comparison.pushed.has(key)) continue;
      }
      if (explained._tag === 'OfRange') {
        await take(compareRecord(comparison, sourceId, explained.result));
        if (!comparison.pushed.has(key)) continue;
      }
      const held = await confirmAtService(comparison, pushed);
      if (held === undefined) {
        comparison.pushed.delete(key);
        continue;
      }
      addPushed(comparison, held);
      const day = describePushedDay(comparison, held);
      const { kind, message } =
        explained._tag === 'Finding' ? explained : { kind: 'not among the sales' as const, message: notOfRecord };
      comparison.findings.differ({ kind, message, transactionId: id, sourceId, name: pushed.name, day });
    }
  });

const finding = (kind: Difference['kind'], message: string): Explained => ({ _tag: 'Finding', kind, message });

const labels = { refund: 'refund', edit: 'edit', return: 'return', dispute: 'lost dispute' } as const;

/** Explains a refund that its record no longer shows, or that the policy does not send. */
const explainLater = (
  { mapContext: { storefront } }: Comparison,
  { identity: { recordId, platformName }, refunds, amendments = [] }: Sale,
  id: string,
  kind: keyof typeof labels,
): Explained => {
  const label = labels[kind];
  const isKnown = [...refunds, ...amendments].some((one) => id.endsWith(`:${kind}:${one.id}`));
  if (isKnown)
    return finding(
      'sent, but excluded now',
      `The service holds this ${label}, and your settings only list it. ${stays}`,
    );
  return finding(
    'no longer true',
    `The service holds this ${label}, and it no longer exists at ${platformName}: it failed, was canceled or was deleted. Correct it: tax-nexus correct ${storefront} ${recordId}`,
  );
};

/** The corrected chain to which a transaction belongs; undefined for any other transaction. */
const chainOf = async (
  comparison: Comparison,
  records: readonly MappedRecord[],
  id: string,
): Promise<Explained | undefined> => {
  const chains = await steadyChains(comparison, records);
  if (E.isLeft(chains)) return finding('unclear', `The sync database could not be read: ${chains.left.message}`);
  const chain = chains.right.find(({ base }) => base === (correctionWithin(id)?.base ?? id));
  return chain === undefined || comparison.corrected.has(chain.base) ? undefined : { _tag: 'Corrected', chain };
};

const explain = async (
  comparison: Comparison,
  { id, isByName }: OwnId,
  sourceId: string,
  moment: string,
): Promise<Explained> => {
  const { runContext, connector, mapContext, seen, prefix } = comparison;
  const line = await callSource(runContext.ports, runContext.client.isOver)(connector.readRecord(sourceId));
  if (E.isLeft(line)) {
    const why = line.left._tag === 'NotRead' ? 'interrupted' : line.left.message;
    return finding('unclear', `The platform gave no answer about it: ${why}`);
  }
  if (O.isNone(line.right)) {
    // If both transactions stay forever, a deleted order adds up to zero.
    const gone = await chainOf(comparison, [mapGoneRecord(mapContext, sourceId)], id);
    if (gone !== undefined) return gone;
    if (isByName)
      return finding(
        'unclear',
        'Neither the platform nor the sync database knows it: its record was deleted, or another program sent it. Look it up at the service.',
      );
    return finding(
      'deleted on the platform',
      `The record no longer exists at the platform. Offset it: tax-nexus correct ${mapContext.storefront} ${sourceId}`,
    );
  }
  const record = line.right.value;
  const isOfRange = E.isRight(record) && mapContext.calendar.isInRange(record.right.occurredAt);
  if (isOfRange && !seen.has(`${prefix}${sourceId}`)) return { _tag: 'OfRange', result: record };
  const corrected = await chainOf(comparison, mapRecord(onAnyDay(mapContext), record, sourceId), id);
  if (corrected !== undefined) return corrected;
  const refund = await mapRefund(comparison, record, { id, sourceId });
  if (refund !== undefined && E.isRight(refund)) return { _tag: 'Later', candidate: refund.right };
  const kind = laterKindOf(id);
  if (refund === undefined && kind !== null && E.isRight(record))
    return explainLater(comparison, record.right, id, kind);
  const aside: E.Either<Pick<ReportLine, 'reason' | 'message'>, Sale> = refund ?? record;
  if (E.isRight(aside)) {
    // If only the day in UTC is shown, the storefront's calendar may have the sale on another day.
    if (isDay(moment) && aside.right.occurredAt.startsWith(moment)) return { _tag: 'AsItShouldBe' };
    return finding('not among the sales', `At the platform it is now a sale of ${aside.right.occurredAt}. ${stays}`);
  }
  const { reason, message } = aside.left;
  const why = `${reason ?? 'no reason given'}, ${message ?? ''}`;
  return finding('sent, but excluded now', `It would not be sent today: ${why}. ${stays}`);
};

/** The date with which it was sent, if the service shows no date. */
const sentAtOf = async (
  { runContext, mapContext: { storefront }, prefix }: Comparison,
  id: string,
): StoreResult<O.Option<string>> => {
  const sourceId = saleIdWithin(id.slice(prefix.length));
  const sentAs = await pushContextOf(runContext, storefront).askSentAs(sourceId, id);
  return E.map((sent: SentAs | undefined) => O.fromNullable(sent?.occurredAt))(sentAs);
};

/** The service treats two transactions with one id or name as one sale. */
const firstOf = ({ prefix, held }: Comparison, { id, name }: PushedTransaction): Held | undefined =>
  held.get(id) ?? (id.startsWith(prefix) ? undefined : held.get(textKey(name)));

const compareSecond = async (
  comparison: Comparison,
  { id: transactionId, sourceId, name }: Held,
  listed: PushedTransaction,
): Promise<void> => {
  const held = await confirmAtService(comparison, listed);
  if (held === undefined) return;
  addPushed(comparison, held);
  const day = describePushedDay(comparison, held);
  const also = held.id === transactionId ? 'under one id' : `also as ${held.id}`;
  const message = `The service holds it twice, ${also}. Delete one of them at the service: both are counted.`;
  comparison.findings.differ({ kind: 'held twice', transactionId, sourceId, name, day, message });
};
