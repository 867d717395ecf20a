/** `status`: what waits, is held or failed now. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Instant } from '../domain/instant.ts';
import { liveRunId, type Run, zeroCounts } from '../domain/run.ts';
import type { Stop } from '../pipeline/progress.ts';
import { type MattersTotal, needsYouGroups, totalToBeSent } from './decisions/open-groups.ts';
import { ofAccount, operation } from './operation.ts';
import type { OfAccount } from './requests.ts';
import { newestRun, stopsOfRun } from './newest-run.ts';
import { fromStore, withAccount } from './state.ts';

/** The live sales of a storefront, as the sync database counts them. */
export interface StorefrontStatus {
  readonly storefront: string;
  readonly waiting: number;
  /** Since when the oldest one waits; null when none waits. */
  readonly oldest: Instant | null;
  readonly parked: number;
  readonly sent: number;
  readonly held: number;
  readonly failed: number;
}

/** The newest run. `held` and `failed` are 0 for a preview, which settles nothing. */
export interface LastRun extends Pick<Run, 'id' | 'status' | 'range' | 'dryRun'> {
  readonly held: number;
  readonly failed: number;
  /** Why it stopped: a storefront or the service, the cause, and what to do. Empty when it did not. */
  readonly stops: readonly Stop[];
}

/** How live sales and runs stand, and what waits for a person. */
export interface Status {
  readonly storefronts: readonly StorefrontStatus[];
  /** The newest run that was no preview, else the newest preview; null before the first. */
  readonly lastRun: LastRun | null;
  /** Sales of all runs and of live work that are not sent and that no one has decided about. */
  readonly undecided: number;
  /** What was decided to be sent, and is not sent yet. */
  readonly toSend: MattersTotal;
  readonly closedMonths: readonly string[];
}

export interface StatusPromise {
  /**
   * What waits, is held or failed now, of live sales and of the newest run. Asks no platform and not the service. Rejects with
   * `ACCOUNT` for several accounts.
   */
  readonly status: (request?: OfAccount) => Promise<Status>;
}

export const status = operation<StatusPromise['status']>()({
  name: 'status',
  summary: 'What waits, is held or failed now, of live sales and of the newest run',
  right: 'view',
  about: ofAccount,
  ask: (request = {}) => request,
  run: (ports) =>
    withAccount(ports, ({ store, inbox, reviews }) =>
      pipe(
        fromStore(inbox.state),
        TE.bindTo('inboxes'),
        TE.bind('run', () => newestRun(reviews)),
        TE.bind('counts', ({ run }) =>
          run === undefined || run.dryRun ? TE.right(zeroCounts) : fromStore(reviews.outcomeCounts(run.id)),
        ),
        TE.bind('stops', ({ run }) => stopsOfRun(store, run)),
        TE.bind('closed', () => fromStore(reviews.closedPeriods)),
        TE.bind('storefronts', ({ inboxes }) =>
          TE.traverseSeqArray((storefront: string) =>
            pipe(
              fromStore(reviews.outcomeCounts(liveRunId(storefront))),
              TE.map(({ succeeded, held, failed }): StorefrontStatus => {
                const found = inboxes.find((one) => one.storefront === storefront);
                const { due = 0, deferred = 0, parked = 0, oldest = null } = found ?? {};
                return { storefront, waiting: due + deferred, oldest, parked, sent: succeeded, held, failed };
              }),
            ),
          )(ports.storefronts()),
        ),
        TE.bind('groups', () => needsYouGroups(ports)),
        TE.bind('toSend', () => totalToBeSent(ports)),
        TE.map(({ groups, toSend, run, counts: { held, failed }, stops, closed, storefronts }): Status => {
          const lastRun = run && {
            ...{ id: run.id, status: run.status, range: run.range, dryRun: run.dryRun },
            ...{ held, failed, stops },
          };
          const undecided = groups.reduce((sum, { isSent, count }) => (isSent ? sum : sum + count), 0);
          return {
            ...{ storefronts, lastRun: lastRun ?? null, undecided, toSend },
            closedMonths: closed.map(({ month }) => month),
          };
        }),
      ),
    ),
});
