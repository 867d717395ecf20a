import { isGoneAt, saleOf } from '../../../reconcile/months/draw-late.ts';
import type { Case, File } from '../case.ts';
import type { Tried } from '../evidence.ts';
import type { Violation } from '../violation.ts';

/** In peace a sale that has to be sent ends well or with a reason; nothing of it waits. */
const isSilent = ({ fact, entries }: Case): boolean =>
  (fact.expected === 'pushed' || fact.expected === 'conflict' || fact.expected === 'refused') && entries.length === 0;

/** When nothing goes wrong any more, nothing stays open: no intent, no resync request, no history, and no fact without a word. */
export const neverSettled = ({ evidence, cases }: File): readonly Violation[] => {
  const { tried, resyncRequests: requests, lastHistory } = evidence;
  // The rest of a sale that was deleted at its source can no longer be pushed.
  const vanished = new Set(cases.filter(({ fact }) => fact.expected === 'either').flatMap(({ fact }) => fact.keys));
  const last = evidence.months?.at(-1);
  const isGone = (id: string): boolean => {
    const sale = last === undefined ? undefined : saleOf(last.history, id);
    return last !== undefined && sale !== undefined && isGoneAt(sale, last.at);
  };
  const isOpen = ({ id, status }: Tried): boolean =>
    status === 'intent' && !isGone(id) && !id.split(':').some((part) => vanished.has(part));
  return [
    ...tried
      .filter(isOpen)
      .map(({ id }): Violation => ({ name: 'never settled', about: id, why: 'its intent is open' })),
    ...requests
      .filter(({ isParked }) => !isParked)
      .map(({ storefront, recordId }): Violation => ({
        name: 'never settled',
        about: recordId,
        why: `its resync request at ${storefront} still rings`,
      })),
    ...(lastHistory === null
      ? [{ name: 'never settled', about: 'the history', why: 'it did not finish in peace' } as const]
      : []),
    ...cases.filter(isSilent).map(({ fact }): Violation => ({
      name: 'never settled',
      about: fact.keys[0],
      why: 'the sync database says nothing of it',
    })),
  ];
};
