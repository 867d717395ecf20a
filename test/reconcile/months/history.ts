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

/** Whether a change counts at a time: it is settled, and not undone. */
export const countsAt = ({ at, settledAt = at, undoneAt }: Later, now: number): boolean =>
  settledAt <= now && (undoneAt === null || undoneAt > now);

/** What the service must hold of a history at a time. */
export interface Right {
  readonly id: string;
  readonly cents: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** When it came to be right: a proof of that day must find it, whatever its own date. */
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

const accountOf = { stripe: 'stripe:acct_1', shopify: 'shopify:548380009' } as const;

/** Computed from the history alone, for a policy that sends every change. */
export const rightAt = (history: readonly HistorySale[], now: number): readonly Right[] =>
  history.flatMap((sale) => {
    const { platform, soldAt, saleFrom, later, deletedAt } = sale;
    if (saleFrom > now || (deletedAt !== null && deletedAt <= now)) return [];
    const id = `${accountOf[platform]}:${recordIdOf(sale)}`;
    const changes = later.flatMap((one, index) =>
      countsAt(one, now)
        ? [
            {
              id: `${id}:${laterIds[one.kind][platform]}${numberOf(sale, index)}`,
              cents: one.kind === 'edit' ? cents : -centsOf(one),
              at: one.at,
              cameAt: one.settledAt ?? one.at,
            },
          ]
        : [],
    );
    return [{ id, cents, at: soldAt, cameAt: saleFrom }, ...changes];
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

/** Why a proof of a span must not say complete; empty when it may. */
export const wrongIn = (right: readonly Right[], held: readonly Held[], { start, end }: Span): readonly string[] => {
  const isIn = (at: number): boolean => at >= start && at < end;
  const rows = new Map<string, Held[]>();
  for (const row of held) rows.set(row.id, [...(rows.get(row.id) ?? []), row]);
  const expected = new Map(right.map((one) => [one.id, one]));
  const wrong: string[] = [];
  for (const one of right) {
    if (!isIn(one.at) && !isIn(one.cameAt)) continue;
    const [row, ...others] = rows.get(one.id) ?? [];
    if (row === undefined) wrong.push(`${one.id} is missing`);
    else if (row.cents !== one.cents || row.at !== one.at) wrong.push(`${one.id} is held with other values`);
    if (others.length > 0) wrong.push(`${one.id} is held twice`);
  }
  for (const row of held) if (isIn(row.at) && !expected.has(row.id)) wrong.push(`${row.id} is not true`);
  return wrong;
};
