/** Explains one sale to a person: every number that is sent with its reason, or why the sale is not sent. */
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { digestOf } from '../domain/fields.ts';
import { formatMinorUnits } from '../domain/money.ts';
import type { PageLookup, StoreResult, Submission } from '../domain/sync-store.ts';
import type { Exclusion } from '../domain/exclusion.ts';
import { toWire, wireText } from '../domain/wire-transaction.ts';
import type { ValueReason, Sale } from '../mapping/sale.ts';
import { asCharged } from '../mapping/as-charged.ts';
import { saleIdOf } from '../mapping/identity.ts';
import { unsentChanges } from '../mapping/sent-changes.ts';
import { toSentSale } from '../mapping/sent-sale.ts';
import { type Adjustment, adjustmentKey } from '../domain/run.ts';
import { splitByLiability } from '../mapping/split-by-liability.ts';
import { readNamedRecord } from './read-record.ts';
import { type SentOfRecord, sentOfRecord } from './sent-of-record.ts';
import { mapRecord, toMapContext } from '../pipeline/map-page.ts';
import { liveCalendar } from '../pipeline/calendar.ts';
import { viewOfService } from './view-of-service.ts';
import { makeOtherStorefronts } from '../pipeline/other-storefronts.ts';
import type { ExplainedExclusion, ExplainedTransaction, Explanation } from './explanation.ts';
import { findOwner, type OwnershipPorts } from '../pipeline/decide-ownership.ts';
import { type MappedTransaction, type PushCandidate, transactionIdOf } from '../pipeline/mapped-record.ts';
import { possibleDuplicateOf } from '../pipeline/report-lines.ts';
import { explainLines } from './explained-lines.ts';
import { type ExplainedPart, excludedLine, type MappedLines, preparePart } from './explained-parts.ts';
import { partsOfSale } from './parts-of-sale.ts';
import { storeWithRetry } from '../pipeline/store-with-retry.ts';
import type { StorefrontPorts, SyncPorts } from '../pipeline/ports.ts';
import { creditAdjustments, listedAdjustments } from '../pipeline/listed-adjustments.ts';
import type { SyncFailure } from '../pipeline/failures.ts';
import { attempt } from '../domain/attempt.ts';

export type ExplainPorts = Pick<
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
  | 'wire'
  | 'beforePush'
>;

/** Belongs to no run: the question is about the record, in whatever run it was. */
const noRun = '';

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
  () =>
    attempt(async (take) => {
      const {
        configured,
        account,
        sourceId: record,
        result: found,
      } = await take(readNamedRecord(ports)(storefront, id)());
      const explained = await take(
        E.isRight(found)
          ? explainSale(ports, storefront, configured, found.right)
          : E.right(explainExcluded(storefront, found.left, record)),
      );
      const { sourceId } = explained;
      const saleId = saleIdOf({ platform: configured.connector.platform, account: account.id, recordId: sourceId });
      const calendar = liveCalendar(account.timeZone);
      const context = toMapContext(ports, configured, { storefront, account: account.id, calendar });
      const truths = mapRecord(context, found, record).flatMap(({ truth }) => truth ?? []);
      const sent = await take(
        sentOfRecord(storeWithRetry(ports.store, ports), storefront, { saleId, sourceId, truths }),
      );
      const adjustments = explained.adjustments.map(withSent(sent));
      return { ...explained, adjustments, sent };
    });

const excludedOf = ({ _tag, reason, message }: Exclusion): ExplainedExclusion => ({
  _tag: 'Excluded',
  outcome: _tag === 'Skipped' ? 'skipped' : 'held',
  reason,
  message,
});

const viewOfStore = (submission: Submission | undefined, body: string | undefined): ExplainedTransaction['store'] =>
  submission === undefined
    ? { status: 'never tried', isSame: null }
    : { status: submission.status, isSame: body !== undefined && submission.digest === digestOf(body) };

const explainPart = (
  ports: ExplainPorts,
  storefront: string,
  part: ExplainedPart,
  parts: readonly ExplainedPart[],
): StoreResult<ExplainedTransaction | ExplainedExclusion> =>
  attempt(async (take) => {
    const { prepared, sale } = part;
    if (E.isLeft(prepared)) return { ...excludedLine(prepared.left), parts: partsOfSale(sale) };
    const { id, name, references, duplicateKey, mapped } = prepared.right;
    const store = storeWithRetry(ports.store, ports);
    const sales = parts.map((one) => one.prepared);
    const known = await take(
      store.lookUpTransactions(noRun, [
        { id, name, references: duplicateKey === null ? references : [...references, duplicateKey] },
        ...sales.map((one) => ({ id: transactionIdOf(one), name: '' })).filter((one) => one.id !== id),
      ])(),
    );
    const wire = toWire(mapped.transaction);
    const body = E.isLeft(wire) ? undefined : wireText(wire.right);
    const submission = known.submissions.get(id);
    const service = await take(viewOfService(ports, store, { id, name, remoteId: submission?.remoteId ?? null }, body));
    const views = { store: viewOfStore(submission, body), service };
    const otherStorefronts = makeOtherStorefronts(ports, store, ports.isInterrupted);
    const explained = explainTransaction(mapped, views);
    const ownership = explainOwnership({ runId: noRun, storefront, store, otherStorefronts }, sales);
    return take(ownership(explained, prepared.right, known));
  });

const withReason = (adjustment: Adjustment, whyNot: string | undefined): Adjustment => {
  if (whyNot === undefined) return adjustment;
  const { message } = adjustment;
  return { ...adjustment, message: whyNot.includes(message) ? whyNot : `${message}. ${whyNot}` };
};

