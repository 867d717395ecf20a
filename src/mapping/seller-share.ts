import { allocate, type MinorUnits, sum } from '../domain/money.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { RefundPart, Sale, TaxAmount } from './sale.ts';

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

/** Somebody else remits every tax of it: see `marketplaceOf`. */
const isRemittedElsewhere = ({ marketplaces }: Sale): boolean =>
  marketplaces.some(({ kind }) => kind === 'merchant of record' || kind === 'stated');

/**
 * Of a refunded tax the part that the seller had collected: what the platform says of the very tax; else in the proportion
 * in which the tax of what came back was shared; in that of the whole sale where what came back has no tax of its own.
 */
export const sellerShare =
  (sale: Sale, transaction: Transaction) =>
  (ofPart: readonly TaxAmount[], { tax, taxes }: Pick<RefundPart, 'tax' | 'taxes'>): MinorUnits => {
    if (isRemittedElsewhere(sale)) return 0n;
    if (taxes !== undefined && taxOf(taxes) === tax) return sellersTax(taxes, transaction);
    const whole = taxOf(ofPart) === 0n ? taxesOfSale(sale, transaction) : ofPart;
    const [all, own] = [taxOf(whole), sellersTax(whole, transaction)];
    if (all === own) return tax;
    const [share = 0n] = allocate(tax, [own, all - own]);
    return share;
  };
