/** Maps an order of Shopify's CSV export to a sale as an order of the API is mapped, and holds it if the export hides a fact. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type Exclusion, held } from '../../../src/domain/exclusion.ts';
import { findCurrency, formatMinorUnits, parseMinorUnits, sum } from '../../../src/domain/money.ts';
import { chooseDestination } from '../../../src/mapping/destination.ts';
import { marketplaceOf } from '../../../src/mapping/marketplace.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { decodeOrder } from '../../shopify/records/order.ts';
import { undecodableOrder } from '../../shopify/to-sale/identity.ts';
import { isFee } from '../../shopify/to-sale/taxes.ts';
import { orderToSale } from '../../shopify/to-sale/order-to-sale.ts';
import { instantIn } from '../shapes/local-time.ts';
import type { Fields, FileContext, Shape } from '../shapes/shape.ts';
import { amountsOf, type Problem } from './shopify-amounts.ts';
import { withUnclearRefund } from './unclear-refund.ts';

const orNull = (text: string): string | null => (text === '' ? null : text);

const isYes = (text: string): boolean => text.toLowerCase() === 'true';

const listIn = (text: string): readonly string[] =>
  text
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

const addressOf = (row: Fields, of: 'Billing' | 'Shipping'): Readonly<Record<string, string | null>> | null => {
  const address = {
    address1: orNull(row(`${of} Address1`)) ?? orNull(row(`${of} Street`)),
    address2: orNull(row(`${of} Address2`)),
    city: orNull(row(`${of} City`)),
    provinceCode: orNull(row(`${of} Province`)),
    province: orNull(row(`${of} Province Name`)),
    // An apostrophe before it keeps its zeros in spreadsheets.
    zip: orNull(row(`${of} Zip`).replace(/^'/, '')),
    countryCode: orNull(row(`${of} Country`)),
  };
  return Object.values(address).every((part) => part === null) ? null : address;
};

const lineKinds: ReadonlySet<string> = new Set(['goods', 'gift card']);

const kindOf = (row: Fields): string => row('Lineitem kind').toLowerCase();

const isNamedTip = (name: string): boolean => /^\s*(tips?|gratuity)\s*$/i.test(name);

/**
 * The export does not mark gift cards and tips, which are not sales: a line that may be one is held until the merchant decides.
 */
const isKindOpen = (row: Fields): boolean => {
  const kind = kindOf(row);
  if (kind !== '') return !lineKinds.has(kind);
  const name = row('Lineitem name');
  if (isNamedTip(name)) return true;
  const isShipped = isYes(row('Lineitem requires shipping')) && !/gift ?card/i.test(name);
  return !isShipped && !isYes(row('Lineitem taxable'));
};

const statuses: ReadonlySet<string> = new Set(
  'paid partially_refunded refunded partially_paid pending authorized expired voided'.split(' '),
);

const lineOf =
  (money: (amount: string) => unknown, areOnLines: boolean) =>
  (row: Fields): unknown => ({
    name: orNull(row('Lineitem name')),
    sku: orNull(row('Lineitem sku')),
    quantity: Number(row('Lineitem quantity')),
    requiresShipping: row('Lineitem requires shipping') === '' ? null : isYes(row('Lineitem requires shipping')),
    isGiftCard: kindOf(row) === 'gift card',
    taxable: row('Lineitem taxable').toLowerCase() === 'false' ? false : null,
    originalUnitPriceSet: money(row('Lineitem price')),
    totalDiscountSet: areOnLines ? money(row('Lineitem discount')) : null,
  });

const taxColumns: readonly number[] = [1, 2, 3, 4, 5];

/** `Colorado Retail Delivery Fee 0%`: the rate follows the name. */
const rateIn = (name: string): number | null => {
  const [, percent] = /([\d.]{1,12})\s{0,3}%\s{0,3}$/.exec(name) ?? [];
  return percent === undefined ? null : Number(percent) / 100;
};

