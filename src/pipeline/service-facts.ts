/**
 * Learns from the first pushed transaction how the service works (who assigns ids, how fast its list is), and checks that the
 * API key has not changed accounts.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { ConfirmedTransaction } from '../domain/sent.ts';
import type { StoreError, SyncStore } from '../domain/sync-store.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import { parseServiceFacts, type ServiceFacts, type StoredTransaction } from '../domain/tax-service.ts';
import { type Comparable, textKey } from '../mapping/comparison.ts';
import { compareWithBody, parseBody } from './push-result.ts';
import { pagesReadAgain } from './limits.ts';
import { lookAgain } from './look-again.ts';
import { askList, askService } from './rate-limit/ask-service.ts';
import type { ServiceClient } from './rate-limit/service-client.ts';
import type { PushGate } from './push-gate.ts';
import { isOtherTransaction } from '../mapping/identity.ts';
import type { SyncPorts } from './ports.ts';
import type { RemoteIndex } from './remote-index.ts';
import { isOfAnother } from './ask-own.ts';
import { listedTransactionOf, remoteTransactionOf } from './remote-transaction.ts';
import { gatherResembling } from './resembling.ts';
import { otherAccount, type SyncFailure } from './failures.ts';
import { attempt } from '../domain/attempt.ts';

export interface LearnPorts extends Pick<SyncPorts, 'clock' | 'random' | 'log'> {
  readonly wire: SyncPorts['wire'] | undefined;
  readonly store: Pick<SyncStore, 'saveServiceFacts'>;
  readonly client: Pick<ServiceClient, 'find' | 'list' | 'isOver'>;
  readonly remoteList: Pick<RemoteIndex, 'shows'>;
}

/** What the sync database knows of the service; null before its first transaction. */
export const readFacts = async (
  { serviceFacts }: Pick<SyncStore, 'serviceFacts'>,
  wire: SyncPorts['wire'],
): Promise<E.Either<StoreError, ServiceFacts | null>> => {
  const kept = await serviceFacts(wire?.fingerprint ?? '')();
  return E.map((json: O.Option<string>) => O.toNullable(O.chain(parseServiceFacts)(json)))(kept);
};

/** Adds to what is known of the service; nothing before its first transaction. */
export const keepFacts = async (
  { gate, ...ports }: Pick<LearnPorts, 'store' | 'clock' | 'wire'> & { readonly gate: PushGate },
  more: Partial<Pick<ServiceFacts, 'listShows' | 'refusesEqualNames'>>,
): Promise<E.Either<StoreError, void>> => {
  const facts = gate.facts();
  if (facts === null) return E.right(undefined);
  const all = { ...facts, ...more };
  if (JSON.stringify(all) === JSON.stringify(facts)) return E.right(undefined);
  gate.setFacts(all);
  return saveFacts(ports, all);
};

/** The first transaction as it was sent. */
interface FirstPush {
  readonly id: string;
  readonly name: string;
  /** The body in the sync database, in our own form. */
  readonly body: string;
  /** The transaction in the answer; its id is empty where the answer showed none. */
  readonly stored: StoredTransaction | null;
}

/**
 * Finds out from the first pushed transaction who assigns ids, whether the list shows it at once, and whether its values
 * changed: from the answer if that is enough, otherwise by a lookup and from the head of the list. Saves the facts.
 */
