/** Milliseconds of a day. */
export const day = 86_400_000;

/** A later change of a sale: its whole amount goes back, or the same is added. Times in milliseconds since 1970. */
export interface Later {
  /** `cancellation`: a refund of an order that is canceled with it. */
  readonly kind: 'refund' | 'dispute' | 'credit note' | 'edit' | 'cancellation';
  readonly at: number;
  /** How many of the five pieces of the sale go back. Default: all. */
  readonly pieces?: number;
  /** When it was paid or decided: an addition, a refund of a bank, a dispute. Until then it is open. Default: at once. */
  readonly settledAt?: number;
  /** From when on the platform no longer has it, or shows it as failed; null for never. */
  undoneAt: number | null;
  /** From when on it counts again after it was undone: a dispute that is lost a second time. */
  readonly againAt?: number;
}

export type SaleKind =
  | 'paid at once'
  | 'paid later'
  | 'captured later'
  | 'debit that arrives later'
  | 'draft for long'
  | 'dated back';

/** A sale of five pieces, 100.00 and 8.25 tax, as it happened at a platform. Nothing here knows what the product makes of it. */
export interface HistorySale {
  readonly n: number;
  readonly platform: 'shopify' | 'stripe';
  readonly kind: SaleKind;
  /** The number that people see. Default: that of `n`. */
  readonly numbered?: number;
  /** When the platform made its record. */
  readonly madeAt: number;
  /** The date that the transaction must have. */
  readonly soldAt: number;
  /** From when on it is a sale: paid, captured, final. Infinity for one that is given up. */
  readonly saleFrom: number;
  /** When it failed, was voided or let go; only of one that is never a sale. */
  readonly givenUpAt?: number;
  /** When the payment of an invoice was begun, of one that a bank takes days for. Default: when it arrived. */
  readonly payingSince?: number;
  /** Whether an invoice is paid outside of Stripe. */
  readonly isPaidOutside?: boolean;
  /** When a debit that had arrived failed after all. */
  readonly bouncedAt?: number;
  /** Whether it began as a gift card alone: only what an edit adds is sold. */
  readonly isGiftCard?: boolean;
  readonly later: Later[];
  /** From when on the record is gone; null for never. */
  deletedAt: number | null;
}

export const cents = 10_825;

const allPieces = 5;

/** What a change moves, in cents. */
export const centsOf = ({ pieces = allPieces }: Pick<Later, 'pieces'>): number => (cents / allPieces) * pieces;

/** The last part of the id of a change: that of its sale, and its own place from the second on. */
export const numberOf = ({ n }: Pick<HistorySale, 'n'>, index: number): string =>
  index === 0 ? `${n}` : `${n}00${index}`;

/** Whether a change counts at a time: it is settled, and not undone, or counts again. */
export const countsAt = ({ at, settledAt = at, undoneAt, againAt = Infinity }: Later, now: number): boolean =>
  settledAt <= now && (undoneAt === null || undoneAt > now || againAt <= now);

/** The times at which a platform changed what it shows of a sale. */
export const timesOf = (sale: HistorySale): readonly number[] => {
  const { madeAt, saleFrom, givenUpAt = madeAt, bouncedAt = madeAt, later } = sale;
  const changes = later.flatMap(({ at, settledAt = at, undoneAt, againAt }) => [
    at,
    settledAt,
    undoneAt ?? at,
    againAt ?? at,
  ]);
  return [madeAt, saleFrom, givenUpAt, bouncedAt, ...changes];
};

/** What the service must hold of a history at a time. */
export interface Right {
  readonly id: string;
  readonly cents: number;
  readonly tax: number;
  readonly state: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Where its date moved with a later movement of money: also right for what was sent first after that. */
  readonly atAfter?: number;
  /** When its platform says that it came to be right: a proof of that day must find it, whatever its own date. */
  readonly cameAt: number;
}

const laterIds = {
  refund: { stripe: 'refund:re_', shopify: 'refund:41' },
  dispute: { stripe: 'dispute:dp_', shopify: '' },
  'credit note': { stripe: 'refund:cn_', shopify: '' },
  edit: { stripe: '', shopify: 'edit:88' },
  cancellation: { stripe: '', shopify: 'refund:41' },
} as const;

const recordIdOf = ({ n, platform, kind }: HistorySale): string => {
  if (platform === 'shopify') return String(5_000 + n);
  return isInvoice(kind) ? `in_${n}` : `ch_${n}`;
};

export const isInvoice = (kind: SaleKind): boolean => ['paid later', 'draft for long', 'dated back'].includes(kind);

/**
 * Stripe states no day on which a dispute was decided or a pending refund arrived: both are matters of the day on which their money
 * was taken, and a proof of a later day need not know of them.
 */
const knownSince = (platform: HistorySale['platform'], { at, settledAt = at }: Later): number =>
  platform === 'stripe' ? at : settledAt;

