import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../core/instant.ts';
import type { EngineContext } from './engine-context.ts';
import { deliveriesKept } from './limits.ts';

const day = 24 * 60 * 60_000;

/** Forgets deliveries that are too old to come again; does something once a day, however often it is called. */
export const housekeeping = ({ sync, inbox, onBookFailure }: EngineContext): (() => Promise<void>) => {
  let next = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = sync.clock.now();
    if (now < next) return;
    next = now + day;
    const forgotten = await inbox.forgetDeliveries(instantOfMilliseconds(now - deliveriesKept))();
    if (E.isLeft(forgotten)) onBookFailure(forgotten.left);
  };
};
