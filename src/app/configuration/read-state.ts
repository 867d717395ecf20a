import { isAbsolute, resolve } from 'node:path';
import { type StateConfiguration } from './configuration.ts';
import { type FieldReader } from './field-reader.ts';

const remedy = 'Write sqlite: and a path, such as sqlite:./tax-nexus.db';

/** Where the record book is. @param folder from which relative paths start */
export const readState = (reader: FieldReader, folder: string): StateConfiguration => {
  const state = reader.optionalText('state', remedy) ?? 'sqlite:./tax-nexus.db';
  const path = state.startsWith('sqlite:') ? state.slice('sqlite:'.length) : '';
  if (path === '') reader.complain('state', 'it names no record book that this version can open', remedy);
  return { path: path === ':memory:' || isAbsolute(path) ? path : resolve(folder, path) };
};
