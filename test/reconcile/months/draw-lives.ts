import type { Random } from '../../../src/domain/environment.ts';
import { day, type HistorySale, isInvoice, type Later, type SaleKind } from './history.ts';

/** How many months a history has. */
export const monthsOfLife = 14;

export const firstDay = '2026-01-01';

const first = Date.UTC(2026, 0, 1, 17);

const kinds: Readonly<Record<HistorySale['platform'], readonly SaleKind[]>> = {
  stripe: [
    'paid at once',
    'paid later',
    'paid later',
    'captured later',
    'debit that arrives later',
    'draft for long',
    'dated back',
  ],
  shopify: ['paid at once', 'paid at once', 'paid later', 'dated back'],
};

/** At most so many days late, as the platforms allow. */
const latest: Readonly<Record<SaleKind, number>> = {
  'paid at once': 0,
  'paid later': 150,
  'captured later': 28,
  'debit that arrives later': 12,
  'draft for long': 200,
  'dated back': 0,
};

/**
 * A history of fourteen months of one platform, in which sales go on living: what happens to a sale comes up to half a year later,
 * in several steps. The same random numbers, the same history.
 *
 * @param undoes whether notes are voided and refunds deleted as well, each before anything could be sent of them by a sync on the
 * second of a month; a server that runs live would have sent them
 */
export const drawLives = (
  { next }: Random,
  platform: HistorySale['platform'],
  count: number,
  undoes: boolean,
  months = monthsOfLife,
): readonly HistorySale[] => {
  const whole = (below: number): number => Math.floor(next() * below);
  const chance = (of: number): boolean => next() < of;
  /** Minutes, because platforms know no less than seconds. */
  const days = (most: number): number => 60_000 * (1 + whole(most * 24 * 60));

  const lateOf = (sale: Pick<HistorySale, 'kind' | 'saleFrom' | 'isPaidOutside'>): readonly Later[] => {
    const { kind, saleFrom, isPaidOutside = false } = sale;
    if (chance(0.35)) return [];
    const at = saleFrom + days(170);
    const pieces = 1 + whole(3);
    const undoneAt = undoes && chance(0.3) ? at + days(2) : null;
    // Undone after a sync saw it, it is a matter of corrections.
    const undone = undoneAt !== null && isBeforeSync(at, undoneAt) ? undoneAt : null;
    if (platform === 'shopify') {
      const what = whole(5);
      const edit: Later = {
        kind: 'edit',
        at,
        undoneAt: null,
        settledAt: chance(0.5) ? at : chance(0.3) ? Infinity : at + days(60),
      };
      const refund: Later = { kind: 'refund', at, undoneAt: undone, ...(chance(0.6) && { pieces }) };
      if (what < 2) return [edit];
      if (what === 2) return [{ kind: 'cancellation', at, undoneAt: null }];
      const again: Later = { kind: 'refund', at: at + days(40), undoneAt: null, pieces: 1 };
      return what === 3 || refund.pieces === undefined ? [refund] : [refund, again];
    }
    if (isInvoice(kind) && (isPaidOutside || chance(0.6))) {
      const note: Later = { kind: 'credit note', at, undoneAt: undone, pieces };
      return chance(0.4) ? [note, { kind: 'credit note', at: at + days(60), undoneAt: null, pieces: 1 }] : [note];
    }
    if (chance(0.4) && kind !== 'debit that arrives later') {
      const opened = saleFrom + days(100);
      const decidedAt = opened + days(75);
      const isWon = chance(0.4);
      return [{ kind: 'dispute', at: opened, settledAt: decidedAt, undoneAt: isWon ? decidedAt : null }];
    }
    // A bank takes days to return money, and may fail to; any refund waits where the balance of the account is too low.
    const settledAt = kind === 'debit that arrives later' || chance(0.3) ? at + days(15) : at;
    const fails = settledAt !== at && chance(0.3);
    const refund: Later = { kind: 'refund', at, settledAt, undoneAt: fails ? settledAt : null, pieces };
    return chance(0.4) ? [refund, { kind: 'refund', at: settledAt + days(60), undoneAt: null, pieces: 1 }] : [refund];
  };

  return Array.from({ length: count }, (_, index): HistorySale => {
    const options = kinds[platform];
    const kind = options[whole(options.length)] ?? 'paid at once';
    const madeAt = first + days(months * 30);
    const isPaidLate = latest[kind] > 0 || chance(0.3);
    const isOver = isPaidLate && kind !== 'draft for long' && chance(0.15);
    const after = latest[kind] > 0 ? latest[kind] : kind === 'dated back' ? 90 : 0;
    const changesAt = madeAt + (isPaidLate && after > 0 ? days(after) : 0);
    const soldAt =
      kind === 'dated back'
        ? chance(0.2)
          ? madeAt + days(120)
          : Math.max(first, madeAt - days(chance(0.5) ? 20 : 175))
        : kind === 'draft for long'
          ? changesAt
          : madeAt;
    const isGivenUp = isOver && changesAt > madeAt;
    const isPaidOutside = isInvoice(kind) && platform === 'stripe' && chance(0.2);
    const saleFrom = isGivenUp ? Infinity : changesAt;
    const begun = changesAt - days(10);
    const isDebit = isInvoice(kind) && platform === 'stripe' && begun > madeAt && chance(0.4);
    const sale = {
      ...{ kind, saleFrom, isPaidOutside },
      ...(isDebit && !isGivenUp && kind !== 'draft for long' && { payingSince: begun }),
    };
    const editedAt = madeAt + days(30);
    const isEditedBefore = platform === 'shopify' && editedAt < saleFrom && Number.isFinite(saleFrom) && chance(0.4);
    const before: readonly Later[] = isEditedBefore
      ? [{ kind: 'edit', at: editedAt, settledAt: saleFrom, undoneAt: null }]
      : [];
    return {
      n: index + 1,
      platform,
      ...sale,
      madeAt,
      soldAt,
      ...(isGivenUp && { givenUpAt: changesAt }),
      later: isGivenUp ? [] : isEditedBefore ? [...before] : [...lateOf(sale)],
      deletedAt: null,
    };
  });
};

/** Whether no sync on the second of a month lies between two times. */
const isBeforeSync = (at: number, undoneAt: number): boolean => {
  const syncsBefore = (time: number): number => {
    const date = new Date(time - day - 17 * 60 * 60_000);
    return date.getUTCFullYear() * 12 + date.getUTCMonth();
  };
  return syncsBefore(at) === syncsBefore(undoneAt);
};
