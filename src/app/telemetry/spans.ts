import { type Attributes, SpanStatusCode, trace } from '@opentelemetry/api';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../domain/errors.ts';
import type { SourceConnector } from '../../mapping/source-connector.ts';
import type { Meters } from './meters.ts';
import type { Clock } from '../../domain/environment.ts';
import type { TaxService } from '../../domain/tax-service.ts';

/**
 * Does work inside of a span; without an SDK of the host's that costs next to nothing.
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

/** The same connector, whose readings are spans `tax_nexus.page`, and whose throttling is counted. */
export const instrumentConnector =
  (meters: () => Meters) =>
  (storefront: string, connector: SourceConnector): SourceConnector => {
    const { platform } = connector;
    const measured =
      <A>(what: 'page' | 'record', read: TE.TaskEither<SourceError, A>): TE.TaskEither<SourceError, A> =>
      () =>
        inSpan('tax_nexus.page', { storefront, platform, what }, read, (result) => {
          if (E.isRight(result)) return undefined;
          if (result.left._tag === 'SourceThrottled') meters().throttled.add(1, { storefront });
          return result.left._tag;
        });
    return {
      ...connector,
      readPage: (window, from) => measured('page', connector.readPage(window, from)),
      readRecord: (id) => measured('record', connector.readRecord(id)),
    };
  };

/** The same service, whose pushes are spans `tax_nexus.push` and are timed. Neither carries what is pushed. */
export const instrumentService = (service: TaxService, meters: () => Meters, clock: Clock): TaxService => ({
  ...service,
  push: (body, begin) => async () => {
    const began = clock.now();
    const reply = await inSpan('tax_nexus.push', {}, service.push(body, begin), ({ _tag }) =>
      _tag === 'Accepted' || _tag === 'Exists' ? undefined : _tag,
    );
    meters().pushDuration.record(Math.max(0, clock.now() - began), { reply: reply._tag });
    return reply;
  },
});
