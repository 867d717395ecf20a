import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { instantOfMilliseconds } from '../../src/domain/instant.ts';
import type { PageLookup, RemoteTransaction, StoreError, Submission } from '../../src/domain/sync-store.ts';
import type {
  NotStarted,
  PushReply,
  ServiceFacts,
  ServiceFailure,
  StoredTransaction,
} from '../../src/domain/tax-service.ts';
import { makePushGate, type PushGate } from '../../src/pipeline/push-gate.ts';
import type { PushAttempt } from '../../src/pipeline/push-attempt.ts';
import { type PushPorts, pushUntilDefinitive } from '../../src/pipeline/push-until-definitive.ts';
import type { PushResult } from '../../src/pipeline/push-result.ts';
import type { StartedByOther } from '../../src/pipeline/record-attempts.ts';
import { memoryStore } from './memory-store.ts';
import { aSync, paged, sales, silent } from './a-sync.ts';
import { right } from './right.ts';
import { someFacts } from './some-facts.ts';
import { type VirtualClock, virtualClock } from './virtual-clock.ts';

export const broken: StoreError = { _tag: 'StoreError', problem: 'disk full', message: '' };

export const accepted = (stored: StoredTransaction | null = null): PushReply => ({ _tag: 'Accepted', stored });

/** A sale as it is sent; there once `sendOne` has sent it. */
export const sale = { body: '', id: '', name: '' };
export const sendOne = async (): Promise<void> => {
  const sync = aSync({ script: { pages: paged(sales(1), 1) } });
  await sync.finish();
  Object.assign(sale, sync.world.journal[0]);
};

export const stored = (more: Partial<StoredTransaction> = {}): StoredTransaction => ({
  ...(JSON.parse(sale.body) as StoredTransaction),
  ...more,
});

type Found = StoredTransaction | ServiceFailure | NotStarted | null;
interface Listed {
  readonly found: RemoteTransaction | null;
  readonly isRead: boolean;
  readonly sameName?: string;
}
export const notListed: Listed = { found: null, isRead: true };

export interface Given {
  /** How the pushes are answered, one after the other; the last answer stays. */
  readonly pushes?: readonly PushReply[];
  readonly finds?: readonly Found[];
  readonly lists?: readonly Listed[];
  /** What is known of the service; null before its first transaction. */
  readonly facts?: ServiceFacts | null;
  readonly identity?: 'service';
  /** How long ago the attempt of an earlier run began. */
  readonly attemptedAgo?: number;
  readonly fails?: 'recordAttempt' | 'forget' | 'saveServiceFacts' | 'lookUpTransactions';
  readonly submission?: Submission;
  readonly remoteId?: string;
}

const nth = <A>(all: readonly A[], index: number, otherwise: A): A => all[Math.min(index, all.length - 1)] ?? otherwise;

export interface Pushing {
  readonly run: (more?: Partial<PushAttempt>) => Promise<PushResult | StartedByOther>;
  readonly push: () => ReturnType<typeof pushUntilDefinitive>;
  readonly clock: VirtualClock;
  readonly gate: PushGate;
  readonly state: { isOver: boolean };
  /** The requests, and the notes of attempts in the sync database, in order. */
  readonly calls: readonly string[];
  /** The ids that the service was asked for. */
  readonly asked: readonly string[];
  readonly exhausted: readonly string[];
  readonly stops: readonly string[];
  readonly points: readonly string[];
  /** Facts of the service that were saved. */
  readonly saved: readonly string[];
  readonly seconds: () => number;
}

