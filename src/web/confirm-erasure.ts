import * as E from 'fp-ts/lib/Either.js';
import type { Inbox } from '../domain/inbox.ts';
import type { WebPorts } from './web-ports.ts';

/** Milliseconds between two attempts; short, because nothing else ends the waiting when the process is to end. */
const pause = 1_000;
/** Attempts until it is worth a warning: a minute. */
const worthAWarning = 60;

const waits =
  'An erasure is not complete yet: another process reads or writes the record book all the time. The rows are erased; their bytes leave the file when that process pauses.';

/**
 * Confirms an erasure by the event `privacy.erased`, when the bytes have left the files and no sooner. Resolves after the first
 * attempt, so that the platform has its answer in time; further attempts follow by themselves.
 */
export const confirmErasure = async (
  { clock, log, onEvent }: Pick<WebPorts, 'clock' | 'log' | 'onEvent'>,
  { purge }: Pick<Inbox, 'purge'>,
  { storefront, records }: { readonly storefront: string; readonly records: number },
): Promise<void> => {
  const attempt = async (): Promise<boolean> => {
    const purged = await purge();
    if (E.isRight(purged)) {
      if (purged.right) onEvent({ type: 'privacy.erased', storefront, records });
      return purged.right;
    }
    // The storage was closed, or failed for good.
    const isOver = purged.left.problem === 'other';
    if (isOver) log.error(`An erasure cannot be confirmed: ${purged.left.message}`, { storefront });
    return isOver;
  };
  const goOn = async (): Promise<void> => {
    for (let attempts = 2; ; attempts += 1) {
      await clock.sleep(pause)();
      if (await attempt()) return;
      if (attempts === worthAWarning) log.warn(waits, { storefront });
    }
  };
  if (!(await attempt())) void goOn();
};
