/** Opens the sync database of an app or a command and everything that needs it open. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SyncDatabase } from '../../domain/inbox.ts';
import type { SyncFailure } from '../../pipeline/failures.ts';
import { waitUntilReachable } from '../../pipeline/store-with-retry.ts';
import type { LiveWorker } from '../../live/index.ts';
import { fewAtATime, letOthersGoFirst, monotonicTime } from '../../domain/async.ts';
import { maxPagesAtATime, maxPageTurn, maxYield } from '../../pipeline/limits.ts';
import { openConfiguredStore } from '../own-ports.ts';
import { serviceHealth } from '../outages.ts';
import { type CommandPorts, type MakeLiveWorker, watchedService } from './command-ports.ts';
import type { storeLock } from '../store-lock.ts';
import { sleepUntilAborted, systemClock } from '../system-environment.ts';
import type { Accounts, OpenAccount } from './accounts.ts';
import type { AccountsSources } from './open-accounts.ts';
import { ConfigurationError, errorOf, rightOrThrow, TaxNexusError } from './tax-nexus-error.ts';
import { type Workers, workersOf } from './workers.ts';

type Waiting = <F extends SyncFailure, A>(task: TE.TaskEither<F, A>) => TE.TaskEither<F, A>;

/** Everything that exists once the sync database is open. */
export interface Opened extends Pick<SyncDatabase, 'inbox'> {
  readonly accounts: Accounts;
  /** The account of that name, ready for use. Rejects with `ACCOUNT`. */
  readonly account: (name: string) => Promise<OpenAccount>;
  /** The account of a run; without an id, of the newest historical run. Undefined without such a run. Rejects with `ACCOUNT`. */
  readonly accountOfRun: (runId?: string) => Promise<OpenAccount | undefined>;
  /** The name of that account; None without such a run. */
  readonly accountNameOfRun: (runId?: string) => Promise<O.Option<string>>;
  /** The ports for a lock across processes. */
  readonly locks: Parameters<typeof storeLock>[0];
  readonly liveWorker: LiveWorker;
  readonly workers: Workers;
  /** Waits for an unreachable database if the command does so; otherwise an unreachable database is a failure. */
  readonly waiting: Waiting;
  readonly close: () => Promise<void>;
}

const testData =
  'The key of this storefront reads test data. Its sales are sent like real ones: use it only with a test key of the service.';

/** Milliseconds for notifications in progress at the close. */
const notificationPatience = 2_000;

export interface OpenPorts extends Pick<AccountsSources, 'settings' | 'table' | 'hub' | 'meters' | 'exposureOf'> {
  readonly makeLiveWorker: MakeLiveWorker;
  /** Null in a host's app. */
  readonly command: CommandPorts | null;
}

/** Connectors and the client open when they are used. */
export const open =
  (ports: OpenPorts): TE.TaskEither<TaxNexusError, Opened> =>
  async () => {
    const { settings, table, hub, meters, exposureOf, makeLiveWorker, command } = ports;
    const foundation = settings.foundation();
    if (E.isLeft(foundation)) return E.left(new ConfigurationError(foundation.left));
    const { isInterrupted = () => false, noteAway } = command ?? {};
    const waiting: Waiting =
      noteAway === undefined
        ? (task) => task
        : waitUntilReachable({ clock: systemClock, isInterrupted, note: noteAway });
    const store = await waiting(openConfiguredStore(foundation.right.state, settings.log))();
    if (E.isLeft(store)) return E.left(errorOf(store.left));
    const { log } = settings;
    for (const [storefront, { mode }] of Object.entries(settings.sources)) {
      if (mode === 'test' && command === null) log.warn(testData, { storefront });
    }
    const { inbox, accountOfRun, jobs } = store.right;
    // Loaded when it is used, because an app can be imported without it.
    const { openAccounts } = await import('./open-accounts.ts');
    const pages = fewAtATime(maxPagesAtATime, maxPageTurn, sleepUntilAborted);
    const { accounts, live, inform } = openAccounts({
      ...{ settings, table, hub, meters, exposureOf },
      foundation: foundation.right,
      store: store.right,
      watchers: {
        report: () => undefined,
        isInterrupted,
        crashPoint: command?.crashPoint ?? (() => undefined),
        ...(command === null && {
          inTurn: letOthersGoFirst(pages, () => liveWorker.answered(), maxYield, sleepUntilAborted),
        }),
        observed: (account) =>
          command === null
            ? serviceHealth(account, {
                now: monotonicTime(systemClock),
                log,
                onEvent: (event) => hub.emit({ ...event, account }),
              })
            : watchedService(command),
      },
    });
    const liveWorker = makeLiveWorker(live, jobs);
    const stopInforming = command === null || command.isInforming === true ? inform() : null;
    const isShared = command === null && settings.worker !== 'tick';
    const workers = workersOf(live, isShared ? jobs : undefined, settings.worker !== false);
    const account = async (name: string): Promise<OpenAccount> => {
      const found = await accounts.open(name);
      if (E.isRight(found)) return found.right;
      throw new TaxNexusError('ACCOUNT', found.left.message, found.left);
    };
    return E.right({
      accounts,
      account,
      accountOfRun: async (runId) => {
        const name = rightOrThrow(await accountOfRun(O.fromNullable(runId))());
        return O.isSome(name) ? account(name.value) : undefined;
      },
      accountNameOfRun: async (runId) => rightOrThrow(await accountOfRun(O.fromNullable(runId))()),
      locks: live.sync,
      inbox,
      liveWorker,
      workers,
      waiting,
      close: async () => {
        accounts.close();
        await stopInforming?.(command === null ? notificationPatience : 5 * notificationPatience);
        await store.right.close();
      },
    });
  };
