/** Loads a database package only when it is needed, because users of another database have not installed it. */
import * as E from 'fp-ts/lib/Either.js';
import { fieldOf } from '../../domain/fields.ts';
import type { StoreResult } from '../../domain/sync-store.ts';

/**
 * Loads the first of some packages that is installed; Left with `message` if none can be loaded. Each import of a package is written as
 * `try { return await import('name'); } catch (error) { return error; }`: bundlers find such a package if it is installed, and do
 * not miss it otherwise. Never call it at the top of a module.
 */
export const optionalPackage =
  <Package>(
    imports: Readonly<Record<string, () => Promise<unknown>>>,
    isPackage: (loaded: unknown) => loaded is Package,
    message: string,
  ) =>
  async (load: (name: string) => Promise<unknown> = async (name) => imports[name]?.()): StoreResult<Package> => {
    let why = '';
    for (const name of Object.keys(imports)) {
      const loaded = await load(name);
      // `default` is for a CommonJS package whose names Node did not find by itself.
      const found = [loaded, fieldOf(loaded, 'default')].find(isPackage);
      if (found !== undefined) return E.right(found);
      why += whyNotLoaded(name, loaded);
    }
    return E.left({ _tag: 'StoreError', problem: 'cannot open', message: `${why}${message}` });
  };

export const retryHint = 'Then run the same command again: it continues where it stopped.';

/** Node's codes for a package that is not there. */
const missingCodes: readonly unknown[] = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'];

/** Why a package that is there could not be loaded, such as a binary that a bundler left behind; empty if it is not there. */
const whyNotLoaded = (name: string, error: unknown): string =>
  !(error instanceof Error) || missingCodes.includes(fieldOf(error, 'code'))
    ? ''
    : `Loading ${name} failed: ${error.message.split('\n', 1)[0] ?? ''}. If a bundler made this program, keep ${name} out of the bundle. `;
