import { decodeAs } from '../../src/domain/decode.ts';
import { type MappedSale, saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import type { SourceResult } from '../../src/mapping/source-connector.ts';
import { StripeAddress } from '../../connectors/stripe/records/address.ts';
import { Charge } from '../../connectors/stripe/records/charge.ts';
import { chargeToSale } from '../../connectors/stripe/to-sale/charge-to-sale.ts';
import { CheckoutSession } from '../../connectors/stripe/records/checkout-session.ts';
import type { StripeContext } from '../../connectors/stripe/to-sale/identity.ts';
import { CreditNote } from '../../connectors/stripe/records/credit-note.ts';
import { Dispute } from '../../connectors/stripe/records/dispute.ts';
import { Invoice } from '../../connectors/stripe/records/invoice.ts';
import { invoiceToSale } from '../../connectors/stripe/to-sale/invoice-to-sale.ts';
import { sessionToSale } from '../../connectors/stripe/to-sale/session-to-sale.ts';
import { TaxCalculation } from '../../connectors/stripe/records/tax-calculation.ts';
import { right } from './right.ts';
import { aCharge, anInvoice, aSession, type Json } from './stripe-objects.ts';

export const context = (policy: Partial<Policy> = {}, over: Partial<StripeContext> = {}): StripeContext => ({
  account: 'acct_1',
  mode: 'live',
  now: Date.UTC(2026, 3, 1),
  policy: { ...defaultPolicy, ...policy },
  ...over,
});

export interface AroundCharge {
  readonly session?: Json;
  readonly tax?: Json;
  readonly place?: Json;
  readonly disputes?: readonly Json[];
  readonly context?: StripeContext;
}

/** The entry of a charge, through the codecs. */
export const chargeEntry = (charge: Json = {}, around: AroundCharge = {}): SourceResult =>
  chargeToSale(around.context ?? context(), {
    charge: right(decodeAs(Charge)(aCharge(charge))),
    session: around.session === undefined ? null : right(decodeAs(CheckoutSession)(aSession(around.session))),
    tax: around.tax === undefined ? null : right(decodeAs(TaxCalculation)(around.tax)),
    disputes: (around.disputes ?? []).map((dispute) => right(decodeAs(Dispute)(dispute))),
    pointOfSale: around.place === undefined ? null : right(decodeAs(StripeAddress)(around.place)),
  });

export interface AroundInvoice {
  readonly session?: Json;
  readonly charges?: readonly Json[];
  readonly creditNotes?: readonly Json[];
  readonly context?: StripeContext;
}

/** The entry of an invoice, through the codecs. */
export const invoiceEntry = (invoice: Json = {}, around: AroundInvoice = {}): SourceResult =>
  invoiceToSale(around.context ?? context(), {
    invoice: right(decodeAs(Invoice)(anInvoice(invoice))),
    session: around.session === undefined ? null : right(decodeAs(CheckoutSession)(aSession(around.session))),
    charges: (around.charges ?? []).map((charge) => right(decodeAs(Charge)(aCharge(charge)))),
    creditNotes: (around.creditNotes ?? []).map((note) => right(decodeAs(CreditNote)(note))),
    disputes: [],
  });

export const sessionEntry = (session: Json = {}, using: StripeContext = context()): SourceResult =>
  sessionToSale(using, right(decodeAs(CheckoutSession)(aSession(session))));

export const saleOf = (entry: SourceResult): Sale => right(entry);

/** The transaction that would be pushed: fails when the sale is excluded or does not balance. */
export const mapped = (entry: SourceResult, policy: Partial<Policy> = {}): MappedSale =>
  right(saleToTransaction({ ...defaultPolicy, ...policy })(saleOf(entry)));
