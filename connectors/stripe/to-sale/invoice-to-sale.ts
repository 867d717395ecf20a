/** Maps an invoice to one sale, however many charges paid it, with its credit notes, refunds and disputes. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { instantOfUnixSeconds } from '../../../src/domain/instant.ts';
import type { PlatformEvent } from '../../../src/domain/platform-event.ts';
import { held } from '../../../src/domain/exclusion.ts';
import type { Sale, ValueReason } from '../../../src/mapping/sale.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import type { StripeAddress } from '../records/address.ts';
import { capturedAmount, type Charge } from '../records/charge.ts';
import { isTaxUndetermined } from './charge-to-sale.ts';
import { refundsBeyondNotes, isInForce, refundsOfCreditNotes, withPrecedence } from './credit-notes.ts';
import type { CheckoutSession } from '../records/checkout-session.ts';
import { identityOf, referencesOf, type StripeContext } from './identity.ts';
import type { CreditNote } from '../records/credit-note.ts';
import { destinationsOfInvoice, hasShipping } from './destinations.ts';
import type { Dispute } from '../records/dispute.ts';
import { adjustmentOfDispute, type DisputedMoney, moneyOfDispute } from './disputes.ts';
import {
  awaitMetadata,
  findOnBehalf,
  incomplete,
  issuedAt,
  paidAt,
  partiesOfInvoice,
  paymentStateOf,
  recordOf,
  refundsOfCharge,
  excludeFuture,
  excludeInvoice,
  invoiceResult,
} from './admission.ts';
import { exemptionsOf } from './exemptions.ts';
import type { Invoice } from '../records/invoice.ts';
import { lineTaxes } from './taxes.ts';
import { marketplacesOf } from './marketplaces.ts';
import { exchangeRatesOf, stripeMoney, type StripeMoney } from './amounts.ts';
import { completeParts } from './complete-parts.ts';
import { partsOfInvoice, statedByInvoice } from './invoice-parts.ts';
import { amountMetadataOf, metadataOfInvoice, optionalOf } from './metadata.ts';
import { paymentsOf } from './payment-owner.ts';
import type { StripeRefund } from '../records/refund.ts';
import { reductionsOf } from './reductions.ts';
import { refundsOf, unclearRefund } from './refunds.ts';
import { hiddenDisputes, undoneOf, voidedInvoice, withTurns } from './undone.ts';
import { type PaidPart, shareOfDispute, shareOfRefunds } from './shared-payments.ts';

/** An invoice, with the objects that describe its sale. Its lines must be complete. */
export interface InvoiceFacts {
  readonly invoice: Invoice;
  /** The session that made it; null for an invoice without a session. */
  readonly session: CheckoutSession | null;
  /** The charges that paid it, each with all of its refunds: none, one, or several. */
  readonly charges: readonly Charge[];
  /**
   * The amounts that a charge paid of each invoice, by the id of the charge: for charges that paid other invoices as well, and
   * were refunded or disputed.
   */
  readonly shared?: ReadonlyMap<string, readonly PaidPart[]>;
  readonly creditNotes: readonly CreditNote[];
  readonly disputes: readonly Dispute[];
  /** The address of the reader that took one of the charges; null or left out without a reader. */
  readonly pointOfSale?: StripeAddress | null;
  /** A payment of it that failed after it had succeeded. */
  readonly undoneBy?: PlatformEvent | undefined;
  /** See `InvoiceAddresses`; null or left out for an invoice without a subscription. */
  readonly subscribed?: StripeAddress | null;
  /** Whether Stripe is its merchant of record, if neither a session nor a charge states it. Default: no. */
  readonly isManaged?: boolean;
}

const shippedAsBought: ValueReason = {
  about: 'shipToAddress',
  value: 'ship-to of the checkout',
  reason: 'the invoice states no newer ship-to, so it goes to where the checkout of its subscription was shipped to',
  fields: ['subscription', 'checkout.session.shipping_details'],
};