export const learnService = async (
  ports: LearnPorts,
  first: FirstPush,
): Promise<E.Either<StoreError, { readonly facts: ServiceFacts | null; readonly shown: Comparable | null }>> => {
  const { clock, log, store, wire } = ports;
  const seen = await inspectFirstPush(ports, first);
  if (seen === null) return E.right({ facts: null, shown: shownOf(first.stored) });
  const { remoteId, shown, list, single, isUnrecognizable = false } = seen;
  const { name } = seen;
  const setting = wire?.settings.identity ?? 'auto';
  const isClient = remoteId?.toLowerCase() === first.id.toLowerCase();
  const identity = setting === 'auto' ? (isClient ? 'client' : 'service') : setting;
  const differing = compareWithBody(first.body, shown).differences.map(({ field }) => field);
  const changed = [...(isUnrecognizable ? ['name'] : []), ...differing.filter(isSevere)];
  const facts: ServiceFacts = {
    identity,
    list,
    listShows: ports.remoteList.shows(),
    normalized: normalizedFields(first.body, first.stored).filter((field) => !changed.includes(field)),
    changed,
    first: { id: first.id, remoteId: remoteId ?? '' },
    refusesEqualNames: null,
    single,
    answers: first.stored !== null && (first.stored.id !== '' || first.stored.name != null) ? 'transaction' : 'less',
    ...(name != null && { names: isOfAnother({ id: remoteId ?? '', name }, first) ? 'changed' : 'kept' }),
  };
  log.info('learned from the first transaction how the service stores them', {
    identity,
    list,
    listShows: ports.remoteList.shows(),
    normalized: facts.normalized.join(', '),
  });
  if (list === 'late') {
    log.warn(
      'The first transaction is not in the list of the Tax Nexus Service yet: a push without a response is not repeated until the list proves that it did not arrive',
    );
  }
  const saved = await saveFacts({ store, clock, wire }, facts);
  return E.isLeft(saved) ? saved : E.right({ facts, shown });
};

interface AccountPorts extends Pick<SyncPorts, 'clock'> {
  readonly store: Pick<SyncStore, 'findNewestConfirmed' | 'serviceFacts'>;
  readonly client: Pick<ServiceClient, 'find' | 'list' | 'isOver'>;
  readonly wire: SyncPorts['wire'] | undefined;
}

const maxAsked = 3;

/**
 * How many confirmed transactions are searched in the list. One that is found is proof, even if a restored backup lacks the
 * newest ones.
 */
const maxLookedFor = 20_000;

/**
 * Whether the service still holds the newest confirmed transactions of this sync database. With a key of another account,
 * everything would be "already present" here and nothing at the service: a silent loss. One transaction found is proof
 * enough; a rotated key of the same account passes. A response that is not definitive stops nothing, nor do one or two
 * deleted transactions.
 *
 * Right(true): the service denied one of the newest, so others may be gone as well.
 */
export const checkAccount = (ports: AccountPorts): Promise<E.Either<SyncFailure, boolean>> =>
  attempt(async (take) => {
    const newest = await take(ports.store.findNewestConfirmed(maxAsked)());
    let absent = 0;
    for (const { id, remoteId } of newest.slice(0, maxAsked)) {
      const found = await ports.client.find(remoteId ?? id);
      if (E.isLeft(found) || O.isSome(found.right)) return absent > 0;
      absent += 1;
    }
    if (absent < maxAsked) return absent > 0;
    const kept = await take(readFacts(ports.store, ports.wire));
    const facts = kept ?? undefined;
    // Some services answer no single read, and some show a transaction in their list only after hours.
    if (facts?.list === 'late') return false;
    const confirmed = await take(ports.store.findNewestConfirmed(maxLookedFor)());
    const shown = await lookAgain(ports, async () => (await doesListShow(ports, confirmed)) || undefined);
    return take(shown === undefined ? E.left(otherAccount()) : E.right(true));
  });

/** A sample of the confirmed transactions: how many were asked for, how many the service shows, and for how many it gave no response. */
export interface SentSample {
  readonly asked: number;
  readonly shown: number;
  readonly unclear: number;
}

/** How many of the newest confirmed transactions a sample is taken from, and how many it has. */
const sampledFrom = 1_000;
const sampleSize = 10;

