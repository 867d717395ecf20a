import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(root, 'dist');
const prefix = 'packed-for-tests-';
const aDay = 86_400_000;
/** Longer than the slowest machine compiles; what is older was left by a process that was killed. */
const longestMaking = 5 * 60_000;

const copied = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'docs'];
const sources = ['src', 'connectors'];

const filesBelow = (path: string): readonly string[] =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name));

const digestOfSources = (): string => {
  const hash = createHash('sha256');
  for (const path of [...copied, ...sources, 'tsconfig.json'].flatMap((name) => filesBelow(join(root, name))).sort()) {
    hash.update(`${path}\0`).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 16);
};

/** What `npm run build` makes of the two folders that are published; `npm run typecheck` has checked the types. */
const compile = async (folder: string): Promise<void> => {
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { rootDir: root, outDir: join(folder, 'dist'), noCheck: true },
    include: sources.map((name) => join(root, name)),
  };
  const project = join(folder, 'tsconfig.json');
  writeFileSync(project, JSON.stringify(settings));
  await execute(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project]);
  rmSync(project);
};

const make = async (folder: string): Promise<void> => {
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
  await compile(folder);
  await execute('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
};

const tarballIn = (folder: string): string => {
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error('npm pack made no tarball');
  return join(folder, name);
};

const removeOld = (): void => {
  for (const name of readdirSync(dist)) {
    const path = join(dist, name);
    if (name.startsWith(prefix) && Date.now() - statSync(path).mtimeMs > aDay) rmSync(path, { recursive: true });
  }
};

/** One test worker makes it, and the others wait: a compiler is too much to run it several times at once. */
const claim = (growing: string): boolean => {
  try {
    mkdirSync(growing);
    return true;
  } catch {
    if (existsSync(growing) && Date.now() - statSync(growing).mtimeMs > longestMaking) {
      rmSync(growing, { recursive: true, force: true });
    }
    return false;
  }
};

/**
 * The path of the tarball that `npm publish` would send off, made of the sources as they are now. Kept in `dist/` for as
 * long as they do not change, so that only the first suite that asks for it waits.
 *
 * Rejects with what the compiler or npm said.
 */
export const packedPackage = async (): Promise<string> => {
  const digest = digestOfSources();
  const folder = join(dist, `${prefix}${digest}`);
  const growing = join(dist, `growing-package-${digest}`);
  mkdirSync(dist, { recursive: true });
  while (!existsSync(folder)) {
    if (claim(growing)) {
      try {
        await make(growing);
        renameSync(growing, folder);
      } finally {
        rmSync(growing, { recursive: true, force: true });
      }
      removeOld();
    } else {
      await sleep(100);
    }
  }
  return tarballIn(folder);
};
