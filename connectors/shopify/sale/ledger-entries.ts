import { type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { LineKind, TaxAmount } from '../../../src/mapping/sale.ts';
import type { LedgerSale } from '../records/agreement.ts';
import { idOfGid } from '../records/gid.ts';
import { isGiven } from '../records/is-given.ts';
import type { AmountReader } from './amount-reader.ts';
import { saleKind } from './sale-kind.ts';
import { liabilityOf, totalTax } from './taxes.ts';

/** The sales of one line item, shipping line, duty or fee under one agreement. Negative for what came back. */
export interface LedgerEntry {
  readonly kind: LineKind | 'shipping' | 'unknown';
  /** The global id of what was sold. */
  readonly gid: string;
  /** The id under which its line is told. */
  readonly lineId: string;
  /** The first of its sales. */
  readonly first: LedgerSale;
  readonly units: number;
  /** After discounts, with its tax. */
  readonly gross: MinorUnits;
  readonly taxes: readonly TaxAmount[];
}

const keyOf = (sale: LedgerSale, index: number): string => {
  const { lineItem, shippingLine, duty, additionalFee } = sale;
  return (lineItem ?? shippingLine ?? duty ?? additionalFee)?.id ?? sale.id ?? `sale-${index + 1}`;
};

const taxesOfSale = (reader: AmountReader, sale: LedgerSale): readonly TaxAmount[] => {
  const taxes = (sale.taxes?.nodes ?? []).map(({ amount, taxLine }) => ({
    amount: reader.read(amount, 'agreements.sales.taxes.amount'),
    liable: liabilityOf(taxLine ?? {}),
    title: taxLine?.title ?? 'Tax',
  }));
  if (!isGiven(sale.totalTaxAmount)) {
    const isTold = isGiven(sale.taxes) && sale.taxes.nodes.every(({ amount }) => isGiven(amount));
    if (!isTold) reader.lacks('agreements.sales.totalTaxAmount');
    return taxes;
  }
  const rest = reader.read(sale.totalTaxAmount, 'agreements.sales.totalTaxAmount') - totalTax(taxes);
  return rest === 0n ? taxes : [...taxes, { amount: rest, liable: 'unknown', title: 'Tax' }];
};

const unitsOf = (reader: AmountReader, sales: readonly LedgerSale[]): number => {
  const units = sales.reduce((total, { quantity }) => total + (quantity ?? 0), 0);
  if (Number.isSafeInteger(units)) return units;
  reader.lacks('agreements.sales.quantity');
  return 0;
};

const idPrefixes: Readonly<Record<LedgerEntry['kind'], string>> = {
  goods: '',
  'gift card': '',
  tip: '',
  fee: 'fee-',
  duty: 'duty-',
  shipping: '',
  unknown: '',
};

const entryOf = (reader: AmountReader, gid: string, first: LedgerSale, sales: readonly LedgerSale[]): LedgerEntry => {
  if (!sales.every(({ totalAmount }) => isGiven(totalAmount))) reader.lacks('agreements.sales.totalAmount');
  const kind = saleKind(first);
  const taxes: TaxAmount[] = [];
  for (const sale of sales) taxes.push(...taxesOfSale(reader, sale));
  return {
    kind,
    gid,
    lineId: `${idPrefixes[kind]}${idOfGid(gid)}`,
    first,
    units: unitsOf(reader, sales),
    gross: sum(sales.map((sale) => reader.read(sale.totalAmount, 'agreements.sales.totalAmount'))),
    taxes,
  };
};

/** The sales of an agreement, put together by what they sold. */
export const ledgerEntries = (reader: AmountReader, all: readonly LedgerSale[]): readonly LedgerEntry[] => {
  const groups = new Map<string, { readonly gid: string; readonly first: LedgerSale; readonly sales: LedgerSale[] }>();
  all.forEach((sale, index) => {
    const gid = keyOf(sale, index);
    const key = `${saleKind(sale)} ${gid}`;
    const group = groups.get(key) ?? { gid, first: sale, sales: [] };
    group.sales.push(sale);
    groups.set(key, group);
  });
  return [...groups.values()].map(({ gid, first, sales }) => entryOf(reader, gid, first, sales));
};
