/** Copies the configured sync database into another one. Loads only the engines that the copy needs. */
import * as E from 'fp-ts/lib/Either.js';
import type { CopyWatch, StateCopy } from '../domain/state-copy.ts';
import type { StoreResult } from '../domain/sync-store.ts';
import type { CopyEnd } from '../store/copy-state.ts';
import type { StateConfiguration } from './configuration/configuration.ts';
import { isGone } from './system-environment.ts';

/** Left, with nothing copied, if another process uses one of them, or the target holds other rows. */
export const copyConfiguredState = async (
  from: StateConfiguration,
  to: StateConfiguration,
  watch: CopyWatch,
): StoreResult<StateCopy> => {
  const source = await openEnd(from, 'source');
  if (E.isLeft(source)) return source;
  try {
    const target = await openEnd(to, 'target');
    if (E.isLeft(target)) return target;
    try {
      const { copyState } = await import('../store/copy-state.ts');
      return await copyState(source.right, target.right, watch);
    } finally {
      await target.right.close();
    }
  } finally {
    await source.right.close();
  }
};

const openEnd = async (state: StateConfiguration, which: 'source' | 'target'): StoreResult<CopyEnd> =>
  state.engine === 'sqlite'
    ? (await import('../store/sqlite/copy-sqlite.ts')).sqliteCopyEnd(state.path, which)
    : (await import('../store/postgres/copy-postgres.ts')).postgresCopyEnd(state, isGone);
