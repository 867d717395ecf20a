import type { Agreement, History, LedgerRow } from '../orders/history.ts';
import { taxOf } from '../orders/priced.ts';
import { type Answer, gid, instantText, type Purse } from './answer.ts';
import { connectionOf } from './connection.ts';
import { taxLineAnswer } from './line-answers.ts';

/** Finds what a row of the ledger is about. */
export interface LedgerContext {
  readonly history: History;
  readonly purse: Purse;
  readonly order: () => Answer;
  readonly line: (id: string) => Answer | null;
  readonly shipping: (id: string) => Answer | null;
  readonly duty: (id: string) => Answer | null;
  readonly fee: (id: string) => Answer | null;
  readonly refund: (id: string) => Answer | null;
  readonly return: (id: string) => Answer | null;
}

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

const agreementNames = {
  order: ['OrderAgreement', 'ORDER'],
  edit: ['OrderEditAgreement', 'ORDER_EDIT'],
  refund: ['RefundAgreement', 'REFUND'],
  return: ['ReturnAgreement', 'RETURN'],
} as const;

const about = (find: (id: string) => Answer | null, id: string | null) => (): Answer | null =>
  id === null ? null : find(id);

const rowAnswer = (context: LedgerContext, row: LedgerRow, id: string): Answer => {
  const { purse } = context;
  const tax = taxOf(row);
  return {
    __typename: typeNames[row.type],
    id: gid('Sale', id),
    actionType: row.action,
    lineType: row.type,
    quantity: row.quantity,
    totalAmount: () => purse(row.total),
    totalTaxAmount: () => purse(tax),
    totalDiscountAmountBeforeTaxes: () => purse(row.discount),
    totalDiscountAmountAfterTaxes: () => purse(row.discount),
    taxes: () =>
      row.taxes.map((one, index) => ({
        id: gid('SaleTax', `${id}${index}`),
        amount: purse(one.amount),
        taxLine: taxLineAnswer(purse, one),
      })),
    lineItem: about(context.line, row.about),
    shippingLine: about(context.shipping, row.about),
    duty: about(context.duty, row.about),
    additionalFee: about(context.fee, row.about),
    fee: about((fee) => ({ __typename: 'ReturnShippingFee', id: gid('ReturnShippingFee', fee) }), row.about),
  };
};

export const agreementAnswer = (context: LedgerContext, agreement: Agreement, index: number): Answer => {
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
