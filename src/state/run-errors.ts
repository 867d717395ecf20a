import type { BookError } from '../core/record-book.ts';

export const noSuchRun = (runId: string): BookError => ({
  _tag: 'BookError',
  problem: 'other',
  message: `The record book holds no run ${runId}. Was the book moved away or replaced? Start the sync again: nothing is doubled.`,
});

export const takenOver = (storefront: string): BookError => ({
  _tag: 'BookError',
  problem: 'taken over',
  message: `Another process took over ${storefront} while this one stood still. What this one had read was not written; the other goes on.`,
});

export const runIdTaken = (runId: string): BookError => ({
  _tag: 'BookError',
  problem: 'other',
  message: `The record book already holds a run ${runId}, for another request. Give the new run an id of its own.`,
});

export const noSuchPlace = (after: string): BookError => ({
  _tag: 'BookError',
  problem: 'other',
  message: `"${after.slice(0, 20)}" is no place in a list of entries. Start from the beginning, or pass on what \`next\` gave.`,
});

export const unreadableRun = (runId: string): BookError => ({
  _tag: 'BookError',
  problem: 'corrupt',
  message:
    `The record book cannot read its own run ${runId}. Move the book away and run again: nothing is doubled, because ` +
    'the service is asked what it already has.',
});
