/** Takes a sale back to the moment at which it became due, so that every later reading maps it to the same transaction. */
import * as E from 'fp-ts/lib/Either.js';
import { type Exclusion, held, type RecordReference } from '../domain/exclusion.ts';
import { allocate, formatMinorUnits, type MinorUnits, sum } from '../domain/money.ts';
import { adjustmentKey } from '../domain/run.ts';
import { totalTax } from './amounts.ts';
import type { Policy } from './policy.ts';
import { isUnclearChange, partsOfRefund } from './refund-to-transaction.ts';
import type {
  Amendment,
  Refund,
  RefundLine,
  RefundPart,
  Sale,
  SaleLine,
  ShippingCharge,
  TaxAmount,
  ValueReason,
} from './sale.ts';
import { saleToTransaction } from './sale-to-transaction.ts';

/**
 * The sale as it was charged when it became due to be sent: earlier changes (`precedes`) are part of it, and are no
 * adjustments. The settings `unpaid` and `partiallyPaid` decide the moment; see decision 32. A record that sold nothing when
 * it was placed becomes a sale once goods are added. Pure.
 *
 * Left, held, when the platform does not show what such a change was.
 */
export const asCharged = (policy: Policy, sale: Sale): E.Either<Exclusion, Sale> => {
  if (sale.refunds.length === 0 && (sale.amendments ?? []).length === 0) return E.right(sale);
  const due = asDue(policy, sale);
  return E.isLeft(due) ? due : fromFirstGoods(policy, due.right);
};

/** The sale with the changes that were made before it became due. */
const asDue = (policy: Policy, sale: Sale): E.Either<Exclusion, Sale> => {
  const before = changesOf(sale).filter(isPartOfSale(policy));
  if (before.length === 0) return E.right(sale);
  const charged = withChanges(sale, before, {
    value: `as charged: ${before.length} ${before.length === 1 ? 'change' : 'changes'} before the payment`,
    reason: 'what was changed before the sale became due is part of it; what is changed later is an adjustment',
  });
  const message =
    'It was changed before it was paid, and the platform does not show what was left. Compare it with the payment, and enter it at the service by hand.';
  return charged === undefined ? E.left(held(recordOf(sale), 'incomplete record', message)) : E.right(charged);
};

type Change = Refund | Amendment;

const changesOf = (sale: Sale): readonly Change[] => [...sale.refunds, ...(sale.amendments ?? [])].toSorted(byDate);

const byDate = (one: Change, other: Change): number =>
  one.occurredAt < other.occurredAt ? -1 : one.occurredAt > other.occurredAt ? 1 : 0;

const isPartOfSale = (policy: Policy): ((change: Change) => boolean) => {
  const due = dueAt(policy);
  return ({ precedes }) =>
    due === 'full payment' ? precedes !== undefined : due === 'first payment' && precedes === 'first payment';
};

/** The moment at which a sale becomes due to be sent. */
const dueAt = ({ unpaid, partiallyPaid }: Policy): 'placed' | 'first payment' | 'full payment' => {
  if (unpaid === 'send') return 'placed';
  return partiallyPaid === 'send' ? 'first payment' : 'full payment';
};

/** A sale's parts while changes are applied to them. */
type Parts = Pick<Sale, 'lines' | 'shipping' | 'orderDiscount' | 'orderTaxes'> & {
  readonly addedLines: readonly SaleLine[];
};

/** The sale after these changes, oldest first; undefined where the platform does not show what is left then. */
const withChanges = (sale: Sale, changes: readonly Change[], decision: Pick<ValueReason, 'value' | 'reason'>) => {
  const parts = changes.reduce<Parts | undefined>(withChange(sale.pricesIncludeTax), {
    ...sale,
    addedLines: sale.addedLines ?? [],
  });
  if (parts === undefined) return undefined;
  const isLeft = (one: Change): boolean => !changes.includes(one);
  const merged = new Set(changes.map((one) => adjustmentKey({ kind: 'refund', ...one })));
  const { lines, addedLines, shipping, orderDiscount, orderTaxes } = parts;
  return {
    ...sale,
    // A line without units has no price left either.
    lines: lines.filter(({ quantity }) => quantity > 0),
    addedLines,
    shipping,
    orderDiscount,
    orderTaxes,
    statedTotal: sale.statedTotal === null ? null : sale.statedTotal - sum(changes.map(({ total }) => total)),
    refunds: sale.refunds.filter(isLeft),
    amendments: (sale.amendments ?? []).filter(isLeft),
    adjustments: sale.adjustments.filter((one) => !merged.has(adjustmentKey(one))),
    decisions: [
      ...sale.decisions,
      {
        about: 'amounts',
        ...decision,
        fields: ['payment', ...changes.map((one) => adjustmentKey({ kind: 'refund', ...one }))],
      },
    ],
  };
};

const withChange =
  (isInclusive: boolean) =>
  (parts: Parts | undefined, change: Change): Parts | undefined => {
    if (parts === undefined || isUnclearChange(change) || change.isExact === false) return undefined;
    if (partsOfRefund(change) !== change.total) return undefined;
    const putLine = withLine(isInclusive);
    const lines = change.lines.reduce<Parts | undefined>((all, line) => all && putLine(all, line), parts);
    const shipped = lines && withShipping(isInclusive, lines, change.shipping);
    return shipped && withAdjustment(isInclusive, shipped, change.adjustment);
  };

