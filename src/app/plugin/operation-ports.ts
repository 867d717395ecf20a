/** Gives the operations of the HTTP API, the screen and commands what they work on: runs, counts and the opened accounts. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Clock, Logger } from '../../domain/environment.ts';
import { defaultAccount } from '../../domain/inbox.ts';
import { failureOf, type OperationFailure } from '../../operations/failure.ts';
import type { AccountState, ImportPorts, OperationPorts } from '../../operations/ports.ts';
import { explain } from '../../reconcile/explain.ts';
import type { ScreenPorts } from '../../web/index.ts';
import { type ActiveRuns, outcomesOf } from './active-runs.ts';
import type { FollowedRuns } from './historical-syncs.ts';
import type { LastFailures } from './counting.ts';
import type { OpenAccount } from './accounts.ts';
import type { Opened } from './open.ts';
import type { ScreenSettings } from './settings.ts';
import type { StorefrontTable } from './storefront-table.ts';
import type { RunHandle } from '../../operations/storefront-name.ts';
import type { RunControls } from '../../operations/historical-syncs.ts';
import { TaxNexusError } from './tax-nexus-error.ts';

export interface OperationSources {
  readonly table: StorefrontTable;
  readonly opening: () => Promise<E.Either<TaxNexusError, Opened>>;
  readonly runs: ActiveRuns;
  readonly followed: FollowedRuns;
  readonly syncs: Pick<RunControls<string>, 'start' | 'retry' | 'pause' | 'cancel'>;
  readonly counts: OperationPorts['counts'];
  readonly wake: (storefront: string) => void;
  readonly unreachableSince: OperationPorts['unreachableSince'];
  readonly failures: LastFailures;
  readonly imports: ImportPorts;
  readonly publicUrl: OperationPorts['publicUrl'];
  readonly clock: Clock;
  readonly log: Logger;
}

/** Opens nothing. */
export const operationPorts = ({
  table,
  opening,
  runs,
  followed,
  syncs,
  failures,
  ...rest
}: OperationSources): OperationPorts => ({
  ...rest,
  mayNameAnyAddress: true,
  storefronts: table.names,
  storefrontsOf: table.findAll,
  connectorOf: table.connectorOf,
  accountOf: table.accountOf,
  opened: async (account = defaultAccount) => {
    const at = await opening();
    if (E.isLeft(at)) return E.left(failureIn(at.left));
    const found = await at.right.accounts.open(account);
    if (E.isLeft(found)) return E.left({ code: 'ACCOUNT', ...found.left });
    return E.right(stateOf(at.right, found.right));
  },
  allAccounts: async () =>
    pipe(
      await opening(),
      E.mapLeft(failureIn),
      E.map(({ inbox }) => inbox),
    ),
  runs: {
    start: ({ storefronts, range, dryRun, intoClosedPeriods = false }) =>
      begun(() => syncs.start({ storefronts, ...range, dryRun, intoClosedPeriods })),
    retry: ({ id }, lineId, intoClosedPeriods) =>
      begun(() => syncs.retry(id, { intoClosedPeriods, ...(lineId !== null && { lineId }) })),
    end: (runId, how) => TE.tryCatch(() => syncs[how](runId), failureIn),
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
});

export const screenPorts = (screen: ScreenSettings, ports: OperationPorts): ScreenPorts => ({
  ...ports,
  ...screen,
  eventInterval: 1_000,
  authorizeInterval: 5_000,
});

const ownDefect = 'It failed because of a bug in tax-nexus-sync; nothing is lost. Please report it.';

/** The failure of a rejection. A `TaxNexusError` is kept as it is, because one about the options also has `problems`. */
const failureIn = (error: unknown): OperationFailure =>
  error instanceof TaxNexusError ? error : { code: 'DEFECT', message: ownDefect };

const stateOf = (
  { inbox }: Pick<Opened, 'inbox'>,
  {
    sync: ports,
    reviews,
    countedStates,
    reviewUrl,
    registrations,
    health,
  }: Pick<OpenAccount, 'sync' | 'reviews' | 'countedStates' | 'reviewUrl' | 'registrations' | 'health'>,
): AccountState => ({
  store: ports.store,
  reviews,
  countedStates,
  seesAll: TE.right(true),
  inbox,
  reviewUrl,
  registrations,
  unreachableSince: health.unreachableSince,
  stateSettings: () => {
    const policies = Object.values(ports.storefronts)
      .toReversed()
      .map(({ policy }) => policy);
    return {
      facilitatorLaws: Object.fromEntries(policies.flatMap((policy) => Object.entries(policy.facilitatorLaws))),
      nexusThresholds: Object.fromEntries(policies.flatMap((policy) => Object.entries(policy.nexusThresholds))),
      marketplaceSales: policies.map(({ marketplaceSales }) => marketplaceSales),
    };
  },
  requestsPerMinute: O.toNullable(ports.requestsPerMinute),
  explain: (storefront, sourceId) => pipe(explain(ports)(storefront, sourceId), TE.mapLeft(failureOf)),
  corrections: {
    waysOf: ({ _tag }) => {
      const { correct, remove } = ports.service;
      switch (_tag) {
        case 'Gone':
          return ['send again'];
        case 'Differs':
          return correct === undefined ? ['offset'] : ['replace', 'offset'];
        case 'NoLongerTrue':
          return remove === undefined ? ['offset'] : ['offset', 'delete'];
      }
    },
    find: (storefront, record) => async () => {
      const { findCorrections } = await import('../../reconcile/find-corrections.ts');
      return E.mapLeft(failureOf)(await findCorrections(ports)(storefront, record)());
    },
    apply: (correction, way, by) => async () => {
      if (way === 'offset') {
        const { correctByOffset } = await import('../../live/correct-by-offset.ts');
        const { storefront, sourceId: recordId } = correction.about;
        const corrected = await correctByOffset(ports)(storefront, { recordId, id: correction.id, by })();
        return E.mapLeft(failureOf)(corrected);
      }
      const { correct } = await import('../../reconcile/correct.ts');
      return E.mapLeft(failureOf)(await correct({ ...ports, reviews })(correction, by)());
    },
  },
  previewSetting: (lines, choice) => async () => {
    const { previewSetting } = await import('../../reconcile/preview-setting.ts');
    return previewSetting(ports)(lines, choice);
  },
  checkService: (manner) => async () => {
    // Loaded when it is used, because an app can be imported without it.
    const { checkedService } = await import('../../operations/check.ts');
    return checkedService(ports, manner);
  },
});

const begun = (begin: () => Promise<RunHandle>): TE.TaskEither<OperationFailure, string> =>
  TE.tryCatch(async () => (await begin()).id, failureIn);
