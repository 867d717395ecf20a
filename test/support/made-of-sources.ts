import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(root, 'dist');
/** Longer than a test run; a folder in use has a recent date. */
const maxUse = 60 * 60_000;
/** Longer than the slowest machine compiles; what is older was left by a process that was killed. */
const maxMaking = 5 * 60_000;

const filesBelow = (path: string): readonly string[] =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name));

const digestOf = (sources: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const path of sources.flatMap((name) => filesBelow(join(root, name))).sort()) {
    hash.update(`${path}\0`).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 16);
};

const isOlderThan = (path: string, milliseconds: number): boolean =>
  Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > milliseconds;

const removeOld = (prefix: string): void => {
  for (const name of readdirSync(dist)) {
    const path = join(dist, name);
    if (name.includes(prefix) && isOlderThan(path, maxUse)) rmSync(path, { recursive: true, force: true });
  }
};

/** One test worker makes it, and the others wait: a compiler is too much to run it several times at once. */
const claim = (growing: string): boolean => {
  try {
    mkdirSync(growing);
    return true;
  } catch {
    if (isOlderThan(growing, maxMaking)) rmSync(growing, { recursive: true, force: true });
    return false;
  }
};

/**
 * The path of a folder in `dist/` that `make` has filled out of the sources (files and folders of this repository) as they
 * are now. Each state of the sources has a separate folder, which is made whole before it gets its name and never changes
 * afterwards: no process ever loads half of one build and half of another. Those of old states go after an hour unused.
 *
 * Rejects with the message of `make`.
 */
export const madeOfSources = async (
  kind: string,
  sources: readonly string[],
  make: (folder: string) => Promise<void>,
): Promise<string> => {
  const name = `${kind}-for-tests-${digestOf(sources)}`;
  const folder = join(dist, name);
  const growing = join(dist, `growing-${name}`);
  mkdirSync(dist, { recursive: true });
  while (!existsSync(folder)) {
    if (!claim(growing)) {
      await sleep(100);
      continue;
    }
    try {
      // Another worker may have been through between the question and the claim.
      if (existsSync(folder)) continue;
      await make(growing);
      renameSync(growing, folder);
    } finally {
      rmSync(growing, { recursive: true, force: true });
    }
  }
  utimesSync(folder, new Date(), new Date());
  removeOld(`${kind}-for-tests-`);
  return folder;
};
