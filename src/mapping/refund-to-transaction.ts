/** Maps a refund, edit, return or lost dispute to a separate transaction with its own date, or says why it is not sent. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Currency, formatMinorUnits, type MinorUnits, sum } from '../domain/money.ts';
import { held, type RecordReference, type Exclusion, skipped } from '../domain/exclusion.ts';
import type { Transaction, TransactionLine } from '../domain/transaction.ts';
import { excludeZeroTotal } from './admission.ts';
import { imbalanceOf, taxOfRefund, totalTax } from './amounts.ts';
import { exemptButTaxed } from './exemption.ts';
import { isKeptLine, isPushedLine, sellerShare, splitLine, taxOnlyLines } from './lines.ts';
import { laterIdOf, laterNameOf } from './identity.ts';
import { defaultPolicy, type Policy } from './policy.ts';
import type { Amendment, Refund, RefundLine, Sale, SaleLine, TaxAmount } from './sale.ts';
import type { MappedSale } from './sale-to-transaction.ts';
import { present } from '../domain/fields.ts';
import { taxedOfRefund } from './taxed.ts';
import { taxCodeOf } from './tax-code.ts';

/** A change of a sale after it became due. */
export type Later = Refund | Amendment;

/** In a sale, only amendments state their kind. */
export const kindOf = (refund: Later): 'refund' | Amendment['kind'] => ('kind' in refund ? refund.kind : 'refund');

/**
 * An edit or an exchange by which the sale has more goods or shipping than before. A refund is never an addition, whatever its
 * sums. A higher tax on the same goods is not an addition either.
 */
export const isAddition = (later: Later): boolean => {
  const [kind, goods] = [kindOf(later), goodsOf(later)];
  if (kind !== 'edit' && kind !== 'return') return false;
  // Money without a line is an addition only if no goods came back. Otherwise it is money that the seller kept.
  return goods < 0n || (goods === 0n && taxOfRefund(later) <= 0n && later.adjustment.amount < 0n);
};

/**
 * Whether goods came back and the seller kept at least their price. The platform does not state whether their tax went back,
 * so a transaction would have tax without goods, or goods without tax.
 */
export const keepsTheMoney = (later: Later): boolean => {
  const [goods, kept] = [goodsOf(later), later.adjustment.amount];
  const isReturn = goods > 0n || (goods === 0n && taxOfRefund(later) > 0n);
  return kept < 0n && isReturn && goods + kept <= 0n;
};

/** Whether the platform does not show what a change was, so that it is listed, and held where it would be sent. */
export const isUnclearChange = (later: Later): boolean => later.isUnclear === true || keepsTheMoney(later);

/** The refunds and other later changes of a sale that the policy sends as transactions. */
export const sentAdjustments = (policy: Policy, sale: Sale): readonly Later[] =>
  [...sale.refunds, ...(sale.amendments ?? [])].filter(isSentByPolicy(policy, sale));

/** Why a change is unclear: see `isUnclearChange`. */
export const whyUnclear = (later: Later, currency: Currency): string => {
  const money = formatMinorUnits(currency);
  return later.isUnclear === true
    ? later.message
    : `Goods of ${money(goodsOf(later))} and tax of ${money(taxOfRefund(later))} ${currency.code} came back, and ${money(later.total)} was paid back. The platform does not state whether the tax went back`;
};

/** What the parts of a refund add up to, tax included. */
export const partsOfRefund = ({ lines, shipping, adjustment }: Refund): MinorUnits =>
  sum(lines.map(({ amount, tax }) => amount + tax)) +
  shipping.amount +
  shipping.tax +
  adjustment.amount +
  adjustment.tax;

const noPart: Refund['adjustment'] = { amount: 0n, tax: 0n };

const dateReasons = {
  refund: 'a refund counts on its own date, not on the date of its sale',
  edit: 'an edit counts on its own date, not on the date of its sale',
  return: 'a return or an exchange counts on its own date, not on the date of its sale',
  dispute: 'a lost dispute counts on its own date, not on the date of its sale',
} as const;

/**
 * Maps one refund or amendment (edit, return, lost dispute) to a separate transaction with its own date. A reduction has negative
 * header amounts, lines with a positive `amount` and a negative `quantity`, and the sale as its `parentId`; it must not be sent
 * before the service confirmed that sale. An addition by an edit or an exchange is positive.
 *
 * Left when the money has not moved yet, when the parts do not add up to it, when an amount has more decimals than the currency
 * allows, and when the platform does not show what the money was for.
 */
