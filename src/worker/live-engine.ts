import * as E from 'fp-ts/lib/Either.js';
import type { InboxState } from '../domain/inbox.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { SyncFailure } from '../sync/sync-failure.ts';
import { steadyTime } from '../sync/pace/steady-time.ts';
import { wait } from '../sync/patience/wait.ts';
import { makeContext } from './make-context.ts';
import { housekeeping } from './housekeeping.ts';
import { idlePulse, pulse } from './limits.ts';
import type { LivePorts } from './live-ports.ts';
import { lookAround } from './look-around.ts';
import { nudge } from './nudge.ts';
import { newStation, type Station } from './station.ts';
import { tickOnce } from './tick-once.ts';
import type { TickResult } from './tick-result.ts';

/** Keeps the service complete by itself: bells, catch-up and reconciliation of every storefront. */
export interface LiveEngine {
  /** Bells and schedules flow. Left when the record book cannot be used; then nothing was started. */
  readonly start: () => Promise<E.Either<StoreError, void>>;
  /** Takes nothing new, finishes what is in flight within the time (milliseconds), and leaves the rest for later. */
  readonly stop: (drainMs: number) => Promise<void>;
  /** For hosts with a scheduler of their own: everything that is due, for about so many milliseconds. */
  readonly tick: (budgetMs: number) => Promise<E.Either<SyncFailure, TickResult>>;
  /** A bell was rung: look now. */
  readonly wake: (storefront: string) => void;
  readonly state: () => Promise<E.Either<StoreError, readonly InboxState[]>>;
  /** A storefront was added, or its credentials have changed. */
  readonly add: (storefront: string) => void;
  /** No more work on a storefront; what is in flight is finished. */
  readonly remove: (storefront: string) => void;
}

/**
 * Opens an engine; nothing is read before it is started or ticked. Several engines, in one or many processes, may share a
 * record book: each bell and each scheduled task is worked on by one of them.
 *
 * @example
 * const engine = liveEngine({ sync: ports, inbox: book.inbox, log, schedule: defaultSchedule, onEvent });
 * await engine.start();
 */
export const liveEngine = (ports: LivePorts): LiveEngine => {
  const { clock } = ports.sync;
  const stations = new Map<string, Station>();
  const add = (storefront: string): void => {
    const before = stations.get(storefront);
    if (before !== undefined) before.isRemoved = true;
    stations.set(storefront, newStation(storefront));
  };
  for (const storefront of Object.keys(ports.sync.storefronts)) add(storefront);

  const state = { isClosing: false, isCutOff: false, loop: null as Promise<void> | null };
  const steadyNow = steadyTime(clock);
  const context = makeContext(ports, stations, {
    steadyNow,
    isClosing: () => state.isClosing,
    isCutOff: () => state.isCutOff,
  });
  const atWork = new Set<Promise<unknown>>();
  const begin = (work: Promise<unknown>): void => {
    atWork.add(work);
    void work.finally(() => atWork.delete(work));
  };
  const keepHouse = housekeeping(context);
  const rest = nudge(clock);
  const loop = async (): Promise<void> => {
    while (!state.isClosing) {
      lookAround(context, stations, begin);
      const isIdle = atWork.size === 0;
      begin(keepHouse());
      await (isIdle ? rest.sleep(idlePulse) : clock.sleep(pulse)());
    }
  };

  return {
    start: async () => {
      const usable = await context.inbox.state();
      if (E.isLeft(usable)) return usable;
      if (state.loop !== null && !state.isClosing) return E.right(undefined);
      await state.loop;
      state.isClosing = false;
      state.isCutOff = false;
      state.loop = loop();
      return E.right(undefined);
    },
    stop: async (drainMs) => {
      state.isClosing = true;
      rest.give();
      await wait(clock, drainMs, () => atWork.size === 0);
      state.isCutOff = true;
      await state.loop;
      state.loop = null;
    },
    tick: async (budgetMs) => {
      const ticked = await tickOnce(ports, stations, budgetMs, { steadyNow, isCutOff: () => state.isCutOff });
      if (E.isRight(ticked)) await keepHouse();
      return ticked;
    },
    wake: (storefront) => {
      const station = stations.get(storefront);
      if (station !== undefined) station.nextLook = 0;
      rest.give();
    },
    state: () => context.inbox.state(),
    add: (storefront) => {
      add(storefront);
      rest.give();
    },
    remove: (storefront) => {
      const station = stations.get(storefront);
      if (station !== undefined) station.isRemoved = true;
      stations.delete(storefront);
    },
  };
};
