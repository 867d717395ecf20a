import type { SyncPorts } from '../pipeline/ports.ts';
import type { ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import type { AccountContext } from './account-context.ts';
import type { LiveStorefront } from './live-storefront.ts';
import type { LiveProblem } from './live-ports.ts';
import type { ScheduledTask } from './schedule.ts';
import { slotTimeout, slotTurn } from './limits.ts';

type Questions = Set<{ readonly askedAt: number }>;

/** One storefront as the live worker works on it. Changed only by its own parts. Times by its `steadyNow`. */
export interface StorefrontWorker {
  readonly storefront: string;
  /** Opened at its first resync request or task, and again when its credentials may have changed. */
  opened: LiveStorefront | null;
  /** The account that it was opened with. */
  account: AccountContext | null;
  /** Nothing is begun before that time: its credentials were refused, or something that it needs is out of order. */
  restsUntil: number;
  /** Why it could not be opened the last time; null when it could. */
  problem: Pick<LiveProblem, 'cause' | 'message'> | null;
  /** Its credentials or its account cannot be used, and the host was informed. */
  isStopped: boolean;
  /** A catch-up found that the service takes nothing, and the host was informed. */
  isServiceStopReported: boolean;
  /** Whether `isKnown` and `nextTask` hold what the sync database knows. */
  isPlanned: boolean;
  /** Whether it was opened before, be it by another process. Its first day depends on when that was. */
  isKnown: boolean;
  loops: number;
  /** Hands that are opening the storefront or claiming a request. */
  claiming: number;
  /** Records that a hand works on. */
  readonly inHand: Set<string>;
  /** When each task is due next, as far as this process knows. */
  readonly nextTask: Record<ScheduledTask, number>;
  /** Since when a task of it is at work; null while none is. */
  busySince: number | null;
  /** What platforms are asked on its behalf just now; see `noteQuestions`. */
  readonly questions: Questions;
  /** What the service is asked on its behalf just now. */
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

/** Notes at a storefront what it waits for: a platform, its own or another one's, or the service; to be given to its ports. */
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

/** Whether a scheduled task of a storefront is at work, and not for so long that it keeps no other from beginning. Pure. */
export const isBusy = ({ busySince }: StorefrontWorker, now: number): boolean =>
  busySince !== null && now - busySince < slotTurn;

/** A service client whose questions are noted at the storefront that asks them. */
export const notingClient = (client: ServiceClient, onQuestion: () => () => void): ServiceClient => {
  const noted =
    <Given extends readonly unknown[], A>(ask: (...given: Given) => Promise<A>): ((...given: Given) => Promise<A>) =>
    (...given) => {
      const onAnswer = onQuestion();
      return ask(...given).finally(onAnswer);
    };
  return { ...client, list: noted(client.list), find: noted(client.find), push: noted(client.push) };
};
