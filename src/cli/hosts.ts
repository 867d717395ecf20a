/** The frameworks that an app may run on: how each is found, and which files of the package's examples it needs. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { isRecord } from '../domain/fields.ts';

export interface Host {
  readonly name: string;
  /** An app that depends on one of these packages runs on it. */
  readonly packages: readonly string[];
  /** Its folder in `docs/examples`. */
  readonly example: string;
  /** The files that the app needs, by the example's file. */
  readonly files: Readonly<Record<string, string>>;
  /** What a person adds to a file that every such app has, by the example's file. */
  readonly byHand: Readonly<Record<string, string>>;
}

/** The version of a package as code in a folder would load it; null when it is not installed. */
export const installedVersion = (name: string, folder: string): string | null => {
  const manifest = jsonOf(join(folder, 'node_modules', name, 'package.json'));
  if (isRecord(manifest)) return typeof manifest['version'] === 'string' ? manifest['version'] : null;
  return dirname(folder) === folder ? null : installedVersion(name, dirname(folder));
};

/** The peers that the manifest in a folder names. */
export const peersOf = (folder: string): readonly string[] => {
  const manifest = jsonOf(join(folder, 'package.json'));
  const peers = isRecord(manifest) ? manifest['peerDependencies'] : null;
  return isRecord(peers) ? Object.keys(peers) : [];
};

/** A framework whose apps mount the plugin in the file that starts their server. */
const server = (name: string, found: string, example: string): Host => {
  const [folder = '', file = ''] = example.split('/');
  return {
    name,
    packages: [found],
    example: folder,
    files: {},
    byHand: { [file]: 'the file that starts your server' },
  };
};

/** In the order in which they are looked for: a framework comes before the servers that it is built on. */
const hosts: readonly Host[] = [
  {
    name: 'Next.js',
    packages: ['next'],
    example: 'next',
    files: {
      'next.config.mjs': 'next.config.mjs',
      'lib/tax-nexus.mjs': 'lib/tax-nexus.mjs',
      'app/tax-nexus/[[...path]]/route.mjs': 'app/tax-nexus/[[...path]]/route.js',
      'instrumentation.mjs': 'instrumentation.js',
    },
    byHand: {},
  },
  {
    name: 'Nuxt',
    packages: ['nuxt'],
    example: 'nuxt',
    files: {
      'server/routes/tax-nexus/[...path].mjs': 'server/routes/tax-nexus/[...path].js',
      'server/plugins/tax-nexus.mjs': 'server/plugins/tax-nexus.js',
    },
    byHand: {},
  },
  {
    name: 'SvelteKit',
    packages: ['@sveltejs/kit'],
    example: 'sveltekit',
    files: {
      'src/lib/server/tax-nexus.mjs': 'src/lib/server/tax-nexus.mjs',
      'src/routes/tax-nexus/[...path]/+server.mjs': 'src/routes/tax-nexus/[...path]/+server.js',
      'src/hooks.server.mjs': 'src/hooks.server.js',
    },
    byHand: {},
  },
  {
    name: 'React Router',
    packages: ['@react-router/dev', '@remix-run/dev'],
    example: 'shopify-app',
    files: {
      'app/tax-nexus.server.mjs': 'app/tax-nexus.server.mjs',
      'app/routes/tax-nexus.$.mjs': 'app/routes/tax-nexus.$.js',
    },
    byHand: { 'app/entry.server.mjs': 'app/entry.server' },
  },
  { name: 'Astro', packages: ['astro'], example: 'astro', files: { 'server.mjs': 'server.mjs' }, byHand: {} },
  server('NestJS', '@nestjs/core', 'nest/main.mjs'),
  server('Fastify', 'fastify', 'fastify/app.mjs'),
  server('Koa', 'koa', 'koa/app.mjs'),
  server('Hono', 'hono', 'hono/app.mjs'),
  server('Express', 'express', 'express/app.mjs'),
];

/** The hosts on which the app of a folder depends, by its `package.json`, with the package that shows it. */
export const hostsIn = (folder: string): readonly (Host & { readonly found: string })[] => {
  const manifest = jsonOf(join(folder, 'package.json'));
  const { dependencies, devDependencies } = isRecord(manifest) ? manifest : {};
  const names = [dependencies, devDependencies].flatMap((list) => (isRecord(list) ? Object.keys(list) : []));
  return hosts.flatMap((host) => {
    const found = host.packages.find((name) => names.includes(name));
    return found === undefined ? [] : [{ ...host, found }];
  });
};

const jsonOf = (path: string): unknown =>
  existsSync(path)
    ? E.toUnion(
        E.tryCatch(
          () => JSON.parse(readFileSync(path, 'utf8')) as unknown,
          () => null,
        ),
      )
    : null;
