import { buildSchema, type GraphQLSchema } from 'graphql';
import { adminSchema2026_07 } from '../schema/admin-2026-07.ts';
import { adminSchema2026_10 } from '../schema/admin-2026-10.ts';

export type ServedVersion = '2026-07' | '2026-10';

const texts: Readonly<Record<ServedVersion, string>> = {
  '2026-07': adminSchema2026_07,
  '2026-10': adminSchema2026_10,
};

const built = new Map<ServedVersion, GraphQLSchema>();

/** The schema of a version, built when it is first asked for. */
export const schemaOf = (version: ServedVersion): GraphQLSchema => {
  const schema = built.get(version) ?? buildSchema(texts[version], { assumeValid: true });
  built.set(version, schema);
  return schema;
};

/** Which version answers for one that was asked for: an expired one falls forward to the oldest; none for the future. */
export const servedVersion = (asked: string): ServedVersion | undefined => {
  if (asked === '2026-07' || asked === '2026-10') return asked;
  return /^20\d\d-\d\d$/.test(asked) && asked < '2026-07' ? '2026-07' : undefined;
};
