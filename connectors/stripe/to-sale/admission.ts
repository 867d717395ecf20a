/** Decides whether a Stripe record is a sale of this account: not test data, not a sale of another seller, complete, and due. */
import * as O from 'fp-ts/lib/Option.js';
import { type Exclusion, held, type RecordReference, skipped } from '../../../src/domain/exclusion.ts';
import type { StripeContext } from './identity.ts';
import { type Policy, waitMinutes } from '../../../src/mapping/policy.ts';
import { instantOfMilliseconds, instantOfUnixSeconds } from '../../../src/domain/instant.ts';
import type { CompleteParts } from './complete-parts.ts';
import { totalOf } from './lines.ts';
import { capturedAmount, type Charge } from '../records/charge.ts';
import type { StripeRefund } from '../records/refund.ts';
import type { ValueReason, PaymentState, Sale } from '../../../src/mapping/sale.ts';
import type { CheckoutSession } from '../records/checkout-session.ts';
import type { Invoice } from '../records/invoice.ts';
import * as E from 'fp-ts/lib/Either.js';
import type { Undecodable } from '../../../src/domain/decode.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { inMinorUnits, roundedInvoice, type StripeMoney } from './amounts.ts';

/** What a record states about the accounts that take part in it. */
export interface Parties {
  /** `automatic_tax.liability` of its session or invoice: Stripe Tax's own answer to who remits. */
  readonly liability: { readonly type: string | null; readonly account: string | null } | null;
  readonly destination: string | null;
  readonly onBehalfOf: string | null;
  /** Set on separate charges and transfers; merchants use it for their own purposes as well. */
  readonly transferGroup: string | null;
  /** Set on the payment at a connected account that mirrors a charge of its platform. */
  readonly sourceTransfer: string | null;
}

/** Why a record is not a sale of this account: it belongs to the other mode, or another account is the seller. */
export const excludeForeign = (
  context: StripeContext,
  livemode: boolean | null,
  parties: Parties,
  record: RecordReference,
): O.Option<Exclusion> =>
  O.alt(() => excludeOtherSeller(context, parties, record))(excludeOtherMode(context, livemode, record));

/** A finding where a connected account may be the seller, and only the policy decided that it is not. */
export const findOnBehalf = (account: string, { liability, onBehalfOf }: Parties): readonly ValueReason[] =>
  onBehalfOf === null || onBehalfOf === account || liability?.type === 'self' || liability?.account === account
    ? []
    : [
        {
          about: 'transaction',
          value: "this account's sale",
          reason: 'made on behalf of a connected account, and Stripe does not state who is liable for the tax',
          fields: ['on_behalf_of'],
          finding: 'on behalf of another account',
        },
      ];

/**
 * The refunds of the captured amount. If less is captured than was authorized, Stripe releases the rest and records
 * that as the charge's first refund, though the money was never taken. Payments with several captures have no such
 * refund, nor do captures by version 2025-03-31 or later, which the charge does not show. So a refund of exactly that
 * amount is the merchant's if it has a reason or metadata, or came after the time for capturing.
 */
export const refundsOfCharge = (charge: Charge): readonly StripeRefund[] => {
  const refunds = charge.refunds?.data ?? [];
  const released = (charge.amount ?? 0n) - capturedAmount(charge);
  const [one, ...others] = refunds;
  const isMulticapture = charge.payment_method_details?.card?.multicapture?.status === 'available';
  if (one === undefined || released <= 0n || isMulticapture) return refunds;
  const first = others.reduce((earliest, next) => (isBefore(next, earliest) ? next : earliest), one);
  return first.amount === released && mayBeRelease(charge, first)
    ? refunds.filter((refund) => refund !== first)
    : refunds;
};

/**
 * The payment state by the invoice's own status, whether it was paid by a charge, a balance, a credit, or not at all.
 */
export const paymentStateOf = ({ status, amount_paid }: Invoice): PaymentState | null => {
  switch (status) {
    case 'paid':
      return 'paid';
    case 'void':
      return 'voided';
    case 'open':
    case 'uncollectible':
      return (amount_paid ?? 0n) > 0n ? 'partially paid' : 'not paid';
    case null:
    default:
      return null;
  }
};

/**
 * The date of the sale: the date of issue that the merchant set (`effective_at`), else when the invoice was finalized. Sales
 * tax is accrued by the invoice, not by its payment.
 */
