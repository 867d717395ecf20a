import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { StoreError, LineFilter } from '../../domain/sync-store.ts';
import type { Run } from '../../domain/run.ts';
import type { ScreenPorts, ScreenState } from './screen-ports.ts';

const pageSize = 500;

/**
 * Rings for the records of live sales that failed or are held, all or those of one entry: whoever works on the storefront
 * reads each again and settles it, as if the platform had said that it changed. Right(n): how many rang.
 */
export const requestAgain = async (
  { clock, wake }: Pick<ScreenPorts, 'clock' | 'wake'>,
  { store, inbox }: Pick<ScreenState, 'store' | 'inbox'>,
  run: Run,
  entryId: string | null,
): Promise<E.Either<StoreError, number>> => {
  const filter: LineFilter = { outcomes: ['failed', 'held'], ...(entryId !== null && { id: entryId }) };
  let requested = 0;
  for (let after: O.Option<string> = O.none, isFirst = true; isFirst || O.isSome(after); isFirst = false) {
    const page = await store.findLines(run.id, filter, { after, limit: pageSize })();
    if (E.isLeft(page)) return page;
    for (const storefront of run.storefronts) {
      const ids = page.right.lines.filter((line) => line.storefront === storefront).map(({ sourceId }) => sourceId);
      const records = [...new Set(ids)];
      if (records.length === 0) continue;
      const rang = await inbox.enqueue(storefront, records, instantOfMilliseconds(clock.now()))();
      if (E.isLeft(rang)) return rang;
      requested += records.length;
    }
    after = page.right.next;
  }
  for (const storefront of run.storefronts) wake(storefront);
  return E.right(requested);
};
