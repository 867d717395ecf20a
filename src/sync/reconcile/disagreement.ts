import * as O from 'fp-ts/lib/Option.js';
import type { EntryAmounts } from '../../core/run.ts';
import { moneyIn } from '../report/money-in.ts';
import type { Told } from './told.ts';

const ofAmounts = (ours: EntryAmounts, theirs: EntryAmounts): readonly string[] => {
  const money = moneyIn(ours.currency);
  const parts: readonly (readonly [what: string, ours: string, theirs: string])[] = [
    ['currency', ours.currency, theirs.currency],
    ['total', money(ours.total), money(theirs.total)],
    ['tax collected', money(ours.taxCollected), money(theirs.taxCollected)],
    ['place', ours.jurisdiction, theirs.jurisdiction],
    ['month', ours.month, theirs.month],
  ];
  return parts
    .filter(([, mine, other]) => mine !== other)
    .map(([what, mine, other]) => `${what}: ${mine} at the source, ${other} at the service`);
};

/**
 * In what a transaction, as its sale would be told today, disagrees with what the service holds; empty when in nothing. The
 * service's silence is no disagreement. Pure.
 */
export const disagreement = (
  ours: { readonly name: string; readonly amounts: EntryAmounts; readonly transactedAt: string },
  { name, amounts, transactedAt }: Told,
): readonly string[] => [
  ...(name !== '' && name !== ours.name ? ['another name'] : []),
  ...(O.isSome(transactedAt) && transactedAt.value !== ours.transactedAt
    ? [`time: ${ours.transactedAt} at the source, ${transactedAt.value} at the service`]
    : []),
  ...(O.isSome(amounts) ? ofAmounts(ours.amounts, amounts.value) : []),
];
