/**
 * Compares each record of a page with everything that was ever sent for it. What the platform has undone since is no longer
 * true at the service, and is offset or reported.
 */
import * as E from 'fp-ts/lib/Either.js';
import type { SentTransaction } from '../domain/sent.ts';
import type { PageLookup, StoreError } from '../domain/sync-store.ts';
import type { ReportLine } from '../domain/run.ts';
import type { MappedRecord, PushCandidate, RecordTruth } from './mapped-record.ts';
import { lookUpPage, mergeLookups } from './look-up-page.ts';
import { pushAll } from './push-all.ts';
import { mayFollow, type PushResult } from './push-result.ts';
import { heldAtService } from './held-at-service.ts';
import { sentByName, withNamed } from './sent-by-name.ts';
import { readFacts } from './service-facts.ts';
import { askedBy, compareChain, isSentByPolicy } from './compare-chain.ts';
import { mayHaveChanged } from './changed-since.ts';
import { linesOfChain } from './chain-lines.ts';
import type { PushContext } from './run-context.ts';
import { chainsOf, type ComparedChain, type SentChain, stateOf } from './sent-chain.ts';
import { attempt } from '../domain/attempt.ts';

export interface SentComparison {
  readonly chains: readonly ComparedChain[];
  /** Transactions that are not pushed or compared under their first id, because corrections replace them. */
  readonly corrected: ReadonlySet<string>;
  /** Offsets, pushed with the refunds. */
  readonly candidates: readonly PushCandidate[];
  /** Each is pushed after the candidates that it names. */
  readonly replacements: readonly { readonly candidate: PushCandidate; readonly after: readonly PushCandidate[] }[];
  /** By the id of a correction: the person who asked for it. */
  readonly askedBy: ReadonlyMap<string, string>;
  /** What the sync database knows of the page and of its corrections. */
  readonly known: PageLookup;
  /** False when the service could not be asked about one of them. */
  readonly isWhole: boolean;
}

/**
 * Compares the records of a page with what was sent for them. Costs one query, and one request for each transaction that is
 * no longer true.
 */
export const compareSent = (
  pushContext: PushContext,
  records: readonly MappedRecord[],
  page: PageLookup,
): Promise<E.Either<StoreError, SentComparison>> =>
  attempt(async (take) => {
    const readable = records.filter(({ truth }) => truth !== undefined);
    const byName = await take(
      namedAtService(
        pushContext,
        readable.flatMap(({ truth }) => truth ?? []),
      ),
    );
    const isSent = ({ saleId }: RecordTruth): boolean => isKnown(page, saleId) || byName.found.has(saleId);
    const sentBefore = readable.filter(({ truth }) => truth !== undefined && isSent(truth));
    const mayBeSent = readable.filter(({ truth }) => (truth?.undone.size ?? 0) > 0 || truth?.saleUndoneBy != null);
    const nothingCorrected: SentComparison = {
      ...{
        chains: [],
        corrected: new Set(),
        candidates: [],
        replacements: [],
        askedBy: new Map(),
        known: page,
        isWhole: byName.isWhole,
      },
    };
    if (sentBefore.length === 0 && mayBeSent.length === 0) return nothingCorrected;
    const saleIds = [...sentBefore, ...mayBeSent].flatMap(({ truth }) => truth?.saleId ?? []);
    const sent = await take(pushContext.store.findSentUnder(saleIds)());
    const sentBoth = new Map(
      saleIds.map((id) => [id, withNamed(sent.get(id) ?? [], byName.found.get(id) ?? [])] as const),
    );
    const asked = await take(
      mayBeSent.length === 0 || !byName.isClient
        ? E.right({ found: sentBoth, isWhole: byName.isWhole })
        : askedFor(pushContext, mayBeSent, sentBoth, page),
    );
    const { found } = asked;
    const chains = readable.flatMap((record) =>
      record.truth === undefined ? [] : chainsOf(record, record.truth, found.get(record.truth.saleId) ?? [], page),
    );
    const wrong = chains.filter((chain) => stateOf(chain) !== 'as sent' || mayBeCorrected(pushContext, chain, page));
    if (wrong.length === 0) return { ...nothingCorrected, isWhole: asked.isWhole };
    const wanted = wrong.flatMap(({ base, first, undone, restored }) => [
      { id: base, name: first?.name ?? '' },
      ...[...undone, ...restored].map(({ id }) => ({ id, name: '' })),
    ]);
    const known = await take(lookUpPage(pushContext.store)(pushContext.runId, wanted));
    const compared: ComparedChain[] = [];
    let isAnswered = true;
    for (const chain of wrong) {
      const one = await take(compareChain(pushContext, chain, known));
      isAnswered &&= one.held?._tag !== 'NotAsked';
      if (isOwnMatter(one)) compared.push(one);
    }
    const candidates = compared.flatMap(({ offset, begun }) => [...begun, ...(offset === null ? [] : [offset])]);
    const replacements = compared.flatMap(({ replacement, offset, begun }) =>
      replacement === null ? [] : [{ candidate: replacement, after: [...begun, ...(offset === null ? [] : [offset])] }],
    );
    const pushed = await take(
      lookUpPage(pushContext.store)(pushContext.runId, [
        ...candidates,
        ...replacements.map(({ candidate }) => candidate),
      ]),
    );
    return {
      chains: compared,
      corrected: new Set(
        compared
          .filter(({ chain, missing }) => chain.undone.length > 0 || missing !== null)
          .map(({ chain }) => chain.base),
      ),
      ...{ candidates, replacements },
      askedBy: new Map(
        compared.flatMap(({ by, offset, replacement }) =>
          [offset, replacement].flatMap((one) => (one === null || by === null ? [] : [[one.id, by] as const])),
        ),
      ),
      known: mergeLookups([page, known, pushed]),
      isWhole: asked.isWhole && isAnswered,
    };
  });

