import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock, Logger } from '../../domain/environment.ts';
import { defaultAccount } from '../../domain/inbox.ts';
import { checkService } from '../../pipeline/check-service.ts';
import { explain } from '../../reconcile/explain.ts';
import type { Refused, ScreenPorts, ScreenState } from '../../web/index.ts';
import { type ActiveRuns, outcomesOf } from './active-runs.ts';
import type { FollowedRuns } from './historical-syncs.ts';
import type { Counting, LastFailures } from './counting.ts';
import type { OpenAccount } from './accounts.ts';
import type { Opened } from './open.ts';
import type { ScreenSettings } from './settings.ts';
import type { StorefrontTable } from './storefront-table.ts';
import type { HistoricalSyncs, RunHandle } from './tax-nexus.ts';
import { TaxNexusError } from './tax-nexus-error.ts';

export interface ScreenSources extends ScreenSettings {
  readonly table: StorefrontTable;
  readonly opening: () => Promise<E.Either<TaxNexusError, Opened>>;
  readonly runs: ActiveRuns;
  readonly followed: FollowedRuns;
  readonly syncs: Pick<HistoricalSyncs<string>, 'start' | 'retry' | 'pause' | 'cancel'>;
  readonly counts: Counting;
  readonly wake: (storefront: string) => void;
  readonly failures: LastFailures;
  readonly clock: Clock;
  readonly log: Logger;
}

const ownDefect = 'It failed by a defect of tax-nexus-sync; nothing is lost. Please report it.';

const refusedBy = (error: unknown): Refused => ({
  message: error instanceof TaxNexusError ? error.message : ownDefect,
});

const begun = (begin: () => Promise<RunHandle>): TE.TaskEither<Refused, string> =>
  TE.tryCatch(async () => (await begin()).id, refusedBy);

const stateOf = ({ inbox }: Opened, { sync: ports, reviews, reviewUrl, health }: OpenAccount): ScreenState => ({
  store: ports.store,
  reviews,
  inbox,
  reviewUrl,
  unreachableSince: health.unreachableSince,
  requestsPerMinute: O.toNullable(ports.requestsPerMinute),
  explain: explain(ports),
  checkService: checkService(ports.service, 'check again'),
});

export const screenPorts = ({
  table,
  opening,
  runs,
  followed,
  syncs,
  counts,
  failures,
  ...rest
}: ScreenSources): ScreenPorts => ({
  ...rest,
  storefronts: table.names,
  storefrontsOf: table.findAll,
  mayCloseMonths: true,
  connectorOf: table.connectorOf,
  accountOf: table.accountOf,
  opened: async (account = defaultAccount) => {
    const at = await opening();
    if (E.isLeft(at)) return E.left({ message: at.left.message });
    const found = await at.right.accounts.open(account);
    return E.map((one: OpenAccount) => stateOf(at.right, one))(found);
  },
  runs: {
    start: ({ storefronts, range, dryRun, intoClosedPeriods = false }) =>
      begun(() => syncs.start({ storefronts, ...range, dryRun, intoClosedPeriods })),
    retry: (runId, entryId, intoClosedPeriods) =>
      begun(() => syncs.retry(runId, { intoClosedPeriods, ...(entryId !== null && { entryId }) })),
    end: (runId, how) => TE.tryCatch(() => syncs[how](runId), refusedBy),
    join: async (runId) => {
      await followed.find(runId).catch(() => undefined);
    },
    progress: (runId) => {
      const run = runs.find(runId);
      if (run === undefined) return undefined;
      const progress = run.progress.latest();
      return { ...progress, counts: outcomesOf(progress) };
    },
    whyEnded: failures.find,
  },
  counts: {
    ...counts,
    begin: (storefront, range) => TE.tryCatch(() => counts.begin(storefront, range), refusedBy),
  },
  eventInterval: 1_000,
  authorizeInterval: 5_000,
});
