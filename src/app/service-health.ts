import * as E from 'fp-ts/lib/Either.js';
import type { Task } from 'fp-ts/lib/Task.js';
import { type Instant, instantOfMilliseconds } from '../domain/instant.ts';
import type { TaxService } from '../domain/tax-service.ts';

/** The service gives no clear response for a while: no connection, no answer in time, or errors of its own. */
export type ServiceEvent =
  | { readonly type: 'service.unreachable'; readonly since: Instant }
  /** `since`: when it had become unreachable. */
  | { readonly type: 'service.recovered'; readonly since: Instant };

/** Milliseconds without a clear response after which the service counts as unreachable; then each hour it is repeated. */
const unansweredMs = 10_000;
const betweenWarnings = 3_600_000;

interface HealthPorts {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onEvent: (event: ServiceEvent) => void;
}

export interface ServiceHealth {
  /** The same service, observed. */
  readonly service: TaxService;
  /** Since when it is unreachable; null while it is not. */
  readonly unreachableSince: () => Instant | null;
  readonly stop: () => void;
}

/** Observes the calls of one process to the service. A single failure that is not repeated is none of the service. */
export const serviceHealth = (service: TaxService, { now, onEvent }: HealthPorts): ServiceHealth => {
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
    if (since === null || now() - since < unansweredMs) return;
    if (reported !== null && now() - reported.at < betweenWarnings) return;
    reported = { since, at: now() };
    onEvent({ type: 'service.unreachable', since: instantOfMilliseconds(since) });
  };
  const watch = (): void => {
    timer ??= setInterval(() => {
      look();
      if (open.size > 0 || failures !== null) return;
      clearInterval(timer);
      timer = undefined;
    }, unansweredMs / 10).unref();
  };
  const answered = (): void => {
    failures = null;
    if (reported === null) return;
    onEvent({ type: 'service.recovered', since: instantOfMilliseconds(reported.since) });
    reported = null;
  };
  const observe: Observe = (call, isClear) => async () => {
    const began = now();
    const id = Symbol('call');
    open.set(id, began);
    watch();
    const answer = await call();
    open.delete(id);
    if (isClear(answer)) answered();
    else failures = { since: failures?.since ?? began, count: (failures?.count ?? 0) + 1 };
    return answer;
  };
  return {
    service: observedService(service, observe),
    unreachableSince: () => (reported === null ? null : instantOfMilliseconds(reported.since)),
    // A later call is watched again.
    stop: () => {
      clearInterval(timer);
      timer = undefined;
    },
  };
};

/** @param isClear whether the service gave a clear response */
type Observe = <A>(call: Task<A>, isClear: (answer: A) => boolean) => Task<A>;

const isClear = (answer: E.Either<{ readonly _tag: string }, unknown>): boolean =>
  E.isRight(answer) || answer.left._tag !== 'Unclear';

/** The same service, with its calls observed. */
export const observedService = (service: TaxService, observe: Observe): TaxService => ({
  ...service,
  list: (cursor) => observe(service.list(cursor), isClear),
  find: (id) => observe(service.find(id), isClear),
  push: (body, begin) => observe(service.push(body, begin), ({ _tag }) => _tag !== 'Unclear'),
});
