// A connector and no platform: sales as the pipeline gets them, in virtual time, that appear late or change between two reads. The
// sandbox's shop is what it was; what becomes of a changed order of a platform is the matter of the simulation.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { intervalOf } from '../../src/domain/date-range.ts';
import type { Clock } from '../../src/domain/environment.ts';
import { millisecondsOf } from '../../src/domain/instant.ts';
import type { SourceError } from '../../src/domain/errors.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import type { Account, SourceResult, Page, SourceConnector } from '../../src/mapping/source-connector.ts';

interface Kept {
  readonly entry: SourceResult;
  /** By which the days of a range are read: where there is no sale, when it changed. */
  readonly soldAt: number;
  readonly changedAt: number;
  readonly visibleAt: number;
}

export interface LiveShop {
  readonly connector: SourceConnector;
  /** Sells something, or changes what was sold; it is shown at once, or so many milliseconds later. */
  readonly put: (sale: Sale | SourceResult, hiddenFor?: number) => string;
  readonly remove: (recordId: string) => void;
  /** Every record that was read by its id, in order. */
  readonly reads: readonly string[];
  /** Asked before each answer; what it gives is the answer instead. */
  fault: (question: 'account' | 'page' | 'record', about: string, from?: string) => SourceError | undefined;
}

export interface LiveShopOptions {
  readonly account?: Partial<Account>;
  readonly platform?: string;
  /** Milliseconds that the platform takes for a page or a record. */
  readonly latency?: number;
  readonly pageSize?: number;
}

const idOf = (entry: SourceResult): string => (E.isRight(entry) ? entry.right.identity.recordId : entry.left.sourceId);

/** A shop whose sales come and change during a test: by record, by the day of the sale, and by its last change. */
export const aLiveShop = (clock: Clock, options: LiveShopOptions = {}): LiveShop => {
  const { latency = 50, pageSize = 10, platform = 'shopify' } = options;
  const account: Account = { id: '548380009', name: 'acme', timeZone: 'America/New_York', ...options.account };
  const kept = new Map<string, Kept>();
  const reads: string[] = [];
  const shown = (): readonly Kept[] => [...kept.values()].filter(({ visibleAt }) => visibleAt <= clock.now());
  /** A cursor names the record behind which reading goes on: what leaves the list before it moves nothing. */
  const pageOf = (entries: readonly SourceResult[], from: O.Option<string>): Page => {
    const places = new Map([...kept.keys()].map((id, place) => [id, place]));
    const placeOf = (id: string): number => places.get(id) ?? -1;
    const rest = O.isSome(from) ? entries.filter((entry) => placeOf(idOf(entry)) > placeOf(from.value)) : entries;
    const page = rest.slice(0, pageSize);
    const last = page.at(-1);
    return { results: page, next: last !== undefined && page.length < rest.length ? O.some(idOf(last)) : O.none };
  };
  const answer = <A>(
    question: 'account' | 'page' | 'record',
    about: string,
    give: () => A,
    from?: string,
  ): TE.TaskEither<SourceError, A> => {
    return async () => {
      await clock.sleep(latency)();
      const broken = shop.fault(question, about, from);
      return broken === undefined ? E.right(give()) : E.left(broken);
    };
  };
  const shop: LiveShop = {
    reads,
    fault: () => undefined,
    put: (what, hiddenFor = 0) => {
      const entry: SourceResult = '_tag' in what ? what : E.right(what);
      const now = clock.now();
      const soldAt = E.isLeft(entry) ? now : millisecondsOf(entry.right.occurredAt);
      kept.set(idOf(entry), { entry, soldAt, changedAt: now, visibleAt: now + hiddenFor });
      return idOf(entry);
    },
    remove: (recordId) => void kept.delete(recordId),
    connector: {
      platform,
      account: answer('account', '', () => account),
      check: TE.right({ account, findings: [], records: O.none }),
      windows: (range) =>
        TE.right([{ key: `${range.from}..${range.to}`, kind: 'sold', ...intervalOf(range, account.timeZone) }]),
      changes: (interval) =>
        TE.right([{ key: `changed:${interval.start}..${interval.end}`, kind: 'changed', ...interval }]),
      readPage: (window, from) =>
        answer(
          'page',
          window.key,
          () => {
            const [start, end] = [millisecondsOf(window.start), millisecondsOf(window.end)];
            const isOf = ({ soldAt, changedAt }: Kept): boolean => {
              const at = window.key.startsWith('changed:') ? changedAt : soldAt;
              return at >= start && at < end;
            };
            return pageOf(
              shown()
                .filter(isOf)
                .map(({ entry }) => entry),
              from,
            );
          },
          O.toUndefined(from),
        ),
      readRecord: (id) => {
        return async () => {
          reads.push(id);
          return answer('record', id, () => O.fromNullable(shown().find(({ entry }) => idOf(entry) === id)?.entry))();
        };
      },
      subscriptions: O.none,
      receiveWebhook: () => E.left({ _tag: 'Unreadable', message: 'the shop has no webhooks' }),
    },
  };
  return shop;
};
