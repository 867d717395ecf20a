/**
 * Chooses the lines of a transaction: goods, and fees, tips and duties by policy. Writes each as unit price × quantity
 * without losing a cent.
 */
import { withoutContacts, withoutEmails } from './without-contacts.ts';
import { allocate, type Currency, formatMinorUnits, type MinorUnits, sum } from '../domain/money.ts';
import { totalTax } from './amounts.ts';
import * as O from 'fp-ts/lib/Option.js';
import { chooseDestination } from './destination.ts';
import type { Policy } from './policy.ts';
import type { ValueReason, LineKind, RefundPart, Sale, SaleLine, TaxAmount } from './sale.ts';
import type { Transaction, TransactionLine } from '../domain/transaction.ts';

/** The lines that a transaction contains and leaves out, with the reasons. */
export interface KeptLines {
  readonly kept: readonly SaleLine[];
  readonly leftOut: readonly SaleLine[];
  readonly decisions: readonly ValueReason[];
}

type LineRules = Pick<Policy, 'tips' | 'fees' | 'duties'>;

/** Why lines of a kind are left out. */
export const whyLeftOut = ({ duties }: Pick<LineRules, 'duties'>, kind: LineKind): string => {
  switch (kind) {
    case 'goods':
      return '';
    case 'fee':
      return 'a fee is not sales tax, and the policy leaves it out';
    case 'gift card':
      return 'selling a gift card is not a sale of goods; the sale is sent when the card is used';
    case 'tip':
      return 'a voluntary tip is not part of the price';
    case 'duty':
      return duties === 'leave out'
        ? 'the policy leaves out import duties'
        : 'import duties go to the customs of another country';
  }
};

/**
 * Whether a line is part of the transaction. A tip with tax is a service charge, because no state taxes a voluntary tip. A
 * duty on goods into the US is part of their price (Streamlined Sales Tax Governing Board, 2025; CA, IL, NJ, WA).
 */
export const isKeptLine = (
  { tips, fees, duties }: LineRules,
  sale: Pick<Sale, 'destinations'>,
  line: Pick<SaleLine, 'kind' | 'taxes'>,
): boolean => {
  switch (line.kind) {
    case 'goods':
      return true;
    case 'gift card':
      return false;
    case 'fee':
      return fees === 'send';
    case 'tip':
      return tips === 'send' || bearsTax(line);
    case 'duty':
      return duties === 'send' || (duties === 'by destination' && goesToTheUs(sale));
  }
};

/** Lines that are left out, and whose tax is sent: the seller remits all tax that was collected. */
export const taxOnlyLines = (policy: LineRules, sale: Pick<Sale, 'destinations' | 'lines'>): readonly SaleLine[] =>
  sale.lines.filter((line) => bearsTax(line) && isItsTaxSent(line) && !isKeptLine(policy, sale, line));

/** Goods are sent, fees and tips by policy; gift cards and duties are left out. Each has its reason. */
export const keptLines = (policy: Policy, sale: Sale): KeptLines => {
  const { lines, currency } = sale;
  const kept = lines.filter((line) => isKeptLine(policy, sale, line));
  const leftOut = lines.filter((line) => !kept.includes(line));
  const kinds = [...new Set(leftOut.map(({ kind }) => kind))];
  return {
    kept,
    leftOut,
    decisions: [
      ...kinds.map((kind) =>
        leftOutDecision(
          policy,
          currency,
          kind,
          leftOut.filter((line) => line.kind === kind),
        ),
      ),
      ...keptDecisions(policy, kept),
    ],
  };
};

/** Whether a transaction contains the line of an id. */
export const isPushedLine =
  ({ lines }: Transaction) =>
  (lineId: string): boolean =>
    lines.some(({ id }) => id === lineId);

/**
 * The part of a refunded tax that the seller had collected: as the platform states it for that tax; otherwise in the
 * proportion of the refunded line's tax; where that line has no tax, in the proportion of the whole sale.
 */
export const sellerShare =
  (sale: Sale, transaction: Transaction) =>
  (ofPart: readonly TaxAmount[], { tax, taxes }: Pick<RefundPart, 'tax' | 'taxes'>): MinorUnits => {
    if (isRemittedByMarketplace(sale, transaction)) return 0n;
    if (taxes !== undefined && totalTax(taxes) === tax) return sellersTax(taxes, transaction);
    const whole = totalTax(ofPart) === 0n ? taxesOfSale(sale, transaction) : ofPart;
    const [all, own] = [totalTax(whole), sellersTax(whole, transaction)];
    const [share = 0n] = allocate(tax, [own, all - own]);
    return share;
  };

/** A line before its total is sent as unit price × quantity. */
interface WholeLine {
  readonly id: string;
  readonly productName: string;
  readonly productSku: string | null;
  /** A whole number, at least 1. */
  readonly quantity: number;
  /** The whole quantity, without tax, before discounts. Negative when the line gives money back. */
  readonly total: MinorUnits;
  /** Never negative. */
  readonly discount: MinorUnits;
  readonly taxCode?: string;
  readonly tags?: readonly string[];
}

