/**
 * The states of live work, and each change of them. The loop, the tick and the jobs of workers call these functions; no other
 * file changes a state.
 *
 * A live worker, and a worker of jobs:
 * - `ready`: not started. A tick, or the answer to a person's request, works all the same.
 * - `running`: after `start`.
 * - `closing`: after `stop`. No new work begins, and the work in progress is finished.
 * - `cut off`: the time for that is over, and the rest is left for the next start.
 *
 * A storefront (`stateOf`):
 * - `new`: nothing was read of when its tasks are due. `plan` makes it idle.
 * - `idle`: its tasks may be due.
 * - `busy`: from `beginTasks` to `endTasks`, its tasks run.
 * - `resting`: from `rest` until a time, no work begins at it.
 * - `removed`: after `remove`, for good. The work in progress is finished.
 *
 * Its requests are answered by up to four loops at once, each from `beginLoop` to `endLoop`, unless it is resting or removed.
 * Its connection is open from `open` to `close`.
 */
import type { SyncPorts } from '../pipeline/ports.ts';
import type { ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import type { AccountContext } from './account-context.ts';
import type { LiveStorefront } from './live-storefront.ts';
import type { LiveProblem } from './live-ports.ts';
import type { ScheduledTask } from './schedule.ts';
import { requestsPerStorefront, slotTimeout, slotTurn } from './limits.ts';

/** The state of a live worker, or of a worker of jobs. */
export type WorkerState = 'ready' | 'running' | 'closing' | 'cut off';

/** Whether no new work begins. Pure. */
export const isEnding = (state: WorkerState): boolean => state === 'closing' || state === 'cut off';

type Questions = Set<{ readonly askedAt: number }>;

/** One storefront in the live worker. Times are by its `steadyNow`. */
export interface StorefrontWorker {
  readonly storefront: string;
  /** Opened for its first resync request or task, and again when its credentials may have changed. */
  opened: LiveStorefront | null;
  /** The account with which it was opened. */
  account: AccountContext | null;
  /** No work starts before that time: its credentials were refused, or something that it needs does not work. */
  restsUntil: number;
  /** Why it could not be opened the last time; null after success. */
  problem: Pick<LiveProblem, 'cause' | 'message'> | null;
  /** Its credentials or its account cannot be used, and the host was informed. */
  isStopped: boolean;
  /** A catch-up found that the service accepts nothing, and the host was informed. */
  isServiceStopReported: boolean;
  /** Whether `isKnown` and `nextTask` hold what the sync database knows. */
  isPlanned: boolean;
  /** Whether it was opened before, in this or another process. Its first day depends on when that was. */
  isKnown: boolean;
  loops: number;
  /** The number of loops that are opening the storefront or claiming a request. */
  claiming: number;
  /** The records that are being worked on. */
  readonly inHand: Set<string>;
  /** When each task is due next, as far as this process knows. */
  readonly nextTask: Record<ScheduledTask, number>;
  /** When its running task started; null if no task is running. */
  busySince: number | null;
  /** Open requests to platforms for this storefront; see `noteQuestions`. */
  readonly questions: Questions;
  /** Open requests to the service for this storefront. */
  readonly serviceQuestions: Questions;
  isRemoved: boolean;
}

export const newStorefrontWorker = (storefront: string): StorefrontWorker => ({
  storefront,
  opened: null,
  account: null,
  restsUntil: 0,
  problem: null,
  isStopped: false,
  isServiceStopReported: false,
  isPlanned: false,
  isKnown: false,
  loops: 0,
  claiming: 0,
  inHand: new Set(),
  nextTask: { catchUp: 0, reconcile: 0 },
  busySince: null,
  questions: new Set(),
  serviceQuestions: new Set(),
  isRemoved: false,
});

/** The state of a storefront, apart from its requests and its connection. */
export type StorefrontState = 'new' | 'idle' | 'busy' | 'resting' | 'removed';

/** Called for thousands of storefronts each second, so without closures and loops. Pure. */
export const stateOf = (worker: StorefrontWorker, now: number): StorefrontState => {
  if (worker.isRemoved) return 'removed';
  if (now < worker.restsUntil) return 'resting';
  if (worker.busySince !== null) return 'busy';
  return worker.isPlanned ? 'idle' : 'new';
};

/** Whether requests of a storefront may be answered. Pure. */
export const mayAnswer = (worker: StorefrontWorker, now: number): boolean => {
  const state = stateOf(worker, now);
  return state !== 'resting' && state !== 'removed';
};

/** @param isKnown whether it was opened before */
export const plan = (worker: StorefrontWorker, isKnown: boolean): void => {
  worker.isPlanned = true;
  worker.isKnown = isKnown;
};

export const setNextTask = (worker: StorefrontWorker, task: ScheduledTask, at: number): void => {
  worker.nextTask[task] = at;
};

export const beginTasks = (worker: StorefrontWorker, now: number): void => {
  worker.busySince = now;
};

export const endTasks = (worker: StorefrontWorker): void => {
  worker.busySince = null;
};

/** Whether another loop would be useful: a loop that is just claiming gets the next request. Pure. */
export const mayJoin = ({ claiming, loops }: StorefrontWorker): boolean =>
  claiming === 0 && loops < requestsPerStorefront;

/** False if there are enough loops. */
export const beginLoop = (worker: StorefrontWorker): boolean => {
  if (worker.loops >= requestsPerStorefront) return false;
  worker.loops += 1;
  return true;
};

export const endLoop = (worker: StorefrontWorker): void => {
  worker.loops -= 1;
};

/** The next request of a storefront, which opens it first. */
export const claiming = async <A>(worker: StorefrontWorker, claim: () => Promise<A>): Promise<A> => {
  worker.claiming += 1;
  return claim().finally(() => {
    worker.claiming -= 1;
  });
};

/** Works on a record, which is in hand until then. */
export const holding = async <A>(worker: StorefrontWorker, recordId: string, work: () => Promise<A>): Promise<A> => {
  worker.inHand.add(recordId);
  return work().finally(() => worker.inHand.delete(recordId));
};

/** `problem`: why it could not be opened or worked on, which closes it. Null: the sync database failed, which is no fault of it. */
export const rest = (worker: StorefrontWorker, until: number, problem: StorefrontWorker['problem']): void => {
  worker.restsUntil = until;
  if (problem === null) return;
  worker.problem = problem;
  worker.opened = null;
};

/** Its credentials or its account cannot be used. True the first time: then the host is to be informed. */
export const stop = (worker: StorefrontWorker): boolean => {
  const isFirst = !worker.isStopped;
  worker.isStopped = true;
  return isFirst;
};

/** The service accepts nothing. True the first time: then the host is to be informed. */
export const noteServiceStop = (worker: StorefrontWorker): boolean => {
  const isFirst = !worker.isServiceStopReported;
  worker.isServiceStopReported = true;
  return isFirst;
};

export const noteServiceWorks = (worker: StorefrontWorker): void => {
  worker.isServiceStopReported = false;
};

/** Another account, such as one with a new key, closes what was opened with the old one. */
export const setAccount = (worker: StorefrontWorker, account: AccountContext): void => {
  if (worker.account === account) return;
  worker.account = account;
  worker.opened = null;
};

export const open = (worker: StorefrontWorker, opened: LiveStorefront): void => {
  worker.opened = opened;
  worker.isKnown = true;
  worker.isStopped = false;
  worker.problem = null;
};

/** Forgets what its next work reads again. */
export const close = (worker: StorefrontWorker): void => {
  worker.opened = null;
  worker.account = null;
};

export const remove = (worker: StorefrontWorker): void => {
  worker.isRemoved = true;
};

/** Records what a storefront waits for: its own platform, another one, or the service. Its ports get these functions. */
export const noteQuestions = (
  { questions, serviceQuestions }: StorefrontWorker,
  steadyNow: () => number,
): Required<Pick<SyncPorts, 'onQuestion' | 'onServiceQuestion'>> => {
  const noteIn = (open: Questions) => (): (() => void) => {
    const question = { askedAt: steadyNow() };
    open.add(question);
    return () => {
      open.delete(question);
    };
  };
  return { onQuestion: noteIn(questions), onServiceQuestion: noteIn(serviceQuestions) };
};

/** Whether a storefront has waited for a platform for so long that another one may have its slot. Pure. */
export const isWaiting = ({ questions }: StorefrontWorker, now: number): boolean => isOldIn(questions, now);

/** Whether a storefront has waited for the service for so long that other accounts may have its slot. Pure. */
export const waitsForService = ({ serviceQuestions }: StorefrontWorker, now: number): boolean =>
  isOldIn(serviceQuestions, now);

/** Whether a scheduled task of a storefront is running, and not for so long that others may start. Pure. */
export const isBusy = ({ busySince }: StorefrontWorker, now: number): boolean =>
  busySince !== null && now - busySince < slotTurn;

/** A service client that records its open requests at the storefront. */
export const notingClient = (client: ServiceClient, onQuestion: () => () => void): ServiceClient => {
  const noted =
    <Given extends readonly unknown[], A>(ask: (...given: Given) => Promise<A>): ((...given: Given) => Promise<A>) =>
    (...given) => {
      const onAnswer = onQuestion();
      return ask(...given).finally(onAnswer);
    };
  return { ...client, list: noted(client.list), find: noted(client.find), push: noted(client.push) };
};

const isOldIn = (questions: Questions, now: number): boolean => {
  for (const { askedAt } of questions) if (now - askedAt >= slotTimeout) return true;
  return false;
};
