import { execFile, spawn } from 'node:child_process';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll } from '@jest/globals';
import { isRecord } from '../../src/domain/fields.ts';
import { packedPackage } from './packed-package.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const own = 'tax-nexus-sync';

type Manifest = Readonly<Record<string, unknown>>;

const manifestOf = (text: string): Manifest => {
  const manifest: unknown = JSON.parse(text);
  return isRecord(manifest) ? manifest : {};
};

/** The folder of each package of the lockfile in this checkout; packages of other platforms have none. */
const foldersByName = (): ReadonlyMap<string, readonly string[]> => {
  const { packages } = manifestOf(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const folders = new Map<string, readonly string[]>();
  for (const path of isRecord(packages) ? Object.keys(packages) : []) {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (name === '' || !existsSync(join(root, path, 'package.json'))) continue;
    folders.set(name, [...(folders.get(name) ?? []), path]);
  }
  return folders;
};

const readText = async (program: string, words: readonly string[]): Promise<string> =>
  (await promisify(execFile)(program, words, { maxBuffer: 1_000_000 })).stdout;

const sendFolder = (path: string, answer: ServerResponse): void => {
  const name = basename(path);
  const words = ['-cf', '-', '--exclude', `${name}/node_modules`, '-C', dirname(path), name];
  spawn('tar', words, { stdio: ['ignore', 'pipe', 'ignore'] }).stdout.pipe(answer);
};

const addressOf = (server: Server): string => {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
};

/** The manifests of all versions of a package, and where each lies. */
type Shelf = (name: string) => readonly (readonly [Manifest, string])[];

const shelfOf = async (tarball: string): Promise<Shelf> => {
  const folders = foldersByName();
  const published = manifestOf(await readText('tar', ['-xzOf', tarball, 'package/package.json']));
  return (name) =>
    name === own
      ? [[published, own]]
      : (folders.get(name) ?? []).map((path) => [
          manifestOf(readFileSync(join(root, path, 'package.json'), 'utf8')),
          path,
        ]);
};

const start = async (server: Server): Promise<string> => {
  const tarball = await packedPackage();
  const shelf = await shelfOf(tarball);
  server.on('request', ({ url = '' }: IncomingMessage, answer: ServerResponse) => {
    const { pathname, searchParams } = new URL(url, addressOf(server));
    const path = searchParams.get('of');
    if (path === own) return void createReadStream(tarball).pipe(answer);
    if (path !== null) return sendFolder(join(root, path), answer);
    const name = decodeURIComponent(pathname.slice(1));
    const versions = shelf(name).map(([manifest, from]) => {
      const tarballAddress = `${addressOf(server)}/-/${basename(name)}.tgz?of=${encodeURIComponent(from)}`;
      return [String(manifest['version']), { ...manifest, dist: { tarball: tarballAddress } }] as const;
    });
    const [[latest] = []] = versions;
    answer.writeHead(latest === undefined ? 404 : 200, { 'content-type': 'application/json' });
    answer.end(JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(versions) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return addressOf(server);
};

/**
 * A registry of npm's on this machine, for the tests of one file: it hands out the package as it would be published, and
 * of everything else the versions that this checkout has installed. What is installed from it needs no network, and is the
 * same every day.
 *
 * @returns gives its address; the first call starts it
 */
export const localRegistry = (): (() => Promise<string>) => {
  const server = createServer();
  let started: Promise<string> | undefined;
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return () => (started ??= start(server));
};