export const issuedAt = ({ effective_at, status_transitions, created }: Invoice): number | null =>
  effective_at ?? status_transitions?.finalized_at ?? created;

/** When an invoice was paid in full, in Unix seconds; null when unknown. */
export const paidAt = ({ status_transitions }: Invoice): number | null => status_transitions?.paid_at ?? null;

/** A session names no other account, except by Stripe Tax. */
export const partiesOfSession = ({ automatic_tax: tax }: CheckoutSession): Parties => ({
  liability: tax?.liability ?? null,
  destination: null,
  onBehalfOf: null,
  transferGroup: null,
  sourceTransfer: null,
});

export const partiesOfInvoice = (invoice: Invoice, charges: readonly Charge[]): Parties => ({
  liability: invoice.automatic_tax?.liability ?? null,
  // Since version 2025-03-31 only the charges state where the money went.
  destination: invoice.transfer_data?.destination ?? firstOf(charges, (one) => one.transfer_data?.destination),
  onBehalfOf: invoice.on_behalf_of ?? firstOf(charges, (one) => one.on_behalf_of),
  transferGroup: firstOf(charges, (one) => one.transfer_group),
  sourceTransfer: null,
});

/** Why an invoice is not a sale: by mode, seller, status, or because its lines are incomplete. */
export const excludeInvoice = (
  context: StripeContext,
  invoice: Invoice,
  charges: readonly Charge[],
): O.Option<Exclusion> => {
  const record = recordOf(invoice.id);
  const foreign = excludeForeign(context, invoice.livemode, partiesOfInvoice(invoice, charges), record);
  if (O.isSome(foreign)) return foreign;
  if (invoice.status === 'draft' || invoice.status === 'deleted') {
    return O.some(
      skipped(record, 'not paid', 'The invoice is a draft. The sale is sent once it is finalized and paid.'),
    );
  }
  const lines = invoice.lines;
  const isWhole = lines !== null && lines.has_more !== true && (lines.data.length > 0 || invoice.total === 0n);
  return isWhole ? O.none : O.some(incomplete(invoice.id, 'some of its lines are missing. Retry it'));
};

/** Clocks of two machines differ by less, in milliseconds. */
const clockTolerance = 10 * 60_000;

/**
 * Why an invoice of test data is not sent yet: a test clock has moved its customer's time ahead of ours
 * (docs.stripe.com/billing/testing/test-clocks).
 *
 * @param issued Unix seconds
 */
export const excludeFuture = ({ mode, now }: StripeContext, id: string, issued: number): O.Option<Exclusion> =>
  mode === 'test' && issued * 1000 > now + clockTolerance
    ? O.some(
        skipped(
          recordOf(id),
          'outside the chosen days',
          `It is dated ${instantOfUnixSeconds(issued)}, in the future by a test clock. It is read again once that day has come.`,
        ),
      )
    : O.none;

/** Records are named by their id: only invoices have numbers. */
export const recordOf = (id: string): RecordReference => ({ sourceId: id, name: id });

export const incomplete = (id: string, message: string): Exclusion => held(recordOf(id), 'incomplete record', message);

/** Holds a record; it is read again later. */
export const notServed = (id: string, message: string): Exclusion =>
  held(
    recordOf(id),
    'record not served',
    `${message}. It is read again later; if it lasts, report it to Stripe's support`,
  );

/** A record of an undocumented shape. The problems name fields, never values. */
export const undecodable = (id: string, { expected, problems }: Undecodable): SourceResult =>
  E.left(
    held(recordOf(id), 'unreadable record', `it is not a documented ${expected} of Stripe: ${problems.join('; ')}`),
  );

/**
 * Why a sale is not sent yet: a key of `policy.metadata` is missing, and the payment is younger than `waitMinutes`. Plugins write
 * the key minutes after the payment.
 *
 * @param paidAt Unix seconds
 */
export const awaitMetadata = (
  { policy, now }: StripeContext,
  id: string,
  paidAt: number,
  { missingKey, parts }: CompleteParts,
): O.Option<Exclusion> => {
  const until = (paidAt + (policy.metadata.waitMinutes ?? waitMinutes.default) * 60) * 1000;
  if (missingKey === null || now >= until || now < paidAt * 1000 || totalOf(parts) <= 0n) return O.none;
  const readAgainAt = instantOfMilliseconds(until);
  const message = `Its metadata has no "${missingKey}" yet. It is read again until ${readAgainAt}, and sent then also without it.`;
  return O.some({ ...skipped(recordOf(id), 'awaiting metadata', message), readAgainAt });
};

