import * as E from 'fp-ts/lib/Either.js';
import type { BookError } from '../../core/record-book.ts';
import type { BookAddress } from './book-address.ts';
import { connectPatience, idleConnection, mostConnections } from './patience.ts';
import type { PgDriver, PgPool } from './pg-driver.ts';
import { postgresError } from './to-book-error.ts';

const ignore = (): void => undefined;

/** A pool for a database, which is not asked anything before somebody needs it. */
export const openPool = ({ Pool }: PgDriver, { connectionString }: BookAddress): E.Either<BookError, PgPool> => {
  const made = E.tryCatch(
    () =>
      new Pool({
        connectionString,
        max: mostConnections,
        connectionTimeoutMillis: connectPatience,
        idleTimeoutMillis: idleConnection,
        keepAlive: true,
        application_name: 'tax-nexus-sync',
        allowExitOnIdle: false,
      }),
    () => postgresError('address'),
  );
  if (E.isLeft(made)) return made;
  // A connection that breaks while nobody uses it is replaced; without a listener it would end the process.
  made.right.on('error', ignore);
  made.right.on('connect', (client) => void client.on('error', ignore));
  return made;
};
