/**
 * Reads the sale of a charge that belongs to no invoice, with everything that must be looked up: lines, tax, disputes, address.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { refundsOfCharge } from '../to-sale/admission.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { type Charge, readerLocationOf } from '../records/charge.ts';
import { chargeToSale, excludeByStatus } from '../to-sale/charge-to-sale.ts';
import type { CheckoutSession } from '../records/checkout-session.ts';
import type { StripeContext } from '../to-sale/identity.ts';
import { anyPointOfSale, destinationsOfCharge } from '../to-sale/destinations.ts';
import { decoded, wholeChildrenOf } from '../client/decoded.ts';
import { disputesOf, placeOfSale, wholeCharge, wholeSession } from './look-ups.ts';
import { hasDetails } from '../to-sale/detail-parts.ts';
import { AmountDetailsLine, PaymentIntent } from '../records/payment-intent.ts';
import type { Read, StripeApi } from '../client/stripe-api.ts';
import { arrayOf, nullable, object, reference } from '../records/codec.ts';
import type { StripeFailure } from '../errors.ts';
import { TaxCalculation, TaxCalculationLine } from '../records/tax-calculation.ts';
import { attempt } from '../../../src/domain/attempt.ts';

export const readCharge =
  (api: StripeApi, context: StripeContext, charge: Charge, session: CheckoutSession | null): Read<SourceResult> =>
  () =>
    attempt(async (take) => {
      if (O.isSome(excludeByStatus(charge)) || charge.source_transfer !== null) {
        return chargeToSale(context, { charge, session: null, tax: null, disputes: [] });
      }
      const refunded = await take(wholeCharge(api, charge)());
      const paid = await take(withPayment(api, refunded)());
      const disputes = await take(disputesOf(api, charge)());
      if (session !== null) {
        const whole = await take(wholeSession(api, session)());
        return chargeToSale(context, { charge: paid, session: whole, tax: null, disputes });
      }
      const tax = await take(taxOfCharge(api, paid)());
      const placeId = readerLocationOf(charge);
      const place = await take(
        placeId === null
          ? E.right(null)
          : placeOfSale(
              api,
              placeId,
              destinationsOfCharge(paid, { session: null, tax: tax.tax, pointOfSale: anyPointOfSale }),
            )(),
      );
      const detailed = await take(withDetails(api, paid)());
      return chargeToSale(context, {
        charge: detailed,
        session: null,
        ...tax,
        disputes,
        pointOfSale: place,
      });
    });

/**
 * A charge with its payment, if a smaller expansion only had the payment's id. If Stripe no longer has the payment, the charge is
 * used alone.
 */
const withPayment =
  (api: StripeApi, charge: Charge): Read<Charge> =>
  async () => {
    const { payment_intent: payment } = charge;
    if (payment?.object !== null) return E.right(charge);
    const intent = await decoded(
      api.retrieve('payment intent', payment.id, ['amount_details.line_items']),
      PaymentIntent,
    )();
    if (E.isLeft(intent)) return intent.left._tag === 'NoSuchObject' ? E.right(charge) : intent;
    return E.right({ ...charge, payment_intent: { id: payment.id, object: intent.right } });
  };

type TaxOfCharge = Pick<Parameters<typeof chargeToSale>[1], 'tax' | 'reversals'>;

/**
 * The tax that Stripe Tax calculated for a payment that the host made itself; null if it was not used. The transaction comes
 * before the calculation, which Stripe deletes after 90 days: the same sale must be the same next year. Hosts that used Stripe
 * Tax before payments supported it keep the ids in metadata, as in Stripe's guide.
 */
const taxOfCharge =
  (api: StripeApi, charge: Charge): Read<TaxOfCharge> =>
  () =>
    attempt(async (take) => {
      const intent = charge.payment_intent?.object ?? null;
      const metadata = { ...intent?.metadata, ...charge.metadata };
      const alone = TE.map((tax: TaxCalculation): TaxOfCharge => ({ tax }));
      const transaction = metadata['tax_transaction'];
      if (transaction?.startsWith('tax_') === true) return take(alone(wholeTax(api, 'tax transaction', transaction))());
      const hooked = intent?.hooks?.inputs?.tax?.calculation ?? null;
      if (hooked !== null && intent !== null) {
        const committed = await take(committedFor(api, intent.id)());
        const { sale } = committed;
        if (sale !== null) {
          const tax = await take(wholeTax(api, 'tax transaction', sale)());
          const reversals = await take(reversalsOf(api, charge, committed)());
          return { tax, reversals: reversals };
        }
      }
      const calculation = hooked ?? metadata['tax_calculation'];
      return take(
        calculation?.startsWith('taxcalc_') === true
          ? alone(wholeTax(api, 'tax calculation', calculation))()
          : E.right({ tax: null }),
      );
    });

