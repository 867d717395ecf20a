/**
 * Proves each night that the service holds the sales of the recent days and of a share of the older ones, within few requests.
 */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { Temporal } from 'temporal-polyfill';
import { type DateRange, daysOf, intervalOf } from '../domain/date-range.ts';
import type { Inbox } from '../domain/inbox.ts';
import { millisecondsOf } from '../domain/instant.ts';
import type { ProofStore } from '../domain/proof-store.ts';
import type { StoreResult } from '../domain/sync-store.ts';
import { callSource } from '../pipeline/call-source.ts';
import { type SyncFailure, toSourceFailure, unknownStorefront } from '../pipeline/failures.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { makeServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { asTakenOver, type HeldLeases, leaseOf, renewingLeases } from '../pipeline/run-context.ts';
import { storeWithRetry } from '../pipeline/store-with-retry.ts';
import { openChangedDays } from './changed-days.ts';
import { confirmListed, type ListPorts, ownersOf, singleQuestions } from './confirm-listed.ts';
import { heldDays, nightsOfRound, olderDays, rangesOf } from './nightly-days.ts';
import type { PushedTransaction } from './pushed.ts';
import { type ComparedWithKnown, type KnownList, reconcile, reconcileWith } from './reconcile.ts';
import type { Reconciliation } from './reconciliation.ts';
import {
  isDoubtful,
  type ListState,
  maxConfirmations,
  readListState,
  type RefreshPorts,
  refreshList,
} from './refresh-list.ts';
import { attempt } from '../domain/attempt.ts';

export interface NightlyPorts {
  readonly sync: SyncPorts;
  readonly inbox: Inbox;
  readonly proof: ProofStore;
  /** The name of the account to which the list belongs. */
  readonly account: string;
}

/** The days of a storefront that a night compares. */
export interface NightlyDays {
  /** These days are compared each night. */
  readonly recent: DateRange;
  /** The first day of the storefront, `YYYY-MM-DD`. */
  readonly first: string;
}

/** Milliseconds for which a list that one storefront has read is fresh enough for the others of the account. */
const listServesFor = 12 * 60 * 60_000;

/** Milliseconds between two checks whether another storefront has read the list. */
const pollMs = 2_000;

/** The single reads that are left for tonight. */
interface Questions {
  left: number;
  /** Reads of older transactions for which the list shows too little. */
  aboutOlder: number;
  /** The night in which each transaction was read alone, during the last weeks. */
  readonly before: ReadonlyMap<string, number>;
  readonly asked: Map<string, number>;
}

/**
 * Proves tonight's part of a storefront: the recent days, the days that changed at the platform or in the service's list, and
 * older ones, so that each is compared about once a month. The list is read once a night for all storefronts of the account: see
 * `refreshList`. Every difference is confirmed by a single read before it is reported. If the service does not answer single
 * reads, the whole list is read instead, and only the recent days are compared. The last reconciliation is the one of the recent
 * days. Left if any part was not done: then nothing is proved.
 *
 * @example
 * await nightlyProof({ sync, inbox, proof, account })('us-store', { recent: { from: '2026-03-24', to: '2026-03-30' }, first: '2024-01-01' });
 */
export const nightlyProof =
  (ports: NightlyPorts) =>
  (storefront: string, { recent, first }: NightlyDays): Promise<E.Either<SyncFailure, readonly Reconciliation[]>> =>
    attempt(async (take) => {
      const { inbox, proof } = ports;
      const heldLeases: HeldLeases = new Set();
      const sync = renewingLeases(ports.sync, heldLeases);
      const client = makeServiceClient(sync);
      const store = storeWithRetry(sync.store, sync);
      const configured = sync.storefronts[storefront];
      if (configured === undefined) return take(E.left(unknownStorefront(storefront, Object.keys(sync.storefronts))));
      const { connector } = configured;
      const account = await callSource(sync, client.isOver)(connector.account);
      if (E.isLeft(account)) return take(E.left(toSourceFailure(storefront, account.left)));
      const single = singleQuestions({ sync, store, client });
      const areAnswered = await take(single.areAnswered());
      if (!areAnswered) return take(reconcile({ sync, inbox })([storefront], recent)());

      const began = sync.clock.now();
      const { id, timeZone } = account.right;
      const list = { ...ports, sync, heldLeases, store, client, single };
      const state = await take(tonightsList(list, millisecondsOf(intervalOf(recent, timeZone).end)));
      const dayBefore = Temporal.PlainDate.from(recent.from).subtract({ days: 1 }).toString();
      const all = first <= dayBefore ? daysOf({ from: first, to: dayBefore }) : [];
      const about = { storefront, connector, account: account.right };
      const proved = await take(openChangedDays({ ...ports, client }, about, all));
      const owners = ownersOf(connector.platform, id);
      const listed = await take(proof.listedDays(owners)());
      const heldOn = heldDays(listed, { from: all[0] ?? recent.from, to: recent.to });

      const questions = await take(readQuestions(ports, storefront, state.night));
      const takeQuestion = (): boolean => {
        questions.aboutOlder -= 1;
        return questions.aboutOlder >= 0;
      };
      const proofs: Reconciliation[] = [];
      for (const range of [...rangesOf(olderDays(all, proved, heldOn)), recent]) {
        const known = await take(knownList(list, state, owners, range, questions));
        const answers = range === recent ? known : { ...known, takeQuestion };
        const compared = await take(reconcileWith({ sync, inbox, client })(storefront, range, answers));
        proofs.push(compared.reconciliation);
        const days = daysOf(range).map((day) => ({
          day,
          digest: isSettled(compared, day) ? heldOn(day).digest : null,
          provedAt: began,
        }));
        await take(proof.saveProvedDays(storefront, days)());
      }
      const json = JSON.stringify([...questions.asked]);
      await take(proof.saveListed([], { name: `questions of ${storefront}`, json })());
      return proofs;
    });

