/** Works out which taxes of an invoice its prices contain, which are on top, and how much of each price was taxed. */
import { sum } from '../../../src/domain/money.ts';
import type { SaleLine } from '../../../src/mapping/sale.ts';
import type { Invoice, InvoiceLine } from '../records/invoice.ts';
import { isContained, isFee, type StripeTax } from '../records/tax.ts';

export const withoutFees = (taxes: readonly StripeTax[]): readonly StripeTax[] => taxes.filter((tax) => !isFee(tax));

/** Without retail delivery fees. */
export const lineTaxes = ({ taxes, tax_amounts }: Pick<InvoiceLine, 'taxes' | 'tax_amounts'>): readonly StripeTax[] =>
  withoutFees(taxes ?? tax_amounts ?? []);

/**
 * How much of a price was taxed: the largest base of its taxes, or the whole price if Stripe does not state a base.
 *
 * @param price after discounts, without tax
 */
export const taxedIn = (taxes: readonly StripeTax[], price: bigint): bigint => {
  const charged = withoutFees(taxes).filter(({ amount }) => amount !== null && amount !== 0n);
  const widest = charged.reduce((most, { taxable_amount }) => {
    const base = size(taxable_amount ?? price);
    return base > most ? base : most;
  }, 0n);
  if (widest >= size(price)) return price;
  return price < 0n ? -widest : widest;
};

/** The same, if the amount of the tax is stated apart from its components, which may be missing. */
export const taxedOf = (tax: bigint, taxes: readonly StripeTax[], price: bigint): bigint => {
  if (tax === 0n) return 0n;
  return withoutFees(taxes).some(({ amount }) => amount !== null && amount !== 0n) ? taxedIn(taxes, price) : price;
};

/** Stripe's reasons for a tax of 0 that lie in the product (docs.stripe.com, `taxability_reason`). */
const productReasons: ReadonlySet<string> = new Set(['product_exempt', 'product_exempt_holiday']);

/** Whether all taxes of a line state that the product is not taxable at its destination. */
export const notTaxableIn = (taxes: readonly StripeTax[]): Pick<SaleLine, 'isTaxable'> => {
  const own = withoutFees(taxes);
  const isProduct = ({ amount, taxability_reason }: StripeTax): boolean =>
    (amount ?? 0n) === 0n && taxability_reason !== null && productReasons.has(taxability_reason);
  return own.length > 0 && own.every(isProduct) ? { isTaxable: false } : {};
};

/** Taxes on top of prices, and taxes that prices contain. */
interface TaxSums {
  readonly onTop: bigint;
  readonly contained: bigint;
}

export const sumsOf = (taxes: readonly StripeTax[]): TaxSums => {
  const amounts = (some: readonly StripeTax[]): bigint => sum(some.map(({ amount }) => amount ?? 0n));
  const contained = amounts(taxes.filter(isContained));
  return { onTop: amounts(taxes) - contained, contained };
};

/**
 * The taxes that the invoice states as a whole; null when it states no taxes. A bare `tax` (before 2020) does not state
 * whether it is on top of the prices: the total shows it. With a coupon that has no amount it is always on top: prices
 * only contained tax once `total_tax_amounts` existed.
 *
 * @param withoutTax lines and shipping after discounts, taxes on top not counted
 */
export const statedTaxes = (invoice: Invoice, withoutTax: bigint): TaxSums | null => {
  const taxes = invoice.total_taxes ?? invoice.total_tax_amounts;
  if (taxes !== null) return sumsOf(withoutFees(taxes));
  if (invoice.tax === null) return null;
  const beforeCoupon = withoutTax + invoice.tax;
  const hasCoupon = invoice.discount !== null && invoice.total_discount_amounts === null;
  const isOnTop = beforeCoupon === invoice.total || (hasCoupon && beforeCoupon > (invoice.total ?? beforeCoupon));
  return isOnTop ? { onTop: invoice.tax, contained: 0n } : { onTop: 0n, contained: invoice.tax };
};

/**
 * All taxes of an invoice, with shipping. Stripe documents the stated sum as that of all line items and does not mention
 * shipping, so the meaning that is nearer to the taxes of the lines is taken. They can differ if tax was rounded once.
 *
 * @param stated null when the invoice states no taxes as a whole
 */
export const allTaxes = (stated: TaxSums | null, onLines: TaxSums, ofShipping: TaxSums): TaxSums => {
  const own = added(onLines, ofShipping);
  if (stated === null) return own;
  return distance(stated, onLines) < distance(stated, own) ? added(stated, ofShipping) : stated;
};

/**
 * Whether the taxes may stay on their lines. They may not if tax was rounded once for the whole invoice, if lines of an old
 * version have no taxes, or if a proration returns tax: a line of a sale has no negative tax.
 */
export const taxesFitLines = (all: TaxSums, lines: readonly InvoiceLine[], ofShipping: TaxSums): boolean => {
  const taxes = lines.flatMap(lineTaxes);
  if (taxes.some(({ amount }) => amount !== null && amount < 0n)) return false;
  return distance(all, added(sumsOf(taxes), ofShipping)) === 0n;
};

type Reduced = Pick<InvoiceLine, 'pretax_credit_amounts'>;

/** The reduction of a line before tax, of one kind: `discount` or `credit_balance_transaction`. */
export const reductionOf = ({ pretax_credit_amounts }: Reduced, type: string): bigint =>
  sum(pretax_credit_amounts.filter((credit) => credit.type === type).map(({ amount }) => amount ?? 0n));

/** Billing credits lower what is taxed, as a discount does, but Stripe does not list them among the discounts. */
export const billingCreditsOf = (line: Reduced): bigint => reductionOf(line, 'credit_balance_transaction');

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

const added = (a: TaxSums, b: TaxSums): TaxSums => ({ onTop: a.onTop + b.onTop, contained: a.contained + b.contained });

const distance = (a: TaxSums, b: TaxSums): bigint =>
  [a.onTop - b.onTop, a.contained - b.contained].reduce((all, one) => all + (one < 0n ? -one : one), 0n);
