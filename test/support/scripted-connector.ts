import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { intervalOf } from '../../src/domain/date-range.ts';
import type { SourceError } from '../../src/domain/errors.ts';
import type { Account, SourceResult, SourceConnector } from '../../src/mapping/source-connector.ts';

export interface Script {
  /** The pages of its one window. Read when asked, so that a test can change them. */
  readonly pages: readonly (readonly SourceResult[])[];
  readonly account?: Account;
  /** Asked before each page; `count` is how often that page was asked for, from 1. */
  readonly fault?: (page: number, count: number) => SourceError | undefined;
  /** The cursor that follows a page, when it is not the next one. */
  readonly nextCursor?: (page: number) => string | undefined;
  /** Of each page. */
  readonly warning?: string;
  /** What changed, read as one page. Default: nothing. */
  readonly changed?: readonly SourceResult[];
}

const account: Account = { id: '548380009', name: 'acme', timeZone: 'America/New_York' };

const sourceIdOf = (entry: SourceResult): string =>
  E.isRight(entry) ? entry.right.identity.recordId : entry.left.sourceId;

/** A storefront that plays a script. */
export const scriptedConnector = (script: Script): SourceConnector & { readonly reads: readonly number[] } => {
  const reads: number[] = [];
  const owner = script.account ?? account;
  return {
    reads,
    platform: 'shopify',
    check: TE.right({ account: owner, findings: [], records: O.none }),
    account: TE.right(owner),
    windows: (range) =>
      TE.right([{ key: `${range.from}..${range.to}`, kind: 'sold', ...intervalOf(range, owner.timeZone) }]),
    changes: (interval) =>
      TE.right(script.changed === undefined ? [] : [{ key: 'changed', kind: 'changed', ...interval }]),
    readPage:
      ({ kind }, from) =>
      () => {
        if (kind === 'changed') return Promise.resolve(E.right({ results: script.changed ?? [], next: O.none }));
        const page = O.isSome(from) ? Number(from.value) : 0;
        reads.push(page);
        const broken = script.fault?.(page, reads.filter((one) => one === page).length);
        if (broken !== undefined) return Promise.resolve(E.left(broken));
        const next = script.nextCursor?.(page) ?? String(page + 1);
        return Promise.resolve(
          E.right({
            results: script.pages[page] ?? [],
            next: page + 1 < script.pages.length ? O.some(next) : O.none,
            ...(script.warning !== undefined && { warning: script.warning }),
          }),
        );
      },
    readRecord: (id) => () =>
      Promise.resolve(E.right(O.fromNullable(script.pages.flat().find((entry) => sourceIdOf(entry) === id)))),
    subscriptions: O.none,
    receiveWebhook: () => E.left({ _tag: 'Unreadable', message: 'the script has no webhooks' }),
  };
};
