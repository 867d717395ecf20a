import * as E from 'fp-ts/lib/Either.js';
import type { ShownFields, StoreResult, SyncStore } from '../domain/sync-store.ts';
import { causeOf, describeDifferences, hiddenMarks } from '../mapping/comparison.ts';
import { lookUpAtService, openRemoteIndex, type Wanted } from '../pipeline/look-up.ts';
import { remoteTransactionOf } from '../pipeline/remote-transaction.ts';
import { mayNotBeShownYet, notShownYet } from '../pipeline/lateness.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { pushGateOf } from '../pipeline/push-gate.ts';
import { comparableBody, compareWithBody } from '../pipeline/push-result.ts';
import { askService, makeServiceClient, type ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { readFacts } from '../pipeline/service-facts.ts';
import type { ServiceView } from './explanation.ts';

type ViewPorts = Pick<
  SyncPorts,
  'service' | 'clock' | 'random' | 'log' | 'requestsPerMinute' | 'concurrency' | 'isInterrupted' | 'wire'
>;

const viewOfHeld = (body: string | undefined, shown: ShownFields | null): ServiceView => {
  const tax = shown?.['reportedTax'];
  const reported = tax === undefined ? {} : { reportedTax: tax };
  if (body === undefined) return { _tag: 'NotCompared', ...reported };
  const { differences, isCompared } = compareWithBody(body, shown);
  if (differences.length === 0) return { _tag: isCompared ? 'Same' : 'NotCompared', ...reported };
  const fields = differences.map(({ field }) => field);
  const cause = causeOf(differences);
  const message = `${describeDifferences(differences)}${cause === undefined ? '' : `. Likely cause: ${cause}`}`;
  return { _tag: 'Differs', fields, message, ...reported };
};

const isWhole = (body: string, shown: ShownFields | null): boolean =>
  compareWithBody(body, shown).isCompared && hiddenMarks(comparableBody(body), shown ?? {}).length === 0;

/** What the service shows of a transaction, alone where the list does not show all that is compared. */
const shownWhole = async (
  ports: ViewPorts & { readonly client: ServiceClient },
  body: string,
  { remoteId, shown }: { readonly remoteId: string; readonly shown: ShownFields | null },
): Promise<ShownFields | null> => {
  if (remoteId === '' || isWhole(body, shown)) return shown;
  const alone = await askService(ports)(remoteId);
  return alone._tag === 'Found' ? { ...shown, ...remoteTransactionOf(alone.stored).shown } : shown;
};

/** What the service holds of one transaction, for an explanation. */
export const viewOfService = async (
  ports: ViewPorts,
  store: SyncStore,
  wanted: Wanted,
  body: string | undefined,
): StoreResult<ServiceView> => {
  const client = makeServiceClient(ports);
  const kept = await readFacts(store, ports.wire);
  if (E.isLeft(kept)) return kept;
  const remoteList = openRemoteIndex({ ports, store, client, reportProgress: () => undefined });
  const facts = () => pushGateOf(ports.service).facts() ?? kept.right;
  const answer = await lookUpAtService({ ...ports, client, remoteList, facts })(wanted);
  if (E.isLeft(answer)) return answer;
  switch (answer.right._tag) {
    case 'Absent': {
      const known = await store.lookUpTransactions('', [{ id: wanted.id, name: '' }])();
      if (E.isLeft(known)) return known;
      return mayNotBeShownYet(facts(), known.right.submissions.get(wanted.id), ports.clock.now())
        ? E.right({ _tag: 'Unknown', cause: 'no answer', message: notShownYet })
        : E.right({ _tag: 'Absent' });
    }
    case 'NotAsked': {
      const { cause, message } = client.stopped() ?? { cause: 'interrupted', message: 'the lookup was interrupted' };
      return E.right({ _tag: 'Unknown', cause, message });
    }
    case 'NoClearAnswer':
      return E.right({ _tag: 'Unknown', cause: 'no answer', message: answer.right.message });
    case 'Found': {
      const shown =
        body === undefined ? answer.right.shown : await shownWhole({ ...ports, client }, body, answer.right);
      return E.right(viewOfHeld(body, shown));
    }
  }
};
