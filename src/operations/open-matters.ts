/** Protects a sign-off and a closing: while matters are open, the person must confirm how many they saw. */
import * as E from 'fp-ts/lib/Either.js';
import type { ListedMatter, MatterFilter } from '../domain/decision.ts';
import type { OpenReason, ReviewStore } from '../domain/review-store.ts';
import { reasonTitle } from '../reconcile/reasons/reasons.ts';
import { failureOf, type OperationFailure } from './failure.ts';
import type { Operation } from './state.ts';

const mattersAtATime = 1_000;

/** Reads all matters of a filter in pages of equal cost, in the order of their ids. */
export const everyMatter =
  ({ findMatters }: Pick<ReviewStore, 'findMatters'>, filter: MatterFilter): Operation<readonly ListedMatter[]> =>
  async () => {
    const all: ListedMatter[] = [];
    let after: ListedMatter | null = null;
    do {
      const page: Awaited<ReturnType<ReturnType<typeof findMatters>>> = await findMatters(filter, {
        sort: 'id',
        after,
        limit: mattersAtATime,
      })();
      if (E.isLeft(page)) return E.left(failureOf(page.left));
      const { matters }: { readonly matters: readonly ListedMatter[] } = page.right;
      all.push(...matters);
      after = matters.length < mattersAtATime ? null : (matters.at(-1) ?? null);
    } while (after !== null);
    return E.right(all);
  };

/** The confirmation of a person who signs off or closes while matters are open. */
export interface OpenConfirmed {
  /** How many open matters you saw, if any. With a wrong number, or without one, nothing is done. */
  readonly open?: number;
}

/**
 * Left with `RUN_STATE` when matters are open and their number was not confirmed. Pure.
 *
 * @param reasons what the open matters are about; the message names them
 */
export const confirmed = (
  open: number,
  { open: seen = 0 }: OpenConfirmed,
  reasons: readonly OpenReason[] = [],
): E.Either<OperationFailure, void> =>
  open === seen || open === 0
    ? E.right(undefined)
    : E.left({
        code: 'RUN_STATE',
        message:
          open === 1
            ? `1 matter is open${named(reasons)}. Decide on it, or confirm that 1 is open.`
            : `${open} matters are open${named(reasons)}. Decide on them, or confirm that ${open} are open.`,
        open,
      });

const named = (reasons: readonly OpenReason[]): string =>
  reasons.length === 0 ? '' : `: ${reasons.map(({ what, count }) => `${reasonTitle(what)} (${count})`).join(', ')}`;
