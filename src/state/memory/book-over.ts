import * as TE from 'fp-ts/lib/TaskEither.js';
import type { BookWithInbox } from '../../core/inbox.ts';
import { inbox } from './inbox.ts';
import { lane } from './lane.ts';
import { leases } from './leases.ts';
import type { Memory } from './memory.ts';
import { newestConfirmed } from './newest-confirmed.ts';
import { serviceFacts } from './service-facts.ts';
import { pages } from './pages.ts';
import { presence } from './presence.ts';
import { references } from './references.ts';
import { report } from './report.ts';
import { reviews } from './reviews.ts';
import { runs } from './runs.ts';

/** A record book over memory that the caller keeps, so that a copy of it can be brought back later. */
export const bookOver = (memory: Memory): BookWithInbox => ({
  ...runs(memory),
  ...leases(memory),
  ...pages(memory),
  ...presence(memory),
  ...references(memory),
  ...newestConfirmed(memory),
  ...serviceFacts(memory),
  ...report(memory),
  inbox: inbox(memory),
  lane: lane(memory),
  reviews: reviews(memory),
  close: TE.right(undefined),
});
