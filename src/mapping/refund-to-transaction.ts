import * as E from 'fp-ts/lib/Either.js';
import { allocate } from '../core/allocate.ts';
import { formatMinorUnits, type MinorUnits, sum } from '../core/minor-units.ts';
import { held, type RecordReference, type SetAside, skipped } from '../core/set-aside.ts';
import type { Transaction, TransactionLine } from '../core/transaction.ts';
import { imbalanceOf } from './balance.ts';
import { refundIdOf, refundNameOf } from './naming.ts';
import type { Refund, RefundLine, Sale, TaxAmount } from './sale.ts';
import type { MappedSale } from './sale-to-transaction.ts';
import { splitLine } from './split-line.ts';

const isTold =
  ({ lines }: Transaction) =>
  (lineId: string): boolean =>
    lines.some(({ id }) => id === lineId);

/** Of what the transaction tells. Taxes on tips and duties were left out of it with their lines. */
const taxesOfSale = ({ lines, shipping, orderTaxes }: Sale, transaction: Transaction): readonly TaxAmount[] => [
  ...lines.filter(({ id }) => isTold(transaction)(id)).flatMap(({ taxes }) => taxes),
  ...shipping.flatMap(({ taxes }) => taxes),
  ...orderTaxes,
];

const taxOf = (taxes: readonly TaxAmount[]): MinorUnits => sum(taxes.map(({ amount }) => amount));

const sellersTax = (taxes: readonly TaxAmount[], { marketplace }: Transaction): MinorUnits =>
  taxOf(taxes.filter(({ liable }) => liable === 'seller' || (liable === 'unknown' && marketplace === null)));

/**
 * Of a refunded tax the part that the seller had collected, in the proportion in which the tax of what came back was
 * shared; in that of the whole sale where what came back has no tax of its own, or one party remits all of it.
 */
const sellerShare =
  (sale: Sale, transaction: Transaction) =>
  (ofPart: readonly TaxAmount[], refunded: MinorUnits): MinorUnits => {
    const ofSale = taxesOfSale(sale, transaction);
    const isByTax = sellersTax(ofSale, transaction) === transaction.taxCollected && taxOf(ofPart) !== 0n;
    const all = taxOf(isByTax ? ofPart : ofSale);
    const own = isByTax ? sellersTax(ofPart, transaction) : transaction.taxCollected;
    if (all === own) return refunded;
    const [share = 0n] = allocate(refunded, [own, all - own]);
    return share;
  };

/** Lines that were never told (gift cards, tips, duties) are not taken back either. */
const wasTold =
  ({ transaction }: MappedSale) =>
  ({ lineId }: RefundLine): boolean =>
    isTold(transaction)(lineId);

const lineOf =
  ({ transaction }: MappedSale) =>
  (line: RefundLine): readonly TransactionLine[] => {
    const sold = transaction.lines.find(({ id }) => id === line.lineId);
    return splitLine({
      id: line.lineId,
      productName: sold?.productName ?? 'Refund',
      productSku: sold?.productSku ?? null,
      quantity: Math.max(1, line.quantity),
      total: -line.amount,
      discount: 0n,
    });
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

const partsOf = ({ lines, shipping, adjustment }: Refund): MinorUnits =>
  sum(lines.map(({ amount, tax }) => amount + tax)) +
  shipping.amount +
  shipping.tax +
  adjustment.amount +
  adjustment.tax;

/**
 * Tells one refund as a transaction of its own, dated by the refund, for `refunds: 'send'`. Header amounts are negative;
 * lines keep a positive `amount` and have a negative `quantity`. It belongs to its sale by `parentId`, and must not be
 * sent before the service confirmed that sale.
 *
 * Left when it is still on its way, and when its parts do not add up to the money that went back.
 */
export const refundToTransaction =
  (sale: Sale, mapped: MappedSale) =>
  (refund: Refund): E.Either<SetAside, MappedSale> => {
    const { identity, currency } = sale;
    const record: RecordReference = { sourceId: refund.id, name: `refund of ${identity.number ?? identity.recordId}` };
    if (!refund.isSettled)
      return E.left(skipped(record, 'not paid', 'the refund is still on its way; it is taken up once it arrived'));
    const missing = refund.total - partsOf(refund);
    if (missing !== 0n) {
      const message = `its parts miss the money that went back by ${formatMinorUnits(currency)(missing)} ${currency.code}`;
      return E.left(held(record, 'does not balance', message));
    }
    const told = refund.lines.filter(wasTold(mapped));
    const lines = [...told.flatMap(lineOf(mapped)), ...adjustmentOf(refund)];
    const subtotal = sum(lines.map(({ amount, quantity }) => amount * BigInt(quantity)));
    const shippingHandling = -refund.shipping.amount;
    const ofSeller = sellerShare(sale, mapped.transaction);
    const taxesOf = (lineId: string): readonly TaxAmount[] => sale.lines.find(({ id }) => id === lineId)?.taxes ?? [];
    const ofShipping = sale.shipping.flatMap(({ taxes }) => taxes);
    const taxCollected = -(
      sum(told.map(({ lineId, tax }) => ofSeller(taxesOf(lineId), tax))) +
      ofSeller(ofShipping, refund.shipping.tax) +
      ofSeller([], refund.adjustment.tax)
    );
    if (lines.length === 0 && shippingHandling === 0n && taxCollected === 0n) {
      return E.left(
        skipped(
          record,
          'nothing sold',
          'nothing of it had been told: only gift cards, tips, duties or what was added later',
        ),
      );
    }
    const transaction: Transaction = {
      ...mapped.transaction,
      id: refundIdOf(identity, refund.id),
      name: refundNameOf(identity, refund.id),
      parentId: mapped.transaction.id,
      transactedAt: refund.occurredAt,
      lines:
        lines.length === 0
          ? [
              {
                id: 'left-out',
                productName: 'Not a refund of goods',
                productSku: null,
                quantity: -1,
                amount: 0n,
                discount: 0n,
              },
            ]
          : lines,
      discount: 0n,
      subtotal,
      shippingHandling,
      taxCollected,
      total: subtotal + shippingHandling + taxCollected,
    };
    const imbalance = imbalanceOf(transaction);
    return imbalance === undefined
      ? E.right({
          transaction,
          decisions: [
            {
              about: 'transactedAt',
              value: refund.occurredAt,
              reason: 'a refund counts when it was made, not when its sale was',
              fields: ['refund'],
            },
            {
              about: 'total',
              value: `${formatMinorUnits(currency)(transaction.total)} ${currency.code}`,
              reason: refund.message,
              fields: ['refund'],
            },
          ],
        })
      : E.left(held(record, 'does not balance', imbalance));
  };
