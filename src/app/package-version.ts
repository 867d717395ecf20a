import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** By hand: a codec would be loaded before every command. */
const isOurs = (found: unknown): found is { readonly version: string } =>
  typeof found === 'object' &&
  found !== null &&
  'name' in found &&
  found.name === 'tax-nexus-sync' &&
  'version' in found &&
  typeof found.version === 'string';

const versionIn = (folder: string): string => {
  const path = join(folder, 'package.json');
  const found: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  if (isOurs(found)) return found.version;
  const above = dirname(folder);
  return above === folder ? 'unknown' : versionIn(above);
};

/** As its package.json has it; `unknown` in a bundle of the host's. */
export const packageVersion = (): string => (known ??= versionIn(dirname(fileURLToPath(import.meta.url))));

let known: string | undefined;
