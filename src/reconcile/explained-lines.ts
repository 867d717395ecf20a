/** Shows the lines of a transaction with their totals, and with the tax that the seller collected on each line. */
import { allocate, formatMinorUnits, type MinorUnits } from '../domain/money.ts';
import type { Transaction, TransactionLine } from '../domain/transaction.ts';
import { totalTax } from '../mapping/amounts.ts';
import { isRemittedBySeller } from '../mapping/marketplace.ts';
import type { Policy } from '../mapping/policy.ts';
import type { Sale } from '../mapping/sale.ts';
import { marketplaceOfSale } from '../mapping/sale-to-transaction.ts';
import type { ExplainedLine } from './explanation.ts';

/** The tax that the seller collected on each line of a sale, by the id of the line. */
export type LineTaxes = ReadonlyMap<string, MinorUnits>;

/** The seller's tax of each line, by the law that applies to the whole sale. */
export const lineTaxesOf = (policy: Policy, sale: Sale): LineTaxes => {
  const marketplace = marketplaceOfSale(policy, sale);
  return new Map(
    sale.lines.map(({ id, taxes }) => [
      id,
      marketplace === undefined ? 0n : totalTax(taxes.filter((tax) => isRemittedBySeller(marketplace, tax))),
    ]),
  );
};

/** A line that was split in two shares its tax in proportion. */
export const explainLines = ({ lines, currency }: Transaction, taxes: LineTaxes): readonly ExplainedLine[] => {
  const money = formatMinorUnits(currency);
  const partOf = new Map(lines.map((line) => [line.id, line]));
  const taxOf = (line: TransactionLine): MinorUnits => {
    const own = line.id.endsWith('-b') && !taxes.has(line.id) ? line.id.slice(0, -2) : line.id;
    const [first, second] = [partOf.get(own), taxes.has(`${own}-b`) ? undefined : partOf.get(`${own}-b`)];
    const tax = taxes.get(own) ?? 0n;
    if (first === undefined || second === undefined) return tax;
    const [ofFirst = 0n, ofSecond = 0n] = allocate(tax, [magnitude(totalOf(first)), magnitude(totalOf(second))]);
    return line === first ? ofFirst : ofSecond;
  };
  return lines.map((line) => ({
    productName: line.productName,
    productSku: line.productSku,
    quantity: line.quantity,
    amount: money(line.amount),
    discount: money(line.discount),
    total: money(totalOf(line)),
    tax: money(taxOf(line)),
    ...(line.taxCode !== undefined && { taxCode: line.taxCode }),
  }));
};

const magnitude = (value: MinorUnits): MinorUnits => (value < 0n ? -value : value);

const totalOf = ({ amount, quantity, discount }: TransactionLine): MinorUnits => amount * BigInt(quantity) - discount;
