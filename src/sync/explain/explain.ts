import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { digestOf } from '../../domain/digest.ts';
import type { StoreError, SyncStore, Submission, ShownFields } from '../../domain/sync-store.ts';
import { toWire, wireText } from '../../domain/wire-transaction.ts';
import type { Sale } from '../../mapping/sale.ts';
import { recordNamed } from '../../mapping/record-named.ts';
import { type MappedSale, saleToTransaction } from '../../mapping/sale-to-transaction.ts';
import type { Entry } from '../../mapping/source-connector.ts';
import { gateOf } from '../pace/service-gate.ts';
import { lookUpAtService, type Wanted } from '../presence/look-up-at-service.ts';
import { openRemoteList } from '../presence/remote-list.ts';
import { describeDifferences } from '../../mapping/comparison.ts';
import { compareWithBody } from '../entry/compare.ts';
import { makeElsewhere } from '../rivals/elsewhere.ts';
import { explainRival } from './explain-rival.ts';
import { explainTransaction } from './explain-transaction.ts';
import type { ExplainedSetAside, ExplainedTransaction, Explanation, ServiceView } from './explanation.ts';
import { makeLane } from '../pace/lane.ts';
import { likenessKey } from '../entry/likeness.ts';
import { partsOfSale } from './parts-of-sale.ts';
import { patientBook } from '../patience/patient-book.ts';
import { isProof } from '../entry/proof.ts';
import type { StorefrontPorts, SyncPorts } from '../ports.ts';
import { readSource } from '../patience/read-source.ts';
import { refundMovement } from '../entry/refund-movement.ts';
import { sourceFailed } from '../source-failed.ts';
import { type SyncFailure, unknownRecord, unknownStorefront } from '../sync-failure.ts';

type ExplainPorts = Pick<
  SyncPorts,
  | 'storefronts'
  | 'service'
  | 'book'
  | 'clock'
  | 'random'
  | 'log'
  | 'requestsPerMinute'
  | 'concurrency'
  | 'isInterrupted'
>;

/** No run: the question is about the record, whatever run it was in. */
const noRun = '';

const interrupted = { cause: 'interrupted', message: 'the question was interrupted' } as const;

const setAsideOf = (
  entry: E.Either<Extract<Entry, { _tag: 'Left' }>['left'], unknown>,
): ExplainedSetAside | undefined =>
  E.isRight(entry)
    ? undefined
    : {
        _tag: 'SetAside',
        outcome: entry.left._tag === 'Skipped' ? 'skipped' : 'held',
        reason: entry.left.reason,
        message: entry.left.message,
      };

const bodyOf = (mapped: MappedSale): string | undefined => {
  const wire = toWire(mapped.transaction);
  return E.isLeft(wire) ? undefined : wireText(wire.right);
};

const viewOfHeld = (body: string | undefined, shown: ShownFields | null): ServiceView => {
  const tax = shown?.['reportedTax'];
  const reported = tax === undefined ? {} : { reportedTax: tax };
  if (body === undefined) return { _tag: 'NotCompared', ...reported };
  const { differences, isCompared } = compareWithBody(body, shown);
  if (!isCompared) return { _tag: 'NotCompared', ...reported };
  if (differences.length === 0) return { _tag: 'Same', ...reported };
  const fields = differences.map(({ field }) => field);
  return { _tag: 'Differs', fields, message: describeDifferences(differences), ...reported };
};

const viewOfService = async (
  ports: ExplainPorts,
  book: SyncStore,
  wanted: Wanted,
  body: string | undefined,
): Promise<E.Either<StoreError, ServiceView>> => {
  const lane = makeLane(ports);
  const remoteList = openRemoteList({ ports, book, lane, tell: () => undefined });
  const answer = await lookUpAtService({ ...ports, lane, remoteList, facts: gateOf(ports.service).facts })(wanted);
  if (E.isLeft(answer)) return answer;
  switch (answer.right._tag) {
    case 'Absent':
      return E.right({ _tag: 'Absent' });
    case 'NotAsked': {
      const { cause, message } = lane.stopped() ?? interrupted;
      return E.right({ _tag: 'Unknown', cause, message });
    }
    case 'NoClearAnswer':
      return E.right({ _tag: 'Unknown', cause: 'no answer', message: answer.right.message });
    case 'Held':
      return E.right(viewOfHeld(body, answer.right.shown));
  }
};