/** The sale of an invoice in minor units of its currency, rounded if an amount has a fraction of them. */
export const invoiceResult = (money: StripeMoney, sale: Sale): SourceResult =>
  E.right(O.getOrElse(() => roundedInvoice(money, sale))(inMinorUnits(money, sale)));

/** The sale in minor units of its currency, or held because an amount has a fraction of them. */
export const saleResult = (money: StripeMoney, sale: Sale): SourceResult => {
  const converted = inMinorUnits(money, sale);
  if (O.isSome(converted)) return E.right(converted.value);
  const message = `an amount has more decimals than ${money.currency.code} allows. Enter the sale at the service by hand`;
  return E.left(held(recordOf(sale.identity.recordId), 'amount not exact', message));
};

/**
 * A payment that mirrors another account's charge, or a charge for a connected account that is the seller. Stripe Tax states the
 * seller; otherwise `policy.platformSells` decides.
 */
const excludeOtherSeller = (
  { account, policy }: StripeContext,
  { liability, destination, onBehalfOf, transferGroup, sourceTransfer }: Parties,
  record: RecordReference,
): O.Option<Exclusion> => {
  if (sourceTransfer !== null) return O.some(mirroredPayment(record, policy));
  if (liability?.type === 'self') return O.none;
  if (liability?.account != null) {
    return liability.account === account ? O.none : soldByOther(record, `the connected account ${liability.account}`);
  }
  if (policy.platformSells === 'platform') return O.none;
  const connected = onBehalfOf ?? destination;
  if (connected !== null)
    return connected === account ? O.none : soldByOther(record, `the connected account ${connected}`);
  return transferGroup === null ? O.none : soldByOther(record, 'a connected account of its transfer group');
};

/** Lines, tax and address of a mirrored payment are on the charge of the platform, which this account may not read. */
const mirroredPayment = (record: RecordReference, { platformSells }: Policy): Exclusion =>
  platformSells === 'platform'
    ? skipped(
        record,
        'payment of another account',
        "The platform made this charge, and the platform's charge is the sale.",
      )
    : held(
        record,
        'incomplete record',
        "the platform made this charge, and only its charge shows what was sold. Enter it by hand, or set platformSells to 'platform' if this account is not the seller",
      );

const soldByOther = (record: RecordReference, seller: string): O.Option<Exclusion> =>
  O.some(
    skipped(
      record,
      'belongs to another storefront',
      `${seller} is the seller, not this account. That account sends the sale.`,
    ),
  );

/**
 * Live and test data are never mixed. A test object under a live key is a test order. A live object under a test key
 * should not exist; if it does, it is held.
 */
const excludeOtherMode = (
  { mode }: StripeContext,
  livemode: boolean | null,
  record: RecordReference,
): O.Option<Exclusion> => {
  if (livemode === null || livemode === (mode === 'live')) return O.none;
  return O.some(
    livemode
      ? held(record, 'incomplete record', 'it is a live record, but the key is a test key; configure a live key')
      : skipped(record, 'test order', 'Made in test mode. No money moved.'),
  );
};

const isBefore = (a: StripeRefund, b: StripeRefund): boolean =>
  (a.created ?? 0) < (b.created ?? 0) || (a.created === b.created && a.id < b.id);

/** Longer than any card network allows before a payment is captured, in seconds. */
const maxSecondsToCapture = 32 * 86_400;

/**
 * Whether Stripe itself may have recorded the refund when the payment was captured: without the merchant's reason and
 * metadata, and before the time for capturing was over.
 */
const mayBeRelease = (
  { created: chargedAt, payment_method_details }: Charge,
  { reason, metadata, created }: StripeRefund,
): boolean => {
  const until = payment_method_details?.card?.capture_before ?? (chargedAt ?? 0) + maxSecondsToCapture;
  return isStripeReason(reason) && Object.keys(metadata).length === 0 && (created ?? 0) <= until;
};

/** Whether Stripe may have given the reason of a refund; the other reasons are the merchant's. */
const isStripeReason = (reason: string | null): boolean => reason === null || reason === 'expired_uncaptured_charge';

const firstOf = (charges: readonly Charge[], read: (charge: Charge) => string | null | undefined): string | null =>
  charges.flatMap((charge) => read(charge) ?? [])[0] ?? null;
