import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = 'sandbox/shopify/schema/admin-2026-07.graphql';

/** From the top of the package, above the file that runs: a source, or one of `dist/`, which holds code alone. */
const readFrom = (folder: string): string => {
  const path = join(folder, file);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  const above = dirname(folder);
  if (above === folder) {
    throw new Error(`The sandbox does not find ${file} of its package. Keep tax-nexus-sync out of your bundle.`);
  }
  return readFrom(above);
};

/** Shopify's Admin schema of version 2026-07, cut down to what orders need, in GraphQL's schema language. */
export const adminSchema2026_07: string = readFrom(dirname(fileURLToPath(import.meta.url)));
