/** The codecs of an order's ledger: an agreement for each sale, edit, return or refund, with its signed sales. */
import * as t from 'io-ts';
import { connection } from './connection.ts';
import { fields } from './fields.ts';
import { Money, TaxLine } from './money.ts';

const Reference = fields({ id: t.string }, 'Reference');
const NamedReference = fields({ id: t.string, name: t.string, title: t.string }, 'Reference');
const SaleTax = fields({ amount: Money, taxLine: TaxLine }, 'SaleTax');

/**
 * One line of the ledger. `totalAmount` is after discounts and always includes tax; amounts and quantity are negative for
 * returned items.
 */
export const LedgerSale = fields(
  {
    __typename: t.string,
    id: t.string,
    lineType: t.string,
    quantity: t.number,
    totalAmount: Money,
    totalTaxAmount: Money,
    taxes: connection(SaleTax),
    lineItem: Reference,
    shippingLine: NamedReference,
    duty: Reference,
    additionalFee: NamedReference,
  },
  'Sale',
);
export type LedgerSale = t.TypeOf<typeof LedgerSale>;

/** `reason` is ORDER, ORDER_EDIT, REFUND, RETURN, UNKNOWN, or a future one. */
export const Agreement = fields(
  {
    id: t.string,
    reason: t.string,
    happenedAt: t.string,
    /** Only on agreements of refunds. */
    refund: Reference,
    sales: connection(LedgerSale),
  },
  'SalesAgreement',
);
export type Agreement = t.TypeOf<typeof Agreement>;

const knownReasons: ReadonlySet<string> = new Set(['ORDER', 'ORDER_EDIT', 'RETURN', 'REFUND']);

/** Whether the reason of an agreement is known. Shopify returns `UNKNOWN` for reasons newer than the requested API version. */
export const hasKnownReason = ({ reason }: Agreement): boolean => knownReasons.has(reason ?? '');
