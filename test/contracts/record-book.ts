import { afterEach, beforeEach, describe } from '@jest/globals';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { BookError, RecordBook } from '../../src/core/record-book.ts';
import type { Run } from '../../src/core/run.ts';
import { aRequest } from '../support/an-entry.ts';
import { right } from '../support/right.ts';
import { itKeepsEntries } from './record-book/entries.ts';
import { itKeepsHolds } from './record-book/holds.ts';
import { itKeepsLeases } from './record-book/leases.ts';
import { itKnowsNamesInAnyForm } from './record-book/names.ts';
import type { Opened } from './record-book/opened.ts';
import { itKeepsPages } from './record-book/pages.ts';
import { itKeepsPresence } from './record-book/presence.ts';
import { itKeepsReferences } from './record-book/references.ts';
import { itKeepsRuns } from './record-book/runs.ts';
import { itKeepsSendings } from './record-book/sendings.ts';
import { itKeepsServiceFacts } from './record-book/service-facts.ts';
import { itSumsUp } from './record-book/summary.ts';

/**
 * The promises of every record book. `open` opens a new and empty one each time.
 *
 * @example
 * describeRecordBook('in memory', () => TE.right(memoryRecordBook()));
 */
export const describeRecordBook = (name: string, open: () => TE.TaskEither<BookError, RecordBook>): void => {
  describe(`a record book ${name}`, () => {
    let opened: { readonly book: RecordBook; readonly run: Run } | undefined;
    const current = (): { readonly book: RecordBook; readonly run: Run } => {
      if (opened === undefined) throw new Error('no book is open');
      return opened;
    };

    beforeEach(async () => {
      const book = right(await open()());
      const run = right(await book.openRun(aRequest(), { id: 'run-1', at: '2026-04-01T00:00:00Z' })());
      opened = { book, run };
    });
    afterEach(async () => {
      right(await current().book.close());
    });

    const subject: Opened = { book: () => current().book, run: () => current().run };
    itKeepsRuns(subject);
    itKeepsLeases(subject);
    itKeepsPages(subject);
    itKeepsHolds(subject);
    itKeepsSendings(subject);
    itKeepsPresence(subject);
    itKnowsNamesInAnyForm(subject);
    itKeepsServiceFacts(subject);
    itKeepsReferences(subject);
    itKeepsEntries(subject);
    itSumsUp(subject);
  });
};
