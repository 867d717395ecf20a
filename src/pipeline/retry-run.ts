/** Retries the failed and held lines of a run: reads each record again, settles it and replaces its line. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { LineFilter } from '../domain/sync-store.ts';
import type { ReportLine, Run, RunRequest } from '../domain/run.ts';
import { calendarOfRun, liveCalendar } from './calendar.ts';
import { readSyncedDays } from './synced-days.ts';
import {
  asTakenOver,
  type Lease,
  leaseOf,
  openRunContext,
  pushContextOf,
  type RunContext,
  withFence,
} from './run-context.ts';
import { storeWithRetry } from './store-with-retry.ts';
import type { SourceError } from '../domain/errors.ts';
import type { SyncPorts } from './ports.ts';
import { type Stop, updateCounts } from './progress.ts';
import { callSource, type NotRead } from './call-source.ts';
import { readDone, type ReadEnd, readHalted, toReadEnd } from './page-loop.ts';
import { withoutRefusals } from './push-gate.ts';
import { checkAccount } from './service-facts.ts';
import { type SyncFailure, toStop, unknownRun, unknownStorefront } from './failures.ts';
import { type MapContext, mapPage, mapRecord, toMapContext } from './map-page.ts';
import { isUnreadablePosition } from './unreadable-position.ts';
import type { MappedRecord } from './mapped-record.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import { applyBeforePush } from './before-push.ts';
import { type PageResult, settlePage } from './settle-page.ts';
import { asConfirmed, type DeletedSale, settleDeletedSale } from './settle-excluded.ts';
import { attempt } from '../domain/attempt.ts';

interface RetriedLines {
  /** `Done`: each line was tried. */
  readonly end: ReadEnd;
  /** The position after which the next retry continues. */
  readonly after: O.Option<string>;
  /** Why the platform refused the first of the refused records. */
  readonly refusal: SourceError | null;
}

/** Records that the platform refuses in a row before it counts as refusing all. */
const maxRefusedInARow = 5;

/**
 * Retries failed and held lines of a storefront: all of them, or the ones that `only` selects.
 *
 * @param from the position after which it begins
 */
export const retryLines = (
  at: StorefrontContext,
  only: LineFilter,
  from: O.Option<string> = O.none,
): Promise<E.Either<SyncFailure, RetriedLines>> =>
  attempt(async (take) => {
    const { runContext, mapContext, mustStop, passesRefusals } = at;
    const { store, run } = runContext;
    const { storefront } = mapContext;
    const retried = new Set<string>();
    let refusal: SourceError | null = null;
    let refusedInARow = 0;
    let after = from;
    const endedBy = (end: ReadEnd): RetriedLines => ({ end, after, refusal });
    do {
      const filter: LineFilter = { ...only, outcomes: ['failed', 'held'], storefront };
      // One by one: `after` is then the position of the line before.
      const page = await take(store.findLines(run.id, filter, { after, limit: 1 })());
      for (const oldLine of page.lines) {
        if (retried.has(oldLine.sourceId)) continue;
        if (mustStop()) return endedBy(readHalted);
        retried.add(oldLine.sourceId);
        const step = await take(retryRecord(at, oldLine));
        // A deleted record is settled line by line; a record that can be read settles all its lines at once.
        if (step === 'gone') retried.delete(oldLine.sourceId);
        if (step === 'settled' || step === 'gone') {
          refusedInARow = 0;
          continue;
        }
        if (step === 'halted') return endedBy(readHalted);
        if (step._tag !== 'SourceRefused') return endedBy(toReadEnd(step));
        // A single record that is refused must not keep later ones from being read, in this retry and in every later one.
        refusal ??= step;
        refusedInARow = step.isUnseen === true ? 0 : refusedInARow + 1;
        if (!passesRefusals && refusedInARow >= maxRefusedInARow) return endedBy(toReadEnd(step));
      }
      after = page.next;
    } while (O.isSome(after));
    return endedBy(readDone);
  });

