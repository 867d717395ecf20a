import * as E from 'fp-ts/lib/Either.js';
import { type SourceError } from '../core/source-error.ts';
import { type LiveStorefront, openLiveStorefront } from '../sync/live/live-storefront.ts';
import { type EngineContext } from './engine-context.ts';
import { bookPause, credentialsPause, sourcePause } from './limits.ts';
import { type Station } from './station.ts';

/** The storefront rests, and its bells wait without counting attempts. The host is told when credentials are the cause. */
export const rest = ({ sync, emit }: EngineContext, station: Station, error: SourceError): void => {
  const { storefront } = station;
  const isRefused = error._tag === 'SourceCredentialsRefused';
  station.opened = null;
  station.restsUntil = sync.clock.now() + (isRefused ? credentialsPause : sourcePause);
  if (!isRefused || station.isStopped) return;
  station.isStopped = true;
  emit({ storefront, type: 'storefront.stopped', who: storefront, cause: 'credentials', message: error.message });
};

/** The storefront rests until the record book may work again. */
export const restForBook = ({ sync }: EngineContext, station: Station): void => {
  station.restsUntil = sync.clock.now() + bookPause;
};

/** The storefront, ready to be worked on; undefined when it has to rest. */
export const openStation = async (context: EngineContext, station: Station): Promise<LiveStorefront | undefined> => {
  if (station.opened !== null) return station.opened;
  const opened = await openLiveStorefront(context.sync)(station.storefront);
  if (E.isRight(opened)) {
    station.opened = opened.right;
    station.isStopped = false;
    return opened.right;
  }
  if (opened.left._tag === 'BookError') {
    context.onBookFailure(opened.left);
    restForBook(context, station);
  } else {
    context.sync.log.warn('the storefront cannot be opened; it is tried again', { storefront: station.storefront });
    rest(context, station, opened.left);
  }
  return undefined;
};
