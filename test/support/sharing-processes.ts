import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { RateLimitStore } from '../../src/domain/rate-limit-store.ts';
import type { PushReply, TaxService } from '../../src/domain/tax-service.ts';
import { memoryStore } from './memory-store.ts';
import { sharedService } from '../../src/pipeline/rate-limit/shared-limit.ts';
import type { VirtualClock } from './virtual-clock.ts';

export const accepted: PushReply = { _tag: 'Accepted', stored: null };

/** Records when each push arrived. */
export const aTimedService = (
  clock: VirtualClock,
  replyTo: (count: number) => PushReply = () => accepted,
): { readonly service: TaxService; readonly at: readonly number[] } => {
  const at: number[] = [];
  return {
    at,
    service: {
      list: () => TE.right({ transactions: [], next: O.none }),
      find: () => TE.right(O.none),
      push: () => () => {
        at.push(clock.now());
        return Promise.resolve(replyTo(at.length));
      },
    },
  };
};

/** As many processes that share one service and one state of its limits. */
export const sharingProcesses = (
  count: number,
  service: TaxService,
  clock: VirtualClock,
  requestsPerMinute: O.Option<number> = O.none,
  client: RateLimitStore = memoryStore().rateLimit,
): readonly TaxService[] =>
  Array.from({ length: count }, () => sharedService(service, { rateLimits: client, clock, requestsPerMinute }));
