import * as E from 'fp-ts/lib/Either.js';
import type { BookError } from '../../core/record-book.ts';
import { postgresError } from './to-book-error.ts';

/** Where a record book is in PostgreSQL. */
export interface BookAddress {
  /** For the driver. Holds a password: never in a message. */
  readonly connectionString: string;
  /** The schema that all of its tables are in. */
  readonly schema: string;
}

/** Apart from everything that the host's app keeps in the same database. */
const defaultSchema = 'tax_nexus';

/** Written into statements, so that nothing else may pass. */
const schemaShape = /^[a-z_][a-z0-9_]{0,40}$/;

/**
 * Reads `postgres://user:password@host:5432/database`. A parameter `schema` of our own names another schema, so that one
 * database can hold the books of several accounts; the others (`sslmode`, …) are the driver's.
 */
export const bookAddress = (url: string): E.Either<BookError, BookAddress> => {
  const parsed = E.tryCatch(
    () => new URL(url),
    () => postgresError('address'),
  );
  if (E.isLeft(parsed)) return parsed;
  const { searchParams } = parsed.right;
  const schema = searchParams.get('schema') ?? defaultSchema;
  if (!schemaShape.test(schema)) return E.left(postgresError('schema'));
  searchParams.delete('schema');
  return E.right({ connectionString: parsed.right.href, schema });
};