const accountOf = { stripe: 'stripe:acct_1', shopify: 'shopify:548380009' } as const;

/** Where the buyers of a platform live. */
const states = { shopify: 'CA', stripe: 'CO' } as const;

/** Computed from the history alone. `isSent`: whether a kind of change is sent; by default each is. */
export const rightAt = (
  history: readonly HistorySale[],
  now: number,
  isSent: (kind: Later['kind']) => boolean = () => true,
): readonly Right[] =>
  history.flatMap((sale) => {
    const { platform, soldAt, saleFrom, bouncedAt = Infinity, later, deletedAt, isGiftCard = false } = sale;
    if (saleFrom > now || bouncedAt <= now || (deletedAt !== null && deletedAt <= now)) return [];
    const id = `${accountOf[platform]}:${recordIdOf(sale)}`;
    const state = states[platform];
    // The payment of a charge states no tax.
    const money = (total: number): Pick<Right, 'cents' | 'tax'> => ({
      cents: total,
      tax: id.includes(':ch_') ? 0 : (total * 825) / cents,
    });
    const changes = later.flatMap((one, index) =>
      countsAt(one, now) && isSent(one.kind)
        ? [
            {
              id: `${id}:${laterIds[one.kind][platform]}${numberOf(sale, index)}`,
              ...money(one.kind === 'edit' ? cents : -centsOf(one)),
              state,
              at: one.at,
              ...(one.againAt !== undefined && one.againAt <= now && { atAfter: one.againAt }),
              cameAt: knownSince(platform, one),
            },
          ]
        : [],
    );
    return isGiftCard ? changes : [{ id, ...money(cents), state, at: soldAt, cameAt: saleFrom }, ...changes];
  });

/** One row of the service, as far as the checker cares. */
export interface Held {
  readonly id: string;
  readonly cents: number;
  readonly tax: number;
  readonly at: number;
  readonly state: string;
}

export interface Span {
  /** Milliseconds since 1970; `end` is not in it. */
  readonly start: number;
  readonly end: number;
}

/** What is held under one id and its corrections: each `undone` takes one copy away, each `restored` adds one. */
interface Chain {
  readonly copies: readonly Held[];
  readonly undone: readonly Held[];
}

const correction = /:(undone|restored):[^:]+$/;

/** The id that a row was sent under first. */
const baseOf = ({ id }: Pick<Held, 'id'>): string => id.replace(correction, '');

const isUndone = ({ id }: Held): boolean => correction.exec(id)?.[1] === 'undone';

const chainsOf = (held: readonly Held[]): ReadonlyMap<string, Chain> => {
  const rows = new Map<string, Held[]>();
  for (const row of held) rows.set(baseOf(row), [...(rows.get(baseOf(row)) ?? []), row]);
  return new Map(
    [...rows].map(([base, all]) => [
      base,
      { copies: all.filter((row) => !isUndone(row)), undone: all.filter((row) => isUndone(row)) },
    ]),
  );
};

const sumOf = (rows: readonly Held[], of: (row: Held) => number): number => rows.reduce((sum, row) => sum + of(row), 0);

/** Why what is held under one id is wrong; undefined when it is not. */
const wrongOf = (base: string, one: Right | undefined, { copies, undone }: Chain): string | undefined => {
  const [first] = copies;
  const left = copies.length - undone.length;
  if (one !== undefined && left < 1) return `${base} is missing`;
  if (left > (one === undefined ? 0 : 1)) return one === undefined ? `${base} is not true` : `${base} is held twice`;
  if (left < 0) return `${base} is taken back more than once`;
  const all = [...copies, ...undone];
  const isOff =
    sumOf(all, (row) => row.cents) !== (one?.cents ?? 0) || sumOf(all, (row) => row.tax) !== (one?.tax ?? 0);
  const isDated = one === undefined || first?.at === one.at || first?.at === one.atAfter;
  const isElsewhere = all.some(({ state }) => state !== (one ?? first)?.state);
  return isOff || !isDated || isElsewhere ? `${base} is held with other values` : undefined;
};

const always: Span = { start: -Infinity, end: Infinity };

/** What is wrong with what is held, by the id that it was or should be sent under; of a span, what a proof of it must not call complete. */
export const wrongIn = (
  right: readonly Right[],
  held: readonly Held[],
  { start, end }: Span = always,
): readonly string[] => {
  const isIn = (at: number): boolean => at >= start && at < end;
  const expected = new Map(right.map((one) => [one.id, one]));
  const chains = chainsOf(held);
  return [...new Set([...expected.keys(), ...chains.keys()])].flatMap((base) => {
    const [one, chain = { copies: [], undone: [] }] = [expected.get(base), chains.get(base)];
    const isOfSpan =
      (one !== undefined && (isIn(one.at) || isIn(one.cameAt))) || chain.copies.some(({ at }) => isIn(at));
    return isOfSpan ? (wrongOf(base, one, chain) ?? []) : [];
  });
};
