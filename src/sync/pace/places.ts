import type { Clock } from '../../domain/environment.ts';
import {
  afterFailure,
  afterFull,
  afterLag,
  afterWork,
  type LearntWidth,
  noWidthLearnt,
  widthOf,
} from './learnt-width.ts';
import type { Started } from './started.ts';

/** What came of a request: an answer of some sort in the service's own time, nothing, or neither. */
export type Ending = { readonly _tag: 'Worked'; readonly sort: string } | { readonly _tag: 'Failed' | 'PutOff' };

/** The places of requests that are under way at the same time; how many there are is learnt from the answers. */
export interface Places {
  readonly isFree: () => boolean;
  /** A request started. */
  readonly take: (at: number) => Started;
  /** It ended. */
  readonly giveBack: (started: Started, ending: Ending) => void;
  readonly count: () => number;
  /** While somebody waits for a place: calls again and again, until nobody does any more, and notices when this process is late. */
  readonly watch: (isWaitedFor: () => boolean, call: () => void) => void;
}

/** Milliseconds. */
const watchEvery = 50;
const late = 20;

/** At most so many places, whatever the answers say. */
export const placesFor = (clock: Clock, now: () => number, most: number): Places => {
  let [underWay, isWatched] = [0, false];
  let learnt: LearntWidth = noWidthLearnt(now(), most);

  const keepWatch = async (isWaitedFor: () => boolean, call: () => void): Promise<void> => {
    isWatched = true;
    while (isWaitedFor()) {
      const due = now() + watchEvery;
      await clock.sleep(watchEvery)();
      if (now() - due > late) learnt = afterLag(learnt, now());
      call();
    }
    isWatched = false;
  };

  return {
    isFree: () => underWay < widthOf(learnt, now()),
    take: (at) => {
      underWay += 1;
      const isLast = underWay >= widthOf(learnt, at);
      if (isLast) learnt = afterFull(learnt, at);
      return { at, isLast };
    },
    giveBack: (started, ending) => {
      underWay -= 1;
      if (ending._tag === 'Worked') learnt = afterWork(learnt, started, ending.sort, now());
      if (ending._tag === 'Failed') learnt = afterFailure(learnt, started);
    },
    count: () => widthOf(learnt, now()),
    watch: (isWaitedFor, call) => {
      if (!isWatched) void keepWatch(isWaitedFor, call);
    },
  };
};
