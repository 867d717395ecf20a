import { buildSchema } from 'graphql';
import { adminSchema2026_07 } from '../../sandbox/shopify/schema/admin-2026-07.ts';
import { adminSchema2026_10 } from '../../sandbox/shopify/schema/admin-2026-10.ts';
import { adminSchemaUnstable } from './admin-unstable.ts';

/** The versions that documents are validated against. 2027-01 is not published yet; `unstable` is what it is made from. */
export const adminSchemas = [
  ['2026-07', buildSchema(adminSchema2026_07)],
  ['2026-10', buildSchema(adminSchema2026_10)],
  ['unstable', buildSchema(adminSchemaUnstable)],
] as const;
