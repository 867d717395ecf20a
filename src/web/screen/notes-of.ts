import * as E from 'fp-ts/lib/Either.js';
import type { StoreError } from '../../domain/sync-store.ts';
import type { ScreenState } from './screen-ports.ts';

/** What people noted last, by storefront and the id of an entry. */
export const notesOf = async (
  { inbox }: Pick<ScreenState, 'inbox'>,
  storefronts: readonly string[],
): Promise<E.Either<StoreError, ReadonlyMap<string, string>>> => {
  const notes = new Map<string, string>();
  for (const storefront of storefronts) {
    const resolutions = await inbox.resolutions(storefront)();
    if (E.isLeft(resolutions)) return resolutions;
    // An erased note says nothing any more.
    for (const { id, note, by } of resolutions.right)
      if (note !== '') notes.set(`${storefront} ${id}`, `${note} (${by})`);
  }
  return E.right(notes);
};
