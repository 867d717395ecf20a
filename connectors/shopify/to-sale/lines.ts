/** Maps the goods, fees and import duties of an order to the lines of its sale, as they were sold. */
import { sum } from '../../../src/domain/money.ts';
import type { Sale, SaleLine, ValueReason } from '../../../src/mapping/sale.ts';
import { allocatedOf, type AmountReader, statesDiscount } from './amounts.ts';
import { deliveryOf, isShipped } from './destinations.ts';
import { idOfGid } from '../records/values.ts';
import { isGiven, present } from '../../../src/domain/fields.ts';
import type { LineItem } from '../records/line-item.ts';
import type { Order } from '../records/order.ts';
import { feesOf, taxesOf } from './taxes.ts';
import { sumOfParts, totalTax } from '../../../src/mapping/amounts.ts';

/** The duties that the price of a line includes, in minor units. */
export const includedDuties = (reader: AmountReader, order: Order, { duties }: LineItem): bigint =>
  order.dutiesIncluded === true
    ? sum((duties?.nodes ?? []).map(({ price }) => reader.read(price, 'lineItems.duties.price')))
    : 0n;

/** The product's tax code, and its category such as `aa-1-13`, of Shopify's taxonomy. */
export const codesOf = ({ product, variant }: LineItem): Pick<SaleLine, 'taxCode' | 'category'> => {
  const category = product?.category?.id;
  const taxCode = variant?.taxCode;
  return {
    ...(isGiven(taxCode) && taxCode !== '' && { taxCode }),
    ...(isGiven(category) && { category: idOfGid(category) }),
  };
};

/** An empty name counts as absent, so the title is used. */
export const nameOf = ({ name, title }: Pick<LineItem, 'name' | 'title'>, other = 'Item'): string =>
  present(name ?? null) ?? present(title ?? null) ?? other;

/** Why a line has its product's title as its name. */
export const describeNames = (order: Order): readonly ValueReason[] =>
  (order.lineItems?.nodes ?? [])
    .filter(({ name, title }) => present(name ?? null) === null && present(title ?? null) !== null)
    .map(() => ({
      about: 'lineItems.productName',
      value: 'the title',
      reason: 'the line has no name, so its title is sent',
      fields: ['lineItems.name', 'lineItems.title'],
    }));

/** Shopify's flag of the product: not taxable, whatever the destination. */
export const notTaxableOf = ({ taxable }: Pick<LineItem, 'taxable'>): Pick<SaleLine, 'taxed' | 'isTaxable'> =>
  taxable === false ? { taxed: 0n, isTaxable: false } : {};

/** The line items as sold: quantity, discounts and taxes include units that were refunded or removed later. */
export const goodsLines = (reader: AmountReader, order: Order): readonly SaleLine[] => {
  const delivery = deliveryOf(order);
  return (order.lineItems?.nodes ?? []).flatMap((line, index): readonly SaleLine[] => {
    const { quantity } = line;
    if (!isGiven(quantity) || !Number.isSafeInteger(quantity) || quantity < 0) {
      reader.noteMissing('lineItems.quantity');
      return [];
    }
    if (quantity === 0) return [];
    const duties = includedDuties(reader, order, line);
    const kind = line.isGiftCard === true ? 'gift card' : 'goods';
    const fees = includedFees(reader, order, line.taxLines, 'lineItems.taxLines');
    return [
      {
        id: isGiven(line.id) ? idOfGid(line.id) : `line-${index + 1}`,
        kind,
        name: nameOf(line),
        sku: line.sku ?? null,
        quantity,
        listed: listedOf(reader, line, quantity) - duties - fees,
        discount: discountOf(reader, line),
        taxes: taxesOf(reader, line.taxLines, 'lineItems.taxLines'),
        ...notTaxableOf(line),
        isShipped: kind === 'goods' && isShipped(delivery, line),
        ...codesOf(line),
      },
    ];
  });
};

/**
 * The fees that Shopify writes as tax lines, one line each: see `isFee`. Where prices include tax, a fee on shipping is not part
 * of the shipping price: it is charged on free shipping as well.
 */
export const taxLineFees = (reader: AmountReader, order: Order): readonly SaleLine[] => {
  const shipping = order.shippingLines?.nodes ?? (order.shippingLine ? [order.shippingLine] : []);
  const all = [
    ...(order.lineItems?.nodes ?? []).map((line) => ({ line, field: 'lineItems.taxLines' })),
    ...shipping.map((line) => ({ line, field: 'shippingLines.taxLines' })),
  ];
  return all.flatMap(({ line, field }, at) =>
    feesOf(reader, line.taxLines, field).map(({ amount, title }, index) => ({
      ...chargeLine({
        id: taxFeeId(isGiven(line.id) ? idOfGid(line.id) : String(at + 1), index),
        ...{ kind: 'fee', name: title, listed: amount, taxes: [] },
      }),
      isStatedAsTax: true,
    })),
  );
};

