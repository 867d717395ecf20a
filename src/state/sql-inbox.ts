import type { Inbox } from '../core/inbox.ts';
import { answer } from './sql/inbox/answer.ts';
import { claim } from './sql/inbox/claim.ts';
import { cursors } from './sql/inbox/cursors.ts';
import { deliveries } from './sql/inbox/deliveries.ts';
import { eraseFrom } from './sql/inbox/erase.ts';
import { inboxState } from './sql/inbox/inbox-state.ts';
import { resolutions } from './sql/inbox/resolutions.ts';
import type { SqlBook } from './sql/sql-book.ts';

/** The inbox in the record book's own database, so that both are one file to keep and to lose. */
export const sqlInbox = (book: SqlBook): Inbox => ({
  ...deliveries(book),
  claim: claim(book),
  answer: answer(book),
  state: inboxState(book),
  ...cursors(book),
  ...resolutions(book),
  ...eraseFrom(book),
});
