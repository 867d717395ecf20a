import { allocate } from '../core/allocate.ts';
import { type MinorUnits, sum } from '../core/minor-units.ts';
import type { Transaction } from '../core/transaction.ts';
import type { Sale, TaxAmount } from './sale.ts';

/** Whether a transaction tells the line of an id. */
export const isTold =
  ({ lines }: Transaction) =>
  (lineId: string): boolean =>
    lines.some(({ id }) => id === lineId);

/** Of what the transaction tells. Taxes on tips and duties were left out of it with their lines. */
const taxesOfSale = ({ lines, shipping, orderTaxes }: Sale, transaction: Transaction): readonly TaxAmount[] => [
  ...lines.filter(({ id }) => isTold(transaction)(id)).flatMap(({ taxes }) => taxes),
  ...shipping.flatMap(({ taxes }) => taxes),
  ...orderTaxes,
];

const taxOf = (taxes: readonly TaxAmount[]): MinorUnits => sum(taxes.map(({ amount }) => amount));

const sellersTax = (taxes: readonly TaxAmount[], { marketplace }: Transaction): MinorUnits =>
  taxOf(taxes.filter(({ liable }) => liable === 'seller' || (liable === 'unknown' && marketplace === null)));

/**
 * Of a refunded tax the part that the seller had collected, in the proportion in which the tax of what came back was
 * shared; in that of the whole sale where what came back has no tax of its own, or one party remits all of it.
 */
export const sellerShare =
  (sale: Sale, transaction: Transaction) =>
  (ofPart: readonly TaxAmount[], refunded: MinorUnits): MinorUnits => {
    const ofSale = taxesOfSale(sale, transaction);
    const isByTax = sellersTax(ofSale, transaction) === transaction.taxCollected && taxOf(ofPart) !== 0n;
    const all = taxOf(isByTax ? ofPart : ofSale);
    const own = isByTax ? sellersTax(ofPart, transaction) : transaction.taxCollected;
    if (all === own) return refunded;
    const [share = 0n] = allocate(refunded, [own, all - own]);
    return share;
  };
