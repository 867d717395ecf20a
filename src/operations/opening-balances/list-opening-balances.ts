/** `openingBalances.list`: sales of channels that are not connected, as people stated them. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { asIs, ofAccount, operation } from '../operation.ts';
import type { OfAccount } from '../requests.ts';
import { asPage, fields, pageOf } from '../shapes.ts';
import { fromStore, withAccount } from '../state.ts';
import { listedBalanceShape, type ListedOpeningBalance, toListed, whoSeesBalances } from './opening-balance.ts';

export interface ListOpeningBalancesPromise {
  /** In the order of states, months and channels. */
  readonly list: (request?: OfAccount) => Promise<readonly ListedOpeningBalance[]>;
}

export const listOpeningBalances = operation<ListOpeningBalancesPromise['list']>()({
  name: 'listOpeningBalances',
  summary: 'Sales of channels that are not connected, as people stated them; they count toward thresholds alone',
  right: 'view',
  about: ofAccount,
  ask: (request = {}) => request,
  run: (ports) =>
    withAccount(ports, (state) =>
      pipe(
        whoSeesBalances(state),
        TE.flatMap(() => fromStore(state.reviews.openingBalances)),
        TE.map((balances) => balances.map(toListed)),
      ),
    ),
  http: {
    method: 'get',
    path: '/opening-balances',
    given: fields({}),
    ask: asIs,
    show: asPage,
    answer: pageOf(listedBalanceShape),
  },
});