/** The id of a fee among the tax lines of an item, by its position among its fees. */
export const taxFeeId = (itemId: string, index: number): string =>
  `fee-of-${itemId}${index === 0 ? '' : `-${index + 1}`}`;

type Charge = Pick<SaleLine, 'id' | 'kind' | 'name' | 'listed' | 'taxes'>;

export const chargeLine = (charge: Charge): SaleLine => ({
  ...charge,
  sku: null,
  quantity: 1,
  discount: 0n,
  isShipped: false,
});

/** Additional fees with their taxes, such as a retail delivery fee; only their total when the response does not list them. */
export const feeLines = (reader: AmountReader, order: Order): readonly SaleLine[] => {
  const fee = (id: string, name: string, listed: bigint, taxes: SaleLine['taxes']): SaleLine =>
    chargeLine({ id: `fee-${id}`, kind: 'fee', name, listed, taxes });
  if (isGiven(order.additionalFees)) {
    return order.additionalFees.nodes.map(({ id, name, price, taxLines }, index) =>
      fee(
        isGiven(id) ? idOfGid(id) : String(index + 1),
        name ?? 'Fee',
        reader.read(price, 'additionalFees.price'),
        taxesOf(reader, taxLines, 'additionalFees.taxLines'),
      ),
    );
  }
  const total = reader.read(order.originalTotalAdditionalFeesSet, 'originalTotalAdditionalFeesSet');
  return total === 0n ? [] : [fee('total', 'Additional fees', total, [])];
};

/** Import duties, one line each; only the order's total when the lines do not list them. */
export const dutyLines = (reader: AmountReader, order: Order): readonly SaleLine[] => {
  const duty = (id: string, listed: bigint, taxes: SaleLine['taxes']): SaleLine =>
    chargeLine({ id: `duty-${id}`, kind: 'duty', name: 'Import duty', listed, taxes });
  const ofLines = (order.lineItems?.nodes ?? []).flatMap((line, at) =>
    (line.duties?.nodes ?? []).map(({ id, price, taxLines }, index) =>
      duty(
        isGiven(id) ? idOfGid(id) : `${at + 1}-${index + 1}`,
        reader.read(price, 'lineItems.duties.price'),
        taxesOf(reader, taxLines, 'lineItems.duties.taxLines'),
      ),
    ),
  );
  if (ofLines.length > 0) return ofLines;
  const total = reader.read(order.originalTotalDutiesSet, 'originalTotalDutiesSet');
  return total === 0n ? [] : [duty('total', total, [])];
};

/**
 * The duties in the prices of goods as lines, in an order with a ledger. Shopify does not document whether the goods of a ledger
 * contain the duties that its prices include. They do if the ledger has no sale of a duty, or if its parts contain the duties
 * twice.
 */
export const withDutiesApart = (reader: AmountReader, order: Order, sale: Sale): Sale => {
  const items = new Map((order.lineItems?.nodes ?? []).map((item) => [idOfGid(item.id ?? ''), item]));
  const dutyIn = ({ id }: SaleLine): bigint => {
    const item = items.get(id);
    return item === undefined ? 0n : includedDuties(reader, order, item);
  };
  const duties = sum(sale.lines.map(dutyIn));
  const isListed = sale.lines.some(({ kind }) => kind === 'duty');
  const areInGoods = !isListed || sale.statedTotal === sumOfParts(sale) - duties;
  if (duties === 0n || !areInGoods || sale.lines.some((line) => dutyIn(line) > line.listed - line.discount))
    return sale;
  const goods = sale.lines.map((line) => ({ ...line, listed: line.listed - dutyIn(line) }));
  const apart = isListed ? [] : dutyLines(reader, order).map((duty) => ({ ...duty, taxes: [] }));
  return { ...sale, lines: [...goods, ...apart] };
};

/** Prices that include tax also include the fees among the tax lines. */
const includedFees = (reader: AmountReader, order: Order, taxLines: LineItem['taxLines'], field: string): bigint =>
  order.taxesIncluded === true ? totalTax(feesOf(reader, taxLines, field)) : 0n;

const listedOf = (reader: AmountReader, line: LineItem, quantity: number): bigint => {
  if (isGiven(line.originalUnitPriceSet)) {
    return reader.read(line.originalUnitPriceSet, 'lineItems.originalUnitPriceSet') * BigInt(quantity);
  }
  if (isGiven(line.originalTotalSet)) {
    return reader.read(line.originalTotalSet, 'lineItems.originalTotalSet');
  }
  reader.noteMissing('lineItems.originalUnitPriceSet');
  return 0n;
};

const discountOf = (reader: AmountReader, line: LineItem): bigint =>
  statesDiscount(line)
    ? allocatedOf(reader, line.discountAllocations, 'lineItems.discountAllocations')
    : reader.read(line.totalDiscountSet, 'lineItems.totalDiscountSet');
