/** Loads a configuration file with its `.env` and checks all of it, with complaints that never quote a secret from the file. */
import { isRecord } from '../../domain/fields.ts';
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { createJiti } from 'jiti';
import { lilconfig, type Loader, type Loaders } from 'lilconfig';
import type { ConfigurationProblem } from './complaint.ts';
import type { Configuration } from './configuration.ts';
import { findConfiguration, variablesProblem } from './find-configuration.ts';
import { types } from 'node:util';
import { readConfiguration } from './read-configuration.ts';

/** No compiled code is cached: the compiler's cache is in a shared temporary folder, where others could plant code. */
export const importModule = async (path: string, part: { readonly default?: true } = {}): Promise<unknown> =>
  createJiti(import.meta.url, { moduleCache: false, fsCache: false }).import(path, part);

/** What is wrong with the file of variables; undefined when it was loaded, or does not exist. */
export const takeVariables = (path: string, loadEnvFile: (path: string) => void): ConfigurationProblem | undefined => {
  if (!existsSync(path)) return undefined;
  try {
    loadEnvFile(path);
    return undefined;
  } catch (error) {
    return fileFailure(path, error) ?? { path, problem: 'it cannot be read', remedy: 'Check how it is written' };
  }
};

const code = (path: string): Promise<unknown> => importModule(path, { default: true });

/**
 * Reads JSON. Throws the same error as jiti for a module: the position of the mistake after the path, and no text of the file.
 */
const parseJson: Loader = (path, text) => {
  const parsed = E.tryCatch(() => JSON.parse(text) as unknown, E.toError);
  if (E.isRight(parsed)) return parsed.right;
  const position = positionIn(parsed.left.message);
  throw new Error(`ParseError:${position === undefined ? '' : `\n ${path}:${placeOf(text, position)}`}`);
};

/** For most mistakes, Node names the position at the end of a message whose beginning may quote the text. */
const positionIn = (message: string): string | undefined => /at position (\d+)(?: \(.*\))?$/.exec(message)?.[1];

const placeOf = (text: string, position: string): string => {
  const lines = text.slice(0, Number(position)).split('\n');
  return `${lines.length}:${lines.at(-1)?.length ?? 0}`;
};

const loaders: Loaders = { '.ts': code, '.mts': code, '.js': code, '.mjs': code, '.json': parseJson };

const remake = 'Remove it and run tax-nexus init to get a commented one';

/**
 * Loads the file that was named, else the one that `findConfiguration` finds. A `.env` file next to it is loaded into the
 * environment first, without overriding existing variables.
 */
export const loadConfiguration =
  (options: {
    /** Path of the file, from `--config`. */
    readonly path?: string;
    readonly folder: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    /** Reads a `.env` file into the environment that `env` shows. */
    readonly loadEnvFile: (path: string) => void;
    /** Called with the file that is used. */
    readonly onFile?: (path: string) => void;
  }): TE.TaskEither<readonly ConfigurationProblem[], Configuration> =>
  async () => {
    const wasNamed = options.path !== undefined;
    const located = wasNamed
      ? E.right(O.some(resolve(options.folder, options.path)))
      : findConfiguration(resolve(options.folder));
    if (E.isLeft(located)) return E.left([located.left]);
    const path = O.toUndefined(located.right);
    if (path === undefined || !existsSync(path)) return E.left([missing(path)]);
    const variables = join(dirname(path), '.env');
    const foreign = variablesProblem(variables, path, wasNamed);
    if (foreign !== undefined) return E.left([foreign]);
    options.onFile?.(path);
    const refuse = (problem: string, remedy: string): E.Either<readonly ConfigurationProblem[], never> =>
      E.left([{ path, problem, remedy }]);
    try {
      const found = await lilconfig('tax-nexus', { loaders }).load(path);
      if (found === null || found.isEmpty === true) return refuse('it is empty', remake);
      const config: unknown = found.config;
      if (!isRecord(config)) return refuse('it is not an object of settings', remake);
      if (lacksDefault(config))
        return refuse('it has no default export', 'Write export default { … } for the settings');
      const folder = dirname(path);
      const refused = takeVariables(variables, options.loadEnvFile);
      if (refused !== undefined) return E.left([refused]);
      return readConfiguration(config, { folder, env: options.env });
    } catch (error) {
      return E.left([loadFailure(path, error)]);
    }
  };

