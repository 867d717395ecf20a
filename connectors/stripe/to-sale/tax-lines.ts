/** Finds tax that was sold as a line, because shops without Stripe Tax add a line called "Tax" that would count as goods. */
// cspell:ignore mwst
import { sum } from '../../../src/domain/money.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import type { SaleLine, ValueReason } from '../../../src/mapping/sale.ts';
import { shownAmount, type StripeMoney } from './amounts.ts';
import { type LineDefaults, type SaleParts, taxOf } from './lines.ts';

/** Matches a name that is only that of a tax: "Sales tax (8.25 %)" matches, "Tax return" does not. */
const taxName =
  /^(?:(?:sales|state|local|city|county|use|consumption)[ -]?)?(?:tax(?:es)?|vat|gst|hst|gst\/hst|pst|qst)$/i;

export const isCalledTax = (name: string): boolean => taxName.test(withoutRate(productName(name)).trim());

const shippingName = /^(?:shipping|delivery|postage|freight)(?: (?:and|&) handling)?(?: (?:cost|costs|fee|charge))?$/i;

export const isCalledShipping = (name: string): boolean => shippingName.test(productName(name));

/** Parts, and whether lines among them were tax. */
interface WithTaxLines {
  readonly parts: SaleParts;
  readonly hasTaxLines: boolean;
}

/** A word that says tax within a longer name. */
const taxWord = /\b(?:tax|taxes|vat|gst|hst|pst|qst|mwst|tva|iva)\b/i;

/**
 * Replaces the lines that are tax by that tax. They stay lines if nothing else was sold, or if they return more tax than they
 * charge: a sale has no negative tax.
 */
export const withTaxLines = (
  policy: Policy,
  defaults: LineDefaults,
  money: StripeMoney,
  parts: SaleParts,
): WithTaxLines => {
  const taxLines = parts.lines.filter((line) => isTax(policy, line));
  const tax = sum(taxLines.map(netOf));
  const isTaken = taxLines.length > 0 && tax >= 0n && taxLines.length < parts.lines.length;
  const others = parts.lines.filter((line) => !isTaken || !taxLines.includes(line));
  const isByName = policy.taxProducts === null;
  const doubtful = isByName ? others.filter(({ kind, name }) => kind === 'goods' && taxWord.test(name)) : [];
  const found = doubtful.length === 0 ? [] : [perhaps(money, doubtful)];
  if (!isTaken) return { parts: withDecision(parts, found), hasTaxLines: false };
  const sold = withDecision(parts, [(isByName ? byName : bySetting)(money, taxLines), ...found]);
  return {
    hasTaxLines: true,
    parts: {
      ...sold,
      lines: others.map(({ taxed: _unknown, ...line }) => line),
      orderTaxes: [
        ...parts.orderTaxes,
        ...taxOf(defaults, tax, productName(taxLines[0]?.name ?? 'Tax')),
        ...taxLines.flatMap(({ taxes }) => taxes),
      ],
      taxLineIds: new Set(taxLines.map(({ id }) => id)),
    },
  };
};

/** Removes the rate after a tax's name: "(8.25 %)", "@ 8.25%". */
const withoutRate = (name: string): string =>
  name.replace(/\s{0,3}[(@:]?\s{0,3}\d{1,4}(?:[.,]\d{1,6})?\s{0,3}%\s{0,3}\)?$/, '');

/**
 * The product's name in the description of an invoice line, which Stripe writes as "1 × Sales tax (at $8.25 / month)", or as
 * "Remaining time on Sales tax after 05 Feb 2026" for a proration.
 */
const productName = (description: string): string =>
  description
    .replace(/^\d+ [×x] /, '')
    .replace(/ \(at [^()]{0,80}\)$/, '')
    .replace(/^(?:Remaining|Unused) time on (?:\d+ [×x] )?/, '')
    .replace(/ (?:after|from) \d[\s\S]*/, '')
    .trim();

const isTax = ({ taxProducts }: Policy, { kind, name, sku }: SaleLine): boolean => {
  if (kind !== 'goods') return false;
  if (taxProducts === null) return isCalledTax(name);
  return taxProducts.some((product) => product === sku || same(product, name) || same(product, productName(name)));
};

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

const netOf = ({ listed, discount }: SaleLine): bigint => listed - discount;

const perhaps = (money: StripeMoney, lines: readonly SaleLine[]): ValueReason => ({
  about: 'lineItems',
  value: amountIn(money, lines),
  reason:
    'the name of a line mentions tax, and the line was sent as goods. If it is tax, name its product in policy.taxProducts',
  fields: fieldsOf(lines),
  finding: 'tax sold as a line',
});

const amountIn = (money: StripeMoney, lines: readonly SaleLine[]): string => shownAmount(money, sum(lines.map(netOf)));

const fieldsOf = (lines: readonly SaleLine[]): readonly string[] => lines.map(({ id }) => `lines.${id}`);

const withDecision = (parts: SaleParts, decisions: readonly ValueReason[]): SaleParts => ({
  ...parts,
  decisions: [...parts.decisions, ...decisions],
});

const byName = (money: StripeMoney, lines: readonly SaleLine[]): ValueReason => ({
  about: 'taxCollected',
  value: amountIn(money, lines),
  reason:
    'a line whose name is only that of a tax was sent as tax. Name its product in policy.taxProducts, or write an empty list there if it is not tax',
  fields: fieldsOf(lines),
  finding: 'tax sold as a line',
});

const bySetting = (money: StripeMoney, lines: readonly SaleLine[]): ValueReason => ({
  about: 'taxCollected',
  value: amountIn(money, lines),
  reason: 'policy.taxProducts names the product of the line: it is tax, not goods',
  fields: fieldsOf(lines),
});
