import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { Temporal } from 'temporal-polyfill';
import { type DateRange, dayIn, daysOf } from '../domain/date-range.ts';
import type { Inbox } from '../domain/inbox.ts';
import { type Instant, instantOfMilliseconds } from '../domain/instant.ts';
import type { ProofStore } from '../domain/proof-store.ts';
import { digests, nightsOfRound, olderDays, rangesOf } from './nightly-days.ts';
import type { StoreResult } from '../domain/sync-store.ts';
import type { Account, Cursor, SourceConnector } from '../mapping/source-connector.ts';
import { oneAtATime } from '../pipeline/async.ts';
import { callSource, repeatedCursor } from '../pipeline/call-source.ts';
import { type SyncFailure, toSourceFailure, unknownStorefront } from '../pipeline/failures.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { makeServiceClient, type ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { leaseOf } from '../pipeline/run-context.ts';
import { storeWithRetry } from '../pipeline/store-with-retry.ts';
import type { PushedTransaction } from './pushed.ts';
import { type KnownList, reconcileWith } from './reconcile.ts';
import type { Reconciliation } from './reconciliation.ts';
import {
  confirmListed,
  type ListPorts,
  type ListState,
  maxConfirmations,
  readListState,
  refreshList,
} from './refresh-list.ts';

export interface NightlyPorts {
  readonly sync: SyncPorts;
  readonly inbox: Inbox;
  readonly proof: ProofStore;
}

/** The days of a storefront that a night is about. */
export interface NightlyDays {
  /** Compared each night. */
  readonly recent: DateRange;
  /** The first day of the storefront, `YYYY-MM-DD`. */
  readonly first: string;
}

/** Milliseconds for which the list of an account that one storefront had read serves the others. */
const listServesFor = 12 * 60 * 60_000;

/** Milliseconds by which the changes that are asked for overlap those of the night before. */
const overlap = 10 * 60_000;

/** One at a time reads the list of an account in this process; for other processes there is a lease. */
const readers = new WeakMap<ProofStore, ReturnType<typeof oneAtATime>>();

/** The list of the account, as this or another storefront's proof has read it tonight. */
const tonightsList = (ports: ListPorts & { readonly sync: SyncPorts }): Promise<E.Either<SyncFailure, ListState>> => {
  const { proof, sync } = ports;
  const inTurn = readers.get(proof) ?? oneAtATime();
  readers.set(proof, inTurn);
  return inTurn(async () => {
    const before = await readListState(ports);
    if (E.isLeft(before)) return before;
    const isFresh = before.right !== null && Math.abs(sync.clock.now() - before.right.at) < listServesFor;
    if (before.right !== null && isFresh && before.right.isWhole) return E.right(before.right);
    const lease = leaseOf({ ports: sync, store: sync.store }, 'list of the service');
    const taken = await lease.renew();
    // Another process reads it: what is known of it serves as well, if there is any.
    if (E.isLeft(taken)) return before.right?.isWhole === true ? E.right(before.right) : taken;
    const state = await refreshList(ports, before.right);
    await lease.release();
    return state;
  });
};