/** Asks the service for some of the newest thousand confirmed transactions, by id, and looks for the rest in its list. */
export const sampleSent = (at: Pick<AccountPorts, 'store' | 'client'>): Promise<E.Either<StoreError, SentSample>> =>
  attempt(async (take) => {
    const confirmed = await take(at.store.findNewestConfirmed(sampledFrom)());
    const step = Math.max(1, Math.floor(confirmed.length / sampleSize));
    const sample = confirmed.filter((_, index) => index % step === 0).slice(0, sampleSize);
    const absent = new Map<string, ConfirmedTransaction>();
    let unclear = 0;
    for (const one of sample) {
      const found = await at.client.find(one.remoteId ?? one.id);
      if (E.isLeft(found)) unclear += 1;
      else if (O.isNone(found.right)) absent.set(one.id, one);
    }
    for await (const page of absent.size === 0 ? [] : headOfList(at)) {
      for (const [id, { name, remoteId }] of absent)
        if (
          page?.some((row) => row.id === (remoteId ?? id) || (row.name != null && textKey(row.name) === textKey(name)))
        )
          absent.delete(id);
    }
    return { asked: sample.length, shown: sample.length - absent.size - unclear, unclear };
  });

const saveFacts = (
  { store, clock, wire }: Pick<LearnPorts, 'store' | 'clock' | 'wire'>,
  facts: ServiceFacts,
): Promise<E.Either<StoreError, void>> =>
  store.saveServiceFacts(wire?.fingerprint ?? '', JSON.stringify(facts), instantOfMilliseconds(clock.now()))();

interface FirstPushSeen {
  readonly remoteId: string | null;
  readonly shown: Comparable | null;
  readonly list: ServiceFacts['list'];
  readonly single: ServiceFacts['single'];
  /** The name as the service showed it; null where it showed none. */
  readonly name: string | null;
  /** Nothing in the list can be recognized as ours: the service assigns ids, and shows no names or changes them. */
  readonly isUnrecognizable?: true;
}

/**
 * What the service shows of the first transaction; null if no lookup was answered, and then the next transaction is
 * inspected.
 */
const inspectFirstPush = async (ports: LearnPorts, first: FirstPush): Promise<FirstPushSeen | null> => {
  const setting = ports.wire?.settings.identity ?? 'auto';
  const shownId = first.stored?.id ?? '';
  const inAnswer: FirstPushSeen = {
    remoteId: shownId === '' ? null : shownId,
    shown: shownOf(first.stored),
    list: 'not read',
    single: null,
    name: first.stored?.name ?? null,
  };
  const isClient = (id: string | null): boolean => setting === 'client' || id?.toLowerCase() === first.id.toLowerCase();
  const askedId = inAnswer.remoteId ?? first.id;
  const single = setting === 'service' && inAnswer.remoteId === null ? null : await askService(ports)(askedId);
  const alone: FirstPushSeen =
    single?._tag === 'Found'
      ? {
          remoteId: single.stored.id,
          shown: { ...inAnswer.shown, ...shownOf(single.stored) },
          list: 'not read',
          single: 'prompt',
          name: single.stored.name ?? inAnswer.name,
        }
      : { ...inAnswer, single: single?._tag === 'Absent' ? 'late' : null };
  // If a single read does not show it yet, the list is read too, to learn whether it is late, too.
  if (isClient(alone.remoteId) && single?._tag !== 'Absent') return alone;
  const listed = await findInList(ports, first);
  if (listed === 'unread') return alone.remoteId === null ? null : alone;
  // A lookup without a response proves nothing: the service may keep our ids, in a list that is late.
  if (listed === 'absent' && alone.remoteId === null && single?._tag === 'NoClearAnswer') return null;
  if (listed === 'unrecognizable')
    return { ...alone, list: 'late', ...(alone.remoteId === null && { isUnrecognizable: true }) };
  if (listed === 'absent') return { ...alone, list: 'late' };
  return {
    ...alone,
    name: listed.name ?? alone.name,
    remoteId: listed.id,
    shown: { ...shownOf(listed), ...alone.shown },
    list: 'prompt',
  };
};

const shownOf = (stored: StoredTransaction | null): Comparable | null =>
  stored === null ? null : remoteTransactionOf(stored).shown;

