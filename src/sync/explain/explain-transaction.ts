import { formatMinorUnits } from '../../domain/money.ts';
import type { MappedSale } from '../../mapping/sale-to-transaction.ts';
import type { ExplainedTransaction } from './explanation.ts';

/** A transaction and its decisions for a person's eyes: decimals for money, and no street. Pure. */
export const explainTransaction = (
  { transaction, decisions }: MappedSale,
  { book, service }: Pick<ExplainedTransaction, 'book' | 'service'>,
): ExplainedTransaction => {
  const money = formatMinorUnits(transaction.currency);
  const { state, zip, country } = transaction.shipToAddress;
  return {
    _tag: 'Transaction',
    id: transaction.id,
    name: transaction.name,
    transactedAt: transaction.transactedAt,
    currency: transaction.currency.code,
    lines: transaction.lines.map(({ productName, productSku, quantity, amount, discount }) => ({
      productName,
      productSku,
      quantity,
      amount: money(amount),
      discount: money(discount),
    })),
    discount: money(transaction.discount),
    subtotal: money(transaction.subtotal),
    shippingHandling: money(transaction.shippingHandling),
    taxCollected: money(transaction.taxCollected),
    total: money(transaction.total),
    shipTo: { state, zip, country },
    entity: transaction.entity,
    purpose: transaction.purpose,
    marketplace: transaction.marketplace,
    decisions,
    book,
    service,
  };
};