/** The fees that Shopify writes among the taxes: see `isFee`. */
const feesAmongTaxes = (first: Fields): readonly { readonly name: string; readonly value: string }[] =>
  taxColumns
    .map((n) => ({ name: first(`Tax ${n} Name`), value: first(`Tax ${n} Value`) }))
    .filter(({ name, value }) => value !== '' && isFee({ title: name, rate: rateIn(name) }));

/** The order as the Admin API returns it, with the fields that the export has. Left: why it is held. */
const orderOf = (rows: readonly Fields[], first: Fields, timeZone: string): E.Either<Problem, unknown> => {
  if (!/^\d+$/.test(first('Id'))) {
    return E.left({
      reason: 'incomplete record',
      message: 'Its Id is not a whole number: a spreadsheet may have changed it. Export the order again.',
    });
  }
  const createdAt = instantIn(timeZone, first('Created at'));
  if (O.isNone(createdAt)) {
    return E.left({
      reason: 'unreadable record',
      message: 'Created at is not a date such as 2026-03-08 07:00:00 -0500.',
    });
  }
  const currency = findCurrency(first('Currency'));
  if (O.isNone(currency))
    return E.left({ reason: 'unknown currency', message: 'Its currency is not one of ISO 4217.' });
  if (!statuses.has(first('Financial Status').toLowerCase())) {
    return E.left({ reason: 'unreadable record', message: 'Its Financial Status is not a documented one.' });
  }
  const lines = rows.filter((row) => row('Lineitem name') !== '' || row('Lineitem price') !== '');
  if (lines.some(isKindOpen)) {
    return E.left({
      reason: 'incomplete record',
      message:
        'A line may be a gift card or a tip, which the export does not show. Add a column "Lineitem kind" with "gift card" or "goods", and import the file again; for a tip, connect the shop.',
    });
  }
  const amounts = amountsOf(currency.value, lines, first);
  if (E.isLeft(amounts)) return amounts;
  const parse = parseMinorUnits(currency.value);
  const fees = feesAmongTaxes(first).map((fee) => ({ ...fee, amount: parse(fee.value) }));
  if (fees.some(({ amount }) => E.isLeft(amount))) {
    return E.left({
      reason: 'unreadable record',
      message: 'A Tax Value is not an amount. Correct the file, or export it again.',
    });
  }
  const taxes = E.getOrElse(() => 0n)(parse(first('Taxes') || '0'));
  const ofFees = sum(fees.map(({ amount }) => (E.isRight(amount) ? amount.right : 0n)));
  const money = (amount: string): unknown => (amount === '' ? null : { amount, currencyCode: currency.value.code });
  const { totalDiscounts, areOnLines, shipping, discountedShipping } = amounts.right;
  return E.right({
    id: `gid://shopify/Order/${first('Id')}`,
    name: orNull(first('Name')),
    createdAt: createdAt.value,
    cancelledAt: orNull(first('Cancelled at')),
    // Shopify's gateway for test orders; the export has no other mark of them.
    test: /\bbogus\b/i.test(first('Payment Method')),
    displayFinancialStatus: first('Financial Status').toUpperCase(),
    sourceName: orNull(first('Source')),
    tags: listIn(first('Tags')),
    currencyCode: currency.value.code,
    taxesIncluded: false,
    shippingAddress: addressOf(first, 'Shipping'),
    billingAddress: addressOf(first, 'Billing'),
    totalPriceSet: money(first('Total')),
    totalDiscountsSet: money(totalDiscounts),
    totalTaxSet: money(fees.length === 0 ? first('Taxes') : formatMinorUnits(currency.value)(taxes - ofFees)),
    additionalFees: fees.map(({ name, value }, index) => ({
      id: `gid://shopify/AdditionalFee/export-${index + 1}`,
      name: name.replace(/\s{0,3}[\d.]{1,12}\s{0,3}%\s{0,3}$/, ''),
      price: money(value),
      taxLines: [],
    })),
    shippingLines: [
      {
        title: orNull(first('Shipping Method')),
        originalPriceSet: money(shipping),
        discountedPriceSet: money(discountedShipping),
      },
    ],
    originalTotalDutiesSet: money(first('Duties')),
    lineItems: lines.map(lineOf(money, areOnLines)),
    transactions: ['Payment Reference', 'Payment References', 'Payment ID']
      .flatMap((column) => listIn(first(column)))
      .map((paymentId) => ({ paymentId })),
  });
};

