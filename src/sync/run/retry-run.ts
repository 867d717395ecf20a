import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { LineFilter } from '../../domain/sync-store.ts';
import type { Run, RunRequest } from '../../domain/run.ts';
import { calendarOf, liveCalendar } from '../calendar.ts';
import { asTakenOver, holding } from '../holding.ts';
import { leaseOf } from './lease-of.ts';
import { openSession } from './open-session.ts';
import { patientBook } from '../patience/patient-book.ts';
import type { SyncPorts } from '../ports.ts';
import type { Stop } from '../progress.ts';
import { readSource } from '../patience/read-source.ts';
import { retryRecord, type Step, type StorefrontAtWork } from './retry-record.ts';
import { sameAccount } from './same-account.ts';
import type { Session } from '../session.ts';
import { stopOf } from '../stop-of.ts';
import { type SyncFailure, unknownRun, unknownStorefront } from '../sync-failure.ts';
import { prepareContext } from '../entry/prepare-entry.ts';

const pageSize = 100;
/** Records refused one after the other before the platform counts as refusing all of them. */
const mostRefusedInARow = 5;

const begin = async (session: Session, storefront: string): Promise<E.Either<SyncFailure, StorefrontAtWork | Stop>> => {
  const { ports, lane, run } = session;
  const configured = ports.storefronts[storefront];
  if (configured === undefined) return E.left(unknownStorefront(storefront, Object.keys(ports.storefronts)));
  const { connector, policy } = configured;
  const account = await readSource(ports, lane.isOver)(connector.account);
  if (E.isLeft(account)) {
    if (account.left._tag === 'NotRead')
      return E.right({ who: storefront, cause: 'no answer', message: 'interrupted' });
    return E.right(stopOf(storefront, account.left));
  }
  const { id, timeZone } = account.right;
  const calendar = run.kind === 'live' ? liveCalendar(timeZone) : calendarOf(run.range, timeZone);
  const prepare = prepareContext(ports, { connector, policy }, { storefront, account: id, calendar });
  const lease = leaseOf(session, storefront);
  return E.right({ session: { ...session, book: holding(session.book, lease.hold) }, prepare, lease });
};

/** Looks again at failed and held entries of a storefront, all of them or those that `only` names. */
export const retryEntries = async (at: StorefrontAtWork, only: LineFilter): Promise<Step> => {
  const { session, prepare } = at;
  const { book, run, lane } = session;
  const { storefront } = prepare;
  const retried = new Set<string>();
  let refusal: Stop | null = null;
  let refusedInARow = 0;
  let after: O.Option<string> = O.none;
  do {
    const filter: LineFilter = { ...only, outcomes: ['failed', 'held'], storefront };
    const page = await book.findLines(run.id, filter, { after, limit: pageSize })();
    if (E.isLeft(page)) return page;
    for (const entry of page.right.lines) {
      if (retried.has(entry.sourceId)) continue;
      if (lane.isOver()) return E.right('halted');
      retried.add(entry.sourceId);
      const step = await retryRecord(at, entry);
      if (E.isLeft(step)) return step;
      if (step.right === 'settled') {
        refusedInARow = 0;
        continue;
      }
      if (typeof step.right === 'string' || !('ofRecord' in step.right)) return step;
      const { ofRecord, ...stop } = step.right;
      // What is the matter with one record must not keep those behind it from being read, in this retry and in every later one.
      refusal = refusal ?? stop;
      refusedInARow = ofRecord ? 0 : refusedInARow + 1;
      if (refusedInARow >= mostRefusedInARow) return E.right(stop);
    }
    after = page.right.next;
  } while (O.isSome(after));
  return E.right(refusal ?? 'settled');
};

const retryStorefront = async (session: Session, storefront: string, only: LineFilter): Promise<Step> => {
  const at = await begin(session, storefront);
  if (E.isLeft(at)) return at;
  if ('who' in at.right) return E.right(at.right);
  const step = await retryEntries(at.right, only);
  await at.right.lease.release();
  return asTakenOver(storefront)(step);
};

/**
 * Looks again at what a run failed to push or held: each record is read again as it is now, mapped and settled, and its
 * lines in the report are replaced. The run's status stays as it is; what stopped the retry is told through `report`. `only`
 * takes a part of them, such as the entry of one id; default all. `intoClosedPeriodsColumn`: whether a person agrees to send sales of
 * closed months; how the run itself was started does not count for its retries.
 *
 * @example
 * const run = await retryRun(ports)(runId)();
 */
export const retryRun =
  (ports: SyncPorts) =>
  (
    runId: string,
    only: Pick<LineFilter, 'id'> = {},
    { intoClosedPeriods = false }: Pick<RunRequest, 'intoClosedPeriods'> = {},
  ): TE.TaskEither<SyncFailure, Run> =>
  async () => {
    const book = patientBook(ports.book, ports);
    const found = await book.findRun(O.some(runId))();
    if (E.isLeft(found)) return found;
    if (O.isNone(found.right)) return E.left(unknownRun(runId));
    const run = found.right.value;
    const summary = await book.summarizeRun(runId)();
    if (E.isLeft(summary)) return summary;
    const session = openSession(ports, book, { ...run, intoClosedPeriods }, summary.right.counts);
    const same = await sameAccount({ ...session, wire: session.ports.wire });
    if (E.isLeft(same)) return same;
    const stops: Stop[] = [];
    for (const storefront of run.storefronts) {
      const step = await retryStorefront(session, storefront, only);
      if (E.isLeft(step)) return step;
      if (typeof step.right !== 'string') stops.push(step.right);
      if (step.right === 'halted') break;
    }
    const stopped = session.lane.stopped();
    const all = stopped === null ? stops : [...stops, stopped];
    session.tell((progress) => ({ ...progress, phase: 'over', storefront: null, stops: all }));
    return E.right(run);
  };
