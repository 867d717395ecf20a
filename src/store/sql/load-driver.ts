/** Loads a database package only when it is needed, because users of another database have not installed it. */
import * as E from 'fp-ts/lib/Either.js';
import { fieldOf } from '../../domain/fields.ts';
import type { StoreResult } from '../../domain/sync-store.ts';

/**
 * Loads the first of some packages that is installed; Left with `message` if none is installed. Never call it at the top of a
 * module.
 */
export const optionalPackage =
  <Package>(names: readonly string[], isPackage: (loaded: unknown) => loaded is Package, message: string) =>
  async (load: (name: string) => Promise<unknown> = (name) => import(name)): StoreResult<Package> => {
    for (const name of names) {
      const loaded = await load(name).catch(() => undefined);
      // `default` is for a CommonJS package whose names Node did not find by itself.
      const found = [loaded, fieldOf(loaded, 'default')].find(isPackage);
      if (found !== undefined) return E.right(found);
    }
    return E.left({ _tag: 'StoreError', problem: 'cannot open', message });
  };

export const retryHint = 'Then run the same command again: it continues where it stopped.';
