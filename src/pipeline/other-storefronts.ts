/** Asks the other storefronts about records that a sale names, so that a sale on two platforms is sent by only one of them. */
import { isProofOfSale, namedRecord, unknownPlatform } from '../mapping/identity.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreError, SyncStore } from '../domain/sync-store.ts';
import type { SourceError } from '../domain/errors.ts';
import type { Account, SourceResult } from '../mapping/source-connector.ts';
import type { Calendar } from './calendar.ts';
import { applyBeforePush } from './before-push.ts';
import { maxOtherReadTime, maxRemembered } from './limits.ts';
import type { SyncPorts } from './ports.ts';
import { mapRecord, toMapContext } from './map-page.ts';
import type { MappedTransaction } from './mapped-record.ts';
import { callSource, type NotRead } from './call-source.ts';
import type { SkipReason } from '../domain/exclusion.ts';

/** A record of another storefront that a sale names. */
export interface OtherReference {
  readonly storefront: string;
  readonly reference: string;
  readonly platform: string;
  readonly recordId: string;
  /** Whether the other storefront comes before ours in the configuration, and therefore owns the sale. */
  readonly comesFirst: boolean;
}

/** Access to the other storefronts of the configuration, with retries. Answers are remembered during the run. */
export interface OtherStorefronts {
  /**
   * In the order of the configuration, independent of the run's storefronts. None of the same platform, because its accounts
   * share no ids. A storefront whose platform is unknown may have any record and cannot be asked; if it were ignored, its
   * sales would be pushed twice.
   */
  readonly recordsNamed: (storefront: string, references: readonly string[]) => readonly OtherReference[];
  readonly accountOf: (storefront: string) => Promise<E.Either<SourceError | NotRead, Account>>;
  readonly readRecord: (otherReference: OtherReference) => Promise<E.Either<SourceError | NotRead, OtherRecord>>;
  /** See `SyncStore.hasSalesWithoutReferences`. */
  readonly hasSalesWithoutReferences: (platform: string) => Promise<E.Either<StoreError, boolean>>;
}

const notConfigured: SourceError = { _tag: 'SourceRefused', message: 'it is no longer configured' };

/** Which storefront owns a sale does not depend on the days of a run. */
const anyDay: Calendar = { isInRange: () => true, monthOf: () => '' };

/** Access to the other storefronts; reads nothing before the first use. */
export const makeOtherStorefronts = (
  ports: Pick<SyncPorts, 'storefronts' | 'clock' | 'random' | 'log' | 'beforePush' | 'wire' | 'onQuestion'>,
  store: Pick<SyncStore, 'hasSalesWithoutReferences'>,
  isOver: () => boolean,
): OtherStorefronts => {
  const names = Object.keys(ports.storefronts);
  const read = callSource(ports, isOver);
  const accounts = memoizeRecent<E.Either<SourceError | NotRead, Account>>(maxRemembered, isRead);
  const otherRecords = memoizeRecent<E.Either<SourceError | NotRead, OtherRecord>>(maxRemembered, isRead);
  const unreferenced = memoizeRecent<E.Either<StoreError, boolean>>(maxRemembered, E.isRight);
  /** Storefronts that did not respond within the time limit: they are not asked again in this run. */
  const silent = new Map<string, SourceError>();

  const accountOf: OtherStorefronts['accountOf'] = (storefront) =>
    accounts(storefront, async () => {
      const configured = ports.storefronts[storefront];
      return configured === undefined ? E.left(notConfigured) : read(configured.connector.account);
    });

  const ask = async ({
    storefront,
    ...otherReference
  }: OtherReference): Promise<E.Either<SourceError | NotRead, OtherRecord>> => {
    const configured = ports.storefronts[storefront];
    if (configured === undefined) return E.left(notConfigured);
    const account = await accountOf(storefront);
    if (E.isLeft(account)) return account;
    const silence = silent.get(storefront);
    if (silence !== undefined) return E.left(silence);
    const startedAt = ports.clock.now();
    const isTooLong = (): boolean => Math.abs(ports.clock.now() - startedAt) > maxOtherReadTime;
    const readInTime = callSource(ports, () => isOver() || isTooLong());
    const answer = await readInTime(configured.connector.readRecord(otherReference.recordId));
    // A platform that hangs is not asked again, like one that gave no answer.
    const result =
      E.isLeft(answer) && answer.left._tag === 'NotRead' && answer.left.after !== undefined && !isOver()
        ? E.left(answer.left.after)
        : answer;
    if (E.isLeft(result)) {
      if (result.left._tag !== 'NotRead' && result.left._tag !== 'SourceRefused') silent.set(storefront, result.left);
      return result;
    }
    if (O.isNone(result.right) || !isRecordAsked(otherReference, result.right.value))
      return E.right({ _tag: 'NoSuchRecord' });
    const mapContext = toMapContext(ports, configured, { storefront, account: account.right.id, calendar: anyDay });
    const [own] = mapRecord(mapContext, result.right.value, otherReference.recordId);
    if (own === undefined) return E.right({ _tag: 'NoSuchRecord' });
    const withHook = await applyBeforePush(mapContext, { ...own, refunds: [], adjustments: [] });
    return E.right(toOtherRecord(withHook.sale));
  };

  const mayBeOf = (name: string, platform: string): boolean => {
    const known = ports.storefronts[name]?.connector.platform;
    return known === platform || known === unknownPlatform;
  };

  return {
    recordsNamed: (storefront, references) => {
      const own = ports.storefronts[storefront]?.connector.platform;
      if (names.every((name) => ports.storefronts[name]?.connector.platform === own)) return [];
      const named = references.filter(isProofOfSale).map((reference) => ({ reference, ...namedRecord(reference) }));
      return names.flatMap((name, position) =>
        named
          .filter(({ platform }) => platform !== own && mayBeOf(name, platform))
          .map((record) => ({ ...record, storefront: name, comesFirst: position < names.indexOf(storefront) })),
      );
    },
    accountOf,
    readRecord: (otherReference) =>
      otherRecords(`${otherReference.storefront} ${otherReference.reference}`, () => ask(otherReference)),
    hasSalesWithoutReferences: (platform) => unreferenced(platform, () => store.hasSalesWithoutReferences(platform)()),
  };
};

