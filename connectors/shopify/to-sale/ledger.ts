/** Groups the sales of an order's ledger by item, and maps each group to a line with its amount, taxes and fees. */
import type { MinorUnits } from '../../../src/domain/money.ts';
import type { LineKind, SaleLine, TaxAmount } from '../../../src/mapping/sale.ts';
import { type LedgerSale, hasKnownReason } from '../records/agreement.ts';
import { idOfGid } from '../records/values.ts';
import { isGiven, present } from '../../../src/domain/fields.ts';
import type { AmountReader } from './amounts.ts';
import { totalTax } from '../../../src/mapping/amounts.ts';
import { isFee, liabilityOf } from './taxes.ts';
import type { LineItem } from '../records/line-item.ts';
import type { Order } from '../records/order.ts';
import { deliveryOf, isShipped } from './destinations.ts';
import { codesOf, nameOf, taxFeeId, notTaxableOf } from './lines.ts';
import { laterAgreements } from './agreements.ts';

/** The sales of one line item, shipping line, duty or fee in one agreement. Negative for returned items. */
export interface LedgerLine {
  readonly kind: LineKind | 'shipping' | 'unknown';
  /** The global id of the sold item. */
  readonly gid: string;
  /** The id under which its line is sent. */
  readonly lineId: string;
  /** The first of its sales. */
  readonly first: LedgerSale;
  readonly units: number;
  /** After discounts, with tax. */
  readonly gross: MinorUnits;
  readonly taxes: readonly TaxAmount[];
  /** A fee among the taxes of its item: see `SaleLine.isStatedAsTax`. */
  readonly isStatedAsTax?: true;
}

/** The sales of an agreement, grouped by item. */
export const ledgerLines = (reader: AmountReader, all: readonly LedgerSale[]): readonly LedgerLine[] => {
  const groups = new Map<string, { readonly gid: string; readonly first: LedgerSale; readonly sales: LedgerSale[] }>();
  for (const [index, sale] of all.entries()) {
    const gid = keyOf(sale, index);
    const key = `${saleKind(sale)} ${gid}`;
    const group = groups.get(key) ?? { gid, first: sale, sales: [] };
    group.sales.push(sale);
    groups.set(key, group);
  }
  const lines: LedgerLine[] = [];
  for (const { gid, first, sales } of groups.values())
    lines.push(ledgerLineOf(reader, gid, first, sales), ...feeLinesOf(reader, gid, first, sales));
  return lines;
};

type LedgerSaleLine = LedgerLine & { readonly kind: LineKind };

const names: Readonly<Record<LineKind, string>> = {
  goods: 'Item',
  'gift card': 'Gift card',
  tip: 'Tip',
  fee: 'Fee',
  duty: 'Import duty',
};

/** Makes the sale line of a ledger line, with these amounts in minor units. */
export const saleLineFrom = (order: Order) => {
  const delivery = deliveryOf(order);
  return (
    line: LedgerSaleLine,
    item: LineItem | undefined,
    { listed, price }: { readonly listed: MinorUnits; readonly price: MinorUnits },
  ): SaleLine => {
    const { kind, lineId, first, units, taxes } = line;
    const isGiftCard = kind === 'goods' && item?.isGiftCard === true;
    return {
      id: lineId,
      kind: isGiftCard ? 'gift card' : kind,
      name: nameOf(item ?? {}, present(first.additionalFee?.name ?? null) ?? names[kind]),
      sku: item?.sku ?? null,
      quantity: Math.max(1, units),
      listed,
      discount: listed - price,
      taxes,
      isShipped: kind === 'goods' && !isGiftCard && isShipped(delivery, item),
      ...(item !== undefined && { ...codesOf(item), ...notTaxableOf(item) }),
      ...(line.isStatedAsTax === true && { isStatedAsTax: true }),
    };
  };
};

/** Whether a ledger line is about an item, and not about shipping or an adjustment. */
export const isAboutLine = (line: LedgerLine): line is LedgerSaleLine =>
  line.kind !== 'shipping' && line.kind !== 'unknown';

const kinds: ReadonlyMap<string, LineKind | 'shipping'> = new Map([
  ['PRODUCT', 'goods'],
  ['GIFT_CARD', 'gift card'],
  ['TIP', 'tip'],
  ['SHIPPING', 'shipping'],
  ['DUTY', 'duty'],
  ['ADDITIONAL_FEE', 'fee'],
  ['FEE', 'fee'],
]);

const kindsByType: ReadonlyMap<string, LineKind | 'shipping'> = new Map([
  ['ProductSale', 'goods'],
  ['GiftCardSale', 'gift card'],
  ['TipSale', 'tip'],
  ['ShippingLineSale', 'shipping'],
  ['DutySale', 'duty'],
  ['AdditionalFeeSale', 'fee'],
  ['FeeSale', 'fee'],
]);

/**
 * The kind of a ledger sale, by its line type or else its own type. Adjustments, which are never part of the original sale, and
 * future types are `unknown`.
 */
export const saleKind = (sale: LedgerSale): LineKind | 'shipping' | 'unknown' =>
  kinds.get(sale.lineType ?? '') ?? kindsByType.get(sale.__typename ?? '') ?? (sale.lineItem?.id ? 'goods' : 'unknown');

