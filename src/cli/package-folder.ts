/** The folder of this package: its examples and its manifest are files there. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The nearest folder above this file with the package's examples, because the distance depends on whether the file is compiled or
 * published. Undefined when they are missing.
 */
export const packageFolder = (folder = import.meta.dirname): string | undefined => {
  if (existsSync(join(folder, 'docs/examples'))) return folder;
  return dirname(folder) === folder ? undefined : packageFolder(dirname(folder));
};
