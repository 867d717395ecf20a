import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Instant, instantOfMilliseconds } from '../../domain/instant.ts';
import type { StoreError, PageLookup } from '../../domain/sync-store.ts';
import type { Adjustment, ReportLine } from '../../domain/run.ts';
import { isInService } from './is-in-service.ts';
import type { Work } from './work.ts';

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
  message: `it is ${outcome} by now, after it was told: ${message?.replace(/\.$/, '') ?? reason ?? 'no reason given'}. What was told stays as it is; correct it at the service if it has to change.`,
});

/** Once is enough, however often it is read. */
const beside = (line: ReportLine, setAside: ReportLine, at: Instant): ReportLine =>
  line.amounts === null || line.adjustments.some((movement) => movement.id === id)
    ? line
    : { ...line, adjustments: [...line.adjustments, drift(line.amounts.currency, setAside, at)] };

/** A rule of the host that failed says nothing of the sale; and what is said anew will be read once more because of it. */
const isOfHost = ({ reason }: ReportLine): boolean => reason === 'hook failed';

/**
 * What this run told, and what is set aside now that it is read again. Its line stays, for the service holds it; that it is
 * set aside by now stands beside it. Right: those lines by their ids.
 */
export const linesThatStay = async (
  { runId, book, clock, isRetried }: Work,
  setAside: readonly ReportLine[],
  { settledInRun }: Pick<PageLookup, 'settledInRun'>,
): Promise<E.Either<StoreError, ReadonlyMap<string, ReportLine>>> => {
  const lines = new Map<string, ReportLine>();
  for (const one of setAside) {
    const before = settledInRun.get(one.id);
    if (before === undefined || !isInService(before) || (isOfHost(one) && isRetried(before))) continue;
    const found = await book.findLines(runId, { id: one.id }, { after: O.none, limit: 1 })();
    if (E.isLeft(found)) return found;
    const [line] = found.right.lines;
    if (line === undefined) continue;
    lines.set(one.id, isOfHost(one) ? line : beside(line, one, instantOfMilliseconds(clock.now())));
  }
  return E.right(lines);
};
