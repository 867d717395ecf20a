import * as E from 'fp-ts/lib/Either.js';
import type { StoreError } from '../domain/sync-store.ts';
import type { SourceError } from '../domain/errors.ts';
import { causeOf } from '../sync/cause-of.ts';
import { type LiveStorefront, openLiveStorefront } from '../sync/live/live-storefront.ts';
import type { EngineContext } from './engine-context.ts';
import { bookPause, credentialsPause, sourcePause } from './limits.ts';
import { noteQuestions } from './slots.ts';
import type { Station } from './station.ts';

/** The storefront rests, and its bells wait without counting attempts. The host is told when credentials are the cause. */
export const rest = ({ steadyNow, emit }: EngineContext, station: Station, error: SourceError): undefined => {
  const { storefront } = station;
  const isRefused = error._tag === 'SourceCredentialsRefused';
  station.opened = null;
  const message = isRefused ? error.message : `It could not be opened, and is tried again: ${error.message}`;
  station.trouble = { cause: causeOf(error), message };
  station.restsUntil = steadyNow() + (isRefused ? credentialsPause : sourcePause);
  if (!isRefused || station.isStopped) return undefined;
  station.isStopped = true;
  emit({ storefront, type: 'storefront.stopped', who: storefront, cause: 'credentials', message: error.message });
};

/** The storefront rests until the record book may work again. */
export const restForBook = ({ steadyNow }: EngineContext, station: Station): void => {
  station.restsUntil = steadyNow() + bookPause;
};

/** The key is of another account than the record book: nothing may be pushed, and the host is told. */
const restForAccount = ({ steadyNow, emit }: EngineContext, station: Station, message: string): undefined => {
  const { storefront } = station;
  station.restsUntil = steadyNow() + credentialsPause;
  station.trouble = { cause: 'credentials', message };
  if (!station.isStopped)
    emit({ storefront, type: 'storefront.stopped', who: 'service', cause: 'credentials', message });
  station.isStopped = true;
};

/** The storefront, ready to be worked on; undefined when it has to rest. */
export const openStation = async (context: EngineContext, station: Station): Promise<LiveStorefront | undefined> => {
  if (station.opened !== null) return station.opened;
  const fail = (error: StoreError): undefined => {
    context.onBookFailure(error);
    restForBook(context, station);
  };
  const ports = { ...context.sync, onQuestion: noteQuestions(station, context.steadyNow) };
  const opened = await openLiveStorefront(ports)(station.storefront);
  if (E.isLeft(opened)) {
    if (opened.left._tag === 'BookError') return fail(opened.left);
    const { message } = opened.left;
    context.sync.log.warn(`the storefront cannot be opened; it is tried again: ${message}`, {
      storefront: station.storefront,
    });
    return rest(context, station, opened.left);
  }
  const same = await context.isSameAccount();
  if (E.isLeft(same)) {
    return same.left._tag === 'BookError' ? fail(same.left) : restForAccount(context, station, same.left.message);
  }
  station.opened = opened.right;
  station.isStopped = false;
  station.trouble = null;
  return opened.right;
};
