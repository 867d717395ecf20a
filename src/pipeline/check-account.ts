import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { ConfirmedTransaction } from '../domain/sync-store.ts';
import { readFacts } from './learn-service.ts';
import { textKey } from '../mapping/comparison.ts';
import { pagesReadAgain } from './limits.ts';
import type { SyncPorts } from './ports.ts';
import type { RunContext } from './run-context.ts';
import { otherAccount, type SyncFailure } from './failures.ts';

const asked = 3;
/** Of the newest confirmed ones: one of them in the list is proof. */
const lookedFor = 100;

type Ports = Pick<RunContext, 'store' | 'client'> & { readonly wire: SyncPorts['wire'] | undefined };

/** Whether the list shows one of these. An unclear answer says nothing against it. */
const doesListShow = async ({ client }: Ports, confirmed: readonly ConfirmedTransaction[]): Promise<boolean> => {
  const ids = new Set(confirmed.flatMap(({ id, remoteId }) => [id, remoteId ?? id]));
  const names = new Set(confirmed.map(({ name }) => textKey(name)));
  let cursor: O.Option<string> = O.none;
  for (let page = 1; page <= pagesReadAgain; page += 1) {
    const listed: Awaited<ReturnType<typeof client.list>> = await client.list(cursor);
    if (E.isLeft(listed)) return true;
    const { transactions, next } = listed.right;
    if (transactions.some(({ id, name }) => ids.has(id) || (name != null && names.has(textKey(name))))) return true;
    if (O.isNone(next)) return false;
    cursor = next;
  }
  return false;
};

/**
 * Whether the service still holds what this sync database knows to be confirmed last. A key of another account would
 * otherwise find everything "already present" in the book and nothing at the service: a silent loss. One transaction that
 * is there is proof enough, by its id or in the list; a rotated key of the same account passes. An unclear answer proves
 * nothing and stops nothing; nor do one or two that vanished.
 */
export const checkAccount = async (ports: Ports): Promise<E.Either<SyncFailure, void>> => {
  const newest = await ports.store.findNewestConfirmed(lookedFor)();
  if (E.isLeft(newest)) return newest;
  let absent = 0;
  for (const { id, remoteId } of newest.right.slice(0, asked)) {
    const found = await ports.client.find(remoteId ?? id);
    if (E.isLeft(found) || O.isSome(found.right)) return E.right(undefined);
    absent += 1;
  }
  if (absent < asked) return E.right(undefined);
  const kept = await readFacts(ports.store, ports.wire);
  if (E.isLeft(kept)) return kept;
  const facts = kept.right ?? undefined;
  // Some services answer no question for a single one, and some show it in their list after hours.
  if (facts?.list === 'late' || (await doesListShow(ports, newest.right))) return E.right(undefined);
  return E.left(otherAccount());
};
