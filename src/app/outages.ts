/**
 * Notices when the service or a storefront's platform does not respond for a while, and reports the outage and its end to the
 * host.
 */
import * as E from 'fp-ts/lib/Either.js';
import type { Task } from 'fp-ts/lib/Task.js';
import type { Logger } from '../domain/environment.ts';
import { type Instant, instantOfMilliseconds } from '../domain/instant.ts';
import type { ServiceLink } from '../domain/service-link.ts';
import type { SourceLink } from '../mapping/connector-link.ts';

/** The service gives no clear response for a while: no connection, no answer in time, or server errors. */
export type ServiceEvent =
  | { readonly type: 'service.unreachable'; readonly since: Instant }
  /** `since`: when it had become unreachable. */
  | { readonly type: 'service.recovered'; readonly since: Instant };

/** A storefront's platform gives no clear response for a while, or gives one again; see `ServiceEvent`. */
export interface StorefrontEvent {
  readonly type: 'storefront.unreachable' | 'storefront.recovered';
  readonly storefront: string;
  readonly since: Instant;
}

/** @param isClear whether the other side gave a clear response */
type Observe = <A>(call: Task<A>, isClear: (answer: A) => boolean) => Task<A>;

interface Outages {
  readonly observe: Observe;
  /** Notes a clear response to a call that is not observed. */
  readonly answered: () => void;
  /** Since when there is no clear response; null while there is one. */
  readonly unreachableSince: () => Instant | null;
  readonly stop: () => void;
}

export interface ServiceHealth extends Pick<Outages, 'unreachableSince' | 'stop'> {
  /** Observes the requests of a service. */
  readonly link: ServiceLink;
}

interface OutagePorts {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds without a clear response that make an outage. */
  readonly after: number;
  /** @param isOver whether the outage has just ended; a lasting outage is reported again each hour */
  readonly onOutage: (since: Instant, isOver: boolean) => void;
}

interface HealthPorts<Event> extends Pick<OutagePorts, 'now'> {
  readonly log: Logger;
  readonly onEvent: (event: Event) => void;
}

const serviceSilent =
  'The Tax Nexus Service does not answer. Sales wait in the sync database, and are pushed once it answers. Check its address and its status page.';

export const serviceHealth = (account: string, { now, log, onEvent }: HealthPorts<ServiceEvent>): ServiceHealth => {
  const { observe, unreachableSince, stop } = watchForOutages({
    now,
    after: 10_000,
    onOutage: (since, isOver) => {
      if (isOver) log.info('The Tax Nexus Service answers again.', { account, unreachableSince: since });
      else log.warn(serviceSilent, { account, since });
      onEvent({ type: isOver ? 'service.recovered' : 'service.unreachable', since });
    },
  });
  return { unreachableSince, stop, link: observing(observe) };
};

/** Corrections are not observed, because one may take several requests. */
export const observing =
  (observe: Observe): ServiceLink =>
  (request, send) =>
    request.kind === 'correct' || request.kind === 'remove'
      ? send()
      : observe(send, (answer) => request.failureOf(answer)?._tag !== 'Unclear')();

export interface StorefrontsHealth {
  /** Observes the calls to a storefront's platform that take a single request. */
  readonly link: (storefront: string) => SourceLink;
  /** Since when a storefront's platform gives no clear response; null while it does. */
  readonly unreachableSince: (storefront: string) => Instant | null;
  /** Ends reports about a storefront that was removed. */
  readonly forget: (storefront: string) => void;
  readonly stop: () => void;
}

const storefrontSilent =
  'The platform of a storefront does not answer. Its webhooks wait in the sync database, and are worked on once it answers. Check its status page, and this machine’s network.';

/**
 * Observes the calls of live sales. A page of records only shows that a platform responds: it may take long if the platform
 * limits the rate, and the run that reads it reports why it waits.
 */
export const storefrontsHealth = ({ now, log, onEvent }: HealthPorts<StorefrontEvent>): StorefrontsHealth => {
  const all = new Map<string, Outages>();
  const outagesOf = (storefront: string): Outages => {
    const known = all.get(storefront);
    if (known !== undefined) return known;
    const made = watchForOutages({
      now,
      // Longer than a platform's rate limit may delay a single request.
      after: 20_000,
      onOutage: (since, isOver) => {
        if (isOver) log.info('The platform of a storefront answers again.', { storefront, unreachableSince: since });
        else log.warn(storefrontSilent, { storefront, since });
        onEvent({ type: isOver ? 'storefront.recovered' : 'storefront.unreachable', storefront, since });
      },
    });
    all.set(storefront, made);
    return made;
  };
  return {
    link: (storefront) => {
      const { observe, answered } = outagesOf(storefront);
      return ({ kind }, ask) => {
        if (kind === 'account' || kind === 'readRecord') return observe(ask, isAnswer);
        if (kind !== 'readPage') return ask;
        return async () => {
          const page = await ask();
          if (isAnswer(page)) answered();
          return page;
        };
      };
    },
    unreachableSince: (storefront) => all.get(storefront)?.unreachableSince() ?? null,
    forget: (storefront) => {
      all.get(storefront)?.stop();
      all.delete(storefront);
    },
    stop: () => {
      for (const { stop } of all.values()) stop();
    },
  };
};

/** Whether a platform gave a clear response. */
export const isAnswer = (answer: E.Either<{ readonly _tag: string }, unknown>): boolean =>
  E.isRight(answer) || answer.left._tag !== 'SourceUnreachable';

const betweenWarnings = 3_600_000;

/** Finds outages in the calls of one process to another side. A single failure that is not repeated does not count. */
const watchForOutages = ({ now, after, onOutage }: OutagePorts): Outages => {
  const open = new Map<symbol, number>();
  let failures: { readonly since: number; readonly count: number } | null = null;
  let reported: { readonly since: number; readonly at: number } | null = null;
  let timer: NodeJS.Timeout | undefined;

  const silentSince = (): number | null => {
    const oldest = Math.min(failures !== null && failures.count > 1 ? failures.since : Infinity, ...open.values());
    return Number.isFinite(oldest) ? oldest : null;
  };
  const look = (): void => {
    const since = reported?.since ?? silentSince();
    if (since === null || now() - since < after) return;
    if (reported !== null && now() - reported.at < betweenWarnings) return;
    reported = { since, at: now() };
    onOutage(instantOfMilliseconds(since), false);
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const watch = (): void => {
    timer ??= setInterval(() => {
      look();
      if (open.size === 0 && failures === null) stop();
    }, 1_000).unref();
  };
  const answered = (): void => {
    failures = null;
    if (reported === null) return;
    onOutage(instantOfMilliseconds(reported.since), true);
    reported = null;
  };
  return {
    observe: (call, isClear) => async () => {
      const began = now();
      const id = Symbol('call');
      open.set(id, began);
      watch();
      const answer = await call();
      open.delete(id);
      if (isClear(answer)) answered();
      else failures = { since: failures?.since ?? began, count: (failures?.count ?? 0) + 1 };
      return answer;
    },
    answered,
    unreachableSince: () => (reported === null ? null : instantOfMilliseconds(reported.since)),
    // A later call starts the watch again.
    stop,
  };
};
