/**
 * The work on a run: a process calls `advance` without a limit, a tick for the rest of its 25 seconds, and a
 * worker's job for 30 seconds at one storefront.
 *
 * 1. `beginRun` (`run-marks.ts`) makes each storefront `open`.
 * 2. `readService` reads the service's list and checks the account.
 * 3. `advance` reads the open storefronts. Each is then `read`, or has the stop that ended it, or stays `open` for the next
 *    call. The sync database keeps these ends. They are the only list of the run's stops.
 * 4. `finishRun` sets the status of a run without open storefronts: `finished` if all are `read`, otherwise `stopped`.
 */
import * as E from 'fp-ts/lib/Either.js';
import { attempt } from '../domain/attempt.ts';
import { inParallel, wait } from '../domain/async.ts';
import type { SourceError } from '../domain/errors.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { StoreError } from '../domain/sync-store.ts';
import { stopsOfRefusedEach, type SyncFailure, toStop } from './failures.ts';
import { maxPause, maxSilent, silenceBeforeNextCall, silenceBeforeOthersGoFirst } from './limits.ts';
import type { SyncPorts } from './ports.ts';
import type { Stop } from './progress.ts';
import { pushGateOf } from './push-gate.ts';
import { leaseOf, type RunContext } from './run-context.ts';
import {
  listReadLately,
  markListRead,
  markStorefrontEnd,
  readEnds,
  readStorefrontEnd,
  type StorefrontEnd,
  stopsOf,
} from './run-marks.ts';
import { runStorefront } from './run-storefront.ts';
import { checkAccount, readFacts } from './service-facts.ts';

/** The time of the only call, which waits for silent platforms and after which nothing continues the run. */
export const noLimit = Number.POSITIVE_INFINITY;

/** A storefront that is left to the next call. */
export interface LeftOpen {
  /** Milliseconds since 1970; its platform asked for no call before. */
  readonly until: number;
  /** The last answer of a platform that was still being asked again. */
  readonly after?: SourceError | undefined;
  /** Another process works on it. */
  readonly isBusy: boolean;
}

/** The result of a call. */
export interface Advance {
  /** Why storefronts or the service could not be asked, also if the next call asks them again. */
  readonly stops: readonly Stop[];
  readonly open: ReadonlyMap<string, LeftOpen>;
}

/** Keeps the end of a storefront. */
type KeepEnd = (storefront: string, end: Exclude<StorefrontEnd, 'open'>) => Promise<E.Either<StoreError, void>>;

/** What a call works on, and how it keeps an end. Default: all storefronts, and the end alone. */
export interface AdvanceOptions {
  readonly storefronts?: readonly string[];
  readonly keepEnd?: KeepEnd;
}

/** Whether only a person can remove the cause. A platform or a service that gives no answer is asked again by the next call. */
export const isLasting = ({ cause }: Stop): boolean => cause !== 'no answer';

/**
 * Reads the service's list, unless the run did so within a day, and checks that the sync database belongs to this account.
 * Without a list, or with another account, the client of the run is stopped; with another account the result is also Left.
 */
export const readService = (runContext: RunContext): Promise<E.Either<SyncFailure, void>> =>
  attempt(async (take) => {
    const { remoteList, client, ports } = runContext;
    const before = await take(listReadLately(runContext));
    if (before === 'head') remoteList.goOnAfterHead();
    if (before === null) {
      const list = await take(remoteList.read());
      if (typeof list !== 'string') client.stop(list.message, list.cause);
      if (client.isOver()) return;
      await take(markListRead(runContext, remoteList.isHeadAlone() ? 'head' : 'whole'));
      await take(warnAboutNewSettings(runContext));
    }
    const checked = await checkAccount({ ...runContext, clock: ports.clock, wire: ports.wire });
    if (E.isLeft(checked) && checked.left._tag === 'OtherAccount') client.stop(checked.left.message, 'credentials');
    const isAnyGone = await take(checked);
    if (!isAnyGone || before === 'whole') return;
    // The service was restored from a backup, or rows were deleted: only the whole list shows which.
    await take(remoteList.readWhole());
    if (!client.isOver()) await take(markListRead(runContext, 'whole'));
  });

/** A call of `advance`, and what it has found so far. */
interface Call {
  readonly runContext: RunContext;
  /** Whether it has no limit. */
  readonly isLast: boolean;
  readonly isTimeUp: () => boolean;
  readonly keepEnd: KeepEnd;
  readonly stops: Stop[];
  readonly open: Map<string, LeftOpen>;
  /** The storefronts that were read, or begun to be read. */
  readonly begun: Set<string>;
}

