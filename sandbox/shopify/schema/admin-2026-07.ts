/** Reads the Shopify Admin schema of version 2026-07 from the package, for checking queries as Shopify does. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = 'sandbox/shopify/schema/admin-2026-07.graphql';

/** Searches upwards from this file, which may be a source or compiled into `dist/`, which holds only code. */
const readFrom = (folder: string): string => {
  const path = join(folder, file);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  const above = dirname(folder);
  if (above === folder) {
    throw new Error(`The sandbox does not find ${file} of its package. Keep tax-nexus-sync out of your bundle.`);
  }
  return readFrom(above);
};

/** Reduced to what orders need, in GraphQL's schema language. */
export const adminSchema2026_07: string = readFrom(dirname(fileURLToPath(import.meta.url)));