const viewOfBook = (sending: Submission | undefined, body: string | undefined): ExplainedTransaction['book'] =>
  sending === undefined
    ? { status: 'never tried', isSame: null }
    : { status: sending.status, isSame: body !== undefined && sending.digest === digestOf(body) };

const explainMapped = async (
  ports: ExplainPorts,
  storefront: string,
  mapped: MappedSale,
  references: readonly string[],
): Promise<E.Either<StoreError, ExplainedTransaction | ExplainedSetAside>> => {
  const { id, name } = mapped.transaction;
  const book = patientBook(ports.book, ports);
  const sale = { id, references: references.filter(isProof), likeness: likenessKey(mapped.transaction) };
  const known = await book.lookUpTransactions(noRun, [{ id, name, references: [...sale.references, sale.likeness] }])();
  if (E.isLeft(known)) return known;
  const body = bodyOf(mapped);
  const sending = known.right.submissions.get(id);
  const service = await viewOfService(ports, book, { id, name, remoteId: sending?.remoteId ?? null }, body);
  if (E.isLeft(service)) return service;
  const views = { book: viewOfBook(sending, body), service: service.right };
  const elsewhere = makeElsewhere(ports, book, ports.isInterrupted);
  const explained = explainTransaction(mapped, views);
  return explainRival({ runId: noRun, storefront, book, elsewhere })(explained, sale, known.right);
};

const explainSale = async (
  ports: ExplainPorts,
  storefront: string,
  { policy }: StorefrontPorts,
  sale: Sale,
): Promise<E.Either<SyncFailure, Explanation>> => {
  const { recordId, number, url } = sale.identity;
  const mapped = saleToTransaction(policy)(sale);
  const about = {
    storefront,
    sourceId: recordId,
    name: number ?? recordId,
    url,
    movements: [...sale.refunds.map(refundMovement(sale)), ...sale.movements],
  };
  const setAside = setAsideOf(mapped);
  if (setAside !== undefined) return E.right({ ...about, result: { ...setAside, parts: partsOfSale(sale) } });
  if (E.isLeft(mapped)) return E.left(unknownRecord(storefront, recordId));
  const result = await explainMapped(ports, storefront, mapped.right, sale.references);
  return E.isLeft(result) ? result : E.right({ ...about, result: result.right });
};

/**
 * Explains one sale as it is now: why it is set aside, or what it is told as, with each decision and the fields that led to
 * it, and what the record book and the service hold of it. Changes nothing. `id` is the platform's, or the service's, or the
 * name of the transaction, or whatever else its connector takes, such as `#1001`.
 *
 * @example
 * const why = await explain(ports)('us-store', '#1001')();
 */
export const explain =
  (ports: ExplainPorts) =>
  (storefront: string, id: string): TE.TaskEither<SyncFailure, Explanation> =>
  async () => {
    const configured = ports.storefronts[storefront];
    if (configured === undefined) return E.left(unknownStorefront(storefront, Object.keys(ports.storefronts)));
    const { connector } = configured;
    const ask = readSource(ports, ports.isInterrupted);
    const account = await ask(connector.account);
    if (E.isLeft(account)) return E.left(sourceFailed(storefront, account.left));
    const record = recordNamed({ platform: connector.platform, account: account.right.id }, id);
    const entry = await ask(connector.readRecord(record));
    if (E.isLeft(entry)) return E.left(sourceFailed(storefront, entry.left));
    if (O.isNone(entry.right)) return E.left(unknownRecord(storefront, id));
    const found = entry.right.value;
    const setAside = setAsideOf(found);
    if (E.isRight(found)) return explainSale(ports, storefront, configured, found.right);
    if (setAside === undefined) return E.left(unknownRecord(storefront, id));
    const sourceId = found.left.sourceId || record;
    const name = found.left.name || sourceId;
    return E.right({ storefront, sourceId, name, url: null, result: setAside, movements: [] });
  };
