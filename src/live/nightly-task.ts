import type * as E from 'fp-ts/lib/Either.js';
import type { DateRange } from '../domain/date-range.ts';
import type { Inbox } from '../domain/inbox.ts';
import type { ProofStore } from '../domain/proof-store.ts';
import type { SyncFailure } from '../pipeline/failures.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import type { Reconciliation } from '../reconcile/reconciliation.ts';

/** By the list as the nights remember it, or by reading it whole. The last proof is that of the recent days. */
export const proofOf = async (
  sync: SyncPorts,
  inbox: Inbox,
  account: { readonly name: string; readonly proof: ProofStore | undefined } | undefined,
  storefront: string,
  days: { readonly recent: DateRange; readonly first: string },
): Promise<E.Either<SyncFailure, readonly Reconciliation[]>> => {
  if (account?.proof === undefined) {
    const { reconcile } = await import('../reconcile/reconcile.ts');
    return reconcile({ sync, inbox })([storefront], days.recent)();
  }
  const { nightlyProof } = await import('../reconcile/nightly.ts');
  return nightlyProof({ sync, inbox, proof: account.proof, account: account.name })(storefront, days);
};

/** What a host is sent of a night: its recent days, and older ones together if they are not as they should be. */
export const toEvents = (
  proofs: readonly Reconciliation[],
): readonly { readonly range: DateRange; readonly isComplete: boolean; readonly differences: number }[] => {
  const openOf = ({ differences }: Reconciliation): number =>
    differences.filter(({ resolution }) => resolution === null).length;
  const rangeOf = ({ range: { from, to } }: Reconciliation): DateRange => ({ from, to });
  const older = proofs.slice(0, -1).filter(({ isComplete }) => !isComplete);
  const [first, last] = [older[0], older.at(-1)];
  return [
    ...proofs.slice(-1).map((one) => ({ range: rangeOf(one), isComplete: one.isComplete, differences: openOf(one) })),
    ...(first === undefined || last === undefined
      ? []
      : [
          {
            range: { from: first.range.from, to: last.range.to },
            isComplete: false,
            differences: older.reduce((all, one) => all + openOf(one), 0),
          },
        ]),
  ];
};
