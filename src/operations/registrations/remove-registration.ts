/** `registrations.remove`: removes what a person noted of a registration. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { asIs, ofAccount, operation } from '../operation.ts';
import type { OfAccount } from '../requests.ts';
import { fields, named, text, yesNo } from '../shapes.ts';
import { fromStore, withAccount } from '../state.ts';
import { unlessSetting, whoSeesRegistrations } from './known-registrations.ts';

/** A state after a registration was removed. */
export interface RemovedRegistration {
  readonly state: string;
  /** False where none was noted: nothing was changed. */
  readonly hasChanged: boolean;
}

export interface RemoveRegistrationPromise {
  /** Removes a note; `hasChanged: false` where no note exists. Rejects with `INVALID` for a state that is a setting. */
  readonly remove: (request: { readonly state: string } & OfAccount) => Promise<RemovedRegistration>;
}

export const removeRegistration = operation<RemoveRegistrationPromise['remove']>()({
  name: 'removeRegistration',
  summary: 'Removes what was noted of a registration',
  right: 'approve',
  about: ofAccount,
  ask: asIs,
  run: (ports, { state: code }) =>
    withAccount(ports, (state) =>
      pipe(
        whoSeesRegistrations(state),
        TE.flatMapEither(() => unlessSetting(code)(state)),
        TE.flatMap(() => fromStore(state.reviews.removeRegistration(code))),
        TE.map((hasChanged) => ({ state: code, hasChanged })),
      ),
    ),
  http: {
    method: 'post',
    path: '/registrations/{state}/remove',
    given: fields({}),
    ask: (_given, { path }) => path,
    show: asIs,
    answer: named(
      'RemovedRegistration',
      fields({ state: text('TX'), hasChanged: yesNo('False where none was noted') }),
    ),
  },
});
