/** Shows what the service holds of one sale, for its explanation. */
import * as E from 'fp-ts/lib/Either.js';
import type { PageLookup, ShownFields, StoreError, StoreResult, SyncStore } from '../domain/sync-store.ts';
import { causeOf, describeDifferences, hiddenMarks } from '../mapping/comparison.ts';
import { type AtService, lookUpAtService, type Wanted } from '../pipeline/look-up.ts';
import { openRemoteIndex, type RemoteIndex } from '../pipeline/remote-index.ts';
import { remoteTransactionOf } from '../pipeline/remote-transaction.ts';
import { mayNotBeShownYet, notShownYet, seenEarlier } from '../pipeline/lateness.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { pushGateOf } from '../pipeline/push-gate.ts';
import { comparableBody, compareWithBody } from '../pipeline/push-result.ts';
import { askOwn, type KnownNames } from '../pipeline/ask-own.ts';
import { askService } from '../pipeline/rate-limit/ask-service.ts';
import { makeServiceClient, type ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { whyNoLookup } from '../pipeline/failures.ts';
import { readFacts } from '../pipeline/service-facts.ts';
import { hasShownOurs, showsNothing } from '../pipeline/held-at-service.ts';
import type { ServiceView } from './explanation.ts';

type ViewPorts = Pick<
  SyncPorts,
  'service' | 'clock' | 'random' | 'log' | 'requestsPerMinute' | 'concurrency' | 'isInterrupted' | 'wire'
>;

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
  const answer = await lookUpAtService({ ...ports, client, remoteList, facts })({
    ...wanted,
    ...(body !== undefined && { body }),
  });
  if (E.isLeft(answer)) return answer;
  const unknown = (message: string): ServiceView => ({ _tag: 'Unknown', cause: 'no answer', message });
  const isEarly = async (): StoreResult<boolean> => {
    const known = await store.lookUpTransactions('', [{ id: wanted.id, name: '' }])();
    return E.map(({ submissions }: PageLookup) =>
      mayNotBeShownYet(facts(), submissions.get(wanted.id), ports.clock.now()),
    )(known);
  };
  switch (answer.right._tag) {
    case 'Absent': {
      const early = await isEarly();
      if (E.isLeft(early)) return early;
      if (early.right) return E.right(unknown(notShownYet));
      if (remoteList.showsOurs(wanted)) return E.right({ _tag: 'Absent' });
      const wasSeen = await hasShownOurs({ facts: facts(), store, ask: askService({ ...ports, client }) }, wanted.id);
      return E.map((isSeen: boolean): ServiceView => (isSeen ? { _tag: 'Absent' } : unknown(showsNothing)))(wasSeen);
    }
    case 'NotAsked':
    case 'NoClearAnswer':
      return E.right({ _tag: 'Unknown', ...whyNoLookup(client, answer.right) });
    case 'Found': {
      if (answer.right.isEarlier === true) {
        const early = await isEarly();
        return E.map((isNew: boolean) => unknown(isNew ? notShownYet : seenEarlier))(early);
      }
      if (body === undefined) return E.right(viewOfHeld(body, answer.right.shown));
      const shown = await shownWhole({ ...ports, client, remoteList, facts }, wanted, body, answer.right);
      return E.map((all: ShownFields | null) => viewOfHeld(body, all))(shown);
    }
  }
};

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

/**
 * Combines the single read and the list: a list may leave out an exemption, and a single read may leave out other compared
 * fields.
 */
const shownWhole = async (
  ports: ViewPorts & {
    readonly client: ServiceClient;
    readonly remoteList: Pick<RemoteIndex, 'find'>;
    readonly facts: () => KnownNames;
  },
  { id, name }: Pick<Wanted, 'id' | 'name'>,
  body: string,
  { remoteId, shown, isAlone }: Extract<AtService, { _tag: 'Found' }>,
): Promise<E.Either<StoreError, ShownFields | null>> => {
  if (isAlone !== true) {
    const alone = remoteId === '' ? null : await askOwn(ports, ports.facts())({ id, name, remoteId });
    return E.right(alone?._tag === 'Found' ? { ...shown, ...remoteTransactionOf(alone.stored).shown } : shown);
  }
  if (isWhole(body, shown)) return E.right(shown);
  const listed = await ports.remoteList.find({ id, name });
  if (E.isLeft(listed)) return listed;
  const { found, isFresh } = listed.right;
  // A row of an earlier read may have changed since.
  return E.right(found === null || isFresh !== true ? shown : { ...found.shown, ...shown });
};
