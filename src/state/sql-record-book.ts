import type { RecordBook } from '../core/record-book.ts';
import type { ReviewBook } from '../core/review-book.ts';
import { noteAttempt } from './sql/note-attempt.ts';
import { leases } from './sql/leases.ts';
import { entries } from './sql/entries.ts';
import { lookUp } from './sql/look-up.ts';
import { pages } from './sql/pages.ts';
import { presence } from './sql/presence.ts';
import { hasUnnotedSales } from './sql/unnoted-sales.ts';
import { newestConfirmed } from './sql/newest-confirmed.ts';
import { serviceFacts } from './sql/service-facts.ts';
import { reviews } from './sql/reviews.ts';
import { runs } from './sql/runs.ts';
import { saveIntents } from './sql/save-intents.ts';
import type { SqlBook } from './sql/sql-book.ts';
import { summarize } from './sql/summarize.ts';

/** The record book over an SQL database whose tables are up to date (`migrate`); who opened it says how it is closed. */
export const sqlRecordBook = (book: SqlBook): Omit<RecordBook, 'close'> & { readonly reviews: ReviewBook } => ({
  ...runs(book),
  ...leases(book),
  ...pages(book),
  ...presence(book),
  lookUp: lookUp(book),
  saveIntents: saveIntents(book),
  noteAttempt: noteAttempt(book),
  summarize: summarize(book),
  entries: entries(book),
  hasUnnotedSales: hasUnnotedSales(book),
  newestConfirmed: newestConfirmed(book),
  ...serviceFacts(book),
  reviews: reviews(book),
});
