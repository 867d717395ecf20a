/** `registrations.save`: notes that the business is registered in a state. */
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { dayProblem } from '../../domain/date-range.ts';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import { type Registration, registrationStatuses } from '../../domain/registration.ts';
import { facilitatorLaws } from '../../mapping/facilitator-laws.ts';
import { fail, type OperationFailure } from '../failure.ts';
import { asIs, ofAccount, operation } from '../operation.ts';
import type { OfAccount } from '../requests.ts';
import { fields, oneOf, text } from '../shapes.ts';
import { fromStore, withAccount } from '../state.ts';
import {
  type ListedRegistration,
  listedRegistrationShape,
  unlessSetting,
  whoSeesRegistrations,
} from './known-registrations.ts';

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

export interface SaveRegistrationPromise {
  /** Notes a registration in place of an earlier note of the same state. Rejects with `INVALID`, also for a state that is a setting. */
  readonly save: (request: RegistrationRequest & OfAccount) => Promise<ListedRegistration>;
}

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

export const saveRegistration = operation<SaveRegistrationPromise['save']>()({
  name: 'saveRegistration',
  summary: 'Notes that the business is registered in a state',
  right: 'approve',
  about: ofAccount,
  ask: asIs,
  run: (ports, request) =>
    withAccount(ports, (state) =>
      pipe(
        whoSeesRegistrations(state),
        TE.flatMapEither(() => registrationOf(request)),
        TE.tap(() => TE.fromEither(unlessSetting(request.state)(state))),
        TE.tap(({ state: code, status, since, by }) => {
          const noted = { notedBy: request.by.slice(0, maxName), notedAt: instantOfMilliseconds(ports.clock.now()) };
          return fromStore(state.reviews.saveRegistration({ state: code, status, since, by, ...noted }));
        }),
      ),
    ),
  http: {
    method: 'post',
    path: '/registrations',
    given: fields(
      { state: text('TX', { maxLength: 2 }) },
      {
        status: oneOf(...registrationStatuses),
        since: text('The first day, YYYY-MM-DD. It may be left out with "managed elsewhere"', { maxLength: 10 }),
        registeredBy: text('Who registered or files there', { maxLength: maxName }),
      },
    ),
    ask: (given, { by }) => ({ ...given, by }),
    show: asIs,
    answer: listedRegistrationShape,
  },
});