/** Looks for the first transaction in the head of the list, where the newest transactions are. */
const findInList = async (
  ports: LearnPorts,
  first: FirstPush,
): Promise<StoredTransaction | 'absent' | 'unread' | 'unrecognizable'> => {
  const list = { isRead: false, rows: [] as readonly StoredTransaction[] };
  const found = await lookAgain(ports, async () => {
    const answer = await askList(ports)(O.none);
    if (answer._tag !== 'Page') return undefined;
    list.isRead = true;
    list.rows = answer.page.transactions;
    return answer.page.transactions.find((stored) => isOurs(first, stored));
  });
  if (found !== undefined) return found;
  if (!list.isRead) return 'unread';
  return isAmong(list.rows, first) ? 'unrecognizable' : 'absent';
};

const isOurs = (first: FirstPush, { id, name }: StoredTransaction): boolean =>
  id.toLowerCase() === first.id.toLowerCase() ||
  // By the id in the answer, even if the name came back changed.
  (first.stored !== null && first.stored.id !== '' && id === first.stored.id) ||
  (name != null && textKey(name) === textKey(first.name) && !isOtherTransaction(id, first.id));

/** Whether rows show the first transaction under another name, or no names at all. */
const isAmong = (rows: readonly StoredTransaction[], { id, name, body }: FirstPush): boolean => {
  const resembling = gatherResembling();
  const listed = rows.map((row) => listedTransactionOf(row));
  resembling.note(
    listed.filter((row) => row.name !== null),
    new Set(listed.map((row) => row.id.toLowerCase())),
  );
  const sourceId = id.slice(id.lastIndexOf(':') + 1);
  return resembling.nameless(id) > 0 || resembling.find({ id, name, sourceId, body }, 'by money').length > 0;
};

/** A change in one of these would be wrong for every sale. */
const isSevere = (field: string): boolean => !['shipToAddress.zip', 'entity', 'marketplace'].includes(field);

/** Money, texts and moments whose form changed on the way, while they mean the same. */
const normalizedFields = (body: string, stored: StoredTransaction | null): readonly string[] => {
  const ours = parseBody(body);
  if (O.isNone(ours) || stored === null) return [];
  const sent: Readonly<Record<string, unknown>> = ours.value;
  const changedForm = [
    'name',
    'transactedAt',
    'currency',
    'total',
    'taxCollected',
    'subtotal',
    'shippingHandling',
  ].filter((field) => stored[field] !== undefined && stored[field] !== null && stored[field] !== sent[field]);
  const address: unknown = stored['shipToAddress'];
  if (typeof address !== 'object' || address === null) return changedForm;
  const theirs: Readonly<Record<string, unknown>> = { ...address };
  const parts = (['state', 'zip', 'country'] as const).filter(
    (part) => part in theirs && theirs[part] !== ours.value.shipToAddress[part],
  );
  return [...changedForm, ...parts.map((part) => `shipToAddress.${part}`)];
};

type AtService = Pick<AccountPorts, 'client'>;

/** Whether the list shows one of these. A response that is not definitive proves nothing. */
const doesListShow = async (at: AtService, confirmed: readonly ConfirmedTransaction[]): Promise<boolean> => {
  const ids = new Set(confirmed.flatMap(({ id, remoteId }) => [id, remoteId ?? id]));
  const names = new Set(confirmed.map(({ name }) => textKey(name)));
  for await (const page of headOfList(at)) {
    if (page === null) return true;
    if (page.some(({ id, name }) => ids.has(id) || (name != null && names.has(textKey(name))))) return true;
  }
  return false;
};

/** The first pages of the list; null in place of a page whose response is not definitive, which is the last one. */
const headOfList = async function* ({ client }: AtService): AsyncGenerator<readonly StoredTransaction[] | null> {
  let cursor: O.Option<string> = O.none;
  for (let page = 1; page <= pagesReadAgain; page += 1) {
    const listed: Awaited<ReturnType<typeof client.list>> = await client.list(cursor);
    yield E.isLeft(listed) ? null : listed.right.transactions;
    if (E.isLeft(listed) || O.isNone(listed.right.next)) return;
    cursor = listed.right.next;
  }
};
