import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { digestOf } from '../domain/digest.ts';
import type { ShownFields, StoreError, Submission, SyncStore } from '../domain/sync-store.ts';
import { toWire, wireText } from '../domain/wire-transaction.ts';
import type { Sale } from '../mapping/sale.ts';
import { inReportingCurrency } from '../mapping/reporting-currency.ts';
import { splitByLiability } from '../mapping/split-by-liability.ts';
import { type MappedSale, saleToTransaction } from '../mapping/sale-to-transaction.ts';
import type { SourceResult } from '../mapping/source-connector.ts';
import { pushGateOf } from '../pipeline/push-gate.ts';
import { readNamedRecord } from './read-record.ts';
import { lookUpAtService, openRemoteIndex, type Wanted } from '../pipeline/look-up.ts';
import { describeDifferences } from '../mapping/comparison.ts';
import { compareWithBody } from '../pipeline/push-result.ts';
import { makeOtherStorefronts } from '../pipeline/other-storefronts.ts';
import { explainOwnership, explainTransaction } from './explain-transaction.ts';
import type { ExplainedExclusion, ExplainedTransaction, Explanation, ServiceView } from './explanation.ts';
import { makeServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { duplicateKeyOf, isProofOfSale } from '../pipeline/mapped-record.ts';
import { partsOfSale } from './parts-of-sale.ts';
import { storeWithRetry } from '../pipeline/store-with-retry.ts';
import type { StorefrontPorts, SyncPorts } from '../pipeline/ports.ts';
import { creditAdjustments, refundAdjustment } from '../pipeline/map-page.ts';
import { type SyncFailure, unknownRecord } from '../pipeline/failures.ts';

type ExplainPorts = Pick<
  SyncPorts,
  | 'storefronts'
  | 'service'
  | 'store'
  | 'clock'
  | 'random'
  | 'log'
  | 'requestsPerMinute'
  | 'concurrency'
  | 'isInterrupted'
>;

/** No run: the question is about the record, whatever run it was in. */
const noRun = '';

const interrupted = { cause: 'interrupted', message: 'the lookup was interrupted' } as const;

const setAsideOf = (
  line: E.Either<Extract<SourceResult, { _tag: 'Left' }>['left'], unknown>,
): ExplainedExclusion | undefined =>
  E.isRight(line)
    ? undefined
    : {
        _tag: 'SetAside',
        outcome: line.left._tag === 'Skipped' ? 'skipped' : 'held',
        reason: line.left.reason,
        message: line.left.message,
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
  store: SyncStore,
  wanted: Wanted,
  body: string | undefined,
): Promise<E.Either<StoreError, ServiceView>> => {
  const client = makeServiceClient(ports);
  const remoteList = openRemoteIndex({ ports, store, client, reportProgress: () => undefined });
  const answer = await lookUpAtService({ ...ports, client, remoteList, facts: pushGateOf(ports.service).facts })(
    wanted,
  );
  if (E.isLeft(answer)) return answer;
  switch (answer.right._tag) {
    case 'Absent':
      return E.right({ _tag: 'Absent' });
    case 'NotAsked': {
      const { cause, message } = client.stopped() ?? interrupted;
      return E.right({ _tag: 'Unknown', cause, message });
    }
    case 'NoClearAnswer':
      return E.right({ _tag: 'Unknown', cause: 'no answer', message: answer.right.message });
    case 'Held':
      return E.right(viewOfHeld(body, answer.right.shown));
  }
};

const viewOfStore = (submission: Submission | undefined, body: string | undefined): ExplainedTransaction['store'] =>
  submission === undefined
    ? { status: 'never tried', isSame: null }
    : { status: submission.status, isSame: body !== undefined && submission.digest === digestOf(body) };

const explainMapped = async (
  ports: ExplainPorts,
  storefront: string,
  mapped: MappedSale,
  references: readonly string[],
): Promise<E.Either<StoreError, ExplainedTransaction | ExplainedExclusion>> => {
  const { id, name } = mapped.transaction;
  const store = storeWithRetry(ports.store, ports);
  const sale = { id, references: references.filter(isProofOfSale), duplicateKey: duplicateKeyOf(mapped.transaction) };
  const known = await store.lookUpTransactions(noRun, [
    { id, name, references: [...sale.references, sale.duplicateKey] },
  ])();
  if (E.isLeft(known)) return known;
  const body = bodyOf(mapped);
  const submission = known.right.submissions.get(id);
  const service = await viewOfService(ports, store, { id, name, remoteId: submission?.remoteId ?? null }, body);
  if (E.isLeft(service)) return service;
  const views = { store: viewOfStore(submission, body), service: service.right };
  const otherStorefronts = makeOtherStorefronts(ports, store, ports.isInterrupted);
  const explained = explainTransaction(mapped, views);
  return explainOwnership({ runId: noRun, storefront, store, otherStorefronts })(explained, sale, known.right);
};

const explainSale = async (
  ports: ExplainPorts,
  storefront: string,
  { policy }: StorefrontPorts,
  sale: Sale,
): Promise<E.Either<SyncFailure, Explanation>> => {
  const { recordId, number, url } = sale.identity;
  const mapped = pipe(
    inReportingCurrency(policy)(sale),
    E.flatMap((converted) => saleToTransaction(policy)(splitByLiability(policy)(converted)[0] ?? converted)),
  );
  const about = {
    storefront,
    sourceId: recordId,
    name: number ?? recordId,
    url,
    adjustments: [...sale.refunds.map(refundAdjustment(sale)), ...sale.adjustments],
  };
  const exclude = setAsideOf(mapped);
  if (exclude !== undefined) {
    const adjustments = [...about.adjustments, ...creditAdjustments(sale)];
    return E.right({ ...about, adjustments, result: { ...exclude, parts: partsOfSale(sale) } });
  }
  if (E.isLeft(mapped)) return E.left(unknownRecord(storefront, recordId));
  const result = await explainMapped(ports, storefront, mapped.right, sale.references);
  return E.isLeft(result) ? result : E.right({ ...about, result: result.right });
};

/**
 * Explains one sale as it is now: why it is excluded, or what is sent, with each decision and its fields, and what the
 * sync database and the service hold. Changes nothing. `id` is the platform's or the service's id, the name of the
 * transaction, or anything that the connector accepts, such as `#1001`.
 *
 * @example
 * const why = await explain(ports)('us-store', '#1001')();
 */
export const explain =
  (ports: ExplainPorts) =>
  (storefront: string, id: string): TE.TaskEither<SyncFailure, Explanation> =>
  async () => {
    const read = await readNamedRecord(ports)(storefront, id)();
    if (E.isLeft(read)) return read;
    const { configured, sourceId: record, result: found } = read.right;
    const exclude = setAsideOf(found);
    if (E.isRight(found)) return explainSale(ports, storefront, configured, found.right);
    if (exclude === undefined) return E.left(unknownRecord(storefront, id));
    const sourceId = found.left.sourceId || record;
    const name = found.left.name || sourceId;
    return E.right({ storefront, sourceId, name, url: null, result: exclude, adjustments: [] });
  };

const taxOf = ({ reportedTax }: { readonly reportedTax?: string }): string =>
  reportedTax === undefined ? '' : ` Tax that the service reports: ${reportedTax}.`;

/** What the service holds of a transaction, in a sentence. */
export const serviceView = ({ service }: Pick<ExplainedTransaction, 'service'>): string => {
  switch (service._tag) {
    case 'Absent':
      return 'The service does not hold it.';
    case 'Same':
      return `The service holds the same.${taxOf(service)}`;
    case 'NotCompared':
      return `The service holds it, and shows nothing to compare.${taxOf(service)}`;
    case 'Differs':
      return `The service holds it with other values: ${service.message}.${taxOf(service)}`;
    case 'Unknown':
      return `The service's transaction is not known: ${service.message}`;
  }
};
