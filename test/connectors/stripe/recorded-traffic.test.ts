import { afterAll, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { Charge } from '../../../connectors/stripe/records/charge.ts';
import { chargeOfPaymentIntent, chargeToSale } from '../../../connectors/stripe/to-sale/charge-to-sale.ts';
import { CheckoutSession } from '../../../connectors/stripe/records/checkout-session.ts';
import { CreditNote } from '../../../connectors/stripe/records/credit-note.ts';
import { Invoice } from '../../../connectors/stripe/records/invoice.ts';
import { invoiceToSale } from '../../../connectors/stripe/to-sale/invoice-to-sale.ts';
import { ownerOf } from '../../../connectors/stripe/to-sale/payment-owner.ts';
import { PaymentIntent } from '../../../connectors/stripe/records/payment-intent.ts';
import { StripeRefund } from '../../../connectors/stripe/records/refund.ts';
import { isSaleByItself, sessionToSale } from '../../../connectors/stripe/to-sale/session-to-sale.ts';
import { decodeAs } from '../../../src/domain/decode.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { type MappedSale, saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { context } from '../../support/stripe-facts.ts';
import { hasRecordings, type Recorded, recordedObjects } from './recorded-objects.ts';

const tally = new Map<string, number>();

const count = (kind: string, { collection }: Recorded, result: string): void => {
  const row = `${kind.padEnd(18)}${collection.padEnd(24)}${result}`;
  tally.set(row, (tally.get(row) ?? 0) + 1);
};

/** Generated examples of a specification: their amounts do not add up, and nothing says that they should. */
const isGenerated = ({ collection }: Recorded): boolean => collection === 'stripe-openapi';

/** Not Stripe's JSON but a row of another program's database, with its amounts in dollars: it must not pass for a charge. */
const isDatabaseRow = ({ object }: Recorded): boolean => object['amount'] === '10.00';

/** What may be printed of a lone recorded object, without the objects around it. */
const right: ReadonlySet<string> = new Set([
  'transaction',
  'owned by its invoice',
  'owned by its charge',
  'owned by another record',
  'Skipped: not paid',
  'Skipped: only authorized',
  'Skipped: payment failed',
  'Skipped: voided',
  'Skipped: no items',
  'Skipped: belongs to another storefront',
  'Held: missing address, else it adds up',
  'Held: incomplete record',
]);

const addsUp = ({ transaction }: MappedSale): boolean => {
  const { lines, discount, subtotal, shippingHandling, taxCollected, total } = transaction;
  const goods = lines.reduce((sum, line) => sum + line.amount * BigInt(line.quantity) - line.discount, 0n);
  return goods - discount === subtotal && subtotal + shippingHandling + taxCollected === total;
};

const somewhere = { line1: null, line2: null, city: null, state: 'CO', zip: '80202', country: 'US' };

const outcomeOf = (result: SourceResult): string => {
  if (E.isLeft(result)) return `${result.left._tag}: ${result.left.reason}`;
  const map = saleToTransaction(defaultPolicy);
  const mapped = map(result.right);
  if (E.isRight(mapped)) return addsUp(mapped.right) ? 'transaction' : 'out of balance';
  const reason = `${mapped.left._tag}: ${mapped.left.reason}`;
  if (mapped.left.reason !== 'missing address') return reason;
  // Few recordings have an address; their amounts are looked at nevertheless.
  const placed = map({ ...result.right, destinations: [{ basis: 'billing', address: somewhere }] });
  return E.isRight(placed) && addsUp(placed.right) ? `${reason}, else it adds up` : reason;
};

const using = (livemode: boolean | null): ReturnType<typeof context> =>
  context({}, { mode: livemode === false ? 'test' : 'live' });

const tellEach = <A>(
  kind: string,
  codec: t.Decoder<unknown, A> & { readonly name: string },
  tell: (value: A) => string,
): void => {
  const recorded = recordedObjects(kind);
  expect(recorded.length).toBeGreaterThan(0);
  for (const item of recorded) {
    const decoded = decodeAs(codec)(item.object);
    const outcome = E.isLeft(decoded) ? `undecodable: ${decoded.left.problems.join('; ')}` : tell(decoded.right);
    count(kind, item, outcome);
    const isRight =
      right.has(outcome) ||
      (isGenerated(item) && outcome === 'Held: totals do not add up') ||
      (isDatabaseRow(item) && E.isLeft(decoded));
    expect(`${String(item.object['id'])} ${isRight ? 'is right' : outcome}`).toBe(
      `${String(item.object['id'])} is right`,
    );
  }
};

const unknownOwners = { invoiceOf: () => undefined, sessionOf: () => undefined };

const all = hasRecordings() ? describe : describe.skip;

all('recorded traffic (skipped where the shared recordings are not at hand)', () => {
  afterAll(() => {
    const rows = [...tally].toSorted(([a], [b]) => (a < b ? -1 : 1));
    process.stdout.write(`\n${rows.map(([row, times]) => `${String(times).padStart(4)}  ${row}`).join('\n')}\n`);
  });

  it('has charges that all decode, and are mapped or excluded with a reason', () => {
    tellEach('charge', Charge, (charge) =>
      ownerOf(unknownOwners, charge).kind === 'invoice'
        ? 'owned by its invoice'
        : outcomeOf(chargeToSale(using(charge.livemode), { charge, session: null, tax: null, disputes: [] })),
    );
  });

  it('has invoices that all decode, and are mapped or excluded with a reason', () => {
    tellEach('invoice', Invoice, (invoice) =>
      outcomeOf(
        invoiceToSale(using(invoice.livemode), { invoice, session: null, charges: [], creditNotes: [], disputes: [] }),
      ),
    );
  });

  it('has sessions that all decode, and are mapped or excluded with a reason', () => {
    tellEach('checkout.session', CheckoutSession, (session) =>
      isSaleByItself(session) ? outcomeOf(sessionToSale(using(session.livemode), session)) : 'owned by another record',
    );
  });

  it('has payment intents that all decode, and lead to a charge or are not paid', () => {
    tellEach('payment_intent', PaymentIntent, (intent) => {
      const charge = chargeOfPaymentIntent(intent);
      return E.isLeft(charge) ? `${charge.left._tag}: ${charge.left.reason}` : 'owned by its charge';
    });
  });

  it('has refunds and credit notes that all decode', () => {
    tellEach('refund', StripeRefund, () => 'owned by its charge');
    tellEach('credit_note', CreditNote, () => 'owned by its invoice');
  });
});