/**
 * Why a file could not be loaded, and what to do. The error's message may quote the file, so the complaint has only facts that
 * cannot be secret: the kind, a position, a module's name, a code of the file system.
 */
export const loadFailure = (path: string, error: unknown): ConfigurationProblem => {
  const thrown = thrownBy(error);
  const message = textOf(thrown.message);
  const complaint = (problem: string, remedy: string): ConfigurationProblem => {
    return { path, problem: `it cannot be read: ${problem}`, remedy };
  };
  const refused = fileFailure(path, error);
  if (refused !== undefined) return refused;
  if (message.startsWith('ParseError:')) {
    return complaint(`its syntax is wrong${placeIn(path, message)}`, 'Correct it there, or just before');
  }
  if (thrown.code === 'MODULE_NOT_FOUND' || thrown.code === 'ERR_MODULE_NOT_FOUND') {
    return complaint(`a module that it imports is missing${moduleIn(message)}`, 'Install it, or correct the import');
  }
  return complaint(
    `it failed while it ran (${kindOf(thrown)})`,
    'Correct the code that runs when it is loaded; a missing environment variable is a common cause. The error text is not shown, as it may contain a secret',
  );
};

const permission = 'Give the user who runs this the permission to read it';

const fileCodes = {
  EACCES: permission,
  EPERM: permission,
  ENOENT: 'Put it there, or correct the path',
  EISDIR: 'It is a folder; put a file there',
} as const;

/** Why the file system refused this very file; undefined when another thing failed. */
const fileFailure = (path: string, error: unknown): ConfigurationProblem | undefined => {
  const { code, path: refused = path } = thrownBy(error);
  return isFileCode(code) && refused === path
    ? { path, problem: `it cannot be read (${code})`, remedy: fileCodes[code] }
    : undefined;
};

/** The fields that are read of a thrown value. `instanceof` proves nothing, because it may come from another realm. */
interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  /** The file that the file system would not open. */
  readonly path?: unknown;
}

const thrownBy = (error: unknown): Thrown => (typeof error === 'object' && error !== null ? error : {});

const isFileCode = (code: unknown): code is keyof typeof fileCodes =>
  typeof code === 'string' && Object.hasOwn(fileCodes, code);

const missing = (path: string | undefined): ConfigurationProblem =>
  path === undefined
    ? {
        path: 'tax-nexus.config.{ts,mts,js,mjs,json}',
        problem: 'there is no configuration in this folder, or above it up to the root of the project',
        remedy: 'Run tax-nexus init to get a commented one, or name one with --config',
      }
    : { path, problem: 'there is no such file', remedy: 'Check the path that --config names' };

/**
 * Whether the loaded module has no default export, so that its named exports stand where settings should. A module whose named
 * exports are settings is accepted.
 */
const lacksDefault = (loaded: object): boolean =>
  (types.isModuleNamespaceObject(loaded) || '__esModule' in loaded) &&
  !('service' in loaded) &&
  !('storefronts' in loaded);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The position of a syntax error, as jiti reports it, with columns from 0. A path that does not exist is ignored, because it may
 * be any text.
 */
const placeIn = (path: string, message: string): string => {
  const [, file = '', line, column] = /\n (.+):(\d+):(\d+)$/.exec(message) ?? [];
  if (!isAbsolute(file) || !existsSync(file)) return '';
  const within = file === path ? '' : ` of ${relative(dirname(path), file)}`;
  return ` at line ${line}, column ${Number(column) + 1}${within}`;
};

const packageName = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(?:\/[\w.-]+)*$/;

const relativePath = /^\.{1,2}\/[\w./-]+$/;

const moduleIn = (message: string): string => {
  const [, name = ''] = /^Cannot find (?:module|package) '([^'\n]+)'/.exec(message) ?? [];
  return packageName.test(name) || relativePath.test(name) ? ` (${name})` : '';
};

/** The kind of an error. Its name is checked, because the file may have written anything into it. */
const kindOf = ({ name, code }: Thrown): string => {
  if (isFileCode(code)) return code;
  return /^(?:[A-Z][A-Za-z]{2,20})?Error$/.test(textOf(name)) ? textOf(name) : 'unknown error';
};
