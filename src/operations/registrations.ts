import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { dayProblem } from '../domain/date-range.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import { type Registration, registrationStatuses, type Registrations } from '../domain/registration.ts';
import type { StoreError } from '../domain/sync-store.ts';
import { facilitatorLaws } from '../mapping/facilitator-laws.ts';
import type { StateRegistration } from '../reconcile/thresholds/exposure.ts';
import { fail, type OperationFailure } from './failure.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import { fromStore, type Operation, whoSeesAll, withAccount } from './state.ts';

/** Characters of a name. */
const maxName = 200;

/** Where a business is registered, as a person notes it. */
export interface RegistrationRequest {
  /** Two capital letters, such as `TX`. */
  readonly state: string;
  /** Default `registered`. */
  readonly status?: Registration['status'];
  /** The first day, `YYYY-MM-DD`. It may be left out with `managed elsewhere`. */
  readonly since?: string;
  /** Who registered or files there, at most 200 characters. */
  readonly registeredBy?: string;
  /** The person who notes it, in your words. */
  readonly by: string;
}

/** A registration, and where it is written. */
export interface ListedRegistration extends StateRegistration {
  /** In the settings of the account, which decide; otherwise a person noted it. */
  readonly isSetting: boolean;
}

/** A state after a registration was removed. */
export interface RemovedRegistration {
  readonly state: string;
  /** False where none was noted: nothing was changed. */
  readonly hasChanged: boolean;
}

/** Of settings and notes; a setting decides. */
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

const seesAll = (state: AccountState): Operation<void> =>
  whoSeesAll(state, 'Registrations are of all storefronts together; you do not see all of them.');

/** Where the business is registered, also from a later day on, in the order of the states. Left with `FORBIDDEN`. */
export const listRegistrations = (ports: OperationPorts): Operation<readonly ListedRegistration[]> =>
  withAccount(ports, (state) =>
    pipe(
      seesAll(state),
      TE.flatMap(() => fromStore(knownRegistrations(state))),
      TE.map((known) =>
        Object.entries(known)
          .map(([code, one]) => ({ state: code, ...one, isSetting: Object.hasOwn(state.registrations, code) }))
          .sort((a, b) => (a.state < b.state ? -1 : 1)),
      ),
    ),
  );

/** A host in JavaScript may note anything. */
const registrationOf = ({
  state,
  status = 'registered',
  since,
  registeredBy = '',
}: RegistrationRequest): E.Either<OperationFailure, ListedRegistration> => {
  const by = registeredBy.trim().slice(0, maxName);
  if (!Object.hasOwn(facilitatorLaws, state))
    return fail('INVALID', 'Enter a US state with a sales tax as two capital letters, such as TX.');
  if (!registrationStatuses.includes(status))
    return fail('INVALID', `"status" must be one of ${registrationStatuses.join(', ')}.`);
  if (since === undefined && status === 'registered')
    return fail('INVALID', 'Enter the first day of the registration as YYYY-MM-DD.');
  const problem = since === undefined ? undefined : dayProblem(since);
  if (problem !== undefined) return fail('INVALID', `The first day cannot be read: ${problem}.`);
  return E.right({ state, status, since: since ?? null, by: by === '' ? null : by, isSetting: false });
};

const unlessSetting =
  (state: string) =>
  ({ registrations }: Pick<AccountState, 'registrations'>): E.Either<OperationFailure, void> =>
    Object.hasOwn(registrations, state)
      ? fail('INVALID', `The registration in ${state} is a setting (service.registrations). Change it there.`)
      : E.right(undefined);

/** Notes where the business is registered; a note of the same state is replaced. Left with `INVALID` and `FORBIDDEN`. */
export const saveRegistration = (ports: OperationPorts, request: RegistrationRequest): Operation<ListedRegistration> =>
  withAccount(ports, (state) =>
    pipe(
      seesAll(state),
      TE.flatMapEither(() => registrationOf(request)),
      TE.tap(() => TE.fromEither(unlessSetting(request.state)(state))),
      TE.tap(({ state: code, status, since, by }) => {
        const noted = { notedBy: request.by.slice(0, maxName), notedAt: instantOfMilliseconds(ports.clock.now()) };
        return fromStore(state.reviews.saveRegistration({ state: code, status, since, by, ...noted }));
      }),
    ),
  );

/** Removes what was noted of a state. Left with `INVALID` for one that is a setting, and with `FORBIDDEN`. */
export const removeRegistration = (ports: OperationPorts, code: string): Operation<RemovedRegistration> =>
  withAccount(ports, (state) =>
    pipe(
      seesAll(state),
      TE.flatMapEither(() => unlessSetting(code)(state)),
      TE.flatMap(() => fromStore(state.reviews.removeRegistration(code))),
      TE.map((hasChanged) => ({ state: code, hasChanged })),
    ),
  );
