/** The sales agreements of a sample order: Shopify's ledger of every change of what was sold. */
import type { Agreement, LedgerRow } from '../orders/history.ts';
import { taxOf } from '../orders/priced.ts';
import { type Answer, gid, instantText } from './answer.ts';
import { connectionOf } from './connection.ts';
import { dutyAnswer, lineAnswer, shippingAnswer, taxLineAnswer } from './line-answers.ts';
import { feeAnswers } from './order-parts.ts';
import type { OrderContext } from './refund-answers.ts';

const agreementNames = {
  order: ['OrderAgreement', 'ORDER'],
  edit: ['OrderEditAgreement', 'ORDER_EDIT'],
  refund: ['RefundAgreement', 'REFUND'],
  return: ['ReturnAgreement', 'RETURN'],
} as const;

export const agreementAnswer = (context: OrderContext, agreement: Agreement, index: number): Answer => {
  const [typeName, reason] = agreementNames[agreement.kind];
  const id = `${context.history.recipe.id}${index}`;
  return {
    __typename: typeName,
    id: gid('SalesAgreement', id),
    happenedAt: instantText(agreement.at),
    reason,
    app: null,
    order: context.order,
    refund: about(context.refund, agreement.about),
    return: about(context.return, agreement.about),
    sales: connectionOf(() =>
      agreement.rows.map((row, position) => rowAnswer(context, row, `${id}${String(position).padStart(4, '0')}`)),
    ),
  };
};

const about = (find: (id: string) => Answer | null, id: string | null) => (): Answer | null =>
  id === null ? null : find(id);

const typeNames = {
  PRODUCT: 'ProductSale',
  GIFT_CARD: 'GiftCardSale',
  TIP: 'TipSale',
  SHIPPING: 'ShippingLineSale',
  DUTY: 'DutySale',
  ADDITIONAL_FEE: 'AdditionalFeeSale',
  FEE: 'FeeSale',
  ADJUSTMENT: 'AdjustmentSale',
} as const;

const rowAnswer = ({ history, purse }: OrderContext, row: LedgerRow, id: string): Answer => ({
  __typename: typeNames[row.type],
  id: gid('Sale', id),
  actionType: row.action,
  lineType: row.type,
  quantity: row.quantity,
  totalAmount: () => purse(row.total),
  totalTaxAmount: () => purse(taxOf(row)),
  totalDiscountAmountBeforeTaxes: () => purse(row.discount),
  totalDiscountAmountAfterTaxes: () => purse(row.discount),
  taxes: () =>
    row.taxes.map((one, index) => ({
      id: gid('SaleTax', `${id}${index}`),
      amount: purse(one.amount),
      taxLine: taxLineAnswer(purse, one),
    })),
  lineItem: about(
    withId(history.lines, (line) => lineAnswer(history, purse, line)),
    row.about,
  ),
  shippingLine: about(
    withId(history.shipping, (one) => shippingAnswer(purse, one, { isRemoved: false, isRefunded: false })),
    row.about,
  ),
  duty: about(
    withId(history.lines, (line) => dutyAnswer(purse, line)),
    row.about,
  ),
  additionalFee: about((position) => feeAnswers(history, purse)[Number(position)] ?? null, row.about),
  fee: about((fee) => ({ __typename: 'ReturnShippingFee', id: gid('ReturnShippingFee', fee) }), row.about),
});

const withId =
  <A extends { readonly id: string }>(all: readonly A[], answer: (one: A) => Answer) =>
  (id: string): Answer | null => {
    const found = all.find((one) => one.id === id);
    return found === undefined ? null : answer(found);
  };