const noStoreAddress =
  'It was sold in a store, whose address the export does not show. Connect the shop, or list the order in a file of your own.';

/** The customer's address may be in the export even though the goods were handed over in the store. */
const isPos = (first: Fields): boolean => ['pos', '129785'].includes(first('Source').toLowerCase());

const whoRemits = (source: string): string =>
  `The export does not show whether its channel${/^[\w .-]{1,40}$/.test(source) ? ` (Source ${source})` : ''} remits the tax. Set it in your policy's marketplaces, or connect the shop.`;

/** Whether only the shop's `channelLiable` shows who remits the tax. */
const isLiabilityOpen = (policy: Policy, { marketplaces, orderTaxes, occurredAt, destinations }: Sale): boolean => {
  if (orderTaxes.length === 0) return false;
  const { country = null, state = null } = O.toNullable(chooseDestination(destinations))?.address ?? {};
  const { decisions } = marketplaceOf(policy, marketplaces, orderTaxes, {
    country: country ?? 'US',
    state,
    occurredAt,
  });
  return decisions.some(({ finding }) => finding === 'channel with open liability');
};

const toResult = ({ account, policy }: FileContext, rows: readonly Fields[]): SourceResult => {
  const [first = (): string => ''] = rows;
  const record = { sourceId: first('Id'), name: first('Name') };
  const hold = ({ reason, message }: Problem): Exclusion => held(record, reason, message);
  return pipe(
    orderOf(rows, first, account.timeZone),
    E.mapLeft(hold),
    E.flatMap((json) =>
      pipe(
        decodeOrder(json),
        E.match(
          (problem): E.Either<Exclusion, Sale> => undecodableOrder(json, problem),
          orderToSale({ account, policy, readsLocations: true }),
        ),
      ),
    ),
    E.filterOrElse(
      ({ destinations }) => !isPos(first) || (destinations.length > 0 && first('Shipping Method') !== ''),
      () => hold({ reason: 'missing address', message: noStoreAddress }),
    ),
    E.filterOrElse(
      (sale) => !isLiabilityOpen(policy, sale),
      () => hold({ reason: 'incomplete record', message: whoRemits(first('Source')) }),
    ),
    E.map(withUnclearRefund(first('Refunded Amount'))),
  );
};

/**
 * The export has a row for each line item, and only the first row of an order has the order's columns.
 *
 * Source: help.shopify.com/manual/fulfillment/managing-orders/exporting-orders
 */
export const shopifyOrders: Shape = {
  name: "Shopify's export of orders",
  platform: 'shopify',
  platformName: 'Shopify',
  required: [
    ...'Name|Id|Created at|Financial Status|Currency|Subtotal|Shipping|Taxes|Total'.split('|'),
    ...'Discount Amount|Lineitem quantity|Lineitem name|Lineitem price|Shipping Country|Shipping Province|Shipping Zip'.split(
      '|',
    ),
  ].map((column) => [column]),
  idOf: (first) => first('Id'),
  nameOf: (first) => first('Name'),
  continues: (first, row) =>
    first('Name') === row('Name') && (row('Id') === first('Id') || (row('Id') === '' && row('Total') === '')),
  isPart: (row) => row('Total') === '' && row('Financial Status') === '' && row('Id') === '',
  occurredAt: (first, timeZone) => instantIn(timeZone, first('Created at')),
  toResult,
};
