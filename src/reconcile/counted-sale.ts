import * as E from 'fp-ts/lib/Either.js';
import { sumOfParts, taxOfSale, totalTax } from '../mapping/amounts.ts';
import { asCharged } from '../mapping/as-charged.ts';
import { isKeptLine, taxOnlyLines } from '../mapping/lines.ts';
import { isRemittedBySeller } from '../mapping/marketplace.ts';
import type { PlatformTotals } from '../mapping/platform-totals.ts';
import type { Policy } from '../mapping/policy.ts';
import type { LineKind, Sale, SaleLine } from '../mapping/sale.ts';
import { marketplaceOfSale } from '../mapping/sale-to-transaction.ts';
import { type Amount, negative, plus, zero } from './tie-out.ts';

const amountOfLines = ({ pricesIncludeTax }: Sale, lines: readonly SaleLine[]): Amount => {
  let [total, tax] = [0n, 0n];
  for (const { listed, discount, taxes } of lines) {
    const own = totalTax(taxes);
    total += listed - discount + (pricesIncludeTax ? 0n : own);
    tax += own;
  }
  return { total, tax };
};

const labels: Readonly<Record<LineKind, string>> = {
  goods: '',
  fee: 'fees left out',
  'gift card': 'gift cards sold',
  tip: 'tips',
  duty: 'import duties',
};

interface CountedSale {
  readonly counted: Amount;
  /** By label, what of it is not sent. */
  readonly parts: ReadonlyMap<string, Amount>;
}

/**
 * What the platform counts of a sale, and which parts of that are not sent. A platform's books count a sale as it was placed,
 * and each change on its own day. Pure.
 */
export const countedOf = (policy: Policy, totals: PlatformTotals, placed: Sale): CountedSale => {
  const sale = E.getOrElse(() => placed)(asCharged(policy)(placed));
  const charged = countedAsCharged(policy, totals, sale);
  if (sale === placed) return charged;
  const { counted } = countedAsCharged(policy, totals, placed);
  const changed = plus(counted, negative(charged.counted));
  return { counted, parts: new Map([...charged.parts, ['changed before it was paid', changed]]) };
};

const countedAsCharged = (policy: Policy, { leavesOut }: PlatformTotals, sale: Sale): CountedSale => {
  const notCounted = sale.lines.filter(({ kind }) => leavesOut.includes(kind));
  const counted = plus({ total: sumOfParts(sale), tax: taxOfSale(sale) }, negative(amountOfLines(sale, notCounted)));
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
  if (remitted !== 0n) parts.set('tax that a marketplace remits', { total: remitted, tax: remitted });
  return { counted, parts };
};
