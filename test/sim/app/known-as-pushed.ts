import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { PageLookup, SyncStore } from '../../../src/domain/sync-store.ts';
import type { HttpAnswer, Transport } from '../../../src/service/request.ts';

/** What one process was pushed by the sync database, and what it sends all the same. */
export interface KnownAsPushed {
  readonly store: (store: SyncStore) => SyncStore;
  readonly transport: (send: Transport) => Transport;
}

const idIn = (body: string): string => /"id":"([^"]*)","lineItems"/.exec(body)?.[1] ?? '';

/** Neither cut off, nor an empty list. */
const isWhole = (body: string): boolean => {
  try {
    return body === '' || !/^(?:\[\]|\{"data":\[\]\})$/.test(JSON.stringify(JSON.parse(body)));
  } catch {
    return false;
  }
};

/** A page of a proxy, a list without it and half an answer say nothing; a success with an error in it says the opposite. */
const isSuccess = ({ status, body }: HttpAnswer): boolean =>
  status >= 200 && status < 300 && isWhole(body) && !/"error":|"success":false/.test(body);

/**
 * Observes one process: one that has only known a transaction as sent has no reason to push it. A transaction that was
 * open when it was looked up may be pushed for a while after another process settled it. What the service reported as
 * stored is final: its process does not push it again.
 */
export const knownAsPushed = (onSentAgain: (id: string) => void): KnownAsPushed => {
  const [pushed, open] = [new Set<string>(), new Set<string>()];
  const stored = new Set<string>();
  const note = (wanted: Parameters<SyncStore['lookUpTransactions']>[1], { submissions }: PageLookup): void => {
    for (const { id } of wanted) (submissions.get(id)?.status === 'confirmed' ? pushed : open).add(id);
  };
  return {
    store: (store) => ({
      ...store,
      lookUpTransactions: (runId, wanted) =>
        TE.map((known: PageLookup) => {
          note(wanted, known);
          return known;
        })(store.lookUpTransactions(runId, wanted)),
    }),
    transport: (send) => async (request) => {
      const id = request.method === 'POST' ? idIn(request.body) : '';
      if ((pushed.has(id) && !open.has(id)) || stored.has(id)) onSentAgain(id);
      const answer = await send(request);
      if (request.method === 'POST' && E.isRight(answer) && isSuccess(answer.right)) stored.add(id);
      return answer;
    },
  };
};
