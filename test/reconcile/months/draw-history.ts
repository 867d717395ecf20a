import type { Random } from '../../../src/domain/environment.ts';
import { day, type HistorySale, type Later, type SaleKind } from './history.ts';

const kinds: Readonly<Record<HistorySale['platform'], readonly SaleKind[]>> = {
  stripe: [
    'paid at once',
    'paid at once',
    'paid later',
    'captured later',
    'debit that arrives later',
    'draft for long',
    'dated back',
  ],
  shopify: ['paid at once', 'paid at once', 'paid later', 'dated back'],
};

const changes = {
  shopify: ['refund', 'edit'],
  charge: ['refund', 'dispute'],
  invoice: ['credit note'],
} as const;

const first = Date.UTC(2026, 0, 2, 12);
const length = 120;

/** A history of four months from the first of January 2026 on, of one platform. The same random numbers, the same history. */
export const drawHistory = (
  { next }: Random,
  platform: HistorySale['platform'],
  count: number,
  undoes: boolean,
): readonly HistorySale[] => {
  const whole = (below: number): number => Math.floor(next() * below);
  return Array.from({ length: count }, (_, index) => {
    const options = kinds[platform];
    const kind = options[whole(options.length)] ?? 'paid at once';
    // Seconds, because platforms know no less.
    const madeAt = first + whole(length * 24 * 60) * 60_000;
    const late = {
      'paid at once': 0,
      'paid later': 60,
      'captured later': 6,
      'debit that arrives later': 5,
      'draft for long': 70,
      'dated back': 0,
    }[kind];
    const saleFrom = madeAt + (late === 0 ? 0 : (1 + whole(late)) * day);
    const soldAt =
      kind === 'dated back'
        ? Math.max(Date.UTC(2026, 0, 1, 17), madeAt - (1 + whole(90)) * day)
        : kind === 'draft for long'
          ? saleFrom
          : madeAt;
    const isInvoice = platform === 'stripe' && ['paid later', 'draft for long', 'dated back'].includes(kind);
    const possible = changes[platform === 'shopify' ? 'shopify' : isInvoice ? 'invoice' : 'charge'];
    const later: Later[] = [];
    const what = possible[whole(possible.length)];
    if (what !== undefined && next() < 0.5) {
      const at = saleFrom + (1 + whole(50)) * day;
      const isUndone = undoes && what !== 'edit' && next() < 0.4;
      later.push({ kind: what, at, undoneAt: isUndone ? at + (1 + whole(30)) * day : null });
    }
    return { n: index + 1, platform, kind, madeAt, soldAt, saleFrom, later, deletedAt: null };
  });
};
