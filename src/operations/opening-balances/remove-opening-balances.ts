/** `openingBalances.remove`: removes the opening balances of a channel. */
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { OpeningBalanceFilter } from '../../domain/opening-balance.ts';
import { fail } from '../failure.ts';
import { asIs, ofAccount, operation } from '../operation.ts';
import type { OfAccount } from '../requests.ts';
import { count, fields, named } from '../shapes.ts';
import { fromStore, withAccount } from '../state.ts';
import { nameOf, openingBalanceFields, whoSeesBalances } from './opening-balance.ts';

/** What `openingBalances.remove` removed. */
export interface RemovedOpeningBalances {
  /** Zero where none matched: nothing was changed. */
  readonly removed: number;
}

export interface RemoveOpeningBalancesPromise {
  /** Those of a channel; of one state or month where these are given. Rejects with `INVALID`. */
  readonly remove: (request: OpeningBalanceFilter & OfAccount) => Promise<RemovedOpeningBalances>;
}

const { channel, state, month } = openingBalanceFields;

export const removeOpeningBalances = operation<RemoveOpeningBalancesPromise['remove']>()({
  name: 'removeOpeningBalances',
  summary: 'Removes the opening balances of a channel; of one state or month where these are given',
  right: 'approve',
  about: ofAccount,
  ask: asIs,
  run: (ports, asked) =>
    withAccount(ports, (opened) =>
      pipe(
        whoSeesBalances(opened),
        TE.flatMapEither(() =>
          nameOf(asked.channel) === ''
            ? fail('INVALID', 'Enter the name of the channel.')
            : E.right(nameOf(asked.channel)),
        ),
        TE.flatMap((name) =>
          fromStore(
            opened.reviews.removeOpeningBalances({
              channel: name,
              ...(asked.state !== undefined && { state: asked.state }),
              ...(asked.month !== undefined && { month: asked.month }),
            }),
          ),
        ),
        TE.map((removed) => ({ removed })),
      ),
    ),
  http: {
    method: 'post',
    path: '/opening-balances/remove',
    given: fields({ channel }, { state, month }),
    ask: asIs,
    show: asIs,
    answer: named('RemovedOpeningBalances', fields({ removed: count })),
  },
});