/**
 * Retries the failed and held lines of a run: each record is read, mapped and settled again, and its lines are replaced. The
 * run's status does not change; reasons for a stop are passed to `report`. `only`: selects lines, such as one id; default:
 * all. `intoClosedPeriods`: whether a person agrees to send sales of closed months; the setting of the run itself does not
 * count for retries.
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
  () =>
    attempt(async (take) => {
      const store = storeWithRetry(ports.store, ports);
      const found = await take(store.findRun(O.some(runId))());
      if (O.isNone(found)) return take(E.left(unknownRun(runId)));
      const run = found.value;
      const summary = await take(store.summarizeRun(runId)());
      const runContext = openRunContext(ports, store, { ...run, intoClosedPeriods }, summary.counts);
      await take(checkAccount({ ...runContext, clock: ports.clock, wire: ports.wire }));
      const stops: Stop[] = [];
      for (const storefront of run.storefronts) {
        const step = await take(retryStorefront(runContext, storefront, only));
        if (typeof step !== 'string') stops.push(step);
        if (step === 'halted') break;
      }
      const stopped = runContext.client.stopped();
      const all = stopped === null ? stops : [...stops, stopped];
      runContext.reportProgress((progress) => ({ ...progress, phase: 'over', storefront: null, stops: all }));
      return run;
    });

/** A storefront whose lines are read again. */
export interface StorefrontContext {
  readonly runContext: RunContext;
  readonly mapContext: MapContext;
  readonly lease: Lease;
  /** Called often; once true, no more lines are tried for now. */
  readonly mustStop: () => boolean;
  /** Whether the retry goes on however many records the platform refuses and however many sales the service refuses. */
  readonly passesRefusals: boolean;
}

/** Unconfirmed pushes are mapped like changes, because their days do not matter. */
const asChanged = { key: 'unconfirmed pushes', kind: 'changed' } as const;

/**
 * Settles pushes of earlier runs and of live work whose outcome is still unknown and whose records this run did not read,
 * such as a sale of an earlier month. The service is asked for each before it is pushed again. If the platform no longer has
 * or serves the record, its line stays in the run that failed.
 */
export const settleUnconfirmed = (at: StorefrontContext): Promise<E.Either<SyncFailure, ReadEnd>> =>
  attempt(async (take) => {
    const { runContext, mapContext, lease, mustStop } = at;
    const { ports, run, store } = runContext;
    const { storefront } = mapContext;
    const connector = ports.storefronts[storefront]?.connector;
    if (connector === undefined) return take(E.left(unknownStorefront(storefront, Object.keys(ports.storefronts))));
    for (let after = ''; ;) {
      const found = await take(
        store.findUnconfirmed(storefront, { runId: run.id, savedBefore: run.startedAt, after })(),
      );
      for (const sourceId of found) {
        if (mustStop()) return readHalted;
        after = sourceId;
        await take(lease.renew());
        const record = await callSource(ports, mustStop)(connector.readRecord(sourceId));
        if (E.isLeft(record)) {
          if (record.left._tag === 'SourceRefused') continue;
          return toReadEnd(record.left);
        }
        if (O.isNone(record.right)) continue;
        const step = await take(settleRecord(at, await mapPage(mapContext, asChanged, O.none, [record.right.value])));
        if (step === 'halted') return readHalted;
      }
      if (found.length === 0) return readDone;
    }
  });

/**
 * `gone`: settled, and the platform no longer has the record. `halted`: the service client stopped or the run was
 * interrupted.
 */
type RetryStep = E.Either<SyncFailure, 'settled' | 'gone' | 'halted' | SourceError | NotRead>;

/**
 * Reads one record again and settles it, with its refunds. A failed line whose record was deleted stays as it is, unless the
 * service holds it after all. A line without a readable id also stays: only a run over its days reads it again.
 */
const retryRecord = (at: StorefrontContext, oldLine: ReportLine): Promise<RetryStep> =>
  attempt(async (take) => {
    const { runContext, mapContext, lease, mustStop } = at;
    const { ports } = runContext;
    const { storefront } = mapContext;
    if (isUnreadablePosition(oldLine.sourceId)) return 'settled';
    await take(lease.renew());
    const configured = ports.storefronts[storefront];
    if (configured === undefined) return take(E.left(unknownStorefront(storefront, Object.keys(ports.storefronts))));
    const record = await callSource(ports, mustStop)(configured.connector.readRecord(oldLine.sourceId));
    if (E.isLeft(record)) return record.left;
    if (O.isNone(record.right)) {
      const known = await take(
        runContext.store.lookUpTransactions(runContext.run.id, [{ id: oldLine.id, name: '' }])(),
      );
      const pushContext = pushContextOf(runContext, storefront);
      const deleted = await take(settleDeletedSale(pushContext, oldLine, known));
      const lines = linesOfDeleted(oldLine, deleted);
      const audit = { ...pushContext.audit, unanswered: [] };
      const page = { ...deleted, lines, references: [], audit, replaced: lines.map(() => oldLine.outcome) };
      return take(
        E.map((step: 'settled' | 'halted') => (step === 'settled' ? 'gone' : step))(await commitRecord(at, page)),
      );
    }
    const isOlder = oldLine.isOlder === true;
    const mapped = mapRecord(mapContext, record.right.value, oldLine.sourceId);
    return take(
      settleRecord(
        at,
        mapped.map((one) => (isOlder ? { ...one, isOlder } : one)),
      ),
    );
  });

