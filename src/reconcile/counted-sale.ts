/** What a platform's own reports count for a sale, and which parts of that are never sent; for the monthly tie-out. Pure. */
import * as E from 'fp-ts/lib/Either.js';
import { sum } from '../domain/money.ts';
import { sumOfParts, taxOfRefund, taxOfSale, totalTax } from '../mapping/amounts.ts';
import { asCharged } from '../mapping/as-charged.ts';
import { isKeptLine, taxOnlyLines } from '../mapping/lines.ts';
import { isRemittedBySeller } from '../mapping/marketplace.ts';
import type { PlatformTotals } from '../mapping/platform-totals.ts';
import type { Policy } from '../mapping/policy.ts';
import type { LineKind, Refund, Sale, SaleLine } from '../mapping/sale.ts';
import { marketplaceOfSale } from '../mapping/sale-to-transaction.ts';
import { type Amount, negative, plus, zero } from './tie-out.ts';

interface CountedSale {
  readonly counted: Amount;
  /** The parts that are not sent, by label. */
  readonly parts: ReadonlyMap<string, Amount>;
}

/** A platform's books count a sale as it was placed, and each change on its own day. Pure. */
export const countedOf = (policy: Policy, totals: PlatformTotals, placed: Sale): CountedSale => {
  const sale = E.getOrElse(() => placed)(asCharged(policy, placed));
  const charged = countedAsCharged(policy, totals, sale);
  if (sale === placed) return charged;
  const { counted } = countedAsCharged(policy, totals, placed);
  const changed = plus(counted, negative(charged.counted));
  return { counted, parts: new Map([...charged.parts, ['changed before it was paid', changed]]) };
};

/** What the platform counts for a refund or another change; an amount that it takes back is positive. Pure. */
export const countedChange = (
  { leavesOut }: PlatformTotals,
  { lines, addedLines = [] }: Pick<Sale, 'lines' | 'addedLines'>,
  change: Refund,
): Amount => {
  const sold = new Map([...lines, ...addedLines].map((line) => [line.id, line]));
  let counted: Amount = { total: change.total, tax: taxOfRefund(change) + (change.taxOfOther ?? 0n) };
  for (const { lineId, amount, tax } of change.lines) {
    const line = sold.get(lineId);
    if (line === undefined) continue;
    if (leavesOut.includes(line.kind)) counted = plus(counted, { total: -(amount + tax), tax: -tax });
    else if (line.isStatedAsTax === true) counted = plus(counted, { total: 0n, tax: amount });
  }
  return counted;
};

const labels: Readonly<Record<LineKind, string>> = {
  goods: '',
  fee: 'fees left out',
  'gift card': 'gift cards sold',
  tip: 'tips',
  duty: 'import duties',
};

const countedAsCharged = (policy: Policy, { leavesOut }: PlatformTotals, sale: Sale): CountedSale => {
  const notCounted = sale.lines.filter(({ kind }) => leavesOut.includes(kind));
  const taxes = taxOfSale(sale) + sum(sale.lines.map(statedAsTax));
  const counted = plus({ total: sumOfParts(sale), tax: taxes }, negative(amountOfLines(sale, notCounted)));
  const leftOut = sale.lines.filter((line) => !isKeptLine(policy, sale, line) && !leavesOut.includes(line.kind));
  const taxOnly = taxOnlyLines(policy, sale);
  const kept = [...sale.lines.filter((line) => isKeptLine(policy, sale, line)), ...taxOnly, ...sale.shipping].flatMap(
    ({ taxes }) => taxes,
  );
  const marketplace = marketplaceOfSale(policy, sale);
  const remitted =
    marketplace === undefined
      ? 0n
      : totalTax([...kept, ...sale.orderTaxes].filter((tax) => !isRemittedBySeller(marketplace, tax)));
  const parts = new Map<string, Amount>();
  for (const line of leftOut) {
    const label = labels[line.kind];
    const { total, tax } = amountOfLines(sale, [line]);
    const isTaxSent = taxOnly.includes(line);
    parts.set(label, plus(parts.get(label) ?? zero, isTaxSent ? { total: total - tax, tax: 0n } : { total, tax }));
  }
  for (const line of notCounted.filter((one) => isKeptLine(policy, sale, one))) {
    const label = labels[line.kind];
    parts.set(label, plus(parts.get(label) ?? zero, negative(amountOfLines(sale, [line]))));
  }
  const asTax = sum(sale.lines.filter((line) => isKeptLine(policy, sale, line)).map(statedAsTax));
  if (asTax !== 0n) parts.set('fees that the platform counts as tax', { total: 0n, tax: asTax });
  const uncounted = totalTax(taxOnly.filter((line) => notCounted.includes(line)).flatMap((line) => line.taxes));
  if (uncounted !== 0n) parts.set('tax on gift cards sold', { total: -uncounted, tax: -uncounted });
  if (remitted !== 0n) parts.set('tax that a marketplace remits', { total: remitted, tax: remitted });
  return { counted, parts };
};

/** The amount of a line that the platform counts as tax. */
const statedAsTax = ({ isStatedAsTax, listed, discount }: SaleLine): bigint =>
  isStatedAsTax === true ? listed - discount : 0n;

const amountOfLines = ({ pricesIncludeTax }: Sale, lines: readonly SaleLine[]): Amount => {
  let [total, tax] = [0n, 0n];
  for (const line of lines) {
    const own = totalTax(line.taxes);
    total += line.listed - line.discount + (pricesIncludeTax ? 0n : own);
    tax += own + statedAsTax(line);
  }
  return { total, tax };
};
