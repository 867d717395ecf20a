import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { LiveContext } from './live-context.ts';
import { deliveriesKept } from './limits.ts';

const day = 24 * 60 * 60_000;

/** Forgets deliveries that are too old to come again; does something once a day, however often it is called. */
export const housekeeping = ({ sync, inbox, steadyNow, onStoreFailure }: LiveContext): (() => Promise<void>) => {
  let next = Number.NEGATIVE_INFINITY;
  return async () => {
    if (steadyNow() < next) return;
    next = steadyNow() + day;
    const before = instantOfMilliseconds(sync.clock.now() - deliveriesKept);
    const forgotten = await inbox.forgetDeliveries(before)();
    if (E.isLeft(forgotten)) onStoreFailure(forgotten.left);
  };
};