/**
 * Reads the open storefronts of a run for about so many milliseconds. The pages in progress are then finished.
 *
 * Storefronts are read in the order of the request, one after the other: of two storefronts with one sale, the first one of
 * the configuration has recorded it before the other is read, so that the owner is always the same. A storefront that cannot
 * be read does not stop the others. A storefront with a silent platform lets the others go first. Without a limit it is read
 * at the end: several of them in parallel, with all retries, and ownership is decided by asking the platforms.
 */
export const advance = (
  runContext: RunContext,
  milliseconds: number,
  { storefronts = runContext.run.storefronts, keepEnd = markStorefrontEnd(runContext) }: AdvanceOptions = {},
): Promise<E.Either<SyncFailure, Advance>> =>
  attempt(async (take) => {
    const { client, store, run, ports } = runContext;
    const begunAt = ports.clock.now();
    const call: Call = {
      runContext,
      isLast: milliseconds === noLimit,
      isTimeUp: () => Math.abs(ports.clock.now() - begunAt) >= milliseconds,
      keepEnd,
      stops: [],
      open: new Map(),
      begun: new Set(),
    };
    for (const storefront of storefronts) {
      const end = await take(readStorefrontEnd(store, run.id, storefront));
      if (end === 'open') call.open.set(storefront, { until: begunAt, isBusy: false });
    }
    for (const storefront of [...call.open.keys()]) {
      if (client.isOver()) break;
      const othersWait = (): boolean =>
        [...call.open.keys()].some((other) => other !== storefront && (call.isLast || !call.begun.has(other)));
      await take(readOne(call, storefront, othersWait));
    }
    if (call.isLast) await take(readSilent(call));
    await take(endByService(call));
    return { stops: call.stops, open: call.open };
  });

/**
 * Sets the status of a run without open storefronts. Right: why it stopped; none if it is finished, or goes on.
 *
 * @param isLast whether nothing continues the run: then it ends with open storefronts as well, as `paused` if nothing stopped it
 */
export const finishRun = (runContext: RunContext, isLast = false): Promise<E.Either<SyncFailure, readonly Stop[]>> =>
  attempt(async (take) => {
    const { store, run, ports, stillOwn = () => E.right(undefined) } = runContext;
    await take(stillOwn());
    const ends = await take(readEnds(store, run));
    if (ends.includes('open') && !isLast) return [];
    const isRead = ends.every((end) => end === 'read');
    const refused = isRead ? stopsOfRefusedEach(pushGateOf(ports.service)) : [];
    const [first = ''] = run.storefronts;
    for (const stop of refused) await take(markStorefrontEnd(runContext)(first, stop));
    const stops = [...stopsOf(ends), ...refused];
    const status = stops.length > 0 ? 'stopped' : isRead ? 'finished' : 'paused';
    ports.log.info('the run ended', { runId: run.id, status });
    await take(store.closeRun(run.id, status, instantOfMilliseconds(ports.clock.now()))());
    return stops;
  });

/** Ends a storefront, unless another process has taken the run over: then its own findings are newer. */
const end = ({ runContext, keepEnd, open }: Call, ...how: Parameters<KeepEnd>): Promise<E.Either<SyncFailure, void>> =>
  attempt(async (take) => {
    await take(runContext.stillOwn?.() ?? E.right(undefined));
    await take(keepEnd(...how));
    open.delete(how[0]);
  });

/**
 * Warns when nothing is known about the service with these wire settings, and something was sent before: with other
 * settings, or by another key.
 */
const warnAboutNewSettings = ({ store, ports }: RunContext): Promise<E.Either<StoreError, void>> =>
  attempt(async (take) => {
    const facts = await take(readFacts(store, ports.wire));
    if (facts !== null) return;
    const newest = await take(store.findNewestConfirmed(1)());
    if (newest.length > 0) {
      ports.log.warn(
        'Transactions were sent before with another API key, address or service.wire. They stay as they are, and are compared with the new settings; the next new one goes alone.',
      );
    }
  });

