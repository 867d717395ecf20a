import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { createJiti } from 'jiti';
import { type Loaders, lilconfig } from 'lilconfig';
import type { Complaint } from './complaint.ts';
import type { Configuration } from './configuration.ts';
import { configurationFiles } from './configuration-files.ts';
import { fileFailure } from './file-failure.ts';
import { lacksDefault } from './lacks-default.ts';
import { loadFailure } from './load-failure.ts';
import { parseJson } from './parse-json.ts';
import { readConfiguration } from './read-configuration.ts';

/** The configuration in a folder or, if there is none, above it. */
const nearest = (folder: string): string | undefined => {
  const found = configurationFiles.map((name) => join(folder, name)).find((path) => existsSync(path));
  const above = dirname(folder);
  return found !== undefined || above === folder ? found : nearest(above);
};

/** Nothing compiled is kept: the compiler's cache is in a shared temporary folder, where others could plant code. */
const code = async (path: string): Promise<unknown> =>
  createJiti(import.meta.url, { moduleCache: false, fsCache: false }).import(path, { default: true });

const loaders: Loaders = { '.ts': code, '.mts': code, '.js': code, '.mjs': code, '.json': parseJson };

const missing = (path: string | undefined): Complaint =>
  path === undefined
    ? {
        path: 'tax-nexus.config.{ts,mts,js,mjs,json}',
        problem: 'there is no configuration in this folder or above it',
        remedy: 'Run tax-nexus init to get a commented one, or name one with --config',
      }
    : { path, problem: 'there is no such file', remedy: 'Check the path that --config names' };

const useless = (path: string, problem: string): Complaint => ({
  path,
  problem,
  remedy: 'Remove it and run tax-nexus init to get a commented one',
});

const withoutDefault = (path: string): Complaint => ({
  path,
  problem: 'it has no default export',
  remedy: 'Write export default { … } for the settings',
});

const hasSettings = (config: unknown): config is object =>
  typeof config === 'object' && config !== null && !Array.isArray(config);

/** What is wrong with the file of variables; undefined when it was taken, or there is none. */
const takeVariables = (path: string, loadEnvFile: (path: string) => void): Complaint | undefined => {
  if (!existsSync(path)) return undefined;
  try {
    loadEnvFile(path);
    return undefined;
  } catch (error) {
    return fileFailure(path, error) ?? { path, problem: 'it cannot be read', remedy: 'Check how it is written' };
  }
};

/**
 * Finds, loads and checks the configuration: the file that was named, else `tax-nexus.config.*` in the folder or above it.
 * A `.env` file beside it is taken into the environment first, without overriding what is set.
 */
export const loadConfiguration =
  (options: {
    /** Path of the file, from `--config`. */
    readonly path?: string;
    readonly folder: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    /** Reads a `.env` file into the environment that `env` shows. */
    readonly loadEnvFile: (path: string) => void;
  }): TE.TaskEither<readonly Complaint[], Configuration> =>
  async () => {
    const path = options.path === undefined ? nearest(options.folder) : resolve(options.folder, options.path);
    if (path === undefined || !existsSync(path)) return E.left([missing(path)]);
    try {
      const found = await lilconfig('tax-nexus', { loaders }).load(path);
      if (found === null || found.isEmpty === true) return E.left([useless(path, 'it is empty')]);
      const config: unknown = found.config;
      if (!hasSettings(config)) return E.left([useless(path, 'it is not an object of settings')]);
      if (lacksDefault(config)) return E.left([withoutDefault(path)]);
      const folder = dirname(path);
      const refused = takeVariables(resolve(folder, '.env'), options.loadEnvFile);
      if (refused !== undefined) return E.left([refused]);
      return readConfiguration(config, { folder, env: options.env });
    } catch (error) {
      return E.left([loadFailure(path, error)]);
    }
  };
