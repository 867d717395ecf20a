import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

const filesOf = (folder: string, isOurs: (name: string) => boolean): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isOurs).sort();

const changedAt = (path: string): number => statSync(path).mtimeMs;

/**
 * Whether `dist/` holds what `npm run build` makes of these folders as they are now: a file for each source, none besides,
 * and each of them younger than its source and than the settings of the compiler.
 */
export const isBuilt = (folders: readonly string[]): boolean => {
  try {
    const settings = changedAt(join(root, 'tsconfig.json'));
    return folders.every((folder) => {
      const sources = filesOf(join(root, folder), (name) => /(?<!\.d)\.tsx?$/.test(name));
      const made = filesOf(join(root, 'dist', folder), (name) => name.endsWith('.js'));
      const named = sources.map((name) => name.replace(/\.tsx?$/, '.js')).sort();
      return (
        made.join('\n') === named.join('\n') &&
        sources.every((name) => {
          const at = changedAt(join(root, 'dist', folder, name.replace(/\.tsx?$/, '.js')));
          return at > settings && at > changedAt(join(root, folder, name));
        })
      );
    });
  } catch {
    return false;
  }
};
