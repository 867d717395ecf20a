import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import type { Run, RunRequest, RunStatus } from '../../domain/run.ts';
import { endedElsewhere } from './ended-elsewhere.ts';
import { failureOfStops } from './failure-of-stops.ts';
import { openSession } from './open-session.ts';
import { patientBook } from '../patience/patient-book.ts';
import { gateOf } from '../pace/service-gate.ts';
import type { SyncPorts } from '../ports.ts';
import type { Stop } from '../progress.ts';
import { isAtWorkElsewhere } from './is-at-work-elsewhere.ts';
import { refusalOfRequest } from './refusal-of-request.ts';
import { readFacts } from '../settle/learn-service.ts';
import { sameAccount } from './same-account.ts';
import type { Session } from '../session.ts';
import { noteStops } from './stops-of-run.ts';
import { type SyncFailure, unknownRun } from '../sync-failure.ts';
import { type End, syncStorefronts } from './sync-storefronts.ts';

const statusOf = ({ lane }: Session, { isComplete, stops }: End): RunStatus => {
  if (isComplete) return 'finished';
  return lane.stopped() !== null || stops.length > 0 ? 'stopped' : 'interrupted';
};

const close = async (session: Session, end: End, stops: readonly Stop[]): Promise<E.Either<StoreError, void>> => {
  const { book, run, ports } = session;
  const status = statusOf(session, end);
  const noted = status === 'stopped' ? await noteStops(session, stops) : E.right(undefined);
  return E.isLeft(noted) ? noted : book.closeRun(run.id, status, instantOfMilliseconds(ports.clock.now()))();
};

const finish = async (session: Session, end: End, isOurs = true): Promise<E.Either<SyncFailure, Run>> => {
  const { book, run, ports, lane, tell } = session;
  const stopped = lane.stopped();
  const all = stopped === null ? end.stops : [...end.stops, stopped];
  const closed = isOurs ? await close(session, end, all) : E.right(undefined);
  if (E.isLeft(closed)) return closed;
  const summary = await book.summarizeRun(run.id)();
  if (E.isLeft(summary)) return summary;
  const found = await book.findRun(O.some(run.id))();
  if (E.isLeft(found)) return found;
  if (O.isNone(found.right)) return E.left(unknownRun(run.id));
  // Not always what it was closed with: whoever cancelled it had the last word.
  const ended = found.right.value;
  const { counts } = summary.right;
  tell((progress) => ({ ...progress, phase: 'over', storefront: null, counts, stops: all }));
  ports.log.info('the run ended', { runId: run.id, status: ended.status, ...counts });
  const failure = failureOfStops(all);
  return failure === undefined ? E.right(ended) : E.left(failure);
};

/** Ends a run before any of its storefronts: for this process only, when another one is at work on it. */
const finishUnbegun = async (session: Session, stops: readonly Stop[]): Promise<E.Either<SyncFailure, Run>> =>
  finish(session, { isComplete: false, stops }, !(await isAtWorkElsewhere(session)));

/** Nothing is known yet with these settings of the wire, while something was sent before: with others, or by another key. */
const sayNewSettings = async ({ book, ports }: Session): Promise<E.Either<StoreError, void>> => {
  const facts = await readFacts(book, ports.wire);
  if (E.isLeft(facts)) return facts;
  if (facts.right !== null) return E.right(undefined);
  const newest = await book.findNewestConfirmed(1)();
  if (E.isLeft(newest)) return newest;
  if (newest.right.length > 0) {
    ports.log.warn(
      'transactions were sent before with another key, address or service.wire: they stay as they are, and are compared through the settings of now; the next new one goes alone',
    );
  }
  return E.right(undefined);
};

/**
 * Brings the past of some storefronts to the Tax Nexus Service. The same request goes on with its unfinished run; nothing
 * is lost or doubled by stopping it at any moment, nor by losing the record book.
 *
 * Right(run): `finished` when every window was read to its end; `stopped` when a storefront or the service refused the
 * credentials, or the service's address is wrong; `interrupted` when it was asked to end, by `isInterrupted` or in the
 * record book; `cancelled` when it was asked to end for good (see `endRun`). Left when the record book, a
 * platform or the service is out of order; what was settled is kept, and the same request goes on from there.
 *
 * @example
 * const run = await historicalSync(ports)({ storefronts: ['us-store'], range: { from: '2026-01-01', to: '2026-03-31' }, dryRun: false })();
 */
export const historicalSync =
  (ports: SyncPorts) =>
  (request: RunRequest): TE.TaskEither<SyncFailure, Run> =>
  async () => {
    const refusal = refusalOfRequest(ports, request);
    if (refusal !== undefined) return E.left(refusal);
    const book = patientBook(ports.book, ports);
    const at = instantOfMilliseconds(ports.clock.now());
    const opened = await book.openRun(request, { id: ports.newRunId(), at })();
    if (E.isLeft(opened)) return opened;
    const before = await book.summarizeRun(opened.right.id)();
    if (E.isLeft(before)) return before;

    const isEnded = endedElsewhere(ports, opened.right.id);
    const heeding: SyncPorts = { ...ports, isInterrupted: () => ports.isInterrupted() || isEnded() };
    gateOf(ports.service).forgetChanged();
    const session = openSession(heeding, book, opened.right, before.right.counts);
    ports.log.info('the run began', { runId: session.run.id, storefronts: request.storefronts.join(', ') });
    session.tell((progress) => progress);
    const list = await session.remoteList.read();
    if (E.isLeft(list)) return list;
    if (list.right === 'halted') return finishUnbegun(session, []);
    if (typeof list.right !== 'string') return finishUnbegun(session, [list.right]);
    const same = await sameAccount({ ...session, wire: session.ports.wire });
    if (E.isLeft(same)) {
      if (same.left._tag !== 'OtherAccount') return same;
      const { message } = same.left;
      const ended = await finishUnbegun(session, [{ who: 'service', cause: 'credentials', message }]);
      return E.isLeft(ended) ? ended : same;
    }
    const said = await sayNewSettings(session);
    if (E.isLeft(said)) return said;
    const end = await syncStorefronts(session);
    return E.isLeft(end) ? end : finish(session, end.right);
  };
