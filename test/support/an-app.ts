import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isRecord } from '../../src/domain/fields.ts';
import { packedPackage } from './packed-package.ts';
import { temporaryFolder } from './temporary-folder.ts';

const execute = promisify(execFile);
const installed = fileURLToPath(new URL('../../node_modules/', import.meta.url));

/** An app that has installed the package from its tarball. */
export interface App {
  readonly folder: string;
  /** The package within the app, as it was unpacked. */
  readonly package: string;
  /** The package's own `package.json`. */
  readonly manifest: Readonly<Record<string, unknown>>;
}

const namesIn = (list: unknown): readonly string[] => (isRecord(list) ? Object.keys(list) : []);

/** A dependency is the one that this checkout has. */
const link = (modules: string, name: string, own: string): void => {
  const target = join(installed, own);
  if (!existsSync(target)) return;
  mkdirSync(dirname(join(modules, name)), { recursive: true });
  symlinkSync(target, join(modules, name), 'junction');
};

/** The peer that npm installs with the package, and the optional ones that most apps have. */
const besides = ['@opentelemetry/api', 'stripe', '@photostructure/sqlite'];

/** The app's package.json fields, and what it has installed besides the package. */
export interface AppOptions {
  readonly type: 'module' | 'commonjs';
  /** Names; `express=express-4` installs that folder of this checkout as `express`. The last one of a name wins. */
  readonly also?: readonly string[];
}

const install = async (folder: string, { type, also = [] }: AppOptions): Promise<App> => {
  const tarball = await packedPackage();
  const modules = join(folder, 'node_modules');
  const unpacked = join(modules, 'tax-nexus-sync');
  mkdirSync(unpacked, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'an-app', private: true, type }));
  await execute('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
  const manifest: unknown = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
  if (!isRecord(manifest)) throw new Error('the package has no manifest');
  const wanted = [...namesIn(manifest['dependencies']), ...besides, ...also].map((given): [string, string] => {
    const [name = '', own = name] = given.split('=');
    return [name, own];
  });
  for (const [name, own] of new Map(wanted)) link(modules, name, own);
  return { folder, package: unpacked, manifest };
};

/**
 * Makes empty folders apps with the package in them, for the tests of one file. The package comes out of the tarball, and
 * can see its declared dependencies, three peers and nothing else: an import of a development dependency fails.
 */
export const apps = (): ((options: AppOptions) => Promise<App>) => {
  const parent = temporaryFolder();
  return (options) => install(mkdtempSync(join(parent, 'app-')), options);
};

export interface Output {
  /** Null when it could not be run at all. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs Node in an app, with variables of the environment besides the usual ones, and waits for its end, however that is. */
export const runIn = (
  { folder }: App,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Output> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...variables };
    const child = execFile(process.execPath, [...words], { cwd: folder, env, timeout: 120_000 }, (_error, out, err) => {
      resolve({ code: child.exitCode, out, err });
    });
  });