const withLine =
  (isInclusive: boolean) =>
  (parts: Parts, part: RefundLine): Parts | undefined => {
    const line = parts.lines.find(({ id }) => id === part.lineId);
    if (line === undefined) {
      // The first change that names an added line is the change that added it.
      const added = parts.addedLines.find(({ id }) => id === part.lineId);
      if (added === undefined) return undefined;
      const addedLines = parts.addedLines.filter((one) => one !== added);
      return { ...parts, lines: [...parts.lines, added], addedLines };
    }
    const ofOrder = part.tax > 0n && line.taxes.length === 0 && !isInclusive;
    const orderTaxes = ofOrder ? taxesLeft(parts.orderTaxes, part) : parts.orderTaxes;
    const left = lineLeft(isInclusive, line, ofOrder ? { ...part, tax: 0n, taxes: [] } : part);
    if (left === undefined || orderTaxes === undefined) return undefined;
    return { ...parts, orderTaxes, lines: parts.lines.map((one) => (one === line ? left : one)) };
  };

/** The taxes minus the taxes of a change, by the change's own components, otherwise in proportion; undefined below zero. */
const taxesLeft = (
  taxes: readonly TaxAmount[],
  { tax, taxes: parts }: RefundPart,
): readonly TaxAmount[] | undefined => {
  if (tax === 0n && (parts === undefined || parts.every(({ amount }) => amount === 0n))) return taxes;
  const stated = parts !== undefined && totalTax(parts) === tax ? withoutParts(taxes, parts) : undefined;
  if (stated !== undefined) return stated;
  const whole = totalTax(taxes);
  const left = whole - tax;
  if (left < 0n) return undefined;
  if (whole === 0n) return left === 0n ? taxes : [...taxes, { amount: left, liable: 'unknown', title: 'Tax' }];
  const shares = allocate(
    left,
    taxes.map(({ amount }) => amount),
  );
  return taxes.map((one, index) => ({ ...one, amount: shares[index] ?? 0n })).filter(({ amount }) => amount !== 0n);
};

/** Each tax minus its part of a change; undefined when a tax would fall below zero. */
const withoutParts = (taxes: readonly TaxAmount[], parts: readonly TaxAmount[]): readonly TaxAmount[] | undefined => {
  const left = taxes.map((tax) => ({ ...tax }));
  for (const { amount, liable, title } of parts) {
    const ofParty = left.filter((tax) => tax.liable === liable);
    const one = ofParty.find((tax) => tax.title === title && tax.amount >= amount);
    const other = one ?? ofParty.find((tax) => amount > 0n && tax.amount >= amount);
    if (other !== undefined) other.amount -= amount;
    else if (amount < 0n) left.push({ amount: -amount, liable, title });
    else if (amount !== 0n) return undefined;
  }
  return left.filter(({ amount }) => amount !== 0n);
};

/** A line minus its part of a change, with the same unit price where whole units changed; undefined below zero. */
const lineLeft = (isInclusive: boolean, line: SaleLine, part: RefundLine): SaleLine | undefined => {
  const price = priceOf(line) - part.amount - (isInclusive ? part.tax : 0n);
  const taxes = taxesLeft(line.taxes, part);
  if (taxes === undefined || (price < 0n && priceOf(line) >= 0n)) return undefined;
  const units = line.quantity + (part.amount < 0n ? part.quantity : -part.quantity);
  const quantity = units < 1 && price === 0n && taxes.length === 0 ? 0 : Math.max(1, units);
  const unit = line.quantity === 0 ? 0n : line.listed / BigInt(line.quantity);
  const listed = unit * BigInt(quantity);
  const isWhole = unit * BigInt(line.quantity) === line.listed && listed >= price;
  const net = (of: MinorUnits, its: readonly TaxAmount[]): MinorUnits => of - (isInclusive ? totalTax(its) : 0n);
  return {
    ...line,
    quantity,
    listed: isWhole ? listed : price,
    discount: isWhole ? listed - price : 0n,
    taxes,
    ...taxedLeft(line, net(priceOf(line), line.taxes), net(price, taxes)),
  };
};

const priceOf = ({ listed, discount }: Pick<SaleLine, 'listed' | 'discount'>): MinorUnits => listed - discount;

/** The taxed part of a price that changes, in proportion. */
const taxedLeft = (
  { taxed }: Pick<SaleLine, 'taxed'>,
  before: MinorUnits,
  after: MinorUnits,
): Pick<SaleLine, 'taxed'> => {
  if (taxed === undefined) return {};
  if (taxed === before) return { taxed: after };
  return { taxed: taxed === 0n || before <= 0n ? 0n : (taxed * after) / before };
};

