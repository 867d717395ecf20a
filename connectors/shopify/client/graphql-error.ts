/** The codecs of the parts of a response that surround its data: errors, query cost, and search warnings. */
import * as t from 'io-ts';
import { maybe } from '../records/values.ts';

const segments = t.readonlyArray(t.union([t.string, t.number]), 'path');

/** A GraphQL error. Its message is only searched for scope names and never passed on. */
export const GraphqlError = t.partial(
  {
    message: maybe(t.string),
    path: maybe(segments),
    extensions: maybe(t.partial({ code: maybe(t.string), requiredAccess: maybe(t.string) }, 'extensions')),
  },
  'GraphqlError',
);
export type GraphqlError = t.TypeOf<typeof GraphqlError>;

const SearchWarning = t.partial(
  { field: maybe(t.string), warnings: maybe(t.readonlyArray(t.partial({ field: maybe(t.string) }, 'warning'))) },
  'SearchWarning',
);

/** The query cost, and warnings about the search filter. */
export const Extensions = t.partial(
  {
    cost: maybe(
      t.partial(
        {
          requestedQueryCost: maybe(t.number),
          throttleStatus: maybe(
            t.partial(
              { maximumAvailable: maybe(t.number), currentlyAvailable: maybe(t.number), restoreRate: maybe(t.number) },
              'throttleStatus',
            ),
          ),
        },
        'cost',
      ),
    ),
    search: maybe(t.readonlyArray(SearchWarning, 'search')),
  },
  'Extensions',
);
export type Extensions = t.TypeOf<typeof Extensions>;
