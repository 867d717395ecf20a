import * as E from 'fp-ts/lib/Either.js';
import { formatMinorUnits, type MinorUnits, sum } from '../domain/money.ts';
import { held, type RecordReference, type Exclusion, skipped } from '../domain/exclusion.ts';
import type { Transaction, TransactionLine } from '../domain/transaction.ts';
import { imbalanceOf } from './amounts.ts';
import { isKeptLine, isPushedLine, sellerShare, splitLine } from './lines.ts';
import { laterIdOf, laterNameOf } from './identity.ts';
import { defaultPolicy, type Policy } from './policy.ts';
import type { Amendment, Refund, RefundLine, Sale, SaleLine, TaxAmount } from './sale.ts';
import type { MappedSale } from './sale-to-transaction.ts';
import { present } from './present.ts';

type Later = Refund | Amendment;

const kindOf = (refund: Later): 'refund' | Amendment['kind'] => ('kind' in refund ? refund.kind : 'refund');

const addedLine = ({ addedLines }: Sale, lineId: string): SaleLine | undefined =>
  addedLines?.find(({ id }) => id === lineId);

/** Lines that are never sent (gift cards, tips, duties) are not taken back either. */
const isSentRefundLine =
  (policy: Policy, sale: Sale, { transaction }: MappedSale) =>
  ({ lineId }: RefundLine): boolean => {
    const added = addedLine(sale, lineId);
    return isPushedLine(transaction)(lineId) || (added !== undefined && isKeptLine(policy, added));
  };

/** What was given back without a price, for its tax alone or for nothing, was given back all the same. */
const withSignOf =
  ({ amount, tax }: RefundLine) =>
  (sent: TransactionLine): TransactionLine =>
    amount === 0n && tax >= 0n ? { ...sent, quantity: -sent.quantity } : sent;

const lineOf =
  (sale: Sale, { transaction }: MappedSale) =>
  (line: RefundLine): readonly TransactionLine[] => {
    const added = addedLine(sale, line.lineId);
    const sold =
      transaction.lines.find(({ id }) => id === line.lineId) ??
      (added && { productName: added.name, productSku: present(added.sku) });
    return splitLine({
      id: line.lineId,
      productName: sold?.productName ?? 'Refund',
      productSku: sold?.productSku ?? null,
      quantity: Math.max(1, line.quantity),
      total: -line.amount,
      discount: 0n,
    }).map(withSignOf(line));
  };

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

/** What an edit or an exchange added is owed like any sale, and told by the same policy. */
const isOwed = (policy: Policy, { payment }: Sale, later: Later): boolean =>
  !later.isSettled &&
  !('kind' in later && (policy.partiallyPaid === 'send' || (payment === 'not paid' && policy.unpaid === 'send')));

const unclearMessage = ({ message }: Later): string =>
  `${message}. Decide what it was, and tell the service by hand what it lacks; nothing of it was sent`;

const dateReasons = {
  refund: 'a refund counts when it was made, not when its sale was',
  edit: 'an edit counts when it was made, not when its sale was',
  return: 'a return or an exchange counts when it was made, not when its sale was',
} as const;

/** The service wants at least one line, with the sign of all. */
const placeholder = (total: MinorUnits): TransactionLine => ({
  id: 'left-out',
  productName: total > 0n ? 'Not a sale of goods' : 'Not a refund of goods',
  productSku: null,
  quantity: total > 0n ? 1 : -1,
  amount: 0n,
  discount: 0n,
});

const partsOf = ({ lines, shipping, adjustment }: Refund): MinorUnits =>
  sum(lines.map(({ amount, tax }) => amount + tax)) +
  shipping.amount +
  shipping.tax +
  adjustment.amount +
  adjustment.tax;

/**
 * Tells one refund, edit or return as a transaction of its own, dated by itself, for `refunds: 'send'`. Header amounts of
 * what came back are negative; lines keep a positive `amount` and have a negative `quantity`. What an edit or an exchange
 * added is positive. What takes back belongs to its sale by `parentId`; nothing of it may be sent before the service
 * confirmed that sale.
 *
 * Left when its money is still on its way, when its parts do not add up to the money that went back, when an amount of it is
 * finer than the currency, and when nobody knows what it was.
 */
export const refundToTransaction =
  (sale: Sale, mapped: MappedSale, policy: Policy = defaultPolicy) =>
  (refund: Refund | Amendment): E.Either<Exclusion, MappedSale> => {
    const { identity, currency } = sale;
    const kind = kindOf(refund);
    const record: RecordReference = { sourceId: refund.id, name: `${kind} of ${identity.number ?? identity.recordId}` };
    if (isOwed(policy, sale, refund)) {
      const message =
        kind === 'refund'
          ? 'the money has not gone back: it is on its way, or its payment failed; the refund is taken up once it arrives'
          : refund.total < 0n
            ? 'what it added is not paid yet; it is taken up once it is paid'
            : 'what it takes off was added later and is not paid yet; it is taken up with that';
      return E.left(skipped(record, 'not paid', message));
    }
    if (refund.isUnclear === true) return E.left(held(record, 'undecodable record', unclearMessage(refund)));
    if (refund.isExact === false) {
      const message = `an amount of it is finer than the smallest unit of ${currency.code}; tell the service by hand what went back`;
      return E.left(held(record, 'amount not exact', message));
    }
    const missing = refund.total - partsOf(refund);
    if (missing !== 0n) {
      const message = `its parts miss the money that went back by ${formatMinorUnits(currency)(missing)} ${currency.code}`;
      return E.left(held(record, 'does not balance', message));
    }
    const sent = refund.lines.filter(isSentRefundLine(policy, sale, mapped));
    const lines = [...sent.flatMap(lineOf(sale, mapped)), ...adjustmentOf(refund)];
    const subtotal = sum(lines.map(({ amount, quantity }) => amount * BigInt(quantity)));
    const shippingHandling = -refund.shipping.amount;
    const ofSeller = sellerShare(sale, mapped.transaction);
    const taxesOf = (lineId: string): readonly TaxAmount[] =>
      (sale.lines.find(({ id }) => id === lineId) ?? addedLine(sale, lineId))?.taxes ?? [];
    const ofShipping = sale.shipping.flatMap(({ taxes }) => taxes);
    const taxCollected = -(
      sum(sent.map((line) => ofSeller(taxesOf(line.lineId), line))) +
      ofSeller(ofShipping, refund.shipping) +
      ofSeller([], refund.adjustment)
    );
    const total = subtotal + shippingHandling + taxCollected;
    if (lines.length === 0 && shippingHandling === 0n && taxCollected === 0n) {
      return E.left(
        skipped(
          record,
          'nothing sold',
          refund.total === 0n
            ? `nothing of it is to be sent: ${refund.message}`
            : 'nothing of it had been sent: only gift cards, tips, duties or what was added later',
        ),
      );
    }
    const transaction: Transaction = {
      ...mapped.transaction,
      id: laterIdOf(identity, refund),
      name: laterNameOf(identity, refund),
      // The service knows a parent for what takes something back: what was added is sent like any sale.
      parentId: total > 0n ? null : mapped.transaction.id,
      transactedAt: refund.occurredAt,
      lines: lines.length === 0 ? [placeholder(total)] : lines,
      discount: 0n,
      subtotal,
      shippingHandling,
      taxCollected,
      total,
    };
    const imbalance = imbalanceOf(transaction);
    return imbalance === undefined
      ? E.right({
          transaction,
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
          ],
        })
      : E.left(held(record, 'does not balance', imbalance));
  };
