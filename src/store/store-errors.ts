import type { StoreError } from '../domain/sync-store.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';

export const noSuchRunError = (runId: string): StoreError => ({
  _tag: 'StoreError',
  problem: 'other',
  message: `The sync database holds no run ${runId}. Was the file moved or replaced? Start the sync again: nothing is doubled.`,
});

export const takenOverError = (storefront: string): StoreError => ({
  _tag: 'StoreError',
  problem: 'taken over',
  message: `Another process took over ${storefront} while this one stood still. What this one had read was not written; the other goes on.`,
});

export const runIdTakenError = (runId: string): StoreError => ({
  _tag: 'StoreError',
  problem: 'other',
  message: `The sync database already holds a run ${runId}, for another request. Give the new run an id of its own.`,
});

const noSuchPositionError = (after: string): StoreError => ({
  _tag: 'StoreError',
  problem: 'other',
  message: `"${after.slice(0, 20)}" is no place in a list of entries. Start from the beginning, or pass on what \`next\` gave.`,
});

export const unreadableRunError = (runId: string): StoreError => ({
  _tag: 'StoreError',
  problem: 'corrupt',
  message:
    `The sync database cannot read its own run ${runId}. Move the database away and run again: nothing is doubled, because ` +
    'the service is asked what it already has.',
});

/** The position of a line in its run, counted from 0, from a `LinePage.next`; -1 before the first line. */
export const parsePosition = (after: O.Option<string>): E.Either<StoreError, number> => {
  if (O.isNone(after)) return E.right(-1);
  return /^\d{1,15}$/.test(after.value) ? E.right(Number(after.value)) : E.left(noSuchPositionError(after.value));
};
