import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../../core/instant.ts';
import type { BookError } from '../../core/record-book.ts';
import type { JobContext } from './job-context.ts';
import { runSession } from './run-session.ts';

/** The window whose checkpoint says that a storefront of a run is read to its end; no window of a connector is called so. */
export const endOfStorefront = 'end of storefront';

/** Ends a run when all of its storefronts are read to their end. The last one to end finds the others done. */
export const endTask =
  (context: JobContext) =>
  async ({ run: runId }: { readonly run: string }): Promise<E.Either<BookError, void>> => {
    const opened = await runSession(context, runId, []);
    if (E.isLeft(opened)) return opened;
    if (opened.right === undefined) return E.right(undefined);
    const { book, run, ports } = opened.right;
    for (const storefront of run.storefronts) {
      const checkpoint = await book.checkpoint(run.id, storefront, endOfStorefront)();
      if (E.isLeft(checkpoint)) return checkpoint;
      if (!checkpoint.right.done) return E.right(undefined);
    }
    ports.log.info('the run ended', { runId: run.id, status: 'finished' });
    return book.closeRun(run.id, 'finished', instantOfMilliseconds(ports.clock.now()))();
  };
