/** Reads the tax lines of an order: who remits each tax, which of them are fees, and whether a refund hides its tax. */
import type { MinorUnits } from '../../../src/domain/money.ts';
import { isCalledFee } from '../../../src/mapping/fee-names.ts';
import type { TaxAmount } from '../../../src/mapping/sale.ts';
import type { AmountReader } from './amounts.ts';
import type { Connection } from '../records/connection.ts';
import type { TaxLine } from '../records/money.ts';
import { isGiven } from '../../../src/domain/fields.ts';
import type { OrderRefund } from '../records/order-refund.ts';
import type { Order } from '../records/order.ts';

/** `channelLiable` is true when the channel remits the tax and false when the seller does; null means unknown. */
export const liabilityOf = ({ channelLiable }: Pick<TaxLine, 'channelLiable'>): TaxAmount['liable'] => {
  if (channelLiable === true) return 'marketplace';
  return channelLiable === false ? 'seller' : 'unknown';
};

/**
 * Whether a tax line is a fee: an amount without a rate, whose title is that of a fee. Shopify writes retail delivery fees as tax
 * lines of rate 0 on the shipping. A fee that the channel remits counts like the channel's taxes.
 */
export const isFee = ({ title, rate, channelLiable }: Pick<TaxLine, 'title' | 'rate' | 'channelLiable'>): boolean =>
  (rate ?? 0) === 0 && title != null && channelLiable !== true && isCalledFee(title);

/** The taxes of a line, a shipping charge, a fee or a duty, without the fees among its tax lines. */
export const taxesOf = (
  reader: AmountReader,
  lines: Connection<TaxLine> | null | undefined,
  field: string,
): readonly TaxAmount[] => amountsOf(reader, lines, field, (line) => !isFee(line));

/** The fees among the tax lines of a line or a shipping charge. */
export const feesOf = (
  reader: AmountReader,
  lines: Connection<TaxLine> | null | undefined,
  field: string,
): readonly TaxAmount[] => amountsOf(reader, lines, field, isFee).filter(({ amount }) => amount !== 0n);

/**
 * Whether it is unknown how much of a refund is tax, as in an export or recording with missing fields: money that the known
 * parts do not explain may be tax. When prices include tax, a missing tax shows nowhere.
 *
 * @param rest the money that the known parts do not explain
 */
export const leavesTaxOpen = (order: Order, refund: OrderRefund, rest: MinorUnits): boolean =>
  linesStateTax(refund) && shippingStatesTax(refund)
    ? rest !== 0n && !statesAllLists(refund)
    : rest !== 0n || order.taxesIncluded === true;

const amountsOf = (
  reader: AmountReader,
  lines: Connection<TaxLine> | null | undefined,
  field: string,
  wanted: (line: TaxLine) => boolean,
): readonly TaxAmount[] =>
  (lines?.nodes ?? []).filter(wanted).map((line) => ({
    amount: reader.read(line.priceSet, `${field}.priceSet`),
    liable: liabilityOf(line),
    title: line.title ?? 'Tax',
  }));

const linesStateTax = ({ refundLineItems }: OrderRefund): boolean =>
  (refundLineItems?.nodes ?? []).every(({ subtotalSet, totalTaxSet }) => isGiven(subtotalSet) && isGiven(totalTaxSet));

/** One line may state the tax of all, as in REST. */
const shippingStatesTax = ({ refundShippingLines }: OrderRefund): boolean => {
  const lines = refundShippingLines?.nodes ?? [];
  return lines.length === 0 || lines.some(({ taxAmountSet }) => isGiven(taxAmountSet));
};

const statesAllLists = ({ refundLineItems, refundShippingLines, orderAdjustments }: OrderRefund): boolean =>
  isGiven(refundLineItems) && isGiven(refundShippingLines) && isGiven(orderAdjustments);