/** Whether the service was sent an adjustment. */
const withSent =
  (sent: readonly SentOfRecord[]) =>
  (adjustment: Adjustment): Adjustment => {
    const { kind, id } = adjustment;
    const isSent = sent.some((one) => one.status === 'confirmed' && one.id.endsWith(`:${kind}:${id}`));
    return { ...adjustment, sent: isSent };
  };

const explainSale = (
  ports: ExplainPorts,
  storefront: string,
  configured: StorefrontPorts,
  sale: Sale,
): Promise<E.Either<SyncFailure, Omit<Explanation, 'sent'>>> =>
  attempt(async (take) => {
    const { policy } = configured;
    const { recordId, number, url } = sale.identity;
    const charged = E.getOrElse(() => sale)(asCharged(policy, sale));
    const about = {
      storefront,
      sourceId: recordId,
      name: number ?? recordId,
      url,
      adjustments: listedAdjustments(charged),
    };
    const converted = toSentSale(policy, sale);
    if (E.isLeft(converted)) return { ...about, result: { ...excludedOf(converted.left), parts: partsOfSale(sale) } };
    const [own = converted.right, ofMarketplace] = splitByLiability(policy, converted.right);
    const first = await take(preparePart(ports, [storefront, configured], own));
    const second = await take(
      ofMarketplace === undefined ? E.right(null) : preparePart(ports, [storefront, configured], ofMarketplace),
    );
    const parts = second === null ? [first] : [first, second];
    const explained = await take(explainPart(ports, storefront, first, parts));
    const others = await take(second === null ? E.right(null) : explainPart(ports, storefront, second, parts));
    const [result, marketplacePart] = [explained, others];
    const isExcluded = result._tag === 'Excluded';
    const { prepared } = first;
    const whyNot = E.isRight(prepared) ? unsentChanges(policy, own, prepared.right.mapped) : undefined;
    return {
      ...about,
      adjustments: [
        ...about.adjustments.map((one) => withReason(one, whyNot?.get(adjustmentKey(one)))),
        ...(isExcluded ? creditAdjustments(sale) : []),
      ],
      result,
      ...(marketplacePart !== null && { marketplacePart }),
    };
  });

const explainExcluded = (storefront: string, found: Exclusion, record: string): Omit<Explanation, 'sent'> => {
  const sourceId = found.sourceId || record;
  const name = found.name || sourceId;
  return { storefront, sourceId, name, url: null, result: excludedOf(found), adjustments: [] };
};

/** Whether it was attempted, or the service holds it: then this storefront sends it, even if another one knows the sale. */
const isPushedHere = ({ store, service }: ExplainedTransaction): boolean =>
  ['intent', 'confirmed'].includes(store.status) || ['Same', 'Differs', 'NotCompared'].includes(service._tag);

const alike = (
  storefront: string,
  sale: Pick<PushCandidate, 'id' | 'duplicateKey'>,
  known: Pick<PageLookup, 'owners'>,
): readonly ValueReason[] => {
  const owner = possibleDuplicateOf(storefront, sale, known);
  return owner === undefined
    ? []
    : [
        {
          about: 'transaction',
          value: `looks like ${owner.id} of ${owner.storefront}`,
          reason: 'the same currency, total, minute and destination; no proof, so both are sent',
          fields: ['total', 'transactedAt', 'shipToAddress'],
          finding: 'possible duplicate',
        },
      ];
};

/** The explanation of a transaction, or of the ownership if another storefront sends or may send its sale. */
const explainOwnership =
  (ports: OwnershipPorts, sales: readonly MappedTransaction[]) =>
  async (
    explained: ExplainedTransaction,
    sale: Pick<PushCandidate, 'id' | 'references' | 'duplicateKey'>,
    known: PageLookup,
  ): StoreResult<ExplainedTransaction | ExplainedExclusion> => {
    const pushed = { ...explained, decisions: [...explained.decisions, ...alike(ports.storefront, sale, known)] };
    if (isPushedHere(explained)) return E.right(pushed);
    const other = await findOwner(ports, sale, known, sales);
    if (E.isLeft(other)) return other;
    if (other.right?._tag !== 'Settled') return E.right(pushed);
    const { reason, message: why } = other.right;
    const message = why ?? '';
    return E.right(
      other.right.outcome === 'skipped'
        ? { _tag: 'Excluded', outcome: 'skipped', reason: 'belongs to another storefront', message }
        : {
            _tag: 'Excluded',
            outcome: 'held',
            reason: reason === 'partly sent already' ? reason : 'possible duplicate',
            message,
          },
    );
  };

/** A transaction and its decisions in the form that a person reads: decimals for money, and no street. Pure. */
const explainTransaction = (
  { transaction, decisions, lineTaxes }: MappedLines,
  { store, service }: Pick<ExplainedTransaction, 'store' | 'service'>,
): ExplainedTransaction => {
  const money = formatMinorUnits(transaction.currency);
  const { state, zip, country } = transaction.shipToAddress;
  return {
    _tag: 'Transaction',
    id: transaction.id,
    name: transaction.name,
    transactedAt: transaction.transactedAt,
    currency: transaction.currency.code,
    lines: explainLines(transaction, lineTaxes),
    discount: money(transaction.discount),
    subtotal: money(transaction.subtotal),
    shippingHandling: money(transaction.shippingHandling),
    taxCollected: money(transaction.taxCollected),
    total: money(transaction.total),
    shipTo: { state, zip, country },
    entity: transaction.entity,
    purpose: transaction.purpose,
    marketplace: transaction.marketplace,
    decisions,
    store,
    service,
  };
};
