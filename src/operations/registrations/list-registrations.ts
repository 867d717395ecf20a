/** `registrations.list`: states in which the business is registered, by the settings and as people noted it. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { asIs, ofAccount, operation } from '../operation.ts';
import type { OfAccount } from '../requests.ts';
import { asPage, fields, pageOf } from '../shapes.ts';
import { fromStore, withAccount } from '../state.ts';
import {
  knownRegistrations,
  type ListedRegistration,
  listedRegistrationShape,
  whoSeesRegistrations,
} from './known-registrations.ts';

export interface ListRegistrationsPromise {
  /** In the order of the states, also registrations that begin later. */
  readonly list: (request?: OfAccount) => Promise<readonly ListedRegistration[]>;
}

export const listRegistrations = operation<ListRegistrationsPromise['list']>()({
  name: 'listRegistrations',
  summary: 'States in which the business is registered, by the settings and as people noted it',
  right: 'view',
  about: ofAccount,
  ask: (request = {}) => request,
  run: (ports) =>
    withAccount(ports, (state) =>
      pipe(
        whoSeesRegistrations(state),
        TE.flatMap(() => fromStore(knownRegistrations(state))),
        TE.map((known) =>
          Object.entries(known)
            .map(([code, one]) => ({ state: code, ...one, isSetting: Object.hasOwn(state.registrations, code) }))
            .sort((a, b) => (a.state < b.state ? -1 : 1)),
        ),
      ),
    ),
  http: {
    method: 'get',
    path: '/registrations',
    given: fields({}),
    ask: asIs,
    show: asPage,
    answer: pageOf(listedRegistrationShape),
  },
});
