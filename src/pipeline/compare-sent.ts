import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { millisecondsOf } from '../domain/instant.ts';
import type { SentTransaction } from '../domain/sent.ts';
import type { PageLookup, StoreError } from '../domain/sync-store.ts';
import type { ReportLine } from '../domain/run.ts';
import { decisionFor } from '../domain/decision.ts';
import type { MappedRecord, PushCandidate } from './mapped-record.ts';
import { lookUpPage, mergeLookups } from './look-up-page.ts';
import type { PushResult } from './push-result.ts';
import { type AtService, heldAtService } from './held-at-service.ts';
import { correctionOf, frozenCorrection } from './corrections.ts';
import { linesOfChain } from './chain-lines.ts';
import type { PushContext } from './run-context.ts';
import { withWhatUndid } from './what-undid.ts';
import { chainsOf, type ComparedChain, type SentChain, standingOf, stateOf } from './sent-chain.ts';

/*
 * Each settled record is compared with all that was ever sent of it. What the platform has taken back since is no longer true at the
 * service: it is offset by a transaction with the opposite amounts, or reported.
 */

export interface SentComparison {
  readonly chains: readonly ComparedChain[];
  /** Transactions that are not pushed or compared under their first id: corrections stand in their place. */
  readonly corrected: ReadonlySet<string>;
  /** To be pushed after the refunds. */
  readonly candidates: readonly PushCandidate[];
  /** What the sync database knows of the page and of these. */
  readonly known: PageLookup;
  /** False when the service was not asked about one of them. */
  readonly isWhole: boolean;
}

const isKnown = ({ submissions, remoteById }: PageLookup, id: string): boolean =>
  submissions.has(id) || remoteById.has(id);

/**
 * What the platform took back of records of which the sync database knows nothing: it may have been sent before the database was
 * lost, and only the service knows.
 */
const askedFor = async (
  pushContext: PushContext,
  records: readonly MappedRecord[],
  known: ReadonlyMap<string, readonly SentTransaction[]>,
  page: PageLookup,
): Promise<
  E.Either<StoreError, { readonly found: ReadonlyMap<string, readonly SentTransaction[]>; readonly isWhole: boolean }>
> => {
  const found = new Map(known);
  const isRead = await pushContext.remoteList.isRead();
  if (E.isLeft(isRead)) return isRead;
  if (isRead.right) return E.right({ found, isWhole: true });
  let isWhole = true;
  for (const { truth } of records) {
    if (truth === undefined) continue;
    const { saleId, undone, saleUndoneBy } = truth;
    const isSaleAsked = saleUndoneBy !== null && saleUndoneBy.occurredAt !== null && !isKnown(page, saleId);
    const ids = [...undone.keys(), ...(isSaleAsked ? [saleId] : [])];
    for (const id of ids.filter((one) => !(found.get(saleId) ?? []).some((sent) => sent.id === one))) {
      const held = await heldAtService(pushContext, id, '');
      if (E.isLeft(held)) return held;
      if (held.right._tag === 'NotAsked') isWhole = false;
      if (held.right._tag !== 'Found') continue;
      const { name, shown } = held.right;
      found.set(saleId, [...(found.get(saleId) ?? []), { id, name, status: 'listed', shown }]);
    }
  }
  return E.right({ found, isWhole });
};

const isSentAnyway = ({ decisions }: PageLookup, base: string): boolean =>
  decisionFor(decisions?.get(base), 'send', 'no longer true') !== undefined;

const isSentByPolicy = ({ truth, base }: SentChain): boolean =>
  (base === truth.saleId || truth.saleUndoneBy !== null
    ? truth.offsets.undoneSales
    : truth.offsets.undoneAdjustments) === 'send';

/** Where the record was last changed before the change was made that is missing in it, it is an older reading, such as a bulk result. */
const isReadBefore = ({ base, truth }: SentChain, held: AtService): boolean => {
  if (base === truth.saleId || truth.readAsOf === null || held._tag !== 'Found') return false;
  const madeAt = Date.parse(String(held.fields['transactedAt']));
  return millisecondsOf(truth.readAsOf) < madeAt;
};

