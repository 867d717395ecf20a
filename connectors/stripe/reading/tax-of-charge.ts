import * as E from 'fp-ts/lib/Either.js';
import type { Charge } from '../records/charge.ts';
import { arrayOf, nullable, object, reference } from '../records/codec.ts';
import { decoded } from '../api/decoded.ts';
import { wholeChildrenOf } from '../api/whole-children-of.ts';
import type { Read, StripeApi } from '../api/stripe-api.ts';
import type { StripeFailure } from '../errors.ts';
import { TaxCalculation, TaxCalculationLine } from '../records/tax-calculation.ts';

const Association = object('TaxAssociation', {
  tax_transaction_attempts: arrayOf(
    object('TaxTransactionAttempt', {
      source: reference,
      committed: nullable(object('Committed', { transaction: reference })),
    }),
  ),
});

/** A calculation lasts for 90 days (docs.stripe.com/api/tax/calculations). What was sold cannot be had any more. */
const goneFor = (kind: string): StripeFailure => ({
  _tag: 'NoSuchObject',
  message: `Stripe does not have its ${kind} any more, so nobody knows what of it was tax; enter it by hand`,
});

const wholeTax =
  (api: StripeApi) =>
  (kind: 'tax transaction' | 'tax calculation', id: string): Read<TaxCalculation> =>
  async () => {
    const tax = await decoded(api.retrieve(kind, id, ['line_items']), TaxCalculation)();
    if (E.isLeft(tax)) return tax.left._tag === 'NoSuchObject' ? E.left(goneFor(kind)) : tax;
    const name = kind === 'tax transaction' ? 'tax transaction lines' : 'tax calculation lines';
    const lines = await wholeChildrenOf(api, name, id, TaxCalculationLine, tax.right.line_items)();
    return E.isLeft(lines) ? lines : E.right({ ...tax.right, line_items: lines.right });
  };

/**
 * The transaction that a payment's own attempt committed, be it after one that failed; those of refunds are reversals. An
 * association is of one payment, and Stripe's own example names another in `source` (docs.stripe.com/api/tax/associations).
 */
const committedFor =
  (api: StripeApi) =>
  (paymentIntent: string): Read<string | null> =>
  async () => {
    const found = await decoded(api.retrieve('tax association', paymentIntent), Association)();
    if (E.isLeft(found)) return found.left._tag === 'NoSuchObject' ? E.right(null) : found;
    const ofPayment = found.right.tax_transaction_attempts.filter(({ source }) => source?.startsWith('pi_') === true);
    return E.right(ofPayment.flatMap(({ committed }) => committed?.transaction ?? [])[0] ?? null);
  };

/**
 * What Stripe Tax worked out for a payment of the host's own making; null when it was not asked. The transaction comes
 * before the calculation, which Stripe deletes after 90 days: the same sale must be the same next year. Hosts that used
 * Stripe Tax before payments knew it keep the ids in metadata, as Stripe's guide showed them.
 */
export const taxOfCharge =
  (api: StripeApi) =>
  (charge: Charge): Read<TaxCalculation | null> =>
  async () => {
    const intent = charge.payment_intent?.object ?? null;
    const metadata = { ...intent?.metadata, ...charge.metadata };
    const transaction = metadata['tax_transaction'];
    if (transaction?.startsWith('tax_') === true) return wholeTax(api)('tax transaction', transaction)();
    const hooked = intent?.hooks?.inputs?.tax?.calculation ?? null;
    if (hooked !== null && intent !== null) {
      const committed = await committedFor(api)(intent.id)();
      if (E.isLeft(committed)) return committed;
      if (committed.right !== null) return wholeTax(api)('tax transaction', committed.right)();
    }
    const calculation = hooked ?? metadata['tax_calculation'];
    return calculation?.startsWith('taxcalc_') === true
      ? wholeTax(api)('tax calculation', calculation)()
      : E.right(null);
  };