/** The days of sales that changed at the platform since the night before; of each both the present day and the one that was sent. */
const changedDays = async (
  { sync, proof }: NightlyPorts,
  client: ServiceClient,
  {
    storefront,
    connector,
    account,
    since,
  }: {
    readonly storefront: string;
    readonly connector: SourceConnector;
    readonly account: Account;
    readonly since: Instant;
  },
): Promise<E.Either<SyncFailure, ReadonlySet<string>>> => {
  const read = callSource(sync, client.isOver);
  const windows = await read(connector.changes({ start: since, end: instantOfMilliseconds(sync.clock.now()) }));
  if (E.isLeft(windows)) return E.left(toSourceFailure(storefront, windows.left));
  const days = new Set<string>();
  for (const window of windows.right) {
    const seen = new Set<Cursor>();
    for (let from: O.Option<Cursor> = O.none, isFirst = true; isFirst || O.isSome(from); isFirst = false) {
      const page = await read(connector.readPage(window, from));
      if (E.isLeft(page)) return E.left(toSourceFailure(storefront, page.left));
      const ids: string[] = [];
      for (const result of page.right.results) {
        const recordId = E.isRight(result) ? result.right.identity.recordId : result.left.sourceId;
        ids.push(`${connector.platform}:${account.id}:${recordId}`);
        if (E.isLeft(result)) continue;
        days.add(dayIn(account.timeZone, result.right.occurredAt));
        for (const { occurredAt } of result.right.refunds) days.add(dayIn(account.timeZone, occurredAt));
      }
      const listed = await proof.findListed(ids)();
      if (E.isLeft(listed)) return listed;
      for (const { day } of listed.right) {
        if (day === '') continue;
        days.add(dayIn(account.timeZone, `${day}T00:00:00Z`));
        days.add(dayIn(account.timeZone, `${day}T23:59:59Z`));
      }
      from = page.right.next;
      if (O.isSome(from) && seen.has(from.value)) return E.left(toSourceFailure(storefront, repeatedCursor));
      if (O.isSome(from)) seen.add(from.value);
    }
  }
  return E.right(days);
};

/** What may be asked about single transactions tonight. */
interface Questions {
  left: number;
  /** The night in which each was asked about, in the last weeks. */
  readonly before: ReadonlyMap<string, number>;
  readonly asked: Map<string, number>;
}

const Asked = t.readonlyArray(t.tuple([t.string, t.number]));

const readQuestions = async (
  { proof }: Pick<NightlyPorts, 'proof'>,
  storefront: string,
  night: number,
): StoreResult<Questions> =>
  E.map((json: O.Option<string>): Questions => {
    const before = pipe(
      json,
      O.chain((text) => O.fromEither(J.parse(text))),
      O.filter(Asked.is),
      O.getOrElse((): t.TypeOf<typeof Asked> => []),
    ).filter(([, at]) => at > night - nightsOfRound);
    return { left: maxConfirmations, before: new Map(before), asked: new Map(before) };
  })(await proof.proofState(`questions of ${storefront}`)());

/** What is known of the list on the days of a range, and how a doubt about it is settled. */
const knownList = async (
  ports: ListPorts,
  state: ListState,
  owners: readonly string[],
  range: DateRange,
  questions: Questions,
): StoreResult<KnownList> => {
  const beside = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();
  const listed = await ports.proof.listedOn(owners, { from: beside(range.from, -1), to: beside(range.to, 1) })();
  if (E.isLeft(listed)) return listed;
  const stale = new Set(listed.right.filter(({ night }) => night < state.night).map(({ id }) => id));
  const transactions = listed.right.map(({ id, name, shown }) => ({ id, name: name ?? '', shown: shown ?? {} }));
  const confirm: KnownList['confirm'] = async (one) => {
    if (!stale.has(one.id)) return one;
    // What was asked about in the last nights leaves half of the questions to the rest.
    if (questions.left <= (questions.before.has(one.id) ? maxConfirmations / 2 : 0)) return 'not asked';
    questions.left -= 1;
    questions.asked.set(one.id, state.night);
    const held = await confirmListed(ports, state, one.id);
    if (E.isLeft(held) || held.right === 'not asked') return 'not asked';
    return held.right === null ? null : toPushed(held.right, one.name);
  };
  return E.right({ transactions, confirm, maxQuestions: maxConfirmations });
};

const toPushed = (
  {
    id,
    name,
    shown,
  }: { readonly id: string; readonly name: string | null; readonly shown: PushedTransaction['shown'] | null },
  before: string,
): PushedTransaction => ({ id, name: name ?? before, shown: shown ?? {} });

