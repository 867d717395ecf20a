/**
 * Reads a report line as a sold transaction: its gross amount, what is exempt, and what the platform taxed, for exports, sums
 * and thresholds.
 */
import * as O from 'fp-ts/lib/Option.js';
import type { FigureGroup } from '../domain/day-figures.ts';
import { findCurrency, isSummable, parseMinorUnits } from '../domain/money.ts';
import type { SentLine } from '../domain/review-store.ts';
import type { LineAmounts, LineDetail } from '../domain/run.ts';
import * as E from 'fp-ts/lib/Either.js';

/** The classes into which importers of tax programs sort sales. */
export type ExemptionType = 'wholesale' | 'other' | 'marketplace' | 'non_exempt';

/** The fields of a line that are counted. */
export type CountedLine = Pick<
  SentLine,
  'id' | 'storefront' | 'kind' | 'amounts' | 'stated' | 'detail' | 'findings' | 'adjustments' | 'day' | 'shown'
>;

/** A transaction as an export counts it. Money in minor units. */
export interface Sold<Line = CountedLine> {
  readonly line: Line;
  readonly amounts: LineAmounts;
  readonly detail: LineDetail | null;
  /** With shipping, after discounts, without tax. */
  readonly gross: bigint;
  /** The part that was sent as exempt, or whose tax a marketplace remits. */
  readonly exempt: bigint;
  /** The part of the rest that the platform taxed; null where that is not known. */
  readonly taxed: bigint | null;
  readonly exemption: ExemptionType;
}

type Exemption = Pick<FigureGroup, 'isMarketplace' | 'isExempt' | 'isResale'>;

/** Why no tax is due from the seller. A line without details has findings only. */
export const exemptionOf = ({ detail, findings }: Pick<SentLine, 'detail' | 'findings'>): Exemption =>
  detail === undefined
    ? {
        isMarketplace: findings.includes('marketplace sale'),
        isExempt: findings.includes('exempt sale'),
        isResale: false,
      }
    : {
        isMarketplace: detail.marketplace !== null,
        isExempt: detail.exemption !== null,
        isResale: detail.exemption === 'RESALE',
      };

/** The same as importers name it: they know one reason per sale. */
export const exemptionTypeOf = (line: Pick<SentLine, 'detail' | 'findings'>): ExemptionType => {
  const { isMarketplace, isExempt, isResale } = exemptionOf(line);
  if (isMarketplace) return 'marketplace';
  if (!isExempt) return 'non_exempt';
  return isResale ? 'wholesale' : 'other';
};

/** Undefined for a credit document, which is no transaction. */
export const soldOf = <Line extends CountedLine>(line: Line): Sold<Line> | undefined => {
  const { amounts, detail = null } = line;
  if (amounts === null) return undefined;
  const gross = amounts.total - amounts.taxCollected;
  const exemption = exemptionTypeOf(line);
  const exempt = exemption === 'non_exempt' ? 0n : gross;
  const taxed = taxedOf(exemption, amounts.taxCollected, detail?.taxed);
  return { line, amounts, detail, gross, exempt, taxed, exemption };
};

/** The taxed part: zero for an exempt sale. If the platform does not state it: zero without tax, otherwise not known (null). */
export const taxedOf = (exemption: ExemptionType, tax: bigint | null, stored: bigint | undefined): bigint | null =>
  exemption !== 'non_exempt' || (stored === undefined && tax === 0n) ? 0n : (stored ?? null);

/** Importers refuse an exempt type with tax. Sums still count it as it was sent. */
export const importedTypeOf = (exemption: ExemptionType, ...taxes: readonly bigint[]): ExemptionType =>
  exemption === 'marketplace' || taxes.every((tax) => tax === 0n) ? exemption : 'non_exempt';

/** An amount that the service shows, in minor units; null where it shows none. */
export const shownMoney = (
  { line: { shown }, amounts }: Pick<Sold, 'line' | 'amounts'>,
  field: 'total' | 'taxCollected',
): bigint | null => {
  const text = shown?.[field];
  const currency = findCurrency(amounts.currency);
  if (text === undefined || O.isNone(currency)) return null;
  const parsed = parseMinorUnits(currency.value)(Number(text).toFixed(currency.value.digits));
  return E.isRight(parsed) && isSummable(parsed.right) ? parsed.right : null;
};