/** A push of a sale at a service that answers so. */
export const pushing = (given: Given = {}): Pushing => {
  const { pushes = [accepted()], finds = [null], lists = [notListed], facts = someFacts(), remoteId = null } = given;
  const clock = virtualClock();
  const gate = makePushGate();
  if (facts !== null) gate.setFacts(facts);
  const state = { isOver: false };
  const calls: string[] = [];
  const asked: string[] = [];
  const exhausted: string[] = [];
  const stops: string[] = [];
  const saved: string[] = [];
  const points: string[] = [];
  const count = (call: string): number => calls.push(call) && calls.filter((one) => one === call).length - 1;
  const inner = memoryStore();
  const failing = <A>(name: NonNullable<Given['fails']>, task: TE.TaskEither<StoreError, A>) =>
    given.fails === name ? TE.left(broken) : task;
  const ports: PushPorts = {
    clock,
    gate,
    failedBefore: () => Promise.resolve(E.right(null)),
    random: { next: () => 0.5 },
    log: silent,
    wire: given.identity === undefined ? undefined : { settings: { identity: given.identity }, fingerprint: '' },
    crashPoint: (point) => void points.push(point),
    store: {
      ...inner,
      recordAttempt: (_id, _since, at) =>
        failing(
          at === null ? 'forget' : 'recordAttempt',
          TE.rightIO(() => (calls.push(at === null ? 'forget' : 'note'), O.none)),
        ),
      saveServiceFacts: (_, json) =>
        failing(
          'saveServiceFacts',
          TE.rightIO(() => void saved.push(json)),
        ),
      lookUpTransactions: (runId, wanted) =>
        failing(
          'lookUpTransactions',
          TE.map((known: PageLookup) => ({
            ...known,
            submissions: new Map(given.submission === undefined ? [] : [[wanted[0]?.id ?? '', given.submission]]),
          }))(inner.lookUpTransactions(runId, wanted)),
        ),
    },
    client: {
      isOver: () => state.isOver,
      stopped: () => null,
      stop: (message) => {
        stops.push(message);
        state.isOver = true;
      },
      sendsOnlyUntried: () => false,
      noteArrived: () => undefined,
      noteRetriesExhausted: (what) => void exhausted.push(what),
      list: () => Promise.resolve(E.right({ transactions: [], next: O.none })),
      find: (id) => {
        asked.push(id);
        const found = nth(finds, count('find'), null);
        return Promise.resolve(
          found !== null && '_tag' in found ? E.left(found as ServiceFailure) : E.right(O.fromNullable(found)),
        );
      },
      push: async (_, begin) => {
        if (begin !== undefined && !(await begin())) return { _tag: 'NotStarted' };
        return nth(pushes, count('push'), accepted());
      },
    },
    remoteList: {
      read: TE.right('read'),
      isRead: TE.right(true),
      asListed: (shown) => shown,
      showsOurs: () => false,
      readBeforeFirst: TE.right('read'),
      readWhole: TE.right('read'),
      resembling: () => null,
      ensureRead: TE.right('read'),
      latest: () => 3,
      shows: () => null,
      newest: () => Promise.resolve(null),
      whole: () => null,
      passesOver: () => false,
      isHeadAlone: () => false,
      goOnAfterHead: () => undefined,
      find: () => Promise.resolve(E.right(nth(lists, count('list'), notListed))),
    },
  };
  const startedAt = clock.now();
  const { attemptedAgo } = given;
  const attempt = (): PushAttempt => ({
    ...sale,
    remoteId,
    text: sale.body,
    mayHaveArrived: attemptedAgo !== undefined,
    attemptedAt: attemptedAgo === undefined ? null : instantOfMilliseconds(startedAt - attemptedAgo),
    current: { body: sale.body, digest: 'd' },
  });
  const push = (more: Partial<PushAttempt> = {}): ReturnType<Pushing['push']> =>
    pushUntilDefinitive(ports, { ...attempt(), ...more });
  const run: Pushing['run'] = async (more = {}) => right(await clock.run(() => push(more)));
  const seconds = (): number => Math.round((clock.now() - startedAt) / 1_000);
  return { run, push, clock, gate, state, calls, asked, exhausted, stops, saved, points, seconds };
};