export const refundToTransaction =
  (sale: Sale, mapped: MappedSale, policy: Policy = defaultPolicy) =>
  (stated: Refund | Amendment): E.Either<Exclusion, MappedSale> => {
    const { identity, currency } = sale;
    const kind = kindOf(stated);
    const record: RecordReference = { sourceId: stated.id, name: `${kind} of ${identity.number ?? identity.recordId}` };

    if (isOwed(policy, sale, stated)) {
      const message =
        kind === 'refund'
          ? 'The refund is pending, or its payment failed. It is sent once the money has arrived.'
          : stated.total < 0n
            ? 'The addition is not paid yet. It is sent once it is paid.'
            : 'It reduces an addition that is not paid yet. Both are sent once that is paid.';
      return E.left(skipped(record, 'not paid', message));
    }
    if (isUnclearChange(stated)) {
      return E.left(held(record, 'unreadable record', unclearMessage(stated, currency)));
    }
    if (stated.isExact === false) {
      const message = `An amount has more decimals than ${currency.code} allows. Enter the refund at the service by hand.`;
      return E.left(held(record, 'amount not exact', message));
    }
    const missing = stated.total - partsOfRefund(stated);
    if (missing !== 0n) {
      const message = `The parts differ from the refunded money by ${formatMinorUnits(currency)(missing)} ${currency.code}.`;
      return E.left(held(record, 'totals do not add up', message));
    }
    const isOfLeftOut = kind === 'refund' && isAsMuchAsLeftOut(policy, sale, stated);
    if (isOfLeftOut && stated.lines.length === 0 && stated.shipping.amount === 0n) {
      const message = `${formatMinorUnits(currency)(stated.total)} ${currency.code} were paid back by amount, as much as a gift card, a tip or another part that was not sent. Check the refund at the platform, and enter it at the service by hand.`;
      return E.left(held(record, 'refund exceeds its sale', message));
    }
    // Where goods came back as lines, the rest of the money is for the part that was not sent.
    const refund = isOfLeftOut ? { ...stated, adjustment: noPart } : stated;
    const sent = refund.lines.filter(isSentRefundLine(policy, sale, mapped));
    const lines = [...sent.flatMap(lineOf(policy, sale, mapped)), ...adjustmentOf(refund)];
    const subtotal = sum(lines.map(({ amount, quantity }) => amount * BigInt(quantity)));
    const shippingHandling = -refund.shipping.amount;
    const ofSeller = sellerShare(sale, mapped.transaction);
    const taxesOf = (lineId: string): readonly TaxAmount[] =>
      (sale.lines.find(({ id }) => id === lineId) ?? addedLine(sale, lineId))?.taxes ?? [];
    const ofShipping = sale.shipping.flatMap(({ taxes }) => taxes);
    // If only the tax of a line was sent, such as of a taxed gift card, only that tax goes back.
    const taxOnly = new Set(taxOnlyLines(policy, sale).map(({ id }) => id));
    const ofTax = refund.lines.filter((line) => !sent.includes(line) && taxOnly.has(line.lineId));
    const taxCollected = -(
      sum([...sent, ...ofTax].map((line) => ofSeller(taxesOf(line.lineId), line))) +
      ofSeller(ofShipping, refund.shipping) +
      ofSeller([], refund.adjustment)
    );
    if (refund.adjustment.amount < 0n && subtotal + shippingHandling > 0n && !isAddition(refund)) {
      // The money that was kept may belong to a line that was never sent, such as a gift card. A reduction never adds goods.
      return E.left(held(record, 'unreadable record', unclearMessage(refund, currency)));
    }
    const total = subtotal + shippingHandling + taxCollected;
    if (lines.length === 0 && shippingHandling === 0n && taxCollected === 0n) {
      return E.left(
        skipped(
          record,
          'no items',
          refund.total === 0n
            ? `Nothing to send: ${refund.message}`
            : 'It concerns only parts that were not sent: gift cards, tips, duties or later additions.',
        ),
      );
    }
    const transaction: Transaction = {
      ...mapped.transaction,
      id: laterIdOf(identity, refund),
      name: laterNameOf(identity, refund),
      // Only a reduction has a parent at the service; an addition is sent like a sale.
      parentId: total > 0n ? null : mapped.transaction.id,
      transactedAt: refund.occurredAt,
      lines: lines.length === 0 ? [placeholder(total)] : lines,
      discount: 0n,
      subtotal,
      shippingHandling,
      taxCollected,
      total,
    };
    const zero = excludeZeroTotal(policy, total, record);
    if (O.isSome(zero)) return E.left(zero.value);
    const imbalance = imbalanceOf(transaction);
    const taxed = taxedOfRefund(sale, refund, sent);
    return imbalance === undefined
      ? E.right({
          transaction,
          taxed: taxed === null ? null : -taxed,
          decisions: [
            {
              about: 'transactedAt',
              value: refund.occurredAt,
              reason: dateReasons[kind],
              fields: [kind],
            },
            {
              about: 'total',
              value: `${formatMinorUnits(currency)(transaction.total)} ${currency.code}`,
              reason: refund.message,
              fields: [kind],
            },
            ...exemptButTaxed(transaction),
          ],
        })
      : E.left(held(record, 'totals do not add up', imbalance));
  };

