/** Learns whether the service shows exemption and marketplace at all, so that a mark that it never shows is no difference. */
import type { ServiceWire } from '../domain/wire-settings.ts';
import { type Comparable, hiddenMarks, type Mark, marks } from '../mapping/comparison.ts';

/**
 * Exemption and marketplace are compared only if the service shows them at all. A list may leave them out, so a few single reads
 * find that out: after `maxTried` reads without the mark, the service counts as not showing it.
 */
export interface ShownMarks {
  /** Notes what the list or a single read showed. */
  readonly see: (shown: Comparable) => void;
  /** Notes what the list showed of any transaction. */
  readonly seeListed: (shown: Comparable) => void;
  /** Compares a listed transaction with its single read: a mark that only the single read shows is left out of the list. */
  readonly compareFaces: (listed: Comparable, alone: Comparable) => void;
  /** Marks that the list leaves out although the service has them: a sale of ours without the mark may have one there. */
  readonly leftOutOfList: () => readonly Mark[];
  /** Marks of ours that are not shown, and that a single read may show. */
  readonly toAsk: (ours: Comparable, theirs: Comparable) => readonly Mark[];
  /** Notes a single read that did not show them. */
  readonly tried: (hidden: readonly Mark[]) => void;
  /** Marks of ours that are not shown, although the service shows them for other transactions. */
  readonly unseen: (ours: Comparable, theirs: Comparable) => readonly Mark[];
}

const maxTried = 3;

export const shownMarks = (wire: ServiceWire = {}): ShownMarks => {
  const shownAtAll = new Set<Mark>();
  const inList = new Set<Mark>();
  const onlyAlone = new Set<Mark>();
  const tries = new Map<Mark, number>();
  const hidden = (ours: Comparable, theirs: Comparable): readonly Mark[] =>
    hiddenMarks(ours, theirs).filter((mark) => !isLeftOut(wire, mark, ours[mark]));
  return {
    see: (shown) => {
      for (const mark of marks) if ((shown[mark] ?? '') !== '') shownAtAll.add(mark);
    },
    seeListed: (shown) => {
      for (const mark of marks) if (shown[mark] !== undefined) inList.add(mark);
    },
    compareFaces: (listed, alone) => {
      for (const mark of marks) if (listed[mark] === undefined && (alone[mark] ?? '') !== '') onlyAlone.add(mark);
    },
    leftOutOfList: () => marks.filter((mark) => onlyAlone.has(mark) && !inList.has(mark)),
    toAsk: (ours, theirs) =>
      hidden(ours, theirs).filter((mark) => shownAtAll.has(mark) || (tries.get(mark) ?? 0) < maxTried),
    tried: (some) => {
      for (const mark of some) tries.set(mark, (tries.get(mark) ?? 0) + 1);
    },
    unseen: (ours, theirs) => hidden(ours, theirs).filter((mark) => shownAtAll.has(mark)),
  };
};

/** A mark that the wire settings leave out of what is sent. */
const isLeftOut = (
  { marketplaces, leaveOut = [] }: Pick<ServiceWire, 'marketplaces' | 'leaveOut'>,
  mark: Mark,
  value: string | undefined,
): boolean =>
  leaveOut.includes(mark) ||
  (mark === 'marketplace' &&
    marketplaces?.others === 'omit' &&
    !marketplaces.codes.some((code) => code.toLowerCase() === value?.toLowerCase()));
