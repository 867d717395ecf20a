import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Inbox } from '../../core/inbox.ts';
import { instantOfMilliseconds, millisecondsOf } from '../../core/instant.ts';
import { isBegun } from '../is-begun.ts';
import { bells, ringBell } from './bells.ts';
import { eraseFrom } from './erase.ts';
import type { Memory } from './memory.ts';

const key = (...parts: readonly string[]): string => JSON.stringify(parts);

export const inbox = (memory: Memory): Inbox => ({
  ...bells(memory),
  ...eraseFrom(memory),

  receive: ({ storefront, deliveryId, recordId, isDeletion, receivedAt }) =>
    TE.fromIO(() => {
      const at = millisecondsOf(receivedAt);
      if (memory.deliveries.has(key(storefront, deliveryId))) return false;
      memory.deliveries.set(key(storefront, deliveryId), { storefront, receivedAt: at });
      if (recordId !== null) ringBell(memory, storefront, recordId, { isDeletion, at });
      return true;
    }),

  forgetDeliveries: (before) =>
    TE.fromIO(() => {
      const old = [...memory.deliveries].filter(([, { receivedAt }]) => receivedAt < millisecondsOf(before));
      for (const [delivery] of old) memory.deliveries.delete(delivery);
      return old.length;
    }),

  caughtUpTo: (storefront) => TE.fromIO(() => O.fromNullable(memory.caughtUpTo.get(storefront))),
  setCaughtUpTo: (storefront, at) => TE.fromIO(() => void memory.caughtUpTo.set(storefront, at)),

  lastBegun: (task, storefront) =>
    TE.fromIO(() => O.map(instantOfMilliseconds)(O.fromNullable(memory.tasks.get(key(task, storefront))))),
  begin: (task, storefront, dueAt, at) =>
    TE.fromIO(() => {
      const before = memory.tasks.get(key(task, storefront));
      if (before !== undefined && isBegun(before, dueAt, at)) return false;
      memory.tasks.set(key(task, storefront), millisecondsOf(at));
      return true;
    }),

  resolve: (resolution) => TE.fromIO(() => void memory.resolutions.push(resolution)),
  resolutions: (storefront) =>
    TE.fromIO(() => memory.resolutions.filter((resolution) => resolution.storefront === storefront)),
});
