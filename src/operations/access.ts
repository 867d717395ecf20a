/** Limits every operation to what its user may see: one account, and in it only the storefronts and runs that are theirs. */
import * as E from 'fp-ts/lib/Either.js';
import { flow, pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { defaultAccount } from '../domain/inbox.ts';
import type { AuditPage, ReviewStore } from '../domain/review-store.ts';
import type { Run } from '../domain/run.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { AccountState, CountPorts, OperationPorts } from './ports.ts';

/** What a user may see, as the host states it. */
export interface Access {
  readonly storefronts?: readonly string[];
  readonly account?: string;
  readonly accounts?: readonly string[];
}

/** The ports of one account: data of other accounts does not exist here. */
export const accountPorts = (ports: OperationPorts, account: string): OperationPorts => {
  const isShown = (name: string): boolean => ports.accountOf(name) === account;
  return {
    ...ports,
    storefronts: () => ports.storefronts().filter(isShown),
    connectorOf: (name) => (isShown(name) ? ports.connectorOf(name) : undefined),
    // The name of another account's storefront is unknown here, as is any other name.
    accountOf: () => account,
    opened: async () =>
      E.map((state: AccountState) => ({ ...state, inbox: shownInbox(state, isShown) }))(await ports.opened(account)),
    counts: { ...ports.counts, now: () => countOf(ports, isShown) },
  };
};

/** The accounts of an overview, and the storefronts in them. */
export interface OverviewRequest {
  readonly accounts: readonly string[];
  readonly storefronts: readonly string[];
  /** A run that includes another storefront is not counted. */
  readonly isLimited: boolean;
}

/** What a user sees in the overview of their accounts. */
export const overviewOfUser = (
  ports: Pick<OperationPorts, 'storefronts' | 'storefrontsOf' | 'accountOf'>,
  user: Access,
): OverviewRequest => {
  const { own, allowed } = seenBy(ports, user);
  const accounts = new Set(own);
  return {
    accounts: own,
    storefronts: allowed.filter((name) => accounts.has(ports.accountOf(name))),
    isLimited: user.storefronts !== undefined,
  };
};

/** What a user sees, by the account that the request names. */
type Seen =
  | {
      readonly _tag: 'Account';
      readonly ports: OperationPorts;
      readonly account: string;
      /** All accounts that the user may choose from. */
      readonly accounts: readonly string[];
    }
  /** The user must choose an account. */
  | { readonly _tag: 'Several'; readonly accounts: readonly string[] }
  /** The user has no account, or the chosen one is not theirs. */
  | { readonly _tag: 'Unknown' };

/** @param chosen the account that a user of several chose; undefined when the request names none */
export const portsOfUser = (ports: OperationPorts, user: Access, chosen: string | undefined): Seen => {
  const { storefronts } = user;
  const { own, allowed } = seenBy(ports, user);
  const [first, ...others] = chosen === undefined ? own : own.filter((one) => one === chosen);
  if (first === undefined) return { _tag: 'Unknown' };
  if (others.length > 0) return { _tag: 'Several', accounts: own };
  const shown = accountPorts(ports, first);
  const ofUser = { ...shown, mayNameAnyAddress: false };
  const limited = storefronts === undefined ? ofUser : limitedPorts(ofUser, new Set(allowed));
  // A user without a storefront in the account may not see the account either.
  if (storefronts !== undefined && limited.storefronts().length === 0) return { _tag: 'Unknown' };
  return { _tag: 'Account', ports: limited, account: first, accounts: own };
};

/** The inbox holds requests of all accounts: those of hidden storefronts are not counted. */
const shownInbox = (
  { inbox }: Pick<AccountState, 'inbox'>,
  isShown: (storefront: string) => boolean,
): AccountState['inbox'] => ({
  ...inbox,
  state: TE.map((states: Awaited<ReturnType<typeof inbox.state>> extends E.Either<unknown, infer A> ? A : never) =>
    states.filter(({ storefront }) => isShown(storefront)),
  )(inbox.state),
});

const countOf = (
  { counts }: OperationPorts,
  isShown: (storefront: string) => boolean,
): ReturnType<CountPorts['now']> => {
  const counting = counts.now();
  return counting !== undefined && isShown(counting.storefront) ? counting : undefined;
};

const seenBy = (
  ports: Pick<OperationPorts, 'storefronts' | 'storefrontsOf' | 'accountOf'>,
  { storefronts, account, accounts }: Access,
): { readonly own: readonly string[]; readonly allowed: readonly string[] } => {
  const allowed =
    storefronts === undefined
      ? ports.storefronts()
      : [...new Set(storefronts.flatMap((one) => ports.storefrontsOf(one)))];
  const given = account === undefined ? accounts : [account];
  const ofStorefronts = [...new Set(allowed.map(ports.accountOf))];
  // Before its first storefront, an app of one account shows that.
  return { allowed, own: given ?? (ofStorefronts.length === 0 ? [defaultAccount] : ofStorefronts) };
};

/**
 * The ports for a user who may see only these storefronts. Everything about a run begins with `findRun` or `listRuns`. A run that
 * includes another storefront does not exist here, because its sums would show sales of that storefront.
 */
const limitedPorts = (ports: OperationPorts, names: ReadonlySet<string>): OperationPorts => {
  const isShown = (name: string): boolean => names.has(name);
  const isRunShown = ({ storefronts }: Run): boolean => storefronts.every(isShown);
  const limitedState = (state: AccountState): AccountState => {
    const findRun = flow(state.store.findRun, TE.map(O.filter(isRunShown)));
    return {
      ...state,
      seesAll: pipe(
        state.reviews.storefronts,
        TE.map((known) => [...known, ...ports.storefronts()].every(isShown)),
      ),
      store: { ...state.store, findRun },
      reviews: {
        ...state.reviews,
        listRuns: listedRuns(state.reviews, isRunShown),
        auditRecords: flow(state.reviews.auditRecords, TE.map(withoutRuns)),
        findMatters: withShownRuns(state.reviews, findRun),
        findSales: withShownRunsOfSales(state.reviews, findRun),
      },
      inbox: shownInbox(state, isShown),
    };
  };
  return {
    ...ports,
    storefronts: () => ports.storefronts().filter(isShown),
    connectorOf: (name) => (isShown(name) ? ports.connectorOf(name) : undefined),
    opened: async () => E.map(limitedState)(await ports.opened()),
    imports: null,
    counts: { ...ports.counts, now: () => countOf(ports, isShown) },
  };
};

/** How many runs are read at a time, and how often: the newest 10,000 of all storefronts. */
const [runsAtATime, maxReads] = [200, 50];

const listedRuns =
  (reviews: ReviewStore, isShown: (run: Run) => boolean): ReviewStore['listRuns'] =>
  ({ before, limit }) =>
  async () => {
    const shown: Run[] = [];
    let from = before;
    for (let reads = 0; reads < maxReads && shown.length <= limit; reads += 1) {
      const page = await reviews.listRuns({ before: from, limit: runsAtATime })();
      if (E.isLeft(page)) return page;
      shown.push(...page.right.runs.filter(isShown));
      from = page.right.next;
      if (O.isNone(from)) break;
    }
    const runs = shown.slice(0, limit);
    return E.right({ runs, next: shown.length > limit ? O.fromNullable(runs.at(-1)?.id) : O.none });
  };

/** A run may be one that includes another storefront. */
const withoutRuns = (page: AuditPage): AuditPage => ({
  ...page,
  records: page.records.map((record) => ({ ...record, runId: null })),
});

/** A matter's run may be one that includes another storefront. */
const withShownRuns =
  ({ findMatters }: Pick<ReviewStore, 'findMatters'>, findRun: AccountState['store']['findRun']) =>
  (...request: Parameters<ReviewStore['findMatters']>): ReturnType<ReviewStore['findMatters']> =>
    pipe(
      findMatters(...request),
      TE.bindTo('page'),
      TE.bind('shown', ({ page }) => shownRuns(page.matters, findRun)),
      TE.map(({ page, shown }) => ({
        ...page,
        matters: page.matters.map((one) =>
          one.runId !== null && shown.has(one.runId) ? one : { ...one, runId: null },
        ),
      })),
    );

const shownRuns = (
  found: readonly { readonly runId: string | null }[],
  findRun: AccountState['store']['findRun'],
): TE.TaskEither<StoreError, ReadonlySet<string>> =>
  pipe(
    [...new Set(found.flatMap(({ runId }) => runId ?? []))],
    TE.traverseSeqArray((runId) => findRun(O.some(runId))),
    TE.map((runs) => new Set(runs.flatMap((run) => (O.isSome(run) ? [run.value.id] : [])))),
  );

/** A sale's run may be one that includes another storefront. */
const withShownRunsOfSales =
  ({ findSales }: Pick<ReviewStore, 'findSales'>, findRun: AccountState['store']['findRun']) =>
  (...request: Parameters<ReviewStore['findSales']>): ReturnType<ReviewStore['findSales']> =>
    pipe(
      findSales(...request),
      TE.bindTo('page'),
      TE.bind('shown', ({ page }) => shownRuns(page.sales, findRun)),
      TE.map(({ page, shown }) => ({
        ...page,
        sales: page.sales.map((one) => (one.runId !== null && shown.has(one.runId) ? one : { ...one, runId: null })),
      })),
    );
