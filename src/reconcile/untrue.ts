/** Checks whether the service still holds a transaction that the platform has taken back since, before it is offset. */
import * as E from 'fp-ts/lib/Either.js';
import type { AuditRecord } from '../domain/audit.ts';
import { type FailureCause, whyNoLookup } from '../pipeline/failures.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { askService } from '../pipeline/rate-limit/ask-service.ts';
import { makeServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { remoteTransactionOf } from '../pipeline/remote-transaction.ts';
import { eventOf, type SentChain, standingOf } from '../pipeline/sent-chain.ts';

type UntruePorts = Parameters<typeof makeServiceClient>[0] &
  Pick<SyncPorts, 'store'> &
  Omit<Parameters<typeof askService>[0], 'client'>;

type Untrue =
  | {
      readonly _tag: 'NoLongerTrue';
      readonly id: string;
      readonly standing: string;
      readonly remoteId: string;
      readonly about: Pick<AuditRecord, 'storefront' | 'sourceId' | 'name'>;
      readonly message: string;
    }
  | { readonly _tag: 'Unknown'; readonly id: string; readonly cause: FailureCause; readonly message: string };

/** The transaction with both amounts; undefined if the service no longer holds it. */
export const untrueAtService = async (
  ports: UntruePorts,
  storefront: string,
  chain: SentChain,
): Promise<Untrue | undefined> => {
  const { base: id, first, truth } = chain;
  const client = makeServiceClient(ports);
  const standing = standingOf(chain);
  const known = await ports.store.lookUpTransactions('', [{ id: standing, name: '' }])();
  const remoteId = E.isRight(known) ? (known.right.submissions.get(standing)?.remoteId ?? standing) : standing;
  const answer = await askService({ ...ports, client })(remoteId);
  switch (answer._tag) {
    case 'Found': {
      const { total = '', currency = 'USD' } = remoteTransactionOf(answer.stored).shown ?? {};
      const held = total === '' ? 'the transaction' : `${Number(total).toFixed(2)} ${currency}`;
      const why = eventOf(chain, 'undone')?.message ?? 'The platform does not show it any more';
      const message = `${why}. The service holds ${held}; it should hold 0.00.`;
      return {
        ...{ _tag: 'NoLongerTrue', id, standing, remoteId: answer.stored.id, message },
        about: { storefront, sourceId: truth.sourceId, name: first?.name ?? id },
      };
    }
    case 'Absent':
      return undefined;
    case 'NotAsked':
    case 'NoClearAnswer':
      return { _tag: 'Unknown', id, ...whyNoLookup(client, answer) };
  }
};