/** Reads a storefront to its end, until the time is up, or until its platform has been silent for long while others wait. */
const readOne = async (
  call: Call,
  storefront: string,
  othersWait: () => boolean,
): Promise<E.Either<SyncFailure, void>> => {
  const { runContext, isLast, isTimeUp, open, begun } = call;
  const { clock } = runContext.ports;
  const { ports, isLongerThan } = watchSilence(runContext.ports);
  const silence = isLast ? silenceBeforeOthersGoFirst : silenceBeforeNextCall;
  begun.add(storefront);
  const mustYield = (): boolean => isTimeUp() || (othersWait() && isLongerThan(silence));
  const read = await runStorefront({ ...runContext, ports }, mustYield)(storefront);
  if (E.isLeft(read)) {
    if (isLast || read.left._tag !== 'StorefrontBusy') return read;
    ports.log.debug(read.left.message, { storefront });
    open.set(storefront, { until: clock.now(), isBusy: true });
    return E.right(undefined);
  }
  switch (read.right._tag) {
    case 'Done':
      return end(call, storefront, 'read');
    case 'SourceStopped':
      return endByPlatform(call, storefront, read.right.error);
    case 'Halted': {
      const { after } = read.right;
      open.set(storefront, { until: clock.now() + pauseOf(after), after, isBusy: false });
      return E.right(undefined);
    }
  }
};

/** How long a storefront has waited for platforms, its own or another one's. */
interface SilenceWatch {
  /** The ports with a listener for calls. */
  readonly ports: SyncPorts;
  /** Whether calls are open and none has ended for this many milliseconds. */
  readonly isLongerThan: (milliseconds: number) => boolean;
}

/** Watches the calls of one storefront. Windows are read in parallel, so it is silent only when all of them wait. */
const watchSilence = (ports: SyncPorts): SilenceWatch => {
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

const endByPlatform = async (
  call: Call,
  storefront: string,
  error: SourceError,
): Promise<E.Either<SyncFailure, void>> => {
  const { ports, reportProgress } = call.runContext;
  const { message, ...stop } = toStop(storefront, error);
  // The next call comes by itself, so a person need not run anything again.
  const shown: Stop = { ...stop, message: call.isLast ? message : error.message };
  ports.log.error(shown.message, { who: storefront, cause: shown.cause });
  call.stops.push(shown);
  reportProgress((progress) => ({ ...progress, stops: [...progress.stops, shown] }));
  return call.isLast || isLasting(shown) ? end(call, storefront, shown) : E.right(undefined);
};

/** The pause that a platform asked for in its last answer. */
const pauseOf = (after: SourceError | undefined): number =>
  after?._tag === 'SourceThrottled' ? Math.min(maxPause, after.retryAfterMs ?? 0) : 0;

/** Reads the storefronts that let the others go first. */
const readSilent = async (call: Call): Promise<E.Either<SyncFailure, void>> => {
  const { client, ports } = call.runContext;
  const ended: { failure: E.Either<SyncFailure, void> } = { failure: E.right(undefined) };
  const isOver = (): boolean => client.isOver() || E.isLeft(ended.failure);
  if (isOver()) return ended.failure;
  for (const storefront of call.open.keys())
    ports.log.warn(`${storefront}: its platform does not respond, or asks to wait. The other storefronts went first.`);
  await inParallel(maxSilent)([...call.open], async ([storefront, { until }]) => {
    await wait(ports.clock, until - ports.clock.now(), isOver);
    if (isOver()) return;
    const end = await readOne(call, storefront, () => false);
    if (E.isRight(ended.failure)) ended.failure = end;
  });
  return ended.failure;
};

/**
 * If the service stopped the run, this ends all open storefronts, except storefronts that another process works on. The first one
 * keeps the reason.
 */
const endByService = (call: Call): Promise<E.Either<SyncFailure, void>> =>
  attempt(async (take) => {
    const { runContext, isLast, stops, open, begun } = call;
    const stop = runContext.client.stopped();
    if (stop === null) return;
    stops.push(stop);
    if (!isLast && !isLasting(stop)) return;
    let how: Stop | 'stopped' = stop;
    for (const [storefront, { until }] of [...open]) {
      if (!begun.has(storefront) && (await isLeasedByOther(runContext, storefront))) {
        open.set(storefront, { until, isBusy: true });
        continue;
      }
      await take(end(call, storefront, how));
      how = 'stopped';
    }
  });

/** Whether another process works on a storefront, perhaps with a key that the service accepts. */
const isLeasedByOther = async (runContext: RunContext, storefront: string): Promise<boolean> => {
  const lease = leaseOf(runContext, storefront);
  const taken = await lease.renew();
  await lease.release();
  return E.isLeft(taken);
};
