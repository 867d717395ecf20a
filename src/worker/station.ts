import type { LiveStorefront } from '../sync/live/live-storefront.ts';
import type { Stop } from '../sync/progress.ts';
import type { Task } from './schedule.ts';

/** One storefront as the engine works on it. Changed only by the engine's own parts. Times by its `steadyNow`. */
export interface Station {
  readonly storefront: string;
  /** Opened at its first bell or task, and anew when its credentials may have changed. */
  opened: LiveStorefront | null;
  /** Nothing is begun before that time: its credentials were refused, or something that it needs is out of order. */
  restsUntil: number;
  /** Why it could not be opened the last time; null when it could. */
  trouble: Pick<Stop, 'cause' | 'message'> | null;
  /** Its credentials were refused, and that was told. */
  isStopped: boolean;
  /** A catch-up found that the service takes nothing, and that was told. */
  isServiceStopTold: boolean;
  /** When to look into the inbox without being woken. */
  nextLook: number;
  /** Hands at work. */
  hands: number;
  /** Records that a hand works on. */
  readonly inHand: Set<string>;
  /** When each task is due next, as far as this process knows. */
  readonly nextTask: Map<Task, number>;
  /** Since when a task of it is at work; null while none is. */
  busySince: number | null;
  /** What platforms are asked on its behalf just now; see `noteQuestions`. */
  readonly questions: Set<{ readonly askedAt: number }>;
  isRemoved: boolean;
}

export const newStation = (storefront: string): Station => ({
  storefront,
  opened: null,
  restsUntil: 0,
  trouble: null,
  isStopped: false,
  isServiceStopTold: false,
  nextLook: 0,
  hands: 0,
  inHand: new Set(),
  nextTask: new Map(),
  busySince: null,
  questions: new Set(),
  isRemoved: false,
});