const withShipping = (isInclusive: boolean, parts: Parts, part: RefundPart): Parts | undefined => {
  if (part.amount === 0n && part.tax === 0n) return parts;
  const gone = part.amount + (isInclusive ? part.tax : 0n);
  const charges = parts.shipping;
  if (gone < 0n || charges.length === 0) {
    const taxes = taxesLeft([], part);
    return gone > 0n || taxes === undefined
      ? undefined
      : { ...parts, shipping: [...charges, { name: 'Shipping', price: -gone, discount: 0n, taxes }] };
  }
  const prices = charges.map(({ price, discount }) => price - discount);
  if (sum(prices) < gone) return undefined;
  const shares = gone === 0n ? prices.map(() => 0n) : allocate(gone, prices);
  const whole = charges.flatMap(({ taxes }) => taxes);
  const left = taxesLeft(whole, part);
  if (left === undefined) return undefined;
  const [first] = charges;
  // All taxes go on the first charge: only their sum is sent.
  const shipping =
    charges.length === 1 && first !== undefined
      ? [chargeLeft(first, (prices[0] ?? 0n) - gone, left)]
      : charges.map((charge, index) =>
          chargeLeft(charge, (prices[index] ?? 0n) - (shares[index] ?? 0n), index === 0 ? left : []),
        );
  return {
    ...parts,
    shipping: shipping.filter(({ price, discount, taxes }) => price !== discount || taxes.length > 0),
  };
};

const chargeLeft = (charge: ShippingCharge, price: MinorUnits, taxes: readonly TaxAmount[]): ShippingCharge => {
  const isBelowList = charge.price >= price;
  const { taxed: _, ...known } = charge;
  return {
    ...known,
    price: isBelowList ? charge.price : price,
    discount: isBelowList ? charge.price - price : 0n,
    taxes,
  };
};

/** An amount without a line can only be a discount on the order, and its tax can only be part of the whole order's tax. */
const withAdjustment = (isInclusive: boolean, parts: Parts, part: RefundPart): Parts | undefined => {
  const { amount, tax } = part;
  if (amount < 0n || tax < 0n || (tax !== 0n && (isInclusive || amount === 0n))) return undefined;
  const left = sum(parts.lines.map(priceOf)) - parts.orderDiscount;
  const taxed = amount > left ? undefined : withoutTax(parts, part);
  return taxed && { ...taxed, orderDiscount: taxed.orderDiscount + amount };
};

/** All taxes of the sale as taxes of the order, minus a tax that no line states; undefined below zero. */
const withoutTax = (parts: Parts, part: RefundPart): Parts | undefined => {
  if (part.tax === 0n) return parts;
  const all = [...parts.orderTaxes, ...[...parts.lines, ...parts.shipping].flatMap(({ taxes }) => taxes)];
  const orderTaxes = taxesLeft(all, part);
  return (
    orderTaxes && {
      ...parts,
      orderTaxes,
      lines: parts.lines.map((line) => ({ ...line, taxes: [] })),
      shipping: parts.shipping.map((charge) => ({ ...charge, taxes: [] })),
    }
  );
};

const recordOf = ({ identity: { recordId, number } }: Sale): RecordReference => ({
  sourceId: recordId,
  name: number ?? recordId,
});

/**
 * A record that was no sale when it was placed (a gift card alone, a tip, a free order) and to which goods were added by a paid
 * edit or exchange: a sale of that day, with all that was changed until then, under the id of the change.
 */
const fromFirstGoods = (policy: Policy, sale: Sale): E.Either<Exclusion, Sale> => {
  const changes = changesOf(sale);
  if (!changes.some(isPaidAddition) || !isNoSaleByItself(policy, sale)) return E.right(sale);
  const hasMoved = changes.filter((change) => change.isSettled);
  for (const [index, change] of hasMoved.entries()) {
    if (!isPaidAddition(change)) continue;
    const whole = withChanges(sale, hasMoved.slice(0, index + 1), {
      value: `from ${change.occurredAt} on`,
      reason: 'nothing was sold before goods were added, so the sale has the date of that addition',
    });
    if (whole === undefined) {
      const { code } = sale.currency;
      const money = formatMinorUnits(sale.currency)(-change.total);
      const message = `Nothing was sold when it was placed. ${money} ${code} were added later, and the platform does not show for what. Enter them at the service by hand.`;
      return E.left(held(recordOf(sale), 'incomplete record', message));
    }
    if (isNoSaleByItself(policy, whole)) continue;
    const addedBy = { kind: change.kind, id: change.id };
    return E.right({
      ...whole,
      identity: { ...sale.identity, addedBy },
      occurredAt: change.occurredAt,
      placedAt: sale.occurredAt,
    });
  }
  return E.right(sale);
};

const isPaidAddition = (change: Change): change is Amendment =>
  'kind' in change && change.isSettled && change.total < 0n;

const contentReasons: ReadonlySet<string> = new Set(['gift cards only', 'no items', 'zero total', 'zero total held']);

/** Whether the record sold nothing when it was placed, such as only a gift card: what is added later is then the sale. */
const isNoSaleByItself = (policy: Policy, sale: Sale): boolean => {
  const mapped = saleToTransaction(policy)(sale);
  return E.isLeft(mapped) && contentReasons.has(mapped.left.reason);
};
