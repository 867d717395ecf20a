/** Turns a failure of PostgreSQL into a message that names the remedy and never quotes the data, and says whether to retry. */
import type { StoreError } from '../../domain/sync-store.ts';
import { retryHint } from '../sql/load-driver.ts';
import { errorName } from '../../domain/errors.ts';
import { fieldOf } from '../../domain/fields.ts';

/** The message of the error when all of this process's connections are in use for too long. */
export const noFreeConnection = 'no free connection';

/** What can be wrong with a database, as far as the remedies differ. */
type Cause =
  | 'address'
  | 'schema'
  | 'credentials'
  | 'no database'
  | 'no right'
  | 'unreachable'
  | 'busy'
  | 'disk full'
  | 'read only'
  | 'corrupt'
  | 'newer version'
  | 'closed'
  | 'other';

type Problem = StoreError['problem'];

const problems: Readonly<Record<Cause, readonly [Problem, string]>> = {
  address: [
    'cannot open',
    'The address of the sync database in PostgreSQL cannot be read. Write state as postgres://user:password@host:5432/database; ' +
      'a character such as @ or / in the password is written as %40 or %2F.',
  ],
  schema: [
    'cannot open',
    'The name after ?schema= in the address of the sync database cannot be the name of a schema. Use small letters, digits and _.',
  ],
  credentials: [
    'cannot open',
    `PostgreSQL refuses the user or the password of the sync database. Correct them in the setting state. ${retryHint}`,
  ],
  'no database': [
    'cannot open',
    `PostgreSQL has no database of the name that the setting state gives. Create it, or correct the name. ${retryHint}`,
  ],
  'no right': [
    'read only',
    'PostgreSQL does not let this user work on the sync database. Grant it CREATE on the database, or let its owner create ' +
      `the schema and make this user the owner of the schema. ${retryHint}`,
  ],
  unreachable: [
    'unreachable',
    `PostgreSQL, which keeps the sync database, cannot be reached. Check that it runs, and the host and port in the setting state. ${retryHint}`,
  ],
  busy: ['busy', `The sync database in PostgreSQL is kept busy by other transactions. ${retryHint}`],
  'disk full': [
    'disk full',
    `The disk or a limit of PostgreSQL, which keeps the sync database, is exhausted. Free some space. ${retryHint}`,
  ],
  'read only': [
    'read only',
    `PostgreSQL takes no writes to the sync database: it is a standby, or read only. Give state the address of the primary. ${retryHint}`,
  ],
  corrupt: [
    'corrupt',
    'PostgreSQL reports damaged data under the sync database. Restore the database from a backup, or give state an empty ' +
      'schema: nothing is doubled, because the service is asked what it already has.',
  ],
  'newer version': [
    'newer version',
    'A table or column of the sync database in PostgreSQL is gone: a newer version of tax-nexus-sync has removed it. Nothing of ' +
      'the last step was written. End this process, and start the version that the others run.',
  ],
  closed: ['other', 'The sync database was closed.'],
  other: ['other', ''],
};

export const postgresError = (cause: Cause, code = 'no code'): StoreError => {
  const [problem, message] = problems[cause];
  const unknown = `The sync database in PostgreSQL failed (${code}). Nothing of the last step was written. ${retryHint}`;
  return { _tag: 'StoreError', problem, message: message === '' ? unknown : message };
};

/** Shows only codes, because a message of PostgreSQL may quote the data that was written. */
export const toPostgresError = (error: unknown): StoreError =>
  postgresError(causeOf(error), codeOf(error) ?? errorName(error));

/**
 * A prepared statement is missing, or was prepared by another client: a pooler hands one connection of the server to many
 * clients, and does not follow their statements. Or (0A000) it was prepared before a newer version added a column to its rows.
 */
const foreignStatements: ReadonlySet<string> = new Set(['26000', '42P05', '0A000']);

export const isForeignStatement = (error: unknown): boolean => foreignStatements.has(codeOf(error) ?? '');

/** Two transactions collided, also by adding the same row (23505), and this one was rolled back. */
const collisions: ReadonlySet<string> = new Set(['40001', '40P01', '23505']);

/** The transaction was rolled back, and the next attempt may succeed: see also `isForeignStatement`. */
export const mayRetryAtOnce = (error: unknown): boolean =>
  collisions.has(codeOf(error) ?? '') || isForeignStatement(error);

/** The database did not answer for so long that the connection is closed. */
export const isSilence = (error: unknown): boolean => fieldOf(error, 'message') === 'Query read timeout';

/** SQLSTATE, the whole code or its class, and the codes of the network (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const byCode: Readonly<Record<string, Cause>> = {
  '28': 'credentials',
  '3D000': 'no database',
  '42501': 'no right',
  '08': 'unreachable',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  '57P05': 'unreachable',
  '25P03': 'busy',
  '25006': 'read only',
  '40': 'busy',
  '53100': 'disk full',
  '53': 'busy',
  '42703': 'newer version',
  '42P01': 'newer version',
  '55P03': 'busy',
  '57014': 'busy',
  XX001: 'corrupt',
  XX002: 'corrupt',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EPIPE: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
};

/** Errors of the driver without a code. */
const byMessage: readonly (readonly [RegExp, Cause])[] = [
  [
    /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection error|not queryable|no answer within/i,
    'unreachable',
  ],
  [new RegExp(`^${noFreeConnection}$`), 'busy'],
  [/password must be a string|SASL/, 'credentials'],
  [/after calling end on the pool|driver has already been destroyed/, 'closed'],
];

const causeOf = (error: unknown): Cause => {
  const code = codeOf(error);
  if (code !== undefined) return byCode[code] ?? byCode[code.slice(0, 2)] ?? 'other';
  const message = fieldOf(error, 'message');
  return byMessage.find(([pattern]) => typeof message === 'string' && pattern.test(message))?.[1] ?? 'other';
};

const codeOf = (error: unknown): string | undefined => {
  const code = fieldOf(error, 'code');
  if (typeof code === 'string') return code;
  // Several addresses of one host were tried, and each has an error.
  const errors = fieldOf(error, 'errors');
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : undefined;
};
