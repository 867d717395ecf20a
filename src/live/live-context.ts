/** What all parts of a live worker share: ports, accounts, clock, events, and how it is stopped. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { defaultAccount, type Inbox, type ResyncRequest } from '../domain/inbox.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import { errorName } from '../domain/errors.ts';
import type { ReportLine } from '../domain/run.ts';
import type { StoreError, StoreResult } from '../domain/sync-store.ts';
import type { Stop } from '../pipeline/progress.ts';
import { inboxWithRetry } from '../pipeline/store-with-retry.ts';
import { type AccountContext, type AccountContexts, accountContexts } from './account-context.ts';
import { deliveriesKept } from './limits.ts';
import type { LiveAccounts, LiveEvent, LivePorts, LiveProblem, SharedPorts } from './live-ports.ts';
import type { Schedule } from './schedule.ts';
import type { StorefrontWorker } from './states.ts';

export interface LiveContext {
  /** The ports that all accounts share. Interrupted when the work in progress is left for the next start. */
  readonly sync: SharedPorts;
  readonly accounts: AccountContexts;
  /** The open storefronts, in the order in which they were opened. */
  readonly openWorkers: Set<StorefrontWorker>;
  /** Milliseconds that never run backward, for times within this process: a clock that is set back makes no wait longer. */
  readonly steadyNow: () => number;
  /** Retries when the sync database is busy. */
  readonly inbox: Inbox;
  readonly schedule: Schedule;
  /** Months for which details of old runs are kept; null: forever. */
  readonly retentionMonths: number | null;
  readonly emit: (event: LiveEvent) => void;
  /** The service of an account stopped working: its storefronts stop. */
  readonly onServiceStop: (account: string, stop: Stop) => void;
  readonly onStoreFailure: (error: StoreError) => void;
  /** Work that belongs to no storefront threw, which only a defect causes. */
  readonly onDefect: (thrown: unknown) => void;
  /** Every problem, also those that are not reported to the host because the next attempt resolves them. */
  readonly onProblem: (problem: LiveProblem) => void;
  /** The problem that kept a record from being read, or null after success: a failure may be resolved within the same tick. */
  readonly onRecordRead: (about: Pick<ResyncRequest, 'storefront' | 'recordId'>, problem: LiveProblem | null) => void;
  /** No new work starts: the live worker stops, or its time is up. */
  readonly isClosing: () => boolean;
}

/** How a live worker is stopped, and its clock. */
export interface Running {
  /** The clock that all share that work on the same storefronts. */
  readonly steadyNow: LiveContext['steadyNow'];
  /** No new work starts. */
  readonly isClosing: () => boolean;
  /** The work in progress is left for the next start. */
  readonly isCutOff: () => boolean;
}

export const makeContext = (
  ports: LivePorts,
  workers: ReadonlyMap<string, unknown>,
  { steadyNow, isClosing, isCutOff }: Running,
  listeners: Partial<Pick<LiveContext, 'onStoreFailure' | 'onProblem' | 'onRecordRead'>> = {},
): LiveContext => {
  const { log, inbox, schedule, retentionMonths = null, beforePush } = ports;
  const portsOf = <Ports extends SharedPorts>(sync: Ports): Ports => ({
    ...sync,
    log,
    isInterrupted: () => isCutOff() || sync.isInterrupted(),
    ...(beforePush !== undefined && { beforePush }),
  });
  const sync = portsOf(ports.sync);
  const emit = guarded(ports);
  const accounts = accountContexts(accountsIn(ports), portsOf);
  return {
    sync,
    accounts,
    openWorkers: new Set(),
    steadyNow,
    inbox: inboxWithRetry(inbox, sync),
    schedule,
    retentionMonths,
    emit,
    onServiceStop: (account, { who, cause, message }) => {
      for (const storefront of workers.keys()) {
        if (accounts.nameOf(storefront) !== account) continue;
        emit({ storefront, type: 'storefront.stopped', who, cause, message });
        listeners.onProblem?.({ storefront, task: null, cause, message });
      }
    },
    onStoreFailure: (error) => {
      log.error(error.message, { problem: error.problem });
      listeners.onStoreFailure?.(error);
    },
    onDefect: (thrown) =>
      log.error(
        'An internal error interrupted live work. Nothing is lost; it continues after a pause. Please report it.',
        {
          defect: errorName(thrown),
        },
      ),
    onProblem: (problem) => listeners.onProblem?.(problem),
    onRecordRead: (about, problem) => listeners.onRecordRead?.(about, problem),
    isClosing,
  };
};

const day = 24 * 60 * 60_000;

/** Deletes deliveries that are too old to arrive again; works once a day, however often it is called. */
export const housekeeping = ({ sync, inbox, steadyNow, onStoreFailure }: LiveContext): (() => Promise<void>) => {
  let next = Number.NEGATIVE_INFINITY;
  return async () => {
    if (steadyNow() < next) return;
    next = steadyNow() + day;
    const before = instantOfMilliseconds(sync.clock.now() - deliveriesKept);
    const forgotten = await inbox.forgetDeliveries(before)();
    if (E.isLeft(forgotten)) onStoreFailure(forgotten.left);
  };
};

/** Notes refused records, and requests all of them again if the service refuses everything. */
export const trackRefusals = async (
  { inbox, sync }: LiveContext,
  { refused }: Pick<AccountContext, 'refused'>,
  lines: readonly ReportLine[],
): StoreResult<void> => {
  refused.note(lines);
  for (const [storefront, records] of refused.takeAll()) {
    const requested = await inbox.enqueue(storefront, [...records], instantOfMilliseconds(sync.clock.now()))();
    if (E.isLeft(requested)) return requested;
  }
  return E.right(undefined);
};

/** An error that the host's function throws must not stop live work. */
const guarded =
  ({ log, onEvent }: LivePorts) =>
  (event: LiveEvent): void => {
    try {
      onEvent(event);
    } catch {
      log.warn('the host’s own onEvent failed', { event: event.type, storefront: event.storefront });
    }
  };

const accountsIn = ({ sync, accounts, reviews, proof }: LivePorts): LiveAccounts => {
  if (accounts !== undefined) return accounts;
  const account = E.right({ sync, reviews, proof, jobs: null });
  return {
    nameOf: () => defaultAccount,
    ofRun: () => Promise.resolve(E.right(O.some(defaultAccount))),
    open: () => Promise.resolve(account),
  };
};