/** The new line of a deleted record. While the service gives no definitive response, the next retry handles it. */
const linesOfDeleted = (
  oldLine: ReportLine,
  { pushed, line, isWhole, unclear }: DeletedSale,
): readonly ReportLine[] => {
  if (!isWhole || unclear.length > 0) return [];
  if (oldLine.outcome === 'held') return [line];
  if (oldLine.reason !== 'no definitive response') return [];
  return pushed === 'pushed' ? [asConfirmed(oldLine)] : [];
};

const commitRecord = (
  { runContext, mapContext, lease }: StorefrontContext,
  page: PageResult,
): Promise<E.Either<SyncFailure, 'settled' | 'halted'>> =>
  attempt(async (take) => {
    const { store, run, ports, reportProgress } = runContext;
    const { lines, references, settledIntents, audit, replaced, isWhole } = page;
    await take(lease.renew());
    await take(
      store.commitPage(
        {
          runId: run.id,
          storefront: mapContext.storefront,
          checkpoint: null,
          lines,
          references,
          settledIntents,
          audit,
        },
        instantOfMilliseconds(ports.clock.now()),
      )(),
    );
    const outcomes = lines.map(({ outcome }) => outcome);
    reportProgress((progress) => ({ ...progress, counts: updateCounts(progress.counts, outcomes, replaced) }));
    return isWhole ? 'settled' : 'halted';
  });

/** Settles a record that was read again, and commits its lines. */
const settleRecord = async (
  at: StorefrontContext,
  mapped: readonly MappedRecord[],
): Promise<E.Either<SyncFailure, 'settled' | 'halted'>> => {
  const { runContext, mapContext, passesRefusals } = at;
  const prepared: MappedRecord[] = [];
  for (const one of mapped) prepared.push(await applyBeforePush(mapContext, one));
  const pushContext = pushContextOf(runContext, mapContext.storefront, (outcome) => outcome === 'failed');
  const gate = passesRefusals ? withoutRefusals(pushContext.gate) : pushContext.gate;
  const page = await settlePage({ ...pushContext, gate }, prepared);
  return E.isLeft(page) ? page : commitRecord(at, page.right);
};

const retryStorefront = async (
  runContext: RunContext,
  storefront: string,
  only: LineFilter,
): Promise<E.Either<SyncFailure, 'settled' | 'halted' | Stop>> => {
  const at = await openStorefrontRetry(runContext, storefront);
  if (E.isLeft(at)) return at;
  if (at.right === 'halted' || 'who' in at.right) return E.right(at.right);
  const retried = await retryLines(at.right, only);
  await at.right.lease.release();
  if (E.isLeft(retried)) return asTakenOver(storefront)(retried);
  const { end, refusal } = retried.right;
  if (end._tag === 'Halted') return E.right('halted');
  const error = end._tag === 'SourceStopped' ? end.error : refusal;
  return E.right(error === null ? 'settled' : toStop(storefront, error));
};

const openStorefrontRetry = async (
  runContext: RunContext,
  storefront: string,
): Promise<E.Either<SyncFailure, StorefrontContext | Stop | 'halted'>> => {
  const { ports, client, run } = runContext;
  const configured = ports.storefronts[storefront];
  if (configured === undefined) return E.left(unknownStorefront(storefront, Object.keys(ports.storefronts)));
  const { connector, policy } = configured;
  const account = await callSource(ports, client.isOver)(connector.account);
  if (E.isLeft(account)) {
    if (account.left._tag === 'NotRead') return E.right('halted');
    return E.right(toStop(storefront, account.left));
  }
  const { id, timeZone } = account.right;
  const synced = await readSyncedDays(ports, storefront, run.range);
  if (E.isLeft(synced)) return synced;
  const ofRun = calendarOfRun(run.range, synced.right.to, timeZone);
  const calendar = run.kind === 'live' ? liveCalendar(timeZone) : ofRun;
  const mapContext = toMapContext(ports, { connector, policy }, { storefront, account: id, calendar });
  const lease = leaseOf(runContext, storefront);
  return E.right({
    runContext: { ...runContext, store: withFence(runContext.store, lease.fence) },
    mapContext,
    lease,
    mustStop: client.isOver,
    passesRefusals: false,
  });
};