const compareChain = async (
  pushContext: PushContext,
  chain: SentChain,
  known: PageLookup,
): Promise<E.Either<StoreError, ComparedChain>> => {
  const state = stateOf(chain);
  const missing = state === 'undone' || state === 'restored' ? state : null;
  const begun = [...chain.undone, ...chain.restored]
    .filter(({ status }) => status === 'intent')
    .flatMap((one) => O.toUndefined(frozenCorrection(chain, one, known)) ?? []);
  const compared: ComparedChain = { chain, missing, begun, held: null, correction: null, isDated: true };
  if (missing === null) return E.right(compared);
  if (missing === 'restored')
    return E.right({ ...compared, correction: O.toNullable(correctionOf(chain, missing, null)) });
  const held = await heldAtService(pushContext, standingOf(chain), chain.first?.name ?? '');
  if (E.isLeft(held)) return held;
  if (held.right._tag === 'Absent') return E.right({ ...compared, held: held.right });
  if (isReadBefore(chain, held.right)) return E.right({ ...compared, missing: null, held: held.right });
  const dated = await withWhatUndid(pushContext.askWhatUndid, chain);
  if (E.isLeft(dated)) return E.right({ ...compared, held: held.right, isDated: false });
  const isAsked = pushContext.offsets?.has(chain.base) === true || isSentAnyway(known, chain.base);
  const isSent = isAsked || isSentByPolicy(chain);
  const correction = isSent ? correctionOf(dated.right, missing, held.right) : O.none;
  return E.right({ ...compared, chain: dated.right, held: held.right, correction: O.toNullable(correction) });
};

/** Compares the records of a page with what was sent of them. Costs one query, and one request for what is no longer true. */
export const compareSent = async (
  pushContext: PushContext,
  records: readonly MappedRecord[],
  page: PageLookup,
): Promise<E.Either<StoreError, SentComparison>> => {
  const readable = records.filter(({ truth }) => truth !== undefined);
  const sentBefore = readable.filter(({ truth }) => truth !== undefined && isKnown(page, truth.saleId));
  const mayBeSent = readable.filter(({ truth }) => (truth?.undone.size ?? 0) > 0 || truth?.saleUndoneBy != null);
  const nothingCorrected: SentComparison = {
    ...{ chains: [], corrected: new Set(), candidates: [], known: page, isWhole: true },
  };
  if (sentBefore.length === 0 && mayBeSent.length === 0) return E.right(nothingCorrected);
  const saleIds = [...sentBefore, ...mayBeSent].flatMap(({ truth }) => truth?.saleId ?? []);
  const sent = await pushContext.store.findSentUnder(saleIds)();
  if (E.isLeft(sent)) return sent;
  const asked =
    mayBeSent.length === 0
      ? E.right({ found: sent.right, isWhole: true })
      : await askedFor(pushContext, mayBeSent, sent.right, page);
  if (E.isLeft(asked)) return asked;
  const { found } = asked.right;
  const chains = readable.flatMap((record) =>
    record.truth === undefined ? [] : chainsOf(record, record.truth, found.get(record.truth.saleId) ?? [], page),
  );
  const wrong = chains.filter((chain) => stateOf(chain) !== 'as sent');
  if (wrong.length === 0) return E.right({ ...nothingCorrected, isWhole: asked.right.isWhole });
  const wanted = wrong.flatMap(({ base, first, undone, restored }) => [
    { id: base, name: first?.name ?? '' },
    ...[...undone, ...restored].map(({ id }) => ({ id, name: '' })),
  ]);
  const known = await lookUpPage(pushContext.store)(pushContext.runId, wanted);
  if (E.isLeft(known)) return known;
  const compared: ComparedChain[] = [];
  for (const chain of wrong) {
    const one = await compareChain(pushContext, chain, known.right);
    if (E.isLeft(one)) return one;
    // What the service no longer holds needs no offset: it was taken away there.
    const { missing, held, begun } = one.right;
    const isOlderReading = missing === null && held !== null && begun.length === 0;
    if (!isOlderReading && (missing !== 'undone' || held?._tag !== 'Absent')) compared.push(one.right);
  }
  const candidates = compared.flatMap(({ correction, begun }) => [
    ...begun,
    ...(correction === null ? [] : [correction]),
  ]);
  const pushed = await lookUpPage(pushContext.store)(pushContext.runId, candidates);
  if (E.isLeft(pushed)) return pushed;
  return E.right({
    chains: compared,
    corrected: new Set(compared.filter(({ chain }) => chain.undone.length > 0).map(({ chain }) => chain.base)),
    candidates,
    known: mergeLookups([page, known.right, pushed.right]),
    isWhole: asked.right.isWhole && compared.every(({ held }) => held?._tag !== 'NotAsked'),
  });
};

/** The lines of what was corrected, or has to be. */
export const linesOfCorrected = async (
  pushContext: PushContext,
  { chains }: SentComparison,
  results: ReadonlyMap<string, PushResult>,
): Promise<E.Either<StoreError, readonly ReportLine[]>> => {
  const lines: ReportLine[] = [];
  for (const compared of chains) {
    const ofChain = await linesOfChain(pushContext, compared, results);
    if (E.isLeft(ofChain)) return ofChain;
    const isOlder = compared.chain.record.isOlder;
    lines.push(...(isOlder === true ? ofChain.right.map((line) => ({ ...line, isOlder })) : ofChain.right));
  }
  return E.right(lines);
};