/**
 * The lines that were added after an order was placed: by an edit, an exchange, or as a return fee. Lines added for an unknown
 * reason are left out: they are not sent, so they must not be reversed.
 */
export const addedLinesOf = (reader: AmountReader, order: Order, sold: readonly SaleLine[]): readonly SaleLine[] => {
  const later = laterAgreements(order);
  if (later.length === 0) return [];
  const items = new Map((order.lineItems?.nodes ?? []).map((item) => [item.id ?? '', item]));
  const known = new Set(sold.map(({ id }) => id));
  const lineOf = saleLineFrom(order);
  const added: SaleLine[] = [];
  for (const agreement of later) {
    for (const line of ledgerLines(reader, agreement.sales?.nodes ?? []).filter(isAboutLine)) {
      if (known.has(line.lineId)) continue;
      known.add(line.lineId);
      if (!hasKnownReason(agreement)) continue;
      const price = order.taxesIncluded === true ? line.gross : line.gross - totalTax(line.taxes);
      added.push(lineOf(line, items.get(line.gid), { listed: price, price }));
    }
  }
  return added;
};

const keyOf = (sale: LedgerSale, index: number): string => {
  const { lineItem, shippingLine, duty, additionalFee } = sale;
  return (lineItem ?? shippingLine ?? duty ?? additionalFee)?.id ?? sale.id ?? `sale-${index + 1}`;
};

const idPrefixes: Readonly<Record<LedgerLine['kind'], string>> = {
  goods: '',
  'gift card': '',
  tip: '',
  fee: 'fee-',
  duty: 'duty-',
  shipping: '',
  unknown: '',
};

const ledgerLineOf = (
  reader: AmountReader,
  gid: string,
  first: LedgerSale,
  sales: readonly LedgerSale[],
): LedgerLine => {
  if (!sales.every(({ totalAmount }) => isGiven(totalAmount))) reader.noteMissing('agreements.sales.totalAmount');
  const kind = saleKind(first);
  let gross = 0n;
  const taxes: TaxAmount[] = [];
  for (const sale of sales) {
    gross += reader.read(sale.totalAmount, 'agreements.sales.totalAmount') - totalTax(feesOfSale(reader, sale));
    taxes.push(...taxesOfSale(reader, sale));
  }
  return {
    kind,
    gid,
    lineId: `${idPrefixes[kind]}${idOfGid(gid)}`,
    first,
    units: unitsOf(reader, sales),
    gross,
    taxes,
  };
};

/** The fees that Shopify writes among the taxes of a sale: see `isFee`. */
const feesOfSale = (reader: AmountReader, sale: LedgerSale): readonly TaxAmount[] =>
  taxesWhere(reader, sale, true).filter(isCharged);

/** The fees among the taxes of a sale, or the other taxes. */
const taxesWhere = (reader: AmountReader, { taxes }: LedgerSale, areFees: boolean): readonly TaxAmount[] => {
  const wanted: TaxAmount[] = [];
  for (const { amount, taxLine } of taxes?.nodes ?? []) {
    if (isFee(taxLine ?? {}) !== areFees) continue;
    wanted.push({
      amount: reader.read(amount, 'agreements.sales.taxes.amount'),
      liable: liabilityOf(taxLine ?? {}),
      title: taxLine?.title ?? (areFees ? 'Fee' : 'Tax'),
    });
  }
  return wanted;
};

const isCharged = ({ amount }: TaxAmount): boolean => amount !== 0n;

const taxesOfSale = (reader: AmountReader, sale: LedgerSale): readonly TaxAmount[] => {
  const taxes = taxesWhere(reader, sale, false);
  if (!isGiven(sale.totalTaxAmount)) {
    const hasTaxes = isGiven(sale.taxes) && sale.taxes.nodes.every(({ amount }) => isGiven(amount));
    if (!hasTaxes) reader.noteMissing('agreements.sales.totalTaxAmount');
    return taxes;
  }
  const stated = reader.read(sale.totalTaxAmount, 'agreements.sales.totalTaxAmount');
  const rest = stated - totalTax(taxes) - totalTax(feesOfSale(reader, sale));
  return rest === 0n ? taxes : [...taxes, { amount: rest, liable: 'unknown', title: 'Tax' }];
};

const unitsOf = (reader: AmountReader, sales: readonly LedgerSale[]): number => {
  const units = sales.reduce((total, { quantity }) => total + (quantity ?? 0), 0);
  if (Number.isSafeInteger(units)) return units;
  reader.noteMissing('agreements.sales.quantity');
  return 0;
};

/** The fees among the taxes of an item, each as a line by its title. */
const feeLinesOf = (
  reader: AmountReader,
  gid: string,
  first: LedgerSale,
  sales: readonly LedgerSale[],
): readonly LedgerLine[] => {
  const byTitle = new Map<string, MinorUnits>();
  for (const sale of sales) {
    for (const { title, amount } of feesOfSale(reader, sale)) byTitle.set(title, (byTitle.get(title) ?? 0n) + amount);
  }
  return [...byTitle].map(([title, gross], index) => ({
    kind: 'fee',
    gid: `${gid}#fee${index}`,
    lineId: taxFeeId(idOfGid(gid), index),
    first: { ...first, lineItem: null, shippingLine: null, additionalFee: { id: null, name: title, title } },
    units: gross < 0n ? -1 : 1,
    gross,
    taxes: [],
    isStatedAsTax: true,
  }));
};
