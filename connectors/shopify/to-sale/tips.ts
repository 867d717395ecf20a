/** Finds the tip of an order among its lines, so that it is counted once and not taken for goods. */
import { type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { Sale, SaleLine } from '../../../src/mapping/sale.ts';
import type { AmountReader } from './amounts.ts';
import { chargeLine } from './lines.ts';
import { idOfGid } from '../records/values.ts';
import type { Order } from '../records/order.ts';
import { sumOfParts } from '../../../src/mapping/amounts.ts';

/**
 * Counts each tip once, in an order without a ledger; for one with a ledger see `ledger.ts`.
 *
 * Shopify shows a tip as `totalTipReceivedSet` and often also as a line without a product, which REST marks or which is named
 * "Tip". If the marked or named lines add up to the stated tip, they are that tip; otherwise a line is added.
 */
export const withTips = (reader: AmountReader, order: Order, lines: readonly SaleLine[]): readonly SaleLine[] => {
  const tip = reader.read(order.totalTipReceivedSet, 'totalTipReceivedSet');
  if (tip === 0n) return lines;
  const matching = [isMarkedTip(order), isNamedTip].find((matches) => sum(lines.filter(matches).map(priceOf)) === tip);
  return matching === undefined
    ? [...lines, tipLine(tip)]
    : lines.map((line) => (matching(line) ? { ...line, kind: 'tip' as const, isShipped: false } : line));
};

/** The id of the line that is added for a tip without its own line. */
const addedTip = 'tip';

/**
 * Finds a tip's line under another name, as in a shop of another language: if the parts exceed the stated total by exactly the
 * tip, the tip counts twice, and the only line that can be the tip is the tip. If several can be, the sale stays as it is and
 * its totals do not add up.
 */
export const withTipsThatAddUp = (sale: Sale): Sale => {
  const added = sale.lines.find(({ id, kind }) => id === addedTip && kind === 'tip');
  if (added === undefined || sale.statedTotal === null) return sale;
  if (sumOfParts(sale) - sale.statedTotal !== priceOf(added)) return sale;
  const candidates = sale.lines.filter(mayBeTip);
  const untaxed = tipLinesAmong(candidates.filter(isUntaxed), priceOf(added));
  // A service charge has tax.
  const tipLines = new Set(untaxed.length > 0 ? untaxed : tipLinesAmong(candidates, priceOf(added)));
  if (tipLines.size === 0) return sale;
  const others = sale.lines.filter((line) => line !== added);
  return { ...sale, lines: others.map((line) => (tipLines.has(line) ? { ...line, kind: 'tip' } : line)) };
};

const isMarkedTip = ({ lineItems }: Order): ((line: SaleLine) => boolean) => {
  const marked = (lineItems?.nodes ?? []).flatMap(({ id, isTip }) => (isTip === true && id ? [idOfGid(id)] : []));
  return ({ id, kind }) => kind === 'goods' && marked.includes(id);
};

const isNamedTip = ({ name, kind }: SaleLine): boolean => kind === 'goods' && name.trim().toLowerCase() === 'tip';

const priceOf = ({ listed, discount }: SaleLine): bigint => listed - discount;

const tipLine = (tip: MinorUnits): SaleLine =>
  chargeLine({ id: addedTip, kind: 'tip', name: 'Tip', listed: tip, taxes: [] });

/** A tip's line has no product and no shipping. */
const mayBeTip = (line: SaleLine): boolean =>
  line.kind === 'goods' && line.id !== addedTip && !line.isShipped && line.sku === null;

const tipLinesAmong = (candidates: readonly SaleLine[], tip: bigint): readonly SaleLine[] => {
  if (sum(candidates.map(priceOf)) === tip) return candidates;
  const equal = candidates.filter((line) => priceOf(line) === tip);
  return equal.length === 1 ? equal : [];
};

const isUntaxed = ({ taxes }: SaleLine): boolean => taxes.every(({ amount }) => amount === 0n);
