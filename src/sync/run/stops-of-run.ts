import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { StoreError, SyncStore } from '../../domain/sync-store.ts';
import type { Run } from '../../domain/run.ts';
import type { Stop } from '../progress.ts';
import type { Session } from '../session.ts';
import { storefrontEnd, storefrontEnded } from './storefront-end.ts';

/**
 * What stopped a run, as the record book has it, for whoever looks at it from another process; none of a run that was not
 * stopped. A service that refused all of its storefronts is told once.
 */
export const stopsOfRun = async (
  book: Pick<SyncStore, 'readCheckpoint'>,
  { id, status, storefronts }: Run,
): Promise<E.Either<StoreError, readonly Stop[]>> => {
  const stops: Stop[] = [];
  if (status !== 'stopped') return E.right(stops);
  for (const storefront of storefronts) {
    const end = await storefrontEnd(book, id, storefront);
    if (E.isLeft(end)) return end;
    const stop = end.right;
    if (typeof stop === 'string') continue;
    if (!stops.some(({ who, message }) => who === stop.who && message === stop.message)) stops.push(stop);
  }
  return E.right(stops);
};

/** Notes what stopped a run; what had stopped it before, and does no more, is forgotten. */
export const noteStops = async (
  { book, run, ports }: Pick<Session, 'book' | 'run'> & { readonly ports: Pick<Session['ports'], 'clock'> },
  stops: readonly Stop[],
): Promise<E.Either<StoreError, void>> => {
  // The service's: it stands at one storefront that nothing of its own has stopped.
  let common = stops.find(({ who }) => !run.storefronts.includes(who));
  for (const storefront of run.storefronts) {
    const own = stops.find(({ who }) => who === storefront);
    const stop = own ?? common ?? 'open';
    if (own === undefined) common = undefined;
    const before = await storefrontEnd(book, run.id, storefront);
    if (E.isLeft(before)) return before;
    if (stop === 'open' && before.right === 'open') continue;
    const at = instantOfMilliseconds(ports.clock.now());
    const noted = await book.commitPage(storefrontEnded(run.id, storefront, stop), at)();
    if (E.isLeft(noted)) return noted;
  }
  return E.right(undefined);
};