const freshList = async (ports: RefreshPorts, endOfDays: number): Promise<E.Either<SyncFailure, ListState>> => {
  const before = await readListState(ports);
  if (E.isLeft(before)) return before;
  const known = before.right;
  const serves =
    known?.isWhole === true && known.at >= endOfDays && Math.abs(ports.sync.clock.now() - known.at) < listServesFor;
  return serves ? E.right(known) : refreshList(ports, known);
};

/**
 * The list of the account, read tonight for this storefront or for another one. One reads at a time: the others wait, and use the
 * result if its read began after the days that they compare.
 */
const tonightsList = async (
  ports: ListPorts & Pick<NightlyPorts, 'sync' | 'account'> & { readonly heldLeases: HeldLeases },
  endOfDays: number,
): Promise<E.Either<SyncFailure, ListState>> => {
  const { sync, client, account, heldLeases } = ports;
  // Two readers in this process must exclude each other like two processes.
  const owner = sync.newOwner?.() ?? `${sync.owner} #${sync.random.next().toString(36).slice(2)}`;
  const lease = leaseOf({ ports: { ...sync, owner }, heldLeases, store: sync.store }, `list of ${account}`);
  const answered = sync.onServiceQuestion?.();
  let taken = await lease.renew();
  while (E.isLeft(taken) && taken.left._tag === 'StorefrontBusy' && !client.isOver()) {
    await sync.clock.sleep(pollMs)();
    taken = await lease.renew();
  }
  answered?.();
  if (E.isLeft(taken)) return taken;
  const { fence } = lease;
  const proof: ProofStore = {
    ...ports.proof,
    saveListed: (transactions, state) => ports.proof.saveListed(transactions, state, fence),
    forgetListed: (ids) => ports.proof.forgetListed(ids, fence),
  };
  const state = await freshList({ ...ports, proof, lease }, endOfDays);
  await lease.release();
  return asTakenOver(fence.storefront)(state);
};

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
    return { left: maxConfirmations, aboutOlder: maxConfirmations, before: new Map(before), asked: new Map(before) };
  })(await proof.proofState(`questions of ${storefront}`)());

/** What is known of the list on the days of a range, and how a doubtful transaction is confirmed. */
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
  // Leaves out transactions that may be gone: their sales are looked up by id.
  const known = listed.right.filter((one) => !isDoubtful(one, state));
  const stale = new Map(known.filter(({ night }) => night < state.night).map((one) => [one.id, one]));
  const transactions = known.map(({ id, name, shown }) => ({ id, name: name ?? '', shown: shown ?? {} }));
  const confirm: KnownList['confirm'] = async (one) => {
    const before = stale.get(one.id);
    if (before === undefined) return one;
    // Transactions that were read in the last nights leave half of the reads to the others.
    if (questions.left <= (questions.before.has(one.id) ? maxConfirmations / 2 : 0)) return 'not asked';
    questions.left -= 1;
    questions.asked.set(one.id, state.night);
    const confirmed = await confirmListed(ports, before, state.night);
    if (E.isLeft(confirmed) || confirmed.right === 'not asked') return 'not asked';
    return confirmed.right === null ? null : toPushed(confirmed.right, one.name);
  };
  return E.right({ transactions, confirm });
};

const toPushed = (
  {
    id,
    name,
    shown,
  }: { readonly id: string; readonly name: string | null; readonly shown: PushedTransaction['shown'] | null },
  before: string,
): PushedTransaction => ({ id, name: name ?? before, shown: shown ?? {} });

/**
 * Whether a day need not be compared again before its turn. Fields that the service never shows are no reason to compare it
 * again.
 */
const isSettled = ({ reconciliation, unconfirmed }: ComparedWithKnown, day: string): boolean =>
  unconfirmed === 0 &&
  reconciliation.differences.every((one) => one.resolution !== null || (one.day !== null && one.day !== day));
