/** `corrections.findGone`: what was sent and is gone from the service, or is no longer true. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type CorrectedTogether, goneFromService } from '../../domain/decision.ts';
import { asIs, ofStorefront, operation } from '../operation.ts';
import { count, fields, list, named, storefrontName, text } from '../shapes.ts';
import { withAccount } from '../state.ts';
import type { StorefrontName } from '../storefront-name.ts';
import { goneMatters, type GoneSelection, goneSelection } from './gone-matters.ts';

const maxNames = 100;

/** Transactions of a storefront that were sent, and are to be corrected together. */
export interface GoneSales {
  readonly storefront: string;
  /** How many wait for a person, as the latest readings found them. */
  readonly count: number;
  /** Their transactions, by name; the first hundred. */
  readonly names: readonly string[];
}

export interface FindGonePromise<Name extends string> {
  /**
   * The sales that a sync held as gone from the service (default): a restored backup, or rows deleted there; or what was sent and is
   * no longer true. Changes nothing.
   */
  readonly findGone: (
    storefront: StorefrontName<Name>,
    what?: CorrectedTogether,
    selection?: GoneSelection,
  ) => Promise<GoneSales>;
}

export const findGone = operation<
  FindGonePromise<string>['findGone'],
  GoneSelection & { readonly storefront: string; readonly what: CorrectedTogether }
>()({
  name: 'findGone',
  summary: 'What was sent and is gone from the service (default), or is no longer true. Changes nothing',
  right: 'operate',
  about: ofStorefront,
  ask: (storefront, what = goneFromService, selection = {}) => ({ ...selection, storefront, what }),
  run: (ports, { storefront, what, ...selection }) =>
    withAccount(ports, (state) =>
      pipe(
        goneMatters(ports, state, storefront, what, selection),
        TE.map((matters) => ({
          ...{ storefront, count: matters.length },
          names: matters.slice(0, maxNames).map(({ name }) => name),
        })),
      ),
    ),
  http: {
    method: 'get',
    path: '/corrections/gone',
    given: fields({ storefront: storefrontName }, goneSelection),
    ask: ({ what = goneFromService, ...given }) => ({ ...given, what }),
    show: asIs,
    answer: named(
      'GoneSales',
      fields({ storefront: text(), count, names: list(text(), 'The first hundred transactions') }),
    ),
  },
});
