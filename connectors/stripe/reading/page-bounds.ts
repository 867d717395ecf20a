import type { Dated, Descending } from './descending.ts';

/** How many objects of one list make a page. */
const pageSize = 100;

/** Unix seconds: from `low` on, up to but without `high`. */
export interface PageBounds {
  readonly low: number;
  readonly high: number;
}

export const isOn =
  ({ low, high }: PageBounds) =>
  ({ created }: Pick<Dated<unknown>, 'created'>): boolean =>
    created >= low && created < high;

/** Whether enough of a list is known to say where its page ends: a page of it, and the second of its last object. */
export const hasPage = (list: Descending<unknown>, high: number) => (): boolean => {
  const below = list.items().filter(({ created }) => created < high);
  return below.length >= pageSize && list.completeFrom() < high;
};

/**
 * How far down a page of one list reaches, in whole seconds: objects of one second are never parted, because the next page
 * begins at a second. A second with more objects than a page is a page of its own.
 */
export const lowOf = (list: Descending<unknown>, high: number, start: number): number => {
  const below = list.items().filter(({ created }) => created < high);
  const last = below[pageSize - 1];
  const low = Math.max(start, list.completeFrom(), last === undefined ? start : last.created + 1);
  return low < high ? low : high - 1;
};
