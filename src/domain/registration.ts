/** Where a business says that it is registered to collect sales tax, which decides what a crossed threshold there means. */
import type { Instant } from './instant.ts';

/** A registration in one state. */
export interface Registration {
  /** `managed elsewhere`: another service or preparer files there. */
  readonly status: RegistrationStatus;
  /** The first day, `YYYY-MM-DD`; null: not known, which only `managed elsewhere` may be. */
  readonly since: string | null;
  /** Who registered or files there, such as `our accountant`; null: not given. */
  readonly by: string | null;
}

export const registrationStatuses = ['registered', 'managed elsewhere'] as const;

export type RegistrationStatus = (typeof registrationStatuses)[number];

/** A registration that a person noted on the screen, through the API or by a command. */
export interface NotedRegistration extends Registration {
  /** Two letters. */
  readonly state: string;
  readonly notedBy: string;
  readonly notedAt: Instant;
}

/** By the two letters of a state, DC or PR. */
export type Registrations = Readonly<Record<string, Registration>>;

/** The registration that holds on a day; null if it has not begun by then. */
export const registrationOn = (registration: Registration | undefined, day: string): Registration | null =>
  registration === undefined || (registration.since ?? '') > day ? null : registration;
