import * as E from 'fp-ts/lib/Either.js';
import type { SourceError } from '../domain/errors.ts';
import { inParallel } from './in-parallel.ts';
import { maxPause, maxSilent, silenceBeforeOthersGoFirst } from './limits.ts';
import { wait } from './backoff.ts';
import type { Stop } from './progress.ts';
import type { RunContext } from './run-context.ts';
import { type SyncFailure, toStop } from './failures.ts';
import { markStorefrontBegin } from './run-marks.ts';
import { runStorefront } from './run-storefront.ts';
import type { SyncPorts } from './ports.ts';

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
  after?._tag === 'SourceThrottled' ? Math.min(maxPause, after.retryAfterMs ?? 0) : 0;

/** Reads a storefront to its end, or only until its platform has been silent for long. */
const takeTurn = async (
  runContext: RunContext,
  storefront: string,
  othersWait: () => boolean,
): Promise<E.Either<SyncFailure, Turn>> => {
  const { client } = runContext;
  if (client.isOver()) return E.right('over');
  const { ports, isLongerThan } = silenceIn(runContext.ports);
  const end = await runStorefront(
    { ...runContext, ports },
    () => othersWait() && isLongerThan(silenceBeforeOthersGoFirst),
  )(storefront);
  if (E.isLeft(end)) return end;
  switch (end.right._tag) {
    case 'Done':
      return E.right('done');
    case 'Halted':
      return E.right(client.isOver() ? 'over' : { until: ports.clock.now() + pauseOf(end.right.after) });
    case 'SourceStopped':
      return E.right(toStop(storefront, end.right.error));
  }
};

/**
 * Every storefront in the order of the request, one after the other: of two that know one sale, the first one of the
 * configuration has said so before the other is read, so that the report names the same owner every time. One that cannot be
 * read does not keep the others from it. One whose platform is silent gives way to the others, and is read at the end. Several
 * of those are then read side by side, each with all of its attempts: what they know of each other's sales is asked, as workers do.
 */
export const runStorefronts = async (runContext: RunContext): Promise<E.Either<SyncFailure, End>> => {
  const { client, run, ports, reportProgress } = runContext;
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
      reportProgress((progress) => ({ ...progress, stops: [...progress.stops, stop] }));
    } else {
      silent.set(storefront, turn.right);
      ports.log.warn(`${storefront}: its platform does not answer, or asks to wait. The others go first.`);
    }
  };
  const isOver = (): boolean => client.isOver() || ended.failure !== null;

  for (const [index, storefront] of run.storefronts.entries()) {
    if (isOver()) break;
    const othersWait = (): boolean => silent.size > 0 || index + 1 < run.storefronts.length;
    const begun = await markStorefrontBegin(runContext, storefront);
    note(storefront, E.isLeft(begun) ? begun : await takeTurn(runContext, storefront, othersWait));
  }
  await inParallel(maxSilent)([...silent], async ([storefront, { until }]) => {
    await wait(ports.clock, until - ports.clock.now(), isOver);
    if (!isOver()) note(storefront, await takeTurn(runContext, storefront, () => false));
  });
  return ended.failure ?? E.right({ isComplete: done === run.storefronts.length, stops });
};

/** How long a storefront has waited for a platform, its own or another one's. */
interface Silence {
  /** The ports with an ear for it. */
  readonly ports: SyncPorts;
  /** Whether platforms have been silent for longer than that (milliseconds): asked, and no question came to its end. */
  readonly isLongerThan: (milliseconds: number) => boolean;
}

/** Listens to what is asked for one storefront. Windows are read side by side: as long as one of them gets on, none is silent. */
const silenceIn = (ports: SyncPorts): Silence => {
  const { clock } = ports;
  let open = 0;
  let since = clock.now();
  return {
    ports: {
      ...ports,
      onQuestion: () => {
        if (open === 0) since = clock.now();
        open += 1;
        return () => {
          open -= 1;
          since = clock.now();
        };
      },
    },
    isLongerThan: (milliseconds) => open > 0 && Math.abs(clock.now() - since) > milliseconds,
  };
};