/** Whether a day need not be compared again before its turn. What the service never shows is no reason to. */
const isSettled = ({ differences, isComplete, notCompared }: Reconciliation, day: string): boolean =>
  (isComplete || notCompared > 0 || differences.some(({ resolution }) => resolution === null)) &&
  differences.every((one) => one.resolution !== null || (one.day !== null && one.day !== day));

/**
 * Proves tonight's part of a storefront: the recent days, the days that changed at the platform or in the service's list, and
 * older ones, so that each is compared about once a month. The list is read once a night for all storefronts of the account: see
 * `refreshList`. Every difference is confirmed by the service's answer about that transaction before it is reported.
 *
 * @example
 * await nightlyProof({ sync, inbox, proof })('us-store', { recent: { from: '2026-03-24', to: '2026-03-30' }, first: '2024-01-01' });
 */
export const nightlyProof =
  (ports: NightlyPorts) =>
  async (
    storefront: string,
    { recent, first }: NightlyDays,
  ): Promise<E.Either<SyncFailure, readonly Reconciliation[]>> => {
    const { sync, inbox, proof } = ports;
    const client = makeServiceClient(sync);
    const store = storeWithRetry(sync.store, sync);
    const list: ListPorts & { readonly sync: SyncPorts } = { sync, store, proof, client };
    const configured = sync.storefronts[storefront];
    if (configured === undefined) return E.left(unknownStorefront(storefront, Object.keys(sync.storefronts)));
    const { connector } = configured;
    const account = await callSource(sync, client.isOver)(connector.account);
    if (E.isLeft(account)) return E.left(toSourceFailure(storefront, account.left));
    const began = sync.clock.now();
    const state = await tonightsList(list);
    if (E.isLeft(state)) return state;
    const { id, timeZone } = account.right;
    const owners = [`${connector.platform}:${id}:`, connector.platform];

    const lastBegan = await proof.proofState(`changes of ${storefront}`)();
    if (E.isLeft(lastBegan)) return lastBegan;
    const since = Number(O.getOrElse(() => String(began))(lastBegan.right)) - overlap;
    const changed = await changedDays(ports, client, {
      storefront,
      connector,
      account: account.right,
      since: instantOfMilliseconds(since),
    });
    if (E.isLeft(changed)) return changed;
    const [listed, proved] = [await proof.listedDays(owners)(), await proof.provedDays(storefront)()];
    if (E.isLeft(listed)) return listed;
    if (E.isLeft(proved)) return proved;
    const dayBefore = Temporal.PlainDate.from(recent.from).subtract({ days: 1 }).toString();
    const all = first <= dayBefore ? daysOf({ from: first, to: dayBefore }) : [];
    const older = olderDays(all, changed.right, proved.right, digests(listed.right, timeZone));

    const questions = await readQuestions(ports, storefront, state.right.night);
    if (E.isLeft(questions)) return questions;
    const proofs: Reconciliation[] = [];
    for (const range of [...rangesOf(older.days), recent]) {
      const known = await knownList(list, state.right, owners, range, questions.right);
      if (E.isLeft(known)) return known;
      const compared = await reconcileWith({ sync, inbox, client })(storefront, range, known.right);
      if (E.isLeft(compared)) return compared;
      proofs.push(compared.right);
      const days = daysOf(range).map((day) => ({
        day,
        digest: isSettled(compared.right, day) ? older.digestOf(day) : null,
        provedAt: began,
      }));
      const saved = await proof.saveProvedDays(storefront, days)();
      if (E.isLeft(saved)) return saved;
    }
    const json = JSON.stringify([...questions.right.asked]);
    const kept = await proof.saveListed([], { name: `questions of ${storefront}`, json })();
    if (E.isLeft(kept)) return kept;
    const noted = await proof.saveListed([], { name: `changes of ${storefront}`, json: String(began) })();
    return E.isLeft(noted) ? noted : E.right(proofs);
  };
