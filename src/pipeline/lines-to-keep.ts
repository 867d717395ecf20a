import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Instant, instantOfMilliseconds } from '../domain/instant.ts';
import type { PageLookup, StoreError } from '../domain/sync-store.ts';
import type { Adjustment, Outcome, ReportLine } from '../domain/run.ts';
import type { PushContext } from './push-context.ts';
import type { MappedRecord } from './mapped-record.ts';

const id = 'drift-set-aside';

const drift = (currency: string, { outcome, reason, message }: ReportLine, at: Instant): Adjustment => ({
  kind: 'drift',
  id,
  occurredAt: at,
  currency,
  // It says nothing of what came of the money.
  amount: 0n,
  tax: null,
  sent: false,
  message: `it is ${outcome} by now, after it was sent: ${message?.replace(/\.$/, '') ?? reason ?? 'no reason given'}. What was sent stays as it is; correct it at the service if it has to change.`,
});

/** Once is enough, however often it is read. */
const beside = (line: ReportLine, exclude: ReportLine, at: Instant): ReportLine =>
  line.amounts === null || line.adjustments.some((adjustment) => adjustment.id === id)
    ? line
    : { ...line, adjustments: [...line.adjustments, drift(line.amounts.currency, exclude, at)] };

/** A rule of the host that failed says nothing of the sale; and what is said anew will be read once more because of it. */
const isOfHost = ({ reason }: ReportLine): boolean => reason === 'hook failed';

/**
 * What this run told, and what is set aside now that it is read again. Its line stays, for the service holds it; that it is
 * set aside by now stands beside it. Right: those lines by their ids.
 */
export const linesToKeep = async (
  { runId, store, clock, isRetried }: PushContext,
  exclude: readonly ReportLine[],
  { settledInRun }: Pick<PageLookup, 'settledInRun'>,
): Promise<E.Either<StoreError, ReadonlyMap<string, ReportLine>>> => {
  const lines = new Map<string, ReportLine>();
  for (const one of exclude) {
    const before = settledInRun.get(one.id);
    if (before === undefined || !isInService(before) || (isOfHost(one) && isRetried(before))) continue;
    const found = await store.findLines(runId, { id: one.id }, { after: O.none, limit: 1 })();
    if (E.isLeft(found)) return found;
    const [line] = found.right.lines;
    if (line === undefined) continue;
    lines.set(one.id, isOfHost(one) ? line : beside(line, one, instantOfMilliseconds(clock.now())));
  }
  return E.right(lines);
};

/**
 * What is known, but for the word of this run about sales that it sent without all of their refunds. Their lines say which
 * refunds are sent as well: left as it is, a refund that is told now would be listed for ever as one that is not. Pure.
 */
export const reopenSalesWithUnsentRefunds = (records: readonly MappedRecord[], known: PageLookup): PageLookup => {
  const settledInRun = new Map(known.settledInRun);
  for (const { sale, refunds } of records) {
    if (E.isLeft(sale) || !isInService(settledInRun.get(sale.right.id))) continue;
    const isOpen = refunds.some(
      ({ refund }) => E.isRight(refund) && !isInService(known.settledInRun.get(refund.right.id)),
    );
    if (isOpen) settledInRun.delete(sale.right.id);
  }
  return { ...known, settledInRun };
};

/** Whether the service holds a transaction of that outcome. Pure. */
export const isInService = (outcome: Outcome | undefined): boolean =>
  outcome === 'succeeded' || outcome === 'alreadyPresent';
