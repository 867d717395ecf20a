/** Maps a charge that belongs to no invoice to a sale, or to the reason why it is not one: failed, pending, not captured. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { instantOfUnixSeconds } from '../../../src/domain/instant.ts';
import { type Exclusion, held, skipped } from '../../../src/domain/exclusion.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import type { StripeAddress } from '../records/address.ts';
import { capturedAmount, type Charge, soldAt } from '../records/charge.ts';
import { partsOfCharge } from './charge-parts.ts';
import type { CheckoutSession } from '../records/checkout-session.ts';
import { identityOf, referencesOf, type StripeContext } from './identity.ts';
import { destinationsOfCharge, hasShipping } from './destinations.ts';
import type { Dispute } from '../records/dispute.ts';
import { adjustmentOfDispute, moneyOfDispute } from './disputes.ts';
import {
  awaitMetadata,
  findOnBehalf,
  incomplete,
  type Parties,
  recordOf,
  refundsOfCharge,
  excludeForeign,
  saleResult,
} from './admission.ts';
import { exemptionsOf, exemptionsOfSession } from './exemptions.ts';
import { marketplacesOf } from './marketplaces.ts';
import { exchangeRatesOf, stripeMoney } from './amounts.ts';
import { optionalOf } from './metadata.ts';
import { reductionsOf } from './reductions.ts';
import { refundsOf } from './refunds.ts';
import { failedCharge, hiddenDisputes, undoneOf, withTurns } from './undone.ts';
import { refundsOfReversals } from './tax-reversals.ts';
import { shownCode } from '../records/codec.ts';
import type { TaxCalculation } from '../records/tax-calculation.ts';
import type { PaymentIntent } from '../records/payment-intent.ts';

/**
 * Why a charge is not a sale by its own status. A pending one may fail days later, so it is sent when it succeeds.
 * `paid` proves nothing: it is true for authorized money.
 */
export const excludeByStatus = (charge: Charge): O.Option<Exclusion> => {
  const { id, status, captured } = charge;
  const record = recordOf(id);
  if (status === 'failed') {
    const failed = skipped(record, 'payment failed', 'The payment failed. Nothing was sold.');
    const undoneBy = failedCharge(charge);
    return O.some(undoneBy === undefined ? failed : { ...failed, undoneBy });
  }
  if (status === 'pending') {
    return O.some(skipped(record, 'not paid', 'The payment is pending. The sale is sent once it succeeds.'));
  }
  if (status !== 'succeeded') {
    return O.some(incomplete(id, `its status is not a documented one (${shownCode(status)})`));
  }
  if (captured !== false) {
    return charge.payment_intent?.object?.status === 'requires_capture'
      ? O.some(skipped(record, 'only authorized', 'It is captured in parts. The sale is sent after the last one.'))
      : O.none;
  }
  return O.some(
    isReleased(charge)
      ? skipped(record, 'voided', 'The authorized payment was released. Nothing was sold.')
      : skipped(record, 'only authorized', 'The payment is not captured yet. The sale is sent once it is.'),
  );
};

/** Whether Stripe Tax was enabled and could not calculate the tax. */
export const isTaxUndetermined = (
  tax: { readonly enabled: boolean | null; readonly status: string | null } | null,
): boolean => tax?.enabled === true && (tax.status === 'requires_location_inputs' || tax.status === 'failed');

/** A charge, with the objects that describe its sale. */
interface ChargeFacts {
  /** With all of its refunds. */
  readonly charge: Charge;
  /** The session that it was paid through, with all of its line items; null for a charge without a session. */
  readonly session: CheckoutSession | null;
  /** The tax that Stripe Tax calculated for a payment that the host made itself. */
  readonly tax: TaxCalculation | null;
  /** The reversals of that tax, by the id of the refund; left out without reversals. */
  readonly reversals?: ReadonlyMap<string, TaxCalculation>;
  readonly disputes: readonly Dispute[];
  /** The address of the reader that took it; null or left out without a reader. */
  readonly pointOfSale?: StripeAddress | null;
}

const noReversals: ReadonlyMap<string, TaxCalculation> = new Map();

/**
 * The sale is dated by the authorization, because Stripe states no capture time; a charge that a reader took while it was offline
 * is dated by the reader. The parts must add up to the captured amount.
 */