const goodsOf = ({ lines, shipping }: Later): MinorUnits => sum(lines.map(({ amount }) => amount)) + shipping.amount;

const isSentByPolicy =
  ({ adjustments }: Policy, { isCanceled }: Sale) =>
  (later: Later): boolean => {
    if (kindOf(later) === 'dispute') return adjustments.disputes === 'send';
    if (isAddition(later)) return adjustments.additions === 'send';
    return adjustments.refunds === 'send' || (isCanceled && adjustments.cancellations === 'send');
  };

/** An addition by an edit or an exchange that is not paid is sent by the same policy as an unpaid sale. */
const isOwed = (policy: Policy, { payment }: Sale, later: Later): boolean =>
  !later.isSettled &&
  !('kind' in later && (policy.partiallyPaid === 'send' || (payment === 'not paid' && policy.unpaid === 'send')));

const unclearMessage = (later: Later, currency: Currency): string =>
  `${whyUnclear(later, currency)}. Nothing was sent. ${later.remedy ?? 'Check the refund at the platform, and enter it at the service by hand.'}`;

/** Whether the money without a line equals a part that was not sent, such as a tip. Then it may be for that part. */
const isAsMuchAsLeftOut = (policy: Policy, sale: Sale, { lines, adjustment }: Later): boolean => {
  if (adjustment.amount <= 0n) return false;
  const returned = new Set(lines.map(({ lineId }) => lineId));
  const prices = sale.lines
    .filter((line) => !returned.has(line.id) && !isKeptLine(policy, sale, line))
    .map(({ listed, discount, taxes }) => {
      const [price, tax] = [listed - discount, totalTax(taxes)];
      return sale.pricesIncludeTax ? { net: price - tax, gross: price } : { net: price, gross: price + tax };
    });
  const sums = [sum(prices.map(({ net }) => net)), sum(prices.map(({ gross }) => gross))];
  return [...prices.flatMap(({ net, gross }) => [net, gross]), ...sums].includes(adjustment.amount + adjustment.tax);
};

/** Refunds of lines that were not sent (gift cards, tips, duties) are not sent either. */
const isSentRefundLine =
  (policy: Policy, sale: Sale, { transaction }: MappedSale) =>
  ({ lineId }: RefundLine): boolean => {
    const added = addedLine(sale, lineId);
    return isPushedLine(transaction)(lineId) || (added !== undefined && isKeptLine(policy, sale, added));
  };

const addedLine = ({ addedLines }: Sale, lineId: string): SaleLine | undefined =>
  addedLines?.find(({ id }) => id === lineId);

const lineOf =
  (policy: Policy, sale: Sale, { transaction }: MappedSale) =>
  (line: RefundLine): readonly TransactionLine[] => {
    const added = addedLine(sale, line.lineId);
    const sold =
      transaction.lines.find(({ id }) => id === line.lineId) ??
      (added && { productName: added.name, productSku: present(added.sku), taxCode: taxCodeOf(policy, added) });
    const taxCode = sold?.taxCode;
    return splitLine({
      id: line.lineId,
      productName: sold?.productName ?? 'Refund',
      productSku: sold?.productSku ?? null,
      quantity: Math.max(1, line.quantity),
      total: -line.amount,
      discount: 0n,
      ...(taxCode !== undefined && { taxCode }),
    }).map(withSignOf(line));
  };

/** A line that was refunded for its tax only, or for nothing, still has a negative quantity. */
const withSignOf =
  ({ amount, tax }: RefundLine) =>
  (sent: TransactionLine): TransactionLine =>
    amount === 0n && tax >= 0n ? { ...sent, quantity: -sent.quantity } : sent;

const adjustmentOf = ({ adjustment }: Refund): readonly TransactionLine[] =>
  adjustment.amount === 0n
    ? []
    : splitLine({
        id: 'adjustment',
        productName: 'Refund adjustment',
        productSku: null,
        quantity: 1,
        total: -adjustment.amount,
        discount: 0n,
      });

/** The service requires at least one line, with the sign of the total. */
const placeholder = (total: MinorUnits): TransactionLine => ({
  id: 'left-out',
  productName: total > 0n ? 'Not a sale of goods' : 'Not a refund of goods',
  productSku: null,
  quantity: total > 0n ? 1 : -1,
  amount: 0n,
  discount: 0n,
});
