/** Maps a payment of Stripe's CSV export to a sale as a charge of the API is mapped, and holds it if the export hides a fact. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { decodeAs } from '../../../src/domain/decode.ts';
import { held } from '../../../src/domain/exclusion.ts';
import { millisecondsOf } from '../../../src/domain/instant.ts';
import { parseMinorUnits } from '../../../src/domain/money.ts';
import { metadataKey, type Policy } from '../../../src/mapping/policy.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { Charge } from '../../stripe/records/charge.ts';
import { chargeToSale } from '../../stripe/to-sale/charge-to-sale.ts';
import { stripeDigits } from '../../stripe/to-sale/amounts.ts';
import { undecodable } from '../../stripe/to-sale/admission.ts';
import { invoiceDescriptions } from '../../stripe/to-sale/payment-owner.ts';
import { instantIn } from '../shapes/local-time.ts';
import type { Fields, FileContext, Shape } from '../shapes/shape.ts';
import { withUnclearDispute, withUnclearRefund } from './unclear-refund.ts';

const decodeCharge = decodeAs(Charge);

const orNull = (text: string): string | null => (text === '' ? null : text);

/** In UTC, as the column's name says. */
const createdAt = (row: Fields): O.Option<string> =>
  instantIn('UTC', row('Created date (UTC)') || row('Created (UTC)'));

