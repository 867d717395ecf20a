/** Keeps what Stripe answered: objects that many sales name, for a minute, and all answers of a page that is not complete yet. */
import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../../../src/domain/environment.ts';
import type { ObjectName, Read, StripeApi, StripeList } from '../client/stripe-api.ts';

type Answer = Awaited<ReturnType<ReturnType<StripeApi['retrieve']>>>;

interface Kept {
  readonly answer: Answer;
  readonly until: number;
}

interface KeptList {
  /** Also kept while the request is under way: the renewals of one page ask at the same time. */
  readonly answer: ReturnType<ReturnType<StripeApi['list']>>;
  readonly until: number;
}

/** About five kilobytes each. */
const maxSessions = 2000;

/** Milliseconds. Each renewal of a subscription needs the checkout that started it, which no longer changes. */
const sessionsKeptForMs = 15 * 60_000;

/** Hundreds of sales a day name the same reader's location, product or tax rate. */
const keptObjects: ReadonlySet<ObjectName> = new Set<ObjectName>(['terminal location', 'product', 'tax rate']);

/** More locations and products than a minute's payments name. */
const maxKept = 1000;

/** Short enough that an address which the merchant corrects is soon read. */
const keptForMs = 60_000;

/** Keeps locations of readers, products and tax rates for a minute, and checkouts of subscriptions longer. */
export const withKeptObjects = (api: StripeApi, clock: Pick<Clock, 'now'>): StripeApi => {
  const objects = new Map<string, Kept>();
  const sessions = new Map<string, KeptList>();
  return {
    ...api,
    list: (name, query) => {
      if (name !== 'checkout sessions' || query.subscription === undefined) return api.list(name, query);
      return async () => {
        const key = JSON.stringify(query);
        const kept = sessions.get(key);
        if (kept !== undefined && clock.now() < kept.until) return kept.answer;
        const answer = api.list(name, query)();
        if (sessions.size >= maxSessions) sessions.clear();
        sessions.set(key, { answer, until: clock.now() + sessionsKeptForMs });
        const result = await answer;
        if (E.isLeft(result)) sessions.delete(key);
        return result;
      };
    },
    retrieve: (name, id, expand) => {
      if (!keptObjects.has(name)) return api.retrieve(name, id, expand);
      return async () => {
        const key = `${name} ${id}`;
        const kept = objects.get(key);
        if (kept !== undefined && clock.now() < kept.until) return kept.answer;
        const answer = await api.retrieve(name, id, expand)();
        if (objects.size >= maxKept) objects.clear();
        if (isFinal(answer)) objects.set(key, { answer, until: clock.now() + keptForMs });
        return answer;
      };
    },
  };
};

interface PagesInProgress {
  /** The reads of a page, with the answers from before one of them failed. */
  readonly of: (key: string) => StripeApi;
  readonly done: (key: string) => void;
  readonly forgetAll: () => void;
}

/** Longer than any pause that Stripe requests, in milliseconds; after that, the objects may have changed. */
const maxInProgressMs = 15 * 60_000;

/** A few windows are read at the same time; older pages are abandoned ones. */
const maxPages = 16;

/**
 * Keeps the answers for the records of a page while the page is in progress. Otherwise a page of a hundred look-ups would start
 * again after each failure, and with one failure in thirty it would never end.
 */
export const pagesInProgress = (api: StripeApi, clock: Pick<Clock, 'now'>): PagesInProgress => {
  const pages = new Map<string, { readonly reads: StripeApi; readonly since: number }>();
  return {
    of: (key) => {
      const known = pages.get(key);
      if (known !== undefined && clock.now() - known.since <= maxInProgressMs) return known.reads;
      const [oldest] = pages.keys();
      if (pages.size >= maxPages && oldest !== undefined) pages.delete(oldest);
      const reads = withAnswersKept(api);
      pages.set(key, { reads, since: clock.now() });
      return reads;
    },
    done: (key) => {
      pages.delete(key);
    },
    forgetAll: () => {
      pages.clear();
    },
  };
};

const isFinal = (answer: Answer): boolean => E.isRight(answer) || answer.left._tag === 'NoSuchObject';

/** Lists of a span of time are left out: they continue where they stopped (see `Descending`). */
const withAnswersKept = (api: StripeApi): StripeApi => {
  const [list, child, object] = [remembering<StripeList>(), remembering<StripeList>(), remembering<unknown>()];
  return {
    ...api,
    list: (name, query) =>
      query.created === undefined ? list(JSON.stringify([name, query]), api.list(name, query)) : api.list(name, query),
    children: (name, id, query) => child(JSON.stringify([name, id, query]), api.children(name, id, query)),
    retrieve: (name, id, expand) => object(JSON.stringify([name, id, expand]), api.retrieve(name, id, expand)),
  };
};

const remembering = <A>(): ((key: string, read: Read<A>) => Read<A>) => {
  const answers = new Map<string, A>();
  return (key, read) => async () => {
    const known = answers.get(key);
    if (known !== undefined) return E.right(known);
    const answer = await read();
    if (E.isRight(answer)) answers.set(key, answer.right);
    return answer;
  };
};
