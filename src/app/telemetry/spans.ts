/** Traces reads from platforms and pushes to the service as spans for a host's OpenTelemetry SDK, without their content. */
import { type Attributes, SpanStatusCode, trace } from '@opentelemetry/api';
import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../../domain/environment.ts';
import type { ServiceLink } from '../../domain/service-link.ts';
import type { SourceLink } from '../../mapping/connector-link.ts';
import type { ServiceFailure } from '../../domain/tax-service.ts';
import type { Meters } from './meters.ts';

/** Reads are spans `tax_nexus.page`, and throttling is counted. */
export const measuredReads =
  (meters: () => Meters, storefront: string, platform: string): SourceLink =>
  ({ kind }, ask) => {
    if (kind !== 'readPage' && kind !== 'readRecord') return ask;
    const what = kind === 'readPage' ? 'page' : 'record';
    return () =>
      inSpan('tax_nexus.page', { storefront, platform, what }, ask, (result) => {
        if (E.isRight(result)) return undefined;
        if (result.left._tag === 'SourceThrottled') meters().throttled.add(1, { storefront });
        return result.left._tag;
      });
  };

/** Pushes are spans `tax_nexus.push` and are timed, and refusals of the key are counted. None of them carries a transaction. */
export const measuredRequests =
  (meters: () => Meters, clock: Clock): ServiceLink =>
  async ({ kind, tagOf, failureOf }, send) => {
    const answer = kind === 'push' ? await measuredPush(meters, clock, tagOf, send) : await send();
    if (refusesKey(kind, failureOf(answer))) meters().keyRefused.add(1);
    return answer;
  };

/**
 * Runs work inside a span, which costs almost nothing without an SDK.
 *
 * @param failureOf the kind of failure that a result stands for, such as `SourceThrottled`; never its message
 */
const inSpan = <A>(
  name: string,
  attributes: Attributes,
  work: () => Promise<A>,
  failureOf: (result: A) => string | undefined,
): Promise<A> =>
  trace.getTracer('tax-nexus-sync').startActiveSpan(name, { attributes }, async (span) => {
    try {
      const result = await work();
      const failure = failureOf(result);
      if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
      return result;
    } finally {
      span.end();
    }
  });

const measuredPush = async <A>(
  meters: () => Meters,
  clock: Clock,
  tagOf: (answer: A) => string,
  send: () => Promise<A>,
): Promise<A> => {
  const began = clock.now();
  const reply = await inSpan('tax_nexus.push', {}, send, (answer) =>
    tagOf(answer) === 'Accepted' || tagOf(answer) === 'Exists' ? undefined : tagOf(answer),
  );
  meters().pushDuration.record(Math.max(0, clock.now() - began), { reply: tagOf(reply) });
  return reply;
};

/** Whether an answer refuses the API key. Of the answers to a push only 401 does, because others may be about that one sale. */
const refusesKey = (kind: string, failure: ServiceFailure | undefined): boolean =>
  failure?._tag === 'CredentialsRefused' && (kind !== 'push' || failure.status === 401);