/** Pushes each replacement once the service holds its offset: if the offset were refused, old and new would both count. */
export const pushReplacements = async (
  pushContext: PushContext,
  { replacements, known }: SentComparison,
  results: ReadonlyMap<string, PushResult>,
): Promise<E.Either<StoreError, ReadonlyMap<string, PushResult>>> => {
  const ready = replacements.filter(({ after }) => after.every(({ id }) => mayFollow(results.get(id))));
  return ready.length === 0
    ? E.right(new Map())
    : pushAll(
        pushContext,
        ready.map(({ candidate }) => candidate),
        known,
      );
};

/** The lines of corrected transactions, and of transactions that have to be corrected. */
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

interface NamedAtService {
  readonly found: ReadonlyMap<string, readonly SentTransaction[]>;
  /** The service keeps our ids, so names show nothing more. */
  readonly isClient: boolean;
  /** False where the list could not be read, so that sent transactions are not known. */
  readonly isWhole: boolean;
}

/** The transactions that the service's list shows under our names, if the service assigns ids or may do so. */
const namedAtService = (
  { gate, store, wire, remoteList }: PushContext,
  truths: readonly RecordTruth[],
): Promise<E.Either<StoreError, NamedAtService>> =>
  attempt(async (take) => {
    const kept = await take(gate.facts() === null ? readFacts(store, wire) : E.right(gate.facts()));
    const identity = kept?.identity ?? wire?.settings.identity;
    if (identity === 'client' || truths.length === 0)
      return { found: new Map(), isClient: identity === 'client', isWhole: true };
    const read = await take(remoteList.ensureRead());
    const found = await sentByName(store, truths);
    return take(
      E.map((named: NamedAtService['found']) => ({
        found: named,
        isClient: false,
        isWhole: read === 'read',
      }))(found),
    );
  });

const isKnown = ({ submissions, remoteById }: PageLookup, id: string): boolean =>
  submissions.has(id) || remoteById.has(id);

/**
 * Looks up undone changes of records that the sync database does not know: they may have been sent before the database was
 * lost, and only the service knows.
 */
const askedFor = (
  pushContext: PushContext,
  records: readonly MappedRecord[],
  known: ReadonlyMap<string, readonly SentTransaction[]>,
  page: PageLookup,
): Promise<
  E.Either<StoreError, { readonly found: ReadonlyMap<string, readonly SentTransaction[]>; readonly isWhole: boolean }>
> =>
  attempt(async (take) => {
    const found = new Map(known);
    const isRead = await take(pushContext.remoteList.isRead());
    if (isRead) return { found, isWhole: true };
    let isWhole = true;
    for (const { truth } of records) {
      if (truth === undefined) continue;
      const { saleId, undone, saleUndoneBy } = truth;
      const isSaleAsked = saleUndoneBy !== null && saleUndoneBy.occurredAt !== null && !isKnown(page, saleId);
      const ids = [...undone.keys(), ...(isSaleAsked ? [saleId] : [])];
      for (const id of ids.filter((one) => !(found.get(saleId) ?? []).some((sent) => sent.id === one))) {
        const held = await take(heldAtService(pushContext, id, ''));
        if (held._tag === 'NotAsked') isWhole = false;
        if (held._tag !== 'Found') continue;
        const { name, shown } = held;
        found.set(saleId, [...(found.get(saleId) ?? []), { id, name, status: 'listed', savedAt: null, shown }]);
      }
    }
    return { found, isWhole };
  });

/** Whether a transaction that was never corrected may have to be. */
const mayBeCorrected = (pushContext: PushContext, chain: SentChain, page: PageLookup): boolean => {
  const isAsked = askedBy(pushContext, chain, page) !== null;
  return (isAsked || isSentByPolicy(chain)) && mayHaveChanged(chain, page, isAsked);
};

/**
 * Whether a chain is settled by its corrections. All other chains are compared as if they were never corrected. A transaction
 * that the service no longer holds needs no offset.
 */
const isOwnMatter = ({ chain, missing, held, offset }: ComparedChain): boolean => {
  if (stateOf(chain) === 'as sent') return missing === 'changed' && offset !== null;
  // The record was read before the change that was sent.
  if (stateOf(chain) === 'undone' && missing === null) return false;
  return missing !== 'undone' || held?._tag !== 'Absent';
};
