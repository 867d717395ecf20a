import type { Random } from '../../../src/domain/environment.ts';
import type { HistorySale, Later } from './history.ts';

/** Numbers of orders that an app created again begin here. */
const again = 500;

/**
 * What goes wrong with the sales of a history late, when it was sent long ago: refunds fail or are deleted, notes are voided, disputes
 * are won and lost again, debits bounce, orders are deleted, some of them to be created again. And orders that began as a gift card.
 * The same random numbers, the same history.
 */
export const goWrongLate = ({ next }: Random, history: readonly HistorySale[]): readonly HistorySale[] => {
  const chance = (of: number): boolean => next() < of;
  const days = (most: number): number => 60_000 * (1 + Math.floor(next() * most * 24 * 60));

  const undone = (one: Later): Later => {
    const { kind, at, settledAt = at, undoneAt } = one;
    if (undoneAt !== null || kind === 'edit' || kind === 'cancellation' || !chance(0.4)) return one;
    const takenBackAt = settledAt + days(60);
    const isLostAgain = kind === 'dispute' && chance(0.4);
    return { ...one, undoneAt: takenBackAt, ...(isLostAgain && { againAt: takenBackAt + days(40) }) };
  };

  const ofOne = (sale: HistorySale): readonly HistorySale[] => {
    const { platform, kind, saleFrom, soldAt, later } = sale;
    const isLeftAlone = later.length === 0 && Number.isFinite(saleFrom);
    if (isLeftAlone && kind === 'debit that arrives later' && chance(0.5))
      return [{ ...sale, bouncedAt: saleFrom + days(30) }];
    if (platform === 'shopify' && isLeftAlone && chance(0.25)) {
      const deletedAt = saleFrom + days(60);
      const gone: HistorySale = { ...sale, deletedAt };
      const madeAt = deletedAt + 60_000;
      if (!chance(0.6)) return [gone];
      const made = { madeAt, soldAt, saleFrom: madeAt, kind: 'dated back', deletedAt: null } as const;
      return [gone, { ...sale, ...made, n: sale.n + again, numbered: sale.n }];
    }
    const [first] = later;
    if (platform === 'shopify' && kind === 'paid at once' && first?.kind === 'edit' && chance(0.5))
      return [{ ...sale, isGiftCard: true }];
    return [{ ...sale, later: later.map(undone) }];
  };
  return history.flatMap(ofOne);
};

/** The sale of a history that a transaction id of any kind belongs to. */
export const saleOf = (history: readonly HistorySale[], id: string): HistorySale | undefined => {
  const record = /^\w+:\w+:(?:in_|ch_)?(\d+)/.exec(id)?.[1];
  return history.find(({ n, platform }) => record === String(platform === 'shopify' ? 5_000 + n : n));
};

/** Whether a platform no longer has a sale that it once had. */
export const isGoneAt = ({ deletedAt, bouncedAt = Infinity }: HistorySale, now: number): boolean =>
  (deletedAt ?? Infinity) <= now || bouncedAt <= now;
