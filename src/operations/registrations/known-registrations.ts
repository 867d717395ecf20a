/** Where a business is registered, by its settings and as people noted it. */
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { registrationStatuses, type Registrations } from '../../domain/registration.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import type { StateRegistration } from '../../reconcile/thresholds/exposure.ts';
import { fail, type OperationFailure } from '../failure.ts';
import type { AccountState } from '../ports.ts';
import { day, fields, named, oneOf, orNull, text, yesNo } from '../shapes.ts';
import { type Operation, whoSeesAll } from '../state.ts';

/** A registration, and where it is written. */
export interface ListedRegistration extends StateRegistration {
  /** In the settings of the account, which decide; otherwise a person noted it. */
  readonly isSetting: boolean;
}

/** The registrations from settings and notes. A setting overrides a note. */
export const knownRegistrations = ({
  reviews,
  registrations: settings,
}: Pick<AccountState, 'reviews' | 'registrations'>): TE.TaskEither<StoreError, Registrations> =>
  pipe(
    reviews.registrations,
    TE.map((noted) => ({
      ...Object.fromEntries(noted.map(({ state, status, since, by }) => [state, { status, since, by }])),
      ...settings,
    })),
  );

export const whoSeesRegistrations = (state: AccountState): Operation<void> =>
  whoSeesAll(state, 'Registrations are of all storefronts together; you do not see all of them.');

/** Left with `INVALID` for a state whose registration is a setting. */
export const unlessSetting =
  (state: string) =>
  ({ registrations }: Pick<AccountState, 'registrations'>): E.Either<OperationFailure, void> =>
    Object.hasOwn(registrations, state)
      ? fail('INVALID', `The registration in ${state} is a setting (service.registrations). Change it there.`)
      : E.right(undefined);

export const registrationFields = {
  status: oneOf(...registrationStatuses),
  since: orNull(day),
  by: orNull(text('Who registered or files there')),
};

export const listedRegistrationShape = named(
  'ListedRegistration',
  fields({
    ...{ state: text('TX'), ...registrationFields },
    isSetting: yesNo('In the settings of the account, which decide; otherwise a person noted it'),
  }),
);
