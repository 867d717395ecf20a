/** `tieOut`: the platforms' own totals of a month next to what the service holds. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type TieOut, tieOutMonth } from '../reconcile/tie-out.ts';
import type { OperationFailure } from './failure.ts';
import { asIs, ofStorefronts, operation } from './operation.ts';
import { comparedShape } from './reconcile.ts';
import type { OfStorefronts } from './requests.ts';
import { asPage, count, fields, list, named, orNull, pageOf, storefrontNames, text, yesNo } from './shapes.ts';
import { someStorefronts } from './state.ts';

export interface TieOutPromise<Name extends string> {
  /**
   * Puts the platforms' own totals of a month (Shopify's sales report, Stripe's balance) next to what the service holds, and
   * explains or names every difference. Changes nothing. Rejects like `reconcile`, and with `RANGE` for an invalid month. A
   * platform that refuses its totals is a result, with the permission that it needs.
   *
   * @param request `month`: `YYYY-MM`
   *
   * @example
   * const [one] = await taxNexus.tieOut({ month: '2026-03' });
   */
  readonly tieOut: (request: OfStorefronts<Name> & { readonly month: string }) => Promise<readonly TieOut[]>;
}

const amount = { total: text('Decimals'), tax: orNull(text('Null where the books do not state it')) };

const tieOutShape = named(
  'TieOut',
  fields({
    storefront: text(),
    month: text('YYYY-MM'),
    isTied: yesNo('Nothing is left, and the service holds what it should'),
    compared: comparedShape,
    source: orNull(text('The report or ledger of the platform')),
    unavailable: orNull(text('Why it could not be read, and which permission to grant')),
    currencies: list(
      fields({
        currency: text(),
        platform: fields(amount),
        reasons: list(fields({ reason: text(), count, ...amount })),
        expected: fields(amount),
        service: fields(amount),
        rest: fields(amount),
      }),
    ),
    unexplained: list(fields({ about: text(), currency: text(), total: text('Decimals'), message: text() })),
    atService: list(fields({ kind: text(), id: text(), name: text(), message: text() })),
    notCompared: count,
  }),
);

export const tieOut = operation<TieOutPromise<string>['tieOut']>()({
  name: 'tieOut',
  summary:
    "The platforms' own totals of a month next to those of the service, each difference explained or named. It may take minutes",
  right: 'operate',
  about: ofStorefronts,
  ask: asIs,
  run: (ports, { storefronts = ports.storefronts(), month }) =>
    pipe(
      TE.fromEither(tieOutMonth(month)),
      TE.mapLeft((message): OperationFailure => ({ code: 'RANGE', message: `${message}.` })),
      TE.flatMap(() => TE.fromEither(someStorefronts(ports, storefronts))),
      TE.flatMap((names) => ports.counts.tieOut(names, month)),
    ),
  http: {
    method: 'post',
    path: '/tie-out',
    given: fields({ month: text('YYYY-MM', { maxLength: 7 }) }, { storefronts: storefrontNames }),
    ask: asIs,
    show: asPage,
    answer: pageOf(tieOutShape),
  },
});
