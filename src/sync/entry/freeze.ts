import * as E from 'fp-ts/lib/Either.js';
import { digestOf } from '../../domain/digest.ts';
import type { LineAmounts } from '../../domain/run.ts';
import { held } from '../../domain/exclusion.ts';
import type { WireSettings } from '../../domain/wire-settings.ts';
import { jurisdictionOf, type Transaction } from '../../domain/transaction.ts';
import { toWire, wireText } from '../../domain/wire-transaction.ts';
import type { Calendar } from '../calendar.ts';
import type { Candidate, Prepared } from './candidate.ts';
import { likenessKey } from './likeness.ts';
import { withOptionalFields } from './optional-fields.ts';
import { refusedByWire } from './refused-by-wire.ts';
import { setAsideEntry } from './to-run-entry.ts';

const amountsOf = ({ monthOf }: Pick<Calendar, 'monthOf'>, transaction: Transaction): LineAmounts => ({
  currency: transaction.currency.code,
  jurisdiction: jurisdictionOf(transaction.shipToAddress),
  month: monthOf(transaction.transactedAt),
  total: transaction.total,
  taxCollected: transaction.taxCollected,
});

interface FreezeContext {
  readonly storefront: string;
  readonly calendar: Pick<Calendar, 'monthOf'>;
  /** Default: the service takes everything. */
  readonly wire?: WireSettings | undefined;
}

/** Makes of a transaction the text that is sent; held when an amount of it cannot be told exactly. Pure. */
export const freeze = (
  { storefront, calendar, wire: settings = {} }: FreezeContext,
  { kind, sourceId, findings, references }: Pick<Candidate, 'kind' | 'sourceId' | 'findings' | 'references'>,
  transaction: Transaction,
): Prepared => {
  const { id, name } = transaction;
  const refusal = refusedByWire(settings, { sourceId, name }, transaction);
  if (refusal !== undefined) return E.left(setAsideEntry(storefront, { id, kind, sourceId }, refusal));
  const wire = toWire(transaction);
  if (E.isLeft(wire)) {
    const message = `it cannot be told exactly (${wire.left.problems.join('; ')}); correct the order at the platform`;
    const why = held({ sourceId, name }, 'amount not exact', message);
    return E.left(setAsideEntry(storefront, { id, kind, sourceId }, why));
  }
  const body = wireText(withOptionalFields(settings, transaction, wire.right));
  return E.right({
    kind,
    sourceId,
    id,
    name,
    transactedAt: transaction.transactedAt,
    findings,
    references,
    body,
    digest: digestOf(wireText(wire.right)),
    amounts: amountsOf(calendar, transaction),
    likeness: kind === 'sale' ? likenessKey(transaction) : null,
  });
};
