/** Reads the states in which a business is registered, so that their thresholds are not named as needing action. */
import { dayProblem, dayRemedy } from '../../domain/date-range.ts';
import { type Registration, type Registrations, registrationStatuses } from '../../domain/registration.ts';
import { facilitatorLaws } from '../../mapping/facilitator-laws.ts';
import type { FieldReader } from './field-reader.ts';

const readRegistration = (reader: FieldReader): Registration => {
  const status = reader.choice('status', registrationStatuses, 'registered');
  const since =
    status === 'registered' ? reader.text('since', dayRemedy) : (reader.optionalText('since', dayRemedy) ?? '');
  const problem = since === '' ? undefined : dayProblem(since);
  if (problem !== undefined) reader.complain('since', problem, dayRemedy);
  const by = reader.optionalText('by', 'Write who registered or files there, such as "our accountant"');
  reader.refuseOthers();
  return { status, since: since === '' ? null : since, by };
};

/** `{ "TX": { "since": "2023-05-01", "by": "our accountant" } }` */
export const readRegistrations = (reader: FieldReader): Registrations => {
  const registrations = Object.fromEntries(
    reader.keys().map((state) => {
      if (!Object.hasOwn(facilitatorLaws, state)) {
        const problem = 'it is not the code of a US state with a sales tax';
        reader.complain(state, problem, 'Write two capital letters, such as CA');
      }
      return [state, readRegistration(reader.object(state, true))];
    }),
  );
  reader.refuseOthers();
  return registrations;
};