/** How another storefront would treat the record that a sale names. `id`: of its transaction. */
export type OtherRecord =
  | { readonly _tag: 'NoSuchRecord' }
  | { readonly _tag: 'WillBePushed'; readonly id: string }
  /** Skipped there for a reason that says nothing about this storefront's record: it may be pushed here. */
  | { readonly _tag: 'NeverPushed'; readonly id: string; readonly reason: string }
  /** Skipped there for a reason that holds for each record of the sale: it is pushed nowhere. */
  | { readonly _tag: 'SkippedForBoth'; readonly id: string; readonly reason: string }
  /** Not sent there now; it may be sent later. */
  | { readonly _tag: 'Waiting'; readonly id: string; readonly reason: string };

/**
 * Asks each question once, even if two callers ask at the same time, and remembers only the newest answers, so that memory
 * stays flat in a long run. Answers that `isWorthKeeping` refuses, and rejections, are asked again.
 */
export const memoizeRecent = <A>(
  maxAnswers: number,
  isWorthKeeping: (answer: A) => boolean,
): ((question: string, ask: () => Promise<A>) => Promise<A>) => {
  const answers = new Map<string, Promise<A>>();
  return async (question, ask) => {
    const before = answers.get(question);
    if (before !== undefined) return before;
    const answer = ask();
    answers.set(question, answer);
    const [oldest] = answers.keys();
    if (answers.size > maxAnswers && oldest !== undefined) answers.delete(oldest);
    try {
      const given = await answer;
      if (!isWorthKeeping(given)) answers.delete(question);
      return given;
    } catch (error) {
      answers.delete(question);
      throw error;
    }
  };
};

const isRead = (answer: E.Either<SourceError | NotRead, unknown>): boolean =>
  E.isRight(answer) || answer.left._tag !== 'NotRead';

/**
 * Whether the record is the one that was asked for: a platform may read an id as an order number, and return another
 * sale. An excluded record does not show it, and is accepted.
 */
const isRecordAsked = (
  { reference, recordId }: { readonly reference: string; readonly recordId: string },
  result: SourceResult,
): boolean => {
  if (E.isLeft(result)) return true;
  try {
    const { identity, references } = result.right;
    return identity.recordId === recordId || references.includes(reference);
  } catch {
    // A record of another shape than promised: mapping holds it with a message.
    return true;
  }
};

/**
 * What the other storefront's skip reason means for this one's record. `SkippedForBoth`: it is not a sale of goods, or the
 * policy excludes such sales, so its payment must not be pushed either. `Waiting`: it becomes a sale once it is paid.
 */
const meaningOfSkip: Readonly<Record<SkipReason, 'SkippedForBoth' | 'Waiting' | 'NeverPushed'>> = {
  'gift cards only': 'SkippedForBoth',
  'no items': 'SkippedForBoth',
  'marketplace sale': 'SkippedForBoth',
  'country left out': 'SkippedForBoth',
  'not paid': 'Waiting',
  'awaiting metadata': 'Waiting',
  'only authorized': 'Waiting',
  'test order': 'NeverPushed',
  voided: 'NeverPushed',
  'payment expired': 'NeverPushed',
  'payment failed': 'NeverPushed',
  'canceled before payment': 'NeverPushed',
  'outside the chosen days': 'NeverPushed',
  'deleted on the platform': 'NeverPushed',
  'before the first day': 'NeverPushed',
  'belongs to another storefront': 'NeverPushed',
  'payment of another account': 'NeverPushed',
  'skipped by your app': 'NeverPushed',
  'zero total': 'NeverPushed',
  'credit document': 'NeverPushed',
  'left out by decision': 'NeverPushed',
  'would be sent': 'NeverPushed',
};

/** How a storefront would treat a record, by its own mapping. */
const toOtherRecord = (sale: MappedTransaction): OtherRecord => {
  if (E.isRight(sale)) return { _tag: 'WillBePushed', id: sale.right.id };
  const { id, reason } = sale.left;
  if (reason === null || !isSkip(reason)) return { _tag: 'Waiting', id, reason: reason ?? 'no reason given' };
  return { _tag: meaningOfSkip[reason], id, reason };
};

const isSkip = (reason: string): reason is SkipReason => Object.hasOwn(meaningOfSkip, reason);