const wholeTax =
  (api: StripeApi, kind: 'tax transaction' | 'tax calculation', id: string): Read<TaxCalculation> =>
  async () => {
    const tax = await decoded(api.retrieve(kind, id, ['line_items']), TaxCalculation)();
    if (E.isLeft(tax)) return tax.left._tag === 'NoSuchObject' ? E.left(goneFor(kind)) : tax;
    const name = kind === 'tax transaction' ? 'tax transaction lines' : 'tax calculation lines';
    const lines = await wholeChildrenOf(api, name, id, TaxCalculationLine, tax.right.line_items)();
    return E.isLeft(lines) ? lines : E.right({ ...tax.right, line_items: lines.right });
  };

/**
 * Stripe keeps a calculation for 90 days (docs.stripe.com/api/tax/calculations). After that its lines cannot be read any more.
 */
const goneFor = (kind: string): StripeFailure => ({
  _tag: 'NoSuchObject',
  message: `Stripe no longer has its ${kind}, so its tax is unknown. Enter it by hand`,
});

/** The ids of the tax transactions that Stripe Tax committed: for a payment, and for each of its refunds. */
interface Committed {
  readonly sale: string | null;
  readonly reversals: ReadonlyMap<string, string>;
}

const Association = object('TaxAssociation', {
  tax_transaction_attempts: arrayOf(
    object('TaxTransactionAttempt', {
      source: reference,
      committed: nullable(object('Committed', { transaction: reference })),
    }),
  ),
});

/**
 * The transaction that the payment's own attempt committed, even after a failed attempt; those of refunds are reversals. An
 * association belongs to one payment, although Stripe's own example names another payment in `source`
 * (docs.stripe.com/api/tax/associations).
 */
const committedFor =
  (api: StripeApi, paymentIntent: string): Read<Committed> =>
  async () => {
    const found = await decoded(api.retrieve('tax association', paymentIntent), Association)();
    if (E.isLeft(found)) {
      return found.left._tag === 'NoSuchObject' ? E.right({ sale: null, reversals: new Map() }) : found;
    }
    const committed = found.right.tax_transaction_attempts.flatMap(({ source, committed: of }): [string, string][] =>
      source === null || of?.transaction == null ? [] : [[source, of.transaction]],
    );
    const isOfPayment = ([source]: readonly [string, string]): boolean => source.startsWith('pi_');
    return E.right({
      sale: committed.find(isOfPayment)?.[1] ?? null,
      reversals: new Map(committed.filter((one) => !isOfPayment(one))),
    });
  };

/** The reversals of a charge's refunds. If Stripe no longer has a reversal, the refund gets its share of the tax. */
const reversalsOf =
  (api: StripeApi, charge: Charge, { reversals }: Committed): Read<NonNullable<TaxOfCharge['reversals']>> =>
  async () => {
    const read = new Map<string, TaxCalculation>();
    for (const { id } of refundsOfCharge(charge)) {
      const transaction = reversals.get(id);
      if (transaction === undefined) continue;
      const reversal = await wholeTax(api, 'tax transaction', transaction)();
      if (E.isRight(reversal)) read.set(id, reversal.right);
      else if (reversal.left._tag !== 'NoSuchObject') return reversal;
    }
    return E.right(read);
  };

/** A charge with all lines of its payment's amount details, if it has any. */
const withDetails =
  (api: StripeApi, charge: Charge): Read<Charge> =>
  async () => {
    const intent = charge.payment_intent?.object ?? null;
    const details = intent?.amount_details ?? null;
    if (intent === null || details === null || !hasDetails(details)) return E.right(charge);
    const lines = await wholeChildrenOf(api, 'amount details', intent.id, AmountDetailsLine, details.line_items)();
    if (E.isLeft(lines)) return lines;
    const whole = { ...intent, amount_details: { ...details, line_items: lines.right } };
    return E.right({ ...charge, payment_intent: { id: intent.id, object: whole } });
  };
