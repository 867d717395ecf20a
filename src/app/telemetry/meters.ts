/** Metrics for a host whose OpenTelemetry SDK collects them: settled records, push times, refusals, and what waits. */
import {
  type Counter,
  type Histogram,
  metrics,
  type ObservableGauge,
  type ObservableCallback,
  trace,
} from '@opentelemetry/api';
import { millisecondsOf } from '../../domain/instant.ts';
import type { InboxState } from '../../domain/inbox.ts';
import type { TaxNexusEvent } from '../plugin/tax-nexus.ts';
import { errorName } from '../../domain/errors.ts';
import { isRecord } from '../../domain/fields.ts';
import type { Logger } from '../../domain/environment.ts';
import type { Outcome } from '../../domain/run.ts';

/** The instruments. */
export interface Meters {
  /** Records settled, by `storefront` and `outcome`. */
  readonly records: Counter;
  /** Milliseconds of one request that pushes a transaction, by `reply`. */
  readonly pushDuration: Histogram;
  /** Requests to the service that were refused because of the API key. */
  readonly keyRefused: Counter;
  /** Rate limits by platforms, by `storefront`. */
  readonly throttled: Counter;
  /** Deliveries that were refused, by `storefront` and `reason`. */
  readonly refused: Counter;
  /** Records that are due to be read again, by `storefront`. */
  readonly queueDepth: ObservableGauge;
  /** Milliseconds that the oldest of them has waited, by `storefront`. */
  readonly queueOldestAge: ObservableGauge;
  /** Requests of the service's key that may be in progress at the same time, as this process has learned. */
  readonly serviceConcurrency: ObservableGauge;
}

/** Made when the sync database is opened: meters made before the host starts its SDK would not report to it. */
export const makeMeters = (log: Logger): Meters => {
  warnOfUnseenSdk(log);
  const meter = metrics.getMeter('tax-nexus-sync');
  return {
    records: meter.createCounter('tax_nexus.records'),
    pushDuration: meter.createHistogram('tax_nexus.push.duration', { unit: 'ms' }),
    keyRefused: meter.createCounter('tax_nexus.service.key_refused'),
    throttled: meter.createCounter('tax_nexus.source.throttled'),
    refused: meter.createCounter('tax_nexus.webhook.refused'),
    queueDepth: meter.createObservableGauge('tax_nexus.queue.depth'),
    queueOldestAge: meter.createObservableGauge('tax_nexus.queue.oldest_age', { unit: 'ms' }),
    serviceConcurrency: meter.createObservableGauge('tax_nexus.service.width'),
  };
};

type Waiting = Pick<InboxState, 'due' | 'oldest'>;

/**
 * Reports what waits to be read, and the learned concurrency, whenever the host's SDK asks. Returns a function that ends this. A
 * storefront without waiting records reports 0, because an absent gauge means that no process reports.
 *
 * @param names the storefronts of this process
 * @param now milliseconds since 1970
 */
export const observe = (
  { queueDepth, queueOldestAge, serviceConcurrency }: Meters,
  names: () => readonly string[],
  read: () => Promise<readonly InboxState[]>,
  concurrency: () => number,
  now: () => number,
): (() => void) => {
  const waiting = async (): Promise<ReadonlyMap<string, Waiting>> =>
    new Map<string, Waiting>([
      ...names().map((name) => [name, { due: 0, oldest: null }] as const),
      ...(await read()).map((state) => [state.storefront, state] as const),
    ]);
  const observers: readonly (readonly [ObservableGauge, ObservableCallback])[] = [
    [
      queueDepth,
      async (result) => {
        for (const [storefront, { due }] of await waiting()) result.observe(due, { storefront });
      },
    ],
    [
      queueOldestAge,
      async (result) => {
        for (const [storefront, { oldest }] of await waiting()) {
          result.observe(oldest === null ? 0 : Math.max(0, now() - millisecondsOf(oldest)), { storefront });
        }
      },
    ],
    [serviceConcurrency, (result) => result.observe(concurrency())],
  ];
  for (const [gauge, callback] of observers) gauge.addCallback(callback);
  return () => {
    for (const [gauge, callback] of observers) gauge.removeCallback(callback);
  };
};

/** Counts an event; for runs, whose event has totals of the whole run, see `countRun`. */
export const countEvent =
  (meters: () => Meters) =>
  (event: TaxNexusEvent): void => {
    if ('outcome' in event) {
      meters().records.add(1, { storefront: event.storefront, outcome: event.outcome });
    } else if (event.type === 'webhook.refused') {
      meters().refused.add(1, { storefront: event.storefront, reason: event.reason });
    }
  };

type Counts = Readonly<Record<Outcome, number>>;

/**
 * Counts what a run settled in this process. A run that is resumed or retried begins with its earlier counts, so `before` is
 * subtracted. An error of the host's SDK does not affect the run.
 */
export const countRun =
  (meters: () => Meters, log: Logger) =>
  (before: Counts, after: Counts): void => {
    try {
      for (const outcome of ['succeeded', 'alreadyPresent', 'failed', 'skipped', 'held'] as const) {
        const settled = after[outcome] - before[outcome];
        if (settled > 0) meters().records.add(settled, { storefront: 'historical sync', outcome });
      }
    } catch (error) {
      log.error('a meter failed; the work continues', { defect: errorName(error) });
    }
  };

/** Where each copy of the API, of any version, keeps what an SDK registered (`internal/global-utils` of `@opentelemetry/api`). */
const registry = Symbol.for('opentelemetry.js.api.1');

/**
 * Warns when the SDK is registered with another copy of the API, because then no metric would arrive: a copy does not pass its
 * SDK on to a newer copy.
 */
const warnOfUnseenSdk = (log: Pick<Logger, 'warn'>): void => {
  const registered: unknown = Reflect.get(globalThis, registry);
  if (!isRecord(registered)) return;
  const isSeen =
    (registered['metrics'] === undefined || registered['metrics'] === metrics.getMeterProvider()) &&
    (registered['trace'] === undefined || registered['trace'] === trace.getTracerProvider());
  if (isSeen) return;
  log.warn(
    'An OpenTelemetry SDK is registered with another copy of @opentelemetry/api, so no metrics and no spans of tax-nexus-sync are reported. Install one version that both accept: npm ls @opentelemetry/api shows the copies.',
    { registeredWith: String(registered['version']) },
  );
};
