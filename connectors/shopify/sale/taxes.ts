import { type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { TaxAmount } from '../../../src/mapping/sale.ts';
import type { AmountReader } from './amount-reader.ts';
import type { Connection } from '../records/connection.ts';
import type { TaxLine } from '../records/tax-line.ts';

/** `channelLiable` is true when the channel remits the tax and false when the seller does; null says nothing. */
export const liabilityOf = ({ channelLiable }: Pick<TaxLine, 'channelLiable'>): TaxAmount['liable'] => {
  if (channelLiable === true) return 'marketplace';
  return channelLiable === false ? 'seller' : 'unknown';
};

/** The taxes of a line, a shipping charge, a fee or a duty. */
export const taxesOf = (
  reader: AmountReader,
  lines: Connection<TaxLine> | null | undefined,
  field: string,
): readonly TaxAmount[] =>
  (lines?.nodes ?? []).map((line) => ({
    amount: reader.read(line.priceSet, `${field}.priceSet`),
    liable: liabilityOf(line),
    title: line.title ?? 'Tax',
  }));

export const totalTax = (taxes: readonly TaxAmount[]): MinorUnits => sum(taxes.map(({ amount }) => amount));
