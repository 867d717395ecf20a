import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SourceError } from '../core/source-error.ts';
import type { Account, Window } from '../mapping/source-connector.ts';
import { calendarOf } from './calendar.ts';
import { commitRead } from './commit-read.ts';
import type { Lease } from './hold-lease.ts';
import { type NotRead, readSource } from './read-source.ts';
import { remembered } from './remembered.ts';
import type { Session } from './session.ts';
import { type SyncFailure, unknownStorefront } from './sync-failure.ts';
import { endOf, goesInCircles, halted, type ReadEnd } from './sync-window.ts';
import { workOf } from './work-of.ts';

/** How a step ended: one page was settled and more may follow, or there was none left, or why it came to nothing. */
export type StepEnd = ReadEnd | { readonly _tag: 'PageSettled' };

const settled: StepEnd = { _tag: 'PageSettled' };
const nothingLeft: StepEnd = { _tag: 'Done' };

/** What is remembered between the steps of this process; without it they do the same with more questions. */
export interface StepMemory {
  readonly account: Asked<Account>;
  readonly windows: Asked<readonly Window[]>;
  /** Windows at the beginning of the list that are done, by run and storefront. */
  readonly done: Map<string, number>;
}

type Asked<A> = ReturnType<typeof remembered<E.Either<SourceError | NotRead, A>>>;

const mostRemembered = 1_000;

export const stepMemory = (): StepMemory => ({
  account: remembered(mostRemembered, E.isRight),
  windows: remembered(mostRemembered, E.isRight),
  done: new Map(),
});

interface Place {
  readonly window: Window;
  readonly cursor: O.Option<string>;
}

/** Where reading goes on: the first window that is not done, and its checkpoint. */
const placeIn = async (
  { book, run }: Session,
  storefront: string,
  windows: readonly Window[],
  done: Map<string, number>,
): Promise<E.Either<SyncFailure, Place | undefined>> => {
  const key = `${run.id} ${storefront}`;
  for (const [index, window] of windows.entries()) {
    if (index < (done.get(key) ?? 0)) continue;
    const checkpoint = await book.checkpoint(run.id, storefront, window.key)();
    if (E.isLeft(checkpoint)) return checkpoint;
    if (!checkpoint.right.done) return E.right({ window, cursor: checkpoint.right.cursor });
    if (done.size >= mostRemembered) done.clear();
    done.set(key, index + 1);
  }
  return E.right(undefined);
};

/**
 * Reads and settles the next page of a storefront of a run, wherever its checkpoints stand: one step of what
 * `syncStorefront` does, for processes that share a run.
 */
export const syncNextPage =
  (session: Session, memory: StepMemory, lease: Lease) =>
  async (storefront: string): Promise<E.Either<SyncFailure, StepEnd>> => {
    const { ports, book, lane, run } = session;
    const configured = ports.storefronts[storefront];
    if (configured === undefined) return E.left(unknownStorefront(storefront, Object.keys(ports.storefronts)));
    const { connector, policy } = configured;
    const read = readSource(ports, lane.isOver);
    const account = await memory.account(storefront, () => read(connector.account));
    if (E.isLeft(account)) return E.right(endOf(account.left));
    const { id, timeZone } = account.right;
    if (run.timeZones[storefront] === undefined) {
      const noted = await book.setTimeZone(run.id, storefront, timeZone)();
      if (E.isLeft(noted)) return noted;
    }
    const taken = await lease.renew();
    if (E.isLeft(taken)) return taken;
    const windows = await memory.windows(`${run.id} ${storefront}`, () => read(connector.windows(run.range)));
    if (E.isLeft(windows)) return E.right(endOf(windows.left));
    const place = await placeIn(session, storefront, windows.right, memory.done);
    if (E.isLeft(place)) return place;
    if (place.right === undefined) return E.right(nothingLeft);

    const { window, cursor } = place.right;
    ports.crashPoint('before_page');
    const page = await read(connector.readPage(window, cursor));
    if (E.isLeft(page)) return E.right(endOf(page.left));
    ports.crashPoint('after_page_read');
    const { next } = page.right;
    const isCircle = O.isSome(next) && O.isSome(cursor) && next.value === cursor.value;
    if (isCircle) return E.right(endOf(goesInCircles));
    const calendar = calendarOf(run.range, timeZone);
    const prepare = { storefront, platform: connector.platform, account: id, policy, calendar };
    const work = workOf(session, storefront);
    const isWhole = await commitRead({ session, connector, prepare, work, lease })(window, cursor, page.right);
    if (E.isLeft(isWhole)) return isWhole;
    return E.right(isWhole.right ? settled : halted);
  };
