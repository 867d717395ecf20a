/** Loads the module of a host's app for the command line (`--app`), so that commands use the app's own settings. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { isRecord } from '../../domain/fields.ts';
import { settingsOfApp } from '../plugin/app-settings.ts';
import type { TaxNexusSettings } from '../plugin/settings.ts';
import { settingsOfOptions } from '../plugin/settings-of-options.ts';
import type { ConfigurationProblem } from './complaint.ts';
import { variablesProblem } from './find-configuration.ts';
import { importModule, loadFailure, takeVariables } from './load-configuration.ts';

/**
 * The module exports a `TaxNexus` or its options: as `taxNexus`, by default, or as `options`. It must not start the app. A `.env`
 * file next to it is loaded into the environment first, without overriding existing variables.
 *
 * @param path from `--app`
 */
export const loadApp =
  (
    path: string,
    {
      folder,
      loadEnvFile,
    }: {
      readonly folder: string;
      /** Reads a `.env` file into the environment of this process. */
      readonly loadEnvFile: (path: string) => void;
    },
  ): TE.TaskEither<readonly ConfigurationProblem[], TaxNexusSettings> =>
  async () => {
    const file = resolve(folder, path);
    if (!existsSync(file)) {
      return E.left([{ path: file, problem: 'there is no such file', remedy: 'Check the path that --app names' }]);
    }
    const variables = resolve(dirname(file), '.env');
    const refused = variablesProblem(variables, file, true) ?? takeVariables(variables, loadEnvFile);
    if (refused !== undefined) return E.left([refused]);
    try {
      const module = await importModule(file);
      for (const exported of exportsOf(module)) {
        const settings = settingsOf(exported);
        if (settings === undefined) continue;
        const foundation = settings.foundation();
        return E.isLeft(foundation) ? foundation : E.right(settings);
      }
      const remedy = 'Write export const taxNexus = createTaxNexus({ … }), and start it in another module';
      return E.left([{ path: file, problem: 'it exports neither a TaxNexus nor its options', remedy }]);
    } catch (error) {
      return E.left([loadFailure(file, error)]);
    }
  };

/** The export names of an app, in the order in which they are tried. */
const exportNames = ['taxNexus', 'default', 'options'] as const;

/**
 * The exports with these names, each with its own default export, because Node wraps a module that TypeScript compiled to
 * CommonJS in a default export.
 */
const exportsOf = (module: unknown): readonly unknown[] => {
  const named = isRecord(module) ? exportNames.map((name) => module[name]) : [];
  return named.flatMap((one) => (isRecord(one) ? [one, one['default']] : []));
};

/** The settings of an export; undefined when it is neither a `TaxNexus` nor the options of one. */
const settingsOf = (exported: unknown): TaxNexusSettings | undefined => {
  const settings = settingsOfApp(exported);
  if (settings !== undefined || !isRecord(exported)) return settings;
  return 'service' in exported ? settingsOfOptions(exported) : undefined;
};
