import * as E from 'fp-ts/lib/Either.js';
import type { Instant } from '../domain/instant.ts';
import { moneyIn } from '../domain/money.ts';
import { adjustmentKey } from '../domain/run.ts';
import type { SkipReason } from '../domain/exclusion.ts';
import { saleIdOf, saleNameOf } from '../mapping/identity.ts';
import { sentAdjustments } from '../mapping/refund-to-transaction.ts';
import type { SourceResult } from '../mapping/source-connector.ts';
import { refundAdjustment } from '../pipeline/map-page.ts';
import type { MappedRecord } from '../pipeline/mapped-record.ts';
import type { Comparison } from './comparison.ts';
import { reasonLabel } from './reason-labels.ts';

/** The order was placed, and its first part is not sold goods. What is added to it later may be. */
const reasonsOfFirstPart: readonly SkipReason[] = ['gift cards only', 'nothing sold', 'zero total'];

const isSkippedFirst = ({ sale }: MappedRecord): boolean =>
  E.isLeft(sale) && reasonsOfFirstPart.some((reason) => reason === sale.left.reason);

/**
 * Names the changes of a record that is not sent: no money that was received is out of sight. What the settings send is a
 * difference, and the rest is listed.
 *
 * @param isMeant whether a change of that moment is of the proof; default: every change
 */
export const nameUnsentChanges = (
  comparison: Comparison,
  result: SourceResult,
  mapped: readonly MappedRecord[],
  isMeant: (at: Instant) => boolean = () => true,
): void => {
  if (E.isLeft(result) || mapped.length === 0 || !mapped.every(isSkippedFirst)) return;
  const sale = result.right;
  const { findings, mapContext, pushed, dayOf, compared } = comparison;
  const id = saleIdOf(sale.identity);
  const name = saleNameOf(sale.identity);
  const known = new Set(
    mapped.flatMap(({ refunds, adjustments }) => [
      ...refunds.map(({ adjustmentId }) => adjustmentId),
      ...adjustments.map(adjustmentKey),
    ]),
  );
  const toSend = new Set(
    sentAdjustments(mapContext.policy, sale).map((one) => adjustmentKey({ kind: 'refund', ...one })),
  );
  const reason = mapped.map((one) => (E.isLeft(one.sale) ? one.sale.left.reason : null))[0] ?? '';
  for (const adjustment of [...sale.refunds.map(refundAdjustment(sale)), ...sale.adjustments]) {
    const { amount, occurredAt, kind, currency } = adjustment;
    const key = adjustmentKey(adjustment);
    if (amount === 0n || known.has(key) || !isMeant(occurredAt)) continue;
    compared.changes += 1;
    const transactionId = toSend.has(key) ? `${id}:${kind}:${adjustment.id}` : '';
    if (transactionId === '' || pushed.has(transactionId)) {
      findings.change({ id, name }, adjustment);
      continue;
    }
    findings.differ({
      kind: 'missing at the service',
      transactionId,
      sourceId: sale.identity.recordId,
      name,
      day: dayOf(occurredAt),
      message: `${moneyIn(currency)(amount)} ${currency} (${kind} of ${dayOf(occurredAt)}) is not sent, because its order is skipped: ${reasonLabel(reason)}. Enter it at the service, then note that: tax-nexus resolve`,
    });
  }
};

/** The same for a page that is not compared yet: a record that moves between pages while they are read counts once. */
export const nameUnsentOfPage = (
  comparison: Comparison,
  results: readonly SourceResult[],
  mapped: readonly MappedRecord[],
): void => {
  for (const record of mapped) {
    if (E.isRight(record.sale) || !isSkippedFirst(record) || comparison.seen.has(record.sale.left.id)) continue;
    const { sourceId } = record.sale.left;
    const result = results.find((one) => E.isRight(one) && one.right.identity.recordId === sourceId);
    if (result !== undefined) nameUnsentChanges(comparison, result, [record]);
  }
};
