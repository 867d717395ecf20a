import { type Attributes, SpanStatusCode, trace } from '@opentelemetry/api';

/**
 * Does work inside of a span; without an SDK of the host's that costs next to nothing.
 *
 * @param failureOf the kind of failure that a result stands for, such as `SourceThrottled`; never its message
 */
export const inSpan = <A>(
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