export const chargeToSale = (context: StripeContext, facts: ChargeFacts): SourceResult => {
  const { charge, session, tax, reversals = noReversals, disputes, pointOfSale = null } = facts;
  const { policy } = context;
  const parties = partiesOfCharge(facts);
  const excluded = O.alt(() => excludeByStatus(charge))(
    excludeForeign(context, charge.livemode, parties, recordOf(charge.id)),
  );
  if (O.isSome(excluded)) return E.left(excluded.value);
  const sold = soldAt(charge);
  if (sold === null || charge.amount === null || charge.currency === null) {
    return E.left(incomplete(charge.id, 'it has no date, amount or currency'));
  }
  const money = stripeMoney(charge.currency);
  if (E.isLeft(money)) return E.left(held(recordOf(charge.id), 'unknown currency', money.left));

  const intent = charge.payment_intent?.object ?? null;
  const metadata = { ...intent?.metadata, ...charge.metadata, ...session?.metadata };
  const destinations = destinationsOfCharge(charge, { session, tax, pointOfSale });
  const isManaged = intent?.managed_payments?.enabled === true || session?.managed_payments?.enabled === true;
  const defaults = { liable: isManaged ? 'marketplace' : 'seller', isShipped: hasShipping(destinations) } as const;
  const complete = partsOfCharge(policy, defaults, money.right, { charge, session, tax, metadata });
  if (E.isLeft(complete)) return E.left(incomplete(charge.id, complete.left));
  const awaited = awaitMetadata(context, charge.id, sold, complete.right);
  if (O.isSome(awaited)) return E.left(awaited.value);
  const { taxLineIds: _, hasTaxOfMetadata: _tax, ...parts } = complete.right.parts;

  const reversed = refundsOfReversals(parts, refundsOfCharge(charge), reversals);
  const others = refundsOfCharge(charge).filter(({ id }) => !reversals.has(id));
  const contested = disputes.map(moneyOfDispute(money.right));
  const { refunds, amendments } = reductionsOf(money.right, parts, contested, (lost) => [
    ...reversed,
    ...refundsOf(parts, money.right, [...reversed, ...lost])(others),
  ]);
  const sale: Sale = {
    identity: identityOf(context, charge.id, 'payments'),
    occurredAt: instantOfUnixSeconds(sold),
    payment: 'paid',
    isTest: false,
    taxIsEstimated: isTaxUndetermined(session?.automatic_tax ?? null),
    isCanceled: false,
    currency: money.right.currency,
    pricesIncludeTax: false,
    statedTotal: capturedAmount(charge),
    destinations,
    exemptions: exemptionsOf(policy, metadata, [
      ...(session === null ? [] : exemptionsOfSession(session)),
      ['tax.customer_details.taxability_override', tax?.customer_details?.taxability_override],
    ]),
    marketplaces: marketplacesOf(policy, metadata, { isManaged, application: charge.application }),
    ...optionalOf(metadata),
    exchangeRates: exchangeRatesOf([charge]),
    references: referencesOf(policy, metadata, [charge.id, charge.payment_intent?.id, session?.id]),
    refunds,
    amendments: withTurns(amendments, disputes),
    undone: undoneOf(refundsOfCharge(charge), [], disputes),
    ...hiddenDisputes(disputes),
    adjustments: contested.map(adjustmentOfDispute(money.right.currency, amendments)),
    // Last: V8 takes a hundred times as long for fields that follow a spread.
    ...parts,
    decisions: [...parts.decisions, ...findOnBehalf(context.account, parties)],
    ...(charge.created !== null && charge.created !== sold && { madeAt: instantOfUnixSeconds(charge.created) }),
  };
  return saleResult(money.right, sale);
};

/**
 * The charge that is the sale of a payment intent: at most one of its charges succeeds, the others are failed attempts.
 * Left when no charge succeeded, by the status of the payment.
 */
export const chargeOfPaymentIntent = (intent: PaymentIntent): E.Either<Exclusion, string> => {
  const record = recordOf(intent.id);
  if (intent.latest_charge !== null) return E.right(intent.latest_charge);
  if (intent.status === 'succeeded') {
    return E.left(
      incomplete(intent.id, 'it is paid, and Stripe does not name its charge; look it up in the dashboard'),
    );
  }
  return E.left(
    intent.status === 'canceled'
      ? skipped(record, 'voided', 'The payment was canceled. Nothing was sold.')
      : skipped(record, 'not paid', 'Not paid yet. The sale is sent once it is paid.'),
  );
};

/**
 * Whether authorized money was released. Since version 2025-03-31 only the payment shows that: the charge is no longer
 * `refunded`.
 */
const isReleased = ({ refunded, payment_intent: payment }: Charge): boolean =>
  refunded === true || payment?.object?.status === 'canceled';

const partiesOfCharge = ({ charge, session }: ChargeFacts): Parties => ({
  liability: session?.automatic_tax?.liability ?? null,
  destination: charge.transfer_data?.destination ?? null,
  onBehalfOf: charge.on_behalf_of,
  transferGroup: charge.transfer_group,
  sourceTransfer: charge.source_transfer,
});
