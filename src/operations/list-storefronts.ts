/** The storefronts of an account, for the HTTP API and the screen. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { liveRunId } from '../domain/run.ts';
import { asIs, ofAll, operation } from './operation.ts';
import { asPage, fields, named, pageOf, text } from './shapes.ts';

/** A storefront as it is set up. */
export interface ListedStorefront {
  readonly name: string;
  /** `shopify`, `stripe`, or that of a connector of yours. */
  readonly platform: string;
  /** See `taxAccount`; `default` where all storefronts are of one account. */
  readonly account: string;
  /** The run of its live sales, for `report`, `lines` and `retry`. */
  readonly liveRunId: string;
}

export interface ListStorefrontsPromise {
  /** In order of precedence. */
  readonly list: () => Promise<readonly ListedStorefront[]>;
}

export const listStorefronts = operation<ListStorefrontsPromise['list'], object>()({
  name: 'listStorefronts',
  summary: 'The storefronts of the account, in order of precedence',
  right: 'view',
  about: ofAll,
  ask: () => ({}),
  run: ({ storefronts, connectorOf, accountOf }) =>
    TE.right(
      storefronts().map((name) => ({
        name,
        platform: connectorOf(name)?.platform ?? '',
        account: accountOf(name),
        liveRunId: liveRunId(name),
      })),
    ),
  http: {
    method: 'get',
    path: '/storefronts',
    given: fields({}),
    ask: asIs,
    show: asPage,
    answer: pageOf(
      named(
        'Storefront',
        fields({ name: text(), platform: text(), account: text(), liveRunId: text('The run of its live sales') }),
      ),
    ),
  },
});