/** The sale must add up to the `total` of the invoice. */
export const invoiceToSale = (context: StripeContext, facts: InvoiceFacts): SourceResult => {
  const { invoice, session, charges, creditNotes, disputes, pointOfSale = null, subscribed = null } = facts;
  const { policy } = context;
  const excluded = excludeInvoice(context, invoice, charges);
  if (O.isSome(excluded)) return E.left(excluded.value);
  const occurred = issuedAt(invoice);
  const payment = paymentStateOf(invoice);
  if (occurred === null || invoice.currency === null || payment === null) {
    return E.left(incomplete(invoice.id, 'it has no date, currency or known status'));
  }
  const future = excludeFuture(context, invoice.id, occurred);
  if (O.isSome(future)) return E.left(future.value);
  const money = stripeMoney(invoice.currency);
  if (E.isLeft(money)) return E.left(held(recordOf(invoice.id), 'unknown currency', money.left));

  const metadata = metadataOfInvoice(facts);
  const destinations = destinationsOfInvoice(invoice, { session, charges, pointOfSale, subscribed });
  const isManaged =
    facts.isManaged === true ||
    session?.managed_payments?.enabled === true ||
    charges.some((charge) => charge.payment_intent?.object?.managed_payments?.enabled === true);
  const defaults = { liable: isManaged ? 'marketplace' : 'seller', isShipped: hasShipping(destinations) } as const;
  const stated = statedByInvoice(invoice);
  const amountMetadata = amountMetadataOf(policy, facts, stated);
  if (E.isLeft(amountMetadata)) return E.left(incomplete(invoice.id, amountMetadata.left));
  const complete = completeParts(
    { policy, defaults, money: money.right, metadata: amountMetadata.right, total: invoice.total },
    { parts: partsOfInvoice(defaults, money.right, invoice), stated },
  );
  if (E.isLeft(complete)) return E.left(incomplete(invoice.id, complete.left));
  const awaited = awaitMetadata(context, invoice.id, paidAt(invoice) ?? occurred, complete.right);
  if (O.isSome(awaited)) return E.left(awaited.value);
  const { taxLineIds: _, hasTaxOfMetadata: _tax, ...parts } = complete.right.parts;
  const notes = creditNotes.filter(isInForce);
  const beyondNotes = refundsBeyondNotes(notes, charges.flatMap(refundsFor(facts, money.right)));
  const credited = withPrecedence(
    invoice,
    notes,
    refundsOfCreditNotes(
      complete.right.parts,
      money.right,
      notes,
      charges.flatMap(refundsOfCharge),
      beyondNotes.refunds,
    ),
  );
  const contested = disputes.map(disputeFor(facts, money.right));
  const { refunds, amendments } = reductionsOf(money.right, parts, contested, (lost) => [
    ...credited,
    ...refundsOf(parts, money.right, [...credited, ...lost])(beyondNotes.refunds),
    ...beyondNotes.unclear.map(unclearRefund),
  ]);

  const undoneBy = voidedInvoice(invoice) ?? facts.undoneBy;
  const sale: Sale = {
    identity: identityOf(context, invoice.id, 'invoices', invoice.number),
    occurredAt: instantOfUnixSeconds(occurred),
    payment,
    isTest: false,
    taxIsEstimated: isTaxUndetermined(invoice.automatic_tax),
    isCanceled: false,
    currency: money.right.currency,
    pricesIncludeTax: false,
    statedTotal: invoice.total,
    destinations,
    exemptions: exemptionsOf(policy, metadata, [
      ['customer_tax_exempt', invoice.customer_tax_exempt],
      ...(invoice.lines?.data ?? [])
        .flatMap(lineTaxes)
        .map(({ taxability_reason }) => ['lines.taxes.taxability_reason', taxability_reason] as const),
    ]),
    marketplaces: marketplacesOf(policy, metadata, { isManaged, application: invoice.application }),
    ...optionalOf(metadata),
    exchangeRates: exchangeRatesOf(charges),
    references: referencesOf(policy, metadata, [
      invoice.id,
      ...paymentsOf(invoice).map(({ id }) => id),
      ...charges.map(({ id }) => id),
      session?.id,
    ]),
    refunds,
    amendments: withTurns(amendments, disputes),
    undone: undoneOf(charges.flatMap(refundsOfCharge), creditNotes, disputes),
    ...(paidBeyond(invoice) > 0n && { paidBeyond: paidBeyond(invoice) }),
    ...hiddenDisputes(disputes),
    ...(undoneBy !== undefined && { undoneBy }),
    adjustments: contested.map(adjustmentOfDispute(money.right.currency, amendments)),
    // Last: V8 takes a hundred times as long for fields that follow a spread.
    ...parts,
    decisions: [
      ...parts.decisions,
      ...(subscribed === null ? [] : [shippedAsBought]),
      ...findOnBehalf(context.account, partiesOfInvoice(invoice, charges)),
    ],
    ...laterDatesOf(invoice, occurred),
  };
  return invoiceResult(money.right, sale);
};

/** The refunds of a payment as far as they are this invoice's: one payment can pay several invoices. */
const refundsFor =
  (facts: InvoiceFacts, money: StripeMoney) =>
  (charge: Charge): readonly StripeRefund[] => {
    const parts = partsPaid(facts, charge);
    const refunds = refundsOfCharge(charge);
    return parts === undefined
      ? refunds
      : shareOfRefunds(money, parts, capturedAmount(charge), facts.invoice.id, refunds);
  };

/** The amounts that a payment paid of each invoice; undefined if it paid this invoice alone. */
const partsPaid = ({ invoice, shared, creditNotes }: InvoiceFacts, charge: Charge): readonly PaidPart[] | undefined => {
  const paid = paymentsOf(invoice).find(({ id }) => id === charge.payment_intent?.id || id === charge.id)?.amount;
  if (paid == null || paid >= capturedAmount(charge) || paid <= 0n) return undefined;
  return shared?.get(charge.id) ?? [{ invoiceId: invoice.id, amount: paid, notes: creditNotes.filter(isInForce) }];
};

/** A dispute of a payment as far as it is this invoice's. */
const disputeFor =
  (facts: InvoiceFacts, money: StripeMoney) =>
  (dispute: Dispute): DisputedMoney => {
    const charge = facts.charges.find(({ id }) => id === dispute.charge);
    const parts = charge && partsPaid(facts, charge);
    const whole = moneyOfDispute(money)(dispute);
    return charge === undefined || parts === undefined
      ? whole
      : shareOfDispute(money, parts, capturedAmount(charge), facts.invoice.id, whole);
  };

/**
 * The amount paid beyond the invoice: a balance that the customer owed is paid with the next invoice, and an overpayment is kept
 * as a credit.
 */
const paidBeyond = ({ amount_overpaid: over, starting_balance: before, ending_balance: after }: Invoice): bigint => {
  const paid = owed(before) - owed(after);
  return owed(over) + owed(paid);
};

const owed = (balance: bigint | null): bigint => (balance !== null && balance > 0n ? balance : 0n);

/** Dates of the invoice other than the date of its sale. */
const laterDatesOf = (
  { status_transitions: at, created }: Invoice,
  occurred: number,
): Pick<Sale, 'paidAt' | 'madeAt'> => {
  const paid = at?.paid_at ?? null;
  const made = at?.finalized_at ?? created;
  return {
    ...(paid !== null && { paidAt: [instantOfUnixSeconds(paid)] }),
    ...(made !== null && made !== occurred && { madeAt: instantOfUnixSeconds(made) }),
  };
};
