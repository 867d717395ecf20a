import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../domain/errors.ts';
import type { SourceConnector } from '../../mapping/source-connector.ts';
import { inSpan } from './in-span.ts';
import type { Meters } from './meters.ts';

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
