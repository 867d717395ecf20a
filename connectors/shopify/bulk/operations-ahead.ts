import * as E from 'fp-ts/lib/Either.js';
import { millisecondsOf } from '../../../src/domain/instant.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Window } from '../../../src/mapping/source-connector.ts';
import type { Started } from './start-operation.ts';

/** Starts the operation of a window; `isFirst` when none of it has come to nothing. */
export type Start = (window: Window, isFirst: boolean) => Promise<E.Either<SourceError, Started>>;

/** The operations of windows that are read soon. Windows are read in their order, and Shopify prepares five at a time. */
export interface OperationsAhead {
  /** Takes note of the windows of a range, in the order in which they are read. Operations of an earlier reading are forgotten. */
  readonly plan: (windows: readonly Window[]) => void;
  /** The operation of a window, started now or ahead of time. */
  readonly open: (start: Start, window: Window, isFirst: boolean) => Promise<E.Either<SourceError, Started>>;
  /** Starts the operations of the windows that follow. What cannot be started now is started in its turn. */
  readonly openFollowing: (start: Start, window: Window, now: number) => Promise<void>;
}

/** From API version 2026-01 on. */
const sideBySide = 5;

const maxPlanned = 10_000;

export const operationsAhead = (): OperationsAhead => {
  const followers = new Map<string, readonly Window[]>();
  const started = new Map<string, string>();

  return {
    plan: (windows) => {
      if (followers.size > maxPlanned) followers.clear();
      windows.forEach(({ key }, index) => {
        followers.set(key, windows.slice(index + 1, index + sideBySide));
        started.delete(key);
      });
    },
    open: (start, window, isFirst) => {
      const operation = started.get(window.key);
      started.delete(window.key);
      return operation !== undefined && isFirst
        ? Promise.resolve(E.right({ _tag: 'Started', operation }))
        : start(window, isFirst);
    },
    openFollowing: async (start, { key }, now) => {
      for (const window of followers.get(key) ?? []) {
        // Of days that are not over yet, the later the better.
        if (started.has(window.key) || millisecondsOf(window.end) > now) continue;
        const next = await start(window, true);
        if (E.isLeft(next) || next.right._tag !== 'Started') return;
        started.set(window.key, next.right.operation);
      }
    },
  };
};
