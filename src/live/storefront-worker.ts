/**
 * The state of one storefront in a live worker: whether it is paused or busy, what is in progress, and when its tasks are due.
 */
import type { SyncPorts } from '../pipeline/ports.ts';
import type { ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import type { AccountContext } from './account-context.ts';
import type { LiveStorefront } from './live-storefront.ts';
import type { LiveProblem } from './live-ports.ts';
import type { ScheduledTask } from './schedule.ts';
import { slotTimeout, slotTurn } from './limits.ts';

type Questions = Set<{ readonly askedAt: number }>;

/** One storefront in the live worker, which alone changes it. Times are by its `steadyNow`. */
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

const isOldIn = (questions: Questions, now: number): boolean => {
  for (const { askedAt } of questions) if (now - askedAt >= slotTimeout) return true;
  return false;
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
