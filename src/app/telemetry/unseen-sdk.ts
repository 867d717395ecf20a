/** Warns when the host's OpenTelemetry SDK is registered with another copy of the API, because then no metric would arrive. */
import { metrics, trace } from '@opentelemetry/api';
import { isRecord } from '../../domain/fields.ts';
import type { Logger } from '../../domain/environment.ts';

/** Where each copy of the API, of any version, keeps what an SDK registered (`internal/global-utils` of `@opentelemetry/api`). */
const registry = Symbol.for('opentelemetry.js.api.1');

/** A copy of the API does not pass its SDK on to a newer copy. */
export const warnOfUnseenSdk = (log: Pick<Logger, 'warn'>): void => {
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
