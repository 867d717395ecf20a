/**
 * Wraps each request of a connector to its platform in one function, such as one that removes erased buyers or measures
 * reads.
 */
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../domain/errors.ts';
import type {
  Account,
  Page,
  Readiness,
  SourceConnector,
  SourceResult,
  WebhookSubscriptions,
} from './source-connector.ts';

/** A request as a link sees it. */
export interface SourceRequest<A> {
  readonly kind: keyof SourceConnector;
  /** The shop or account that an answer names. */
  readonly accountOf?: (answer: A) => Account;
  /** The sales in an answer, and the same answer with each of them changed. */
  readonly results?: {
    readonly of: (answer: A) => readonly SourceResult[];
    readonly changed: (answer: A, change: (result: SourceResult) => SourceResult) => A;
  };
}

export type SourceLink = <A>(
  request: SourceRequest<A>,
  ask: TE.TaskEither<SourceError, A>,
) => TE.TaskEither<SourceError, A>;

const checkRequest: SourceRequest<Readiness> = { kind: 'check', accountOf: ({ account }) => account };

const accountRequest: SourceRequest<Account> = { kind: 'account', accountOf: (account) => account };

const pageRequest: SourceRequest<Page> = {
  kind: 'readPage',
  results: {
    of: ({ results }) => results,
    changed: (page, change) => ({ ...page, results: page.results.map(change) }),
  },
};

/**
 * The same connector, with a link around each request to its platform. Receiving webhooks is not wrapped, because it asks
 * nothing.
 */
export const linkedConnector = (connector: SourceConnector, link: SourceLink): SourceConnector => {
  const { readByNumber, undoneBy, platformTotals, locations } = connector;
  return {
    ...connector,
    check: link(checkRequest, connector.check),
    account: link(accountRequest, connector.account),
    windows: (range) => link({ kind: 'windows' }, connector.windows(range)),
    changes: (...given) => link({ kind: 'changes' }, connector.changes(...given)),
    readPage: (window, from) => link(pageRequest, connector.readPage(window, from)),
    readRecord: (id) => link(recordRequest('readRecord'), connector.readRecord(id)),
    ...(readByNumber !== undefined && {
      readByNumber: (number) => link(recordRequest('readByNumber'), readByNumber(number)),
    }),
    ...(undoneBy !== undefined && { undoneBy: (change) => link({ kind: 'undoneBy' }, undoneBy(change)) }),
    ...(platformTotals !== undefined && {
      platformTotals: (range) => link({ kind: 'platformTotals' }, platformTotals(range)),
    }),
    ...(locations !== undefined && { locations: link({ kind: 'locations' }, locations) }),
    subscriptions: O.map(({ status, apply }: WebhookSubscriptions) => ({
      status: (...given: Parameters<typeof status>) => link({ kind: 'subscriptions' }, status(...given)),
      apply: (...given: Parameters<typeof apply>) => link({ kind: 'subscriptions' }, apply(...given)),
    }))(connector.subscriptions),
  };
};

const recordRequest = (kind: 'readRecord' | 'readByNumber'): SourceRequest<O.Option<SourceResult>> => ({
  kind,
  results: {
    of: (found) => (O.isSome(found) ? [found.value] : []),
    changed: (found, change) => O.map(change)(found),
  },
});
