import { isAbsolute, resolve } from 'node:path';
import { secret } from '../../domain/secret.ts';
import type { StateConfiguration } from './configuration.ts';
import type { FieldReader } from './field-reader.ts';

const remedy =
  'Write sqlite: and a path, such as sqlite:./tax-nexus.db, or the address of a PostgreSQL database, such as postgres://user:password@host:5432/database';
const defaultState = 'sqlite:./tax-nexus.db';

const isPostgres = (state: string): boolean => /^postgres(ql)?:\/\//.test(state);

/**
 * Where the sync database is. The address of a database is a secret.
 *
 * @param folder from which relative paths start
 */
export const readState = (reader: FieldReader, folder: string): StateConfiguration => {
  const isWritten = (reader.raw('state') ?? null) !== null;
  const state = isWritten ? reader.secret('state', remedy).reveal() : defaultState;
  if (isPostgres(state)) return { engine: 'postgres', address: secret(state) };
  const path = state.startsWith('sqlite:') ? state.slice('sqlite:'.length) : '';
  // An empty one has been complained about already.
  if (state !== '' && path === '') {
    reader.complain('state', 'it names neither an SQLite file nor a PostgreSQL database', remedy);
  }
  return { engine: 'sqlite', path: path === ':memory:' || isAbsolute(path) ? path : resolve(folder, path) };
};