const addressOf = (row: Fields, of: 'Card' | 'Shipping', zip: string): unknown => ({
  line1: orNull(row(`${of} Address Line1`)),
  line2: orNull(row(`${of} Address Line2`)),
  city: orNull(row(`${of} Address City`)),
  state: orNull(row(`${of} Address State`)),
  postal_code: orNull(row(`${of} Address ${zip}`).replace(/^'/, '')),
  country: orNull(row(`${of} Address Country`)),
});

/** With commas between thousands, as the dashboard writes larger amounts. */
const plainAmount = (text: string): string => (/^\d{1,3}(,\d{3})+\.\d+$/.test(text) ? text.replaceAll(',', '') : text);

/** The amount in the units of Stripe's API; NaN for a text that is not an amount. */
const unitsOf = (currency: string, text: string): number => {
  const amount = parseMinorUnits({ code: currency, digits: stripeDigits(currency) })(plainAmount(text));
  return E.isRight(amount) ? Number(amount.right) : Number.NaN;
};

/** The statuses in exports of several years. The mapping of charges holds any other status. */
const statuses: ReadonlyMap<string, string> = new Map([
  ...['paid', 'refunded', 'partial refund', 'partially refunded', 'disputed', 'uncaptured', 'requires capture'].map(
    (one): [string, string] => [one, 'succeeded'],
  ),
  ...['blocked', 'canceled'].map((one): [string, string] => [one, 'failed']),
  ...['incomplete'].map((one): [string, string] => [one, 'pending']),
]);

const uncaptured: ReadonlySet<string> = new Set(['uncaptured', 'requires capture']);

/** Columns that merchants add for what the export does not show. */
const added = { tax: 'Tax', shipping: 'Shipping', discount: 'Discount' } as const;

/** Added for a payment that was captured in part, which the export shows as if the rest were refunded. */
const captured = 'Amount Captured';

const metadataSuffix = ' (metadata)';

/** The payment's metadata, and the added columns as if they were metadata, in Stripe's units. */
const metadataOf = (row: Fields, columns: readonly string[], currency: string): Readonly<Record<string, string>> => {
  const metadata: Record<string, string> = {};
  for (const column of columns) {
    if (column.endsWith(metadataSuffix) && row(column) !== '') {
      metadata[column.slice(0, -metadataSuffix.length)] = row(column);
    }
  }
  for (const column of Object.values(added)) {
    if (row(column) !== '') metadata[`column ${column}`] = String(unitsOf(currency, row(column)));
  }
  return metadata;
};

const policyWithColumns = (policy: Policy, row: Fields): Policy => ({
  ...policy,
  metadata: {
    ...policy.metadata,
    ...Object.fromEntries(
      Object.entries(added)
        .filter(([, column]) => row(column) !== '')
        .map(([meaning, column]) => [meaning, { key: `column ${column}`, unit: 'minor' }]),
    ),
  },
});

const chargeOf = (row: Fields, metadata: Readonly<Record<string, string>>): unknown => {
  const status = row('Status').toLowerCase();
  const currency = row('Currency').toLowerCase();
  const at = createdAt(row);
  return {
    id: row('id'),
    object: 'charge',
    status: statuses.get(status) ?? status,
    captured: !uncaptured.has(status) && row('Captured').toLowerCase() !== 'false',
    created: O.isSome(at) ? Math.floor(millisecondsOf(at.value) / 1000) : null,
    currency,
    livemode: row('Mode').toLowerCase() !== 'test',
    amount: unitsOf(currency, row('Amount')),
    amount_captured: row(captured) === '' ? null : unitsOf(currency, row(captured)),
    payment_intent: orNull(row('PaymentIntent ID')),
    description: orNull(row('Description')),
    statement_descriptor: orNull(row('Statement Descriptor')),
    metadata,
    shipping: { address: addressOf(row, 'Shipping', 'Postal Code') },
    billing_details: { address: addressOf(row, 'Card', 'Zip') },
    transfer_data: row('Destination') === '' ? null : { destination: row('Destination') },
    transfer_group: orNull(row('Transfer Group')),
    payment_method_details: { card: { country: orNull(row('Card Issue Country')) } },
  };
};

/** Whether the amount that the export shows as refunded is the part that was never captured. */
const isRelease = (row: Fields): boolean => {
  const [all, taken, refunded] = ['Amount', captured, 'Amount Refunded'].map((column) =>
    unitsOf(row('Currency'), row(column)),
  );
  return row(captured) !== '' && all !== undefined && taken !== undefined && all - taken === refunded;
};

/** Adds a lost dispute, with its date if the export has one. */
const withDispute =
  (row: Fields) =>
  (sale: Sale): Sale => {
    if (row('Dispute Status').toLowerCase() !== 'lost') return sale;
    const day = O.getOrElse(() => sale.occurredAt)(instantIn('UTC', row('Dispute Date (UTC)')));
    return withUnclearDispute(plainAmount(row('Disputed Amount')), day)(sale);
  };

/** Why a payment that is a sale is held: the fact that the export does not show. Null when nothing is missing. */
const unknownOf = (row: Fields, policy: Policy, metadata: Readonly<Record<string, string>>): string | null => {
  if (!/^(ch|py)_/.test(row('id')))
    return 'Its id is not that of a charge (ch_…, py_…). Export the payments with their ids.';
  if (!['live', 'test'].includes(row('Mode').toLowerCase())) return 'Its Mode is neither Live nor Test. Correct it.';
  if (row('Invoice ID') !== '' || invoiceDescriptions.has(row('Description'))) {
    return 'It paid an invoice, whose total, tax and date the export does not show. Connect Stripe, or list the invoice in a file of your own.';
  }
  const refunded = unitsOf(row('Currency'), row('Amount Refunded') || '0');
  if (refunded !== 0 && row(captured) === '') {
    return `The export does not show whether its refund was money returned, or a part that was never captured. Add a column "${captured}" with what was captured, and import the file again.`;
  }
  const tax = metadataKey(policy, 'tax');
  return tax === null || (metadata[tax] ?? '') === ''
    ? 'The export does not show its tax. Add a column "Tax" with the amount, 0 where none was collected, and import the file again.'
    : null;
};

const toResult = ({ account, policy, columns }: FileContext, rows: readonly Fields[]): SourceResult => {
  const [row = (): string => ''] = rows;
  const id = row('id');
  const metadata = metadataOf(row, columns, row('Currency'));
  const decoded = decodeCharge(chargeOf(row, metadata));
  if (E.isLeft(decoded)) return undecodable(id, decoded.left);
  const completed = policyWithColumns(policy, row);
  const context = { account: account.id, mode: 'live' as const, policy: completed, now: 0 };
  const result = chargeToSale(context, { charge: decoded.right, session: null, tax: null, disputes: [] });
  if (E.isLeft(result)) return result;
  const unknown = unknownOf(row, completed, metadata);
  if (unknown !== null) return E.left(held({ sourceId: id, name: id }, 'incomplete record', unknown));
  const session = row('Checkout Session ID');
  const references = session === '' ? [] : [`stripe:${session}`];
  const sale = { ...result.right, references: [...result.right.references, ...references] };
  const refunded = isRelease(row) ? '' : plainAmount(row('Amount Refunded'));
  return E.right(withDispute(row)(withUnclearRefund(refunded)(sale)));
};

/**
 * The export has a row for each charge.
 *
 * Source: docs.stripe.com, "Export payments"
 */
export const stripePayments: Shape = {
  name: "Stripe's export of payments",
  platform: 'stripe',
  platformName: 'Stripe',
  required: [
    ...['id', 'Amount', 'Amount Refunded', 'Currency', 'Status', 'Mode', 'Invoice ID'].map((column) => [column]),
    ['Created date (UTC)', 'Created (UTC)'],
  ],
  idOf: (first) => first('id'),
  nameOf: (first) => first('id'),
  continues: () => false,
  isPart: () => false,
  occurredAt: createdAt,
  toResult,
};
