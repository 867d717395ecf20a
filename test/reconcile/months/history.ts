/** Milliseconds of a day. */
export const day = 86_400_000;

/** A later change of a sale: its whole amount goes back, or the same is added. Times in milliseconds since 1970. */
export interface Later {
  readonly kind: 'refund' | 'dispute' | 'credit note' | 'edit';
  readonly at: number;
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

/** A sale of 100.00 and 8.25 tax, as it happened at a platform. Nothing here knows what the product makes of it. */
export interface HistorySale {
  readonly n: number;
  readonly platform: 'shopify' | 'stripe';
  readonly kind: SaleKind;
  /** When the platform made its record. */
  readonly madeAt: number;
  /** The date that the transaction must have. */
  readonly soldAt: number;
  /** From when on it is a sale: paid, captured, final. */
  readonly saleFrom: number;
  readonly later: Later[];
  /** From when on the record is gone; null for never. */
  deletedAt: number | null;
}

export const cents = 10_825;

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
    const { n, platform, soldAt, saleFrom, later, deletedAt } = sale;
    if (saleFrom > now || (deletedAt !== null && deletedAt <= now)) return [];
    const id = `${accountOf[platform]}:${recordIdOf(sale)}`;
    const changes = later
      .filter(({ at, undoneAt }) => at <= now && (undoneAt === null || undoneAt > now))
      .map(({ kind, at }) => ({
        id: `${id}:${laterIds[kind][platform]}${n}`,
        cents: kind === 'edit' ? cents : -cents,
        at,
        cameAt: at,
      }));
    return [{ id, cents, at: soldAt, cameAt: saleFrom }, ...changes];
  });

/** One row of the service, as far as the checker cares. */
export interface Held {
  readonly id: string;
  readonly cents: number;
  readonly at: number;
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
