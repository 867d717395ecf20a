import * as E from 'fp-ts/lib/Either.js';
import type { SourceError } from '../../domain/errors.ts';
import { atMost } from '../at-most.ts';
import { longestPause, mostSilent, silentTurn } from '../limits.ts';
import { wait } from '../patience/wait.ts';
import type { Stop } from '../progress.ts';
import type { Session } from '../session.ts';
import { stopOf } from '../stop-of.ts';
import type { SyncFailure } from '../sync-failure.ts';
import { silenceIn } from './silence.ts';
import { beginStorefront } from './storefront-begin.ts';
import { syncStorefront } from './sync-storefront.ts';

export interface End {
  /** Whether every window of every storefront was read to its end. */
  readonly isComplete: boolean;
  readonly stops: readonly Stop[];
}

/** Not to be asked again before that time (milliseconds since 1970). */
interface Silent {
  readonly until: number;
}

type Turn = 'done' | 'over' | Silent | Stop;

/** A platform that asked for a pause gets it, whichever storefronts are read by then. */
const pauseOf = (after: SourceError | undefined): number =>
  after?._tag === 'SourceThrottled' ? Math.min(longestPause, after.retryAfterMs ?? 0) : 0;

/** Reads a storefront to its end, or only until its platform has been silent for long. */
const takeTurn = async (
  session: Session,
  storefront: string,
  othersWait: () => boolean,
): Promise<E.Either<SyncFailure, Turn>> => {
  const { lane } = session;
  if (lane.isOver()) return E.right('over');
  const { ports, isLongerThan } = silenceIn(session.ports);
  const end = await syncStorefront({ ...session, ports }, () => othersWait() && isLongerThan(silentTurn))(storefront);
  if (E.isLeft(end)) return end;
  switch (end.right._tag) {
    case 'Done':
      return E.right('done');
    case 'Halted':
      return E.right(lane.isOver() ? 'over' : { until: ports.clock.now() + pauseOf(end.right.after) });
    case 'SourceStopped':
      return E.right(stopOf(storefront, end.right.error));
  }
};

/**
 * Every storefront in the order of the request, one after the other: of two that know one sale, the first one of the
 * configuration has said so before the other is read, so that the report names the same owner every time. One that cannot be
 * read does not keep the others from it. One whose platform is silent gives way to the others, and is read at the end. Several
 * of those are then read side by side, each with all of its attempts: what they know of each other's sales is asked, as workers do.
 */
export const syncStorefronts = async (session: Session): Promise<E.Either<SyncFailure, End>> => {
  const { lane, run, ports, tell } = session;
  const stops: Stop[] = [];
  const silent = new Map<string, Silent>();
  let done = 0;
  const ended: { failure: E.Either<SyncFailure, never> | null } = { failure: null };
  const note = (storefront: string, turn: E.Either<SyncFailure, Turn>): void => {
    if (E.isLeft(turn)) {
      ended.failure ??= turn;
      return;
    }
    if (typeof turn.right === 'string') {
      if (turn.right === 'done') done += 1;
    } else if ('who' in turn.right) {
      const stop = turn.right;
      stops.push(stop);
      ports.log.error(stop.message, { who: storefront, cause: stop.cause });
      tell((progress) => ({ ...progress, stops: [...progress.stops, stop] }));
    } else {
      silent.set(storefront, turn.right);
      ports.log.warn(`${storefront}: its platform does not answer, or asks to wait. The others go first.`);
    }
  };
  const isOver = (): boolean => lane.isOver() || ended.failure !== null;

  for (const [index, storefront] of run.storefronts.entries()) {
    if (isOver()) break;
    const othersWait = (): boolean => silent.size > 0 || index + 1 < run.storefronts.length;
    const begun = await beginStorefront(session, storefront);
    note(storefront, E.isLeft(begun) ? begun : await takeTurn(session, storefront, othersWait));
  }
  await atMost(mostSilent)([...silent], async ([storefront, { until }]) => {
    await wait(ports.clock, until - ports.clock.now(), isOver);
    if (!isOver()) note(storefront, await takeTurn(session, storefront, () => false));
  });
  return ended.failure ?? E.right({ isComplete: done === run.storefronts.length, stops });
};