/**
 * Writes a line's total as unit price × quantity. A total that does not divide becomes two lines, with the discount shared in
 * proportion: 10.00 for 3 is 2 × 3.33 and 1 × 3.34. A negative total has a positive price and a negative quantity, as on a
 * refund.
 */
export const splitLine = (line: WholeLine): readonly TransactionLine[] => {
  const sign = line.total < 0n ? -1 : 1;
  const total = line.total < 0n ? -line.total : line.total;
  const quantity = BigInt(line.quantity);
  const unit = total / quantity;
  const unitsAtHigherPrice = total % quantity;
  if (unitsAtHigherPrice === 0n) return [part(line, '', sign * line.quantity, unit, line.discount)];
  const unitsAtLowerPrice = quantity - unitsAtHigherPrice;
  const [first = 0n, second = 0n] = allocate(line.discount, [
    unit * unitsAtLowerPrice,
    (unit + 1n) * unitsAtHigherPrice,
  ]);
  return [
    part(line, '', sign * Number(unitsAtLowerPrice), unit, first),
    part(line, '-b', sign * Number(unitsAtHigherPrice), unit + 1n, second),
  ];
};

const bearsTax = ({ taxes }: Pick<SaleLine, 'taxes'>): boolean => taxes.some(({ amount }) => amount !== 0n);

const goesToTheUs = ({ destinations }: Pick<Sale, 'destinations'>): boolean =>
  O.toUndefined(chooseDestination(destinations))?.address.country === 'US';

/** Whether the tax of a line that is left out is sent anyway. Tax on a duty goes to the customs with the duty. */
const isItsTaxSent = ({ kind }: SaleLine): boolean => kind === 'gift card' || kind === 'fee';

const leftOutDecision = (
  policy: LineRules,
  currency: Currency,
  kind: LineKind,
  lines: readonly SaleLine[],
): ValueReason => ({
  about: 'lineItems',
  value: `left out: ${formatMinorUnits(currency)(sum(lines.map(({ listed, discount }) => listed - discount)))} ${currency.code} of ${kind}`,
  reason: whyLeftOut(policy, kind),
  fields: lines.map(({ id }) => id),
});

const keptDecisions = (policy: LineRules, kept: readonly SaleLine[]): readonly ValueReason[] => {
  const others = kept.filter(isNoGoods);
  if (others.length === 0) return [];
  return (['tip', 'duty', 'fee'] as const).flatMap((kind) => {
    const fields = others.filter((line) => line.kind === kind).map(({ id }) => id);
    const reason = whyKept(policy)[kind];
    return fields.length === 0 ? [] : [{ about: 'lineItems', value: `sent: ${kind}`, reason, fields }];
  });
};

const isNoGoods = ({ kind }: SaleLine): boolean => kind !== 'goods';

const whyKept = ({ tips, duties }: LineRules): Readonly<Record<'tip' | 'duty' | 'fee', string>> => ({
  tip:
    tips === 'send'
      ? 'the policy sends tips'
      : 'tax was charged on it, so that it is a service charge, which is part of the price',
  duty:
    duties === 'send'
      ? 'the policy sends import duties'
      : 'a duty that the seller passes on is part of the price in the US',
  fee: 'the policy sends fees: a fee that a law asks for is a line and no tax, also where the platform writes it among the taxes',
});

/**
 * Whether another company remits all taxes of the sale, also of a later addition: see `marketplaceOf`. A merchant of record
 * does so only if the platform states for no tax of the sale who is liable.
 */
const isRemittedByMarketplace = (sale: Sale, transaction: Transaction): boolean =>
  transaction.marketplace !== null &&
  sale.marketplaces.some(
    ({ kind }) =>
      kind === 'stated' ||
      (kind === 'merchant of record' && taxesOfSale(sale, transaction).every(({ liable }) => liable === 'unknown')),
  );

/** The taxes that were sent, including the taxes of lines that were left out, except duties. */
const taxesOfSale = ({ lines, shipping, orderTaxes }: Sale, transaction: Transaction): readonly TaxAmount[] => [
  ...lines.filter((line) => isPushedLine(transaction)(line.id) || isItsTaxSent(line)).flatMap(({ taxes }) => taxes),
  ...shipping.flatMap(({ taxes }) => taxes),
  ...orderTaxes,
];

const sellersTax = (taxes: readonly TaxAmount[], { marketplace }: Transaction): MinorUnits =>
  totalTax(taxes.filter(({ liable }) => liable === 'seller' || (liable === 'unknown' && marketplace === null)));

const part = (
  line: WholeLine,
  suffix: string,
  quantity: number,
  amount: MinorUnits,
  discount: MinorUnits,
): TransactionLine => ({
  id: `${line.id}${suffix}`,
  productName: withoutContacts(line.productName),
  productSku: line.productSku === null ? null : withoutEmails(line.productSku),
  quantity,
  amount,
  discount,
  ...(line.taxCode !== undefined && { taxCode: line.taxCode }),
  ...(line.tags !== undefined && { tags: line.tags }),
});
