import type { History } from '../orders/history.ts';
import type { Payment } from '../orders/payments-of.ts';
import { unitsOf } from '../orders/units-of.ts';
import type { Answer } from './answer.ts';
import { connectionOf, listOf, type PageArguments } from './connection.ts';
import { gid } from './gid.ts';
import { lineAnswer } from './line-answer.ts';
import type { Purse } from './money.ts';
import { paymentAnswer } from './payment-answer.ts';
import { assignedLocation, canary, locationAnswer, mailingAddress } from './address-answers.ts';
import { shippingAnswer, shippingSum } from './shipping-answer.ts';
import { summedTaxLines } from './tax-line-answers.ts';
import type { Recipe, RecipeCompany } from '../orders/recipe.ts';
import { instantText } from './instant-text.ts';

const currentTaxes = ({ lines, gone }: History): Parameters<typeof summedTaxLines>[1] =>
  lines.flatMap((line, position) => {
    const taken = gone[position] ?? 0;
    return unitsOf(line, taken, line.recipe.quantity - taken).taxes;
  });

/** The charges of an order; `includeRemovals` shows those that were taken off it as well. */
const shippingLines =
  (history: History, purse: Purse) => (args: PageArguments & { includeRemovals?: boolean | null }) =>
    connectionOf(() =>
      history.shipping
        .map((shipping, position) => ({ shipping, isRemoved: history.removedShipping.includes(position) }))
        .filter(({ isRemoved }) => args.includeRemovals === true || !isRemoved)
        .map(({ shipping, isRemoved }) => {
          const isRefunded = history.refunds.some((refund) => refund.shipping?.charged === shipping.charged);
          return shippingAnswer(purse, shipping, { isRemoved, isRefunded });
        }),
    )(args);

export const feeAnswers = ({ recipe }: History, purse: Purse): readonly Answer[] =>
  recipe.fees.map(({ name, amount }, position) => ({
    id: gid('AdditionalFee', `${recipe.id}${position}`),
    name,
    price: purse(amount),
    taxLines: [],
  }));

/** What an order consists of: lines, charges, taxes, places, people, payments. */
export const orderParts = (history: History, purse: Purse, payments: () => readonly Payment[]): Answer => {
  const { recipe, lines, shipping, removedShipping } = history;
  const { delivery } = recipe;
  const goods = lines.filter((line) => line.recipe.kind === 'goods');
  const count = (of: (position: number, quantity: number) => number): number =>
    lines.reduce((sum, line, position) => (goods.includes(line) ? sum + of(position, line.recipe.quantity) : sum), 0);
  return {
    lineItems: connectionOf(() => lines.map((line) => lineAnswer(history, purse, line))),
    shippingLines: shippingLines(history, purse),
    shippingLine: () =>
      shippingSum(
        purse,
        shipping.filter((_, position) => !removedShipping.includes(position)),
        history.refunds.some((refund) => refund.shipping !== null),
      ),
    taxLines: () =>
      summedTaxLines(
        purse,
        lines.flatMap(({ taxes }) => taxes),
      ),
    currentTaxLines: () => summedTaxLines(purse, currentTaxes(history)),
    additionalFees: () => feeAnswers(history, purse),
    discountApplications: connectionOf((): readonly Answer[] => []),
    subtotalLineItemsQuantity: () => count((_, quantity) => quantity),
    currentSubtotalLineItemsQuantity: () => count((position, quantity) => quantity - (history.gone[position] ?? 0)),
    shippingAddress: () => mailingAddress(recipe, recipe.shipTo, 'Address'),
    billingAddress: () => mailingAddress(recipe, recipe.billTo, 'BillingAddress'),
    billingAddressMatchesShippingAddress: recipe.shipTo === recipe.billTo,
    retailLocation: () => (delivery.isPointOfSale ? locationAnswer(delivery.location) : null),
    physicalLocation: () => locationAnswer(delivery.location),
    fulfillmentOrders: connectionOf(() => [fulfillmentAnswer(recipe)]),
    customer: () => customerAnswer(recipe),
    purchasingEntity: () => purchasingEntity(recipe),
    transactions: listOf(() => payments().map((payment) => paymentAnswer(recipe, purse, payment))),
    transactionsCount: () => ({ count: payments().length, precision: 'EXACT' }),
  };
};

const destination = ({ id, shipTo }: Recipe): Answer | null =>
  shipTo && {
    id: gid('FulfillmentOrderDestination', id),
    ...shipTo,
    ...canary,
    location: null,
  };

/** The one fulfillment order of an order: how the goods reach the buyer, and from where. */
const fulfillmentAnswer = (recipe: Recipe): Answer => ({
  __typename: 'FulfillmentOrder',
  id: gid('FulfillmentOrder', recipe.id),
  orderId: gid('Order', recipe.id),
  status: 'CLOSED',
  createdAt: instantText(recipe.createdAt),
  updatedAt: instantText(recipe.updatedAt),
  deliveryMethod: {
    id: gid('DeliveryMethod', recipe.id),
    methodType: recipe.delivery.method,
    presentedName: null,
    serviceCode: null,
  },
  assignedLocation: assignedLocation(recipe.delivery.location),
  destination: destination(recipe),
});

const customerAnswer = ({ id, customer }: Recipe): Answer | null =>
  customer && {
    __typename: 'Customer',
    id: gid('Customer', id),
    legacyResourceId: String(id),
    displayName: `${canary.firstName} ${canary.lastName}`,
    firstName: canary.firstName,
    lastName: canary.lastName,
    email: canary.email,
    phone: canary.phone,
    ...customer,
  };

const companyAnswer = ({ id }: Recipe, company: RecipeCompany): Answer => {
  const settings = { ...company, taxRegistrationId: null };
  return {
    __typename: 'PurchasingCompany',
    company: { id: gid('Company', id), name: canary.company, externalId: null },
    location: {
      id: gid('CompanyLocation', id),
      name: canary.company,
      externalId: null,
      shippingAddress: null,
      taxExemptions: company.taxExemptions,
      taxRegistrationId: null,
      taxSettings: settings,
    },
  };
};

/** Who bought: a company where one did, otherwise the customer. */
const purchasingEntity = (recipe: Recipe): Answer | null =>
  recipe.company === null ? customerAnswer(recipe) : companyAnswer(recipe, recipe.company);
