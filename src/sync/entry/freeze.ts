import * as E from 'fp-ts/lib/Either.js';
import { digestOf } from '../../core/digest.ts';
import type { EntryAmounts } from '../../core/run.ts';
import { held } from '../../core/set-aside.ts';
import { jurisdictionOf, type Transaction } from '../../core/transaction.ts';
import { toWire, wireText } from '../../core/wire-transaction.ts';
import type { Calendar } from '../calendar.ts';
import type { Candidate, Prepared } from './candidate.ts';
import { likenessKey } from './likeness.ts';
import { setAsideEntry } from './to-run-entry.ts';

const amountsOf = ({ monthOf }: Pick<Calendar, 'monthOf'>, transaction: Transaction): EntryAmounts => ({
  currency: transaction.currency.code,
  jurisdiction: jurisdictionOf(transaction.shipToAddress),
  month: monthOf(transaction.transactedAt),
  total: transaction.total,
  taxCollected: transaction.taxCollected,
});

/** Makes of a transaction the text that is sent; held when an amount of it cannot be told exactly. Pure. */
export const freeze = (
  { storefront, calendar }: { readonly storefront: string; readonly calendar: Pick<Calendar, 'monthOf'> },
  { kind, sourceId, findings, references }: Pick<Candidate, 'kind' | 'sourceId' | 'findings' | 'references'>,
  transaction: Transaction,
): Prepared => {
  const { id, name } = transaction;
  const wire = toWire(transaction);
  if (E.isLeft(wire)) {
    const message = `it cannot be told exactly (${wire.left.problems.join('; ')}); correct the order at the platform`;
    const why = held({ sourceId, name }, 'amount not exact', message);
    return E.left(setAsideEntry(storefront, { id, kind, sourceId }, why));
  }
  const body = wireText(wire.right);
  return E.right({
    kind,
    sourceId,
    id,
    name,
    transactedAt: transaction.transactedAt,
    findings,
    references,
    body,
    digest: digestOf(body),
    amounts: amountsOf(calendar, transaction),
    likeness: kind === 'sale' ? likenessKey(transaction) : null,
  });
};
