import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import { isFinalStatus, type Run } from '../../domain/run.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import type { SyncPorts } from '../ports.ts';

/** `pause`: an equal request goes on with it. `cancel`: nobody goes on with it, and what it told stays told. */
export type HowToEnd = 'pause' | 'cancel';

const mayEnd = ({ kind, status }: Run, how: HowToEnd): boolean =>
  kind !== 'live' && (how === 'pause' ? status === 'running' : !isFinalStatus(status));

/**
 * Ends a historical run in the record book. Whoever is at work on it, in this process, in another one or on workers, sees it
 * within about a second, settles what is in flight and takes nothing new.
 *
 * Right(false): there was nothing to end; the run is over, is not at work (for `pause`), is a live one, or is unknown.
 *
 * @example
 * await endRun(ports)(runId, 'cancel')();
 */
export const endRun =
  ({ book, clock }: Pick<SyncPorts, 'book' | 'clock'>) =>
  (runId: string, how: HowToEnd): TE.TaskEither<StoreError, boolean> =>
  async () => {
    const found = await book.findRun(O.some(runId))();
    if (E.isLeft(found)) return found;
    if (O.isNone(found.right) || !mayEnd(found.right.value, how)) return E.right(false);
    const status = how === 'pause' ? 'interrupted' : 'cancelled';
    const closed = await book.closeRun(runId, status, instantOfMilliseconds(clock.now()))();
    return E.isLeft(closed) ? closed : E.right(true);
  };
