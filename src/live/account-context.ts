/** What live work shares among the storefronts of one account, so that the trouble of one account does not reach another. */
import * as E from 'fp-ts/lib/Either.js';
import type { JobQueue } from '../domain/job-queue.ts';
import type { ReportLine } from '../domain/run.ts';
import { monotonicTime } from '../domain/async.ts';
import type { SyncFailure } from '../pipeline/failures.ts';
import { memoizeRecent } from '../pipeline/other-storefronts.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import type { Stop } from '../pipeline/progress.ts';
import { pushGateOf } from '../pipeline/push-gate.ts';
import { makeServiceClient, type ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { checkAccount } from '../pipeline/service-facts.ts';
import { storeWithRetry } from '../pipeline/store-with-retry.ts';
import { maxServicePause, minServicePause } from './limits.ts';
import type { AccountFailure, LiveAccount, LiveAccounts, LivePorts } from './live-ports.ts';

export interface AccountContext {
  readonly name: string;
  /** Interrupted when the work in progress is left for the next start. */
  readonly sync: SyncPorts;
  readonly reviews: LivePorts['reviews'];
  readonly proof: LiveAccount['proof'];
  /** The job queue that commits for this account; null if there is only one account, or no queue. */
  readonly jobs: JobQueue | null;
  readonly client: SharedClient;
  readonly refused: RefusedRecords;
  /** See `checkAccount`; repeated until the service proves to be the one that the sync database knows. */
  readonly isSameAccount: () => Promise<E.Either<SyncFailure, void>>;
}

/** The accounts of a live worker, each opened when it is first needed. */
export interface AccountContexts extends Pick<LiveAccounts, 'nameOf' | 'ofRun'> {
  /** Returns a new context if the host has given another key: stops of the old one no longer matter. Never rejects. */
  readonly open: (account: string) => Promise<E.Either<AccountFailure, AccountContext>>;
}

/** @param portsOf the ports of an account as the live worker uses them */
export const accountContexts = (
  { nameOf, open, ofRun }: LiveAccounts,
  portsOf: (ports: SyncPorts) => SyncPorts,
): AccountContexts => {
  const made = new WeakMap<LiveAccount, AccountContext>();
  const contextOf = (name: string, account: LiveAccount): AccountContext => {
    const known = made.get(account);
    if (known !== undefined) return known;
    const sync = portsOf(account.sync);
    const check = memoizeRecent<E.Either<SyncFailure, void>>(1, E.isRight);
    const store = storeWithRetry(sync.store, sync);
    const context: AccountContext = {
      name,
      sync,
      reviews: account.reviews,
      proof: account.proof,
      jobs: account.jobs,
      client: sharedClient(sync),
      refused: refusedRecords(sync),
      isSameAccount: () =>
        check('', async () => {
          const client = makeServiceClient(sync, 'live');
          return E.map(() => undefined)(await checkAccount({ ...sync, store, client, wire: sync.wire }));
        }),
    };
    made.set(account, context);
    return context;
  };
  return {
    nameOf,
    ofRun,
    open: async (name) => E.map((account: LiveAccount) => contextOf(name, account))(await open(name)),
  };
};

/** The service client for work that never ends: after a stop, it opens again after a pause. */
interface SharedClient {
  /** Undefined while it is closed. */
  readonly current: () => ServiceClient | undefined;
  /** Closes the client for a while if it was stopped. Returns the reason only at the first call; null otherwise. */
  readonly noteStop: () => Stop | null;
  /** A record was accepted: the next pause is the shortest one again. */
  readonly works: () => void;
}

/**
 * A refused key, or a service that is down, pauses the service client for all storefronts of the account: half a minute at first,
 * then twice as long each time, up to a quarter of an hour. No attempt at a record counts in that time.
 */
const sharedClient = (ports: SyncPorts): SharedClient => {
  const now = monotonicTime(ports.clock);
  let client = makeServiceClient(ports, 'live');
  let pause = minServicePause;
  let opensAt: number | null = null;
  return {
    current: () => {
      if (opensAt === null) return client;
      if (now() < opensAt) return undefined;
      opensAt = null;
      client = makeServiceClient(ports, 'live');
      return client;
    },
    noteStop: () => {
      const stop = client.stopped();
      if (stop === null || opensAt !== null) return null;
      opensAt = now() + pause;
      pause = Math.min(maxServicePause, 2 * pause);
      return stop;
    },
    works: () => {
      pause = minServicePause;
    },
  };
};

/**
 * Records that the service refused since it last stored anything. If it refuses everything, the cause is a setting and not the
 * single records: they are tried again once the service accepts something.
 */
interface RefusedRecords {
  readonly note: (lines: readonly Pick<ReportLine, 'storefront' | 'sourceId' | 'reason'>[]) => void;
  /** The noted records, by storefront, if the service refuses everything; each is returned once. */
  readonly takeAll: () => ReadonlyMap<string, ReadonlySet<string>>;
}

const refusedRecords = ({ service }: Pick<SyncPorts, 'service'>): RefusedRecords => {
  const gate = pushGateOf(service);
  let records = new Map<string, Set<string>>();
  return {
    note: (lines) => {
      if (gate.refusedInARow() === 0) records.clear();
      for (const { storefront, sourceId, reason } of lines) {
        if (reason === 'refused' && gate.refusedInARow() > 0) {
          records.set(storefront, (records.get(storefront) ?? new Set()).add(sourceId));
        }
      }
    },
    takeAll: () => {
      if (gate.refusedAll() === null) return new Map();
      const taken = records;
      records = new Map();
      return taken;
    },
  };
};
