/** The head and the parts of a sample order: channel, buyer, addresses, delivery and payments, with invented personal data. */
import type { History } from '../orders/history.ts';
import type { NamedApp, Recipe, RecipeCompany } from '../orders/recipe.ts';
import { type Answer, gid, instantText, type Purse } from './answer.ts';
import { assignedLocation, locationAnswer } from './location-answers.ts';
import { canary, mailingAddress } from './shop-answers.ts';
import type { Payment } from '../orders/payments-of.ts';
import { unitsOf } from '../orders/priced.ts';
import { connectionOf, listOf, type PageArguments } from './connection.ts';
import { lineAnswer, shippingAnswer, shippingSum, summedTaxLines } from './line-answers.ts';
import { paymentAnswer } from './refund-answers.ts';

/** The buyer, the time, the channel and the state of an order. */
export const orderHead = (history: History): Answer => {
  const { recipe, cancelled, agreements } = history;
  const { channel, payment } = recipe;
  const isClosed = recipe.isArchived || cancelled !== null;
  return {
    __typename: 'Order',
    id: gid('Order', recipe.id),
    legacyResourceId: String(recipe.id),
    name: recipe.name,
    number: recipe.number,
    confirmationNumber: `SANDBOX${recipe.number}`,
    poNumber: null,
    createdAt: instantText(recipe.createdAt),
    processedAt: instantText(recipe.soldAt),
    updatedAt: instantText(recipe.updatedAt),
    cancelledAt: cancelled && instantText(cancelled.at),
    cancelReason: cancelled?.reason ?? null,
    closed: isClosed,
    closedAt: isClosed ? instantText(recipe.updatedAt) : null,
    confirmed: true,
    test: recipe.isTest,
    edited: agreements.some(({ kind }) => kind === 'edit'),
    displayFinancialStatus: payment.status,
    displayFulfillmentStatus: cancelled === null ? 'FULFILLED' : 'UNFULFILLED',
    returnStatus: returnStatus(history),
    sourceName: channel.sourceName,
    sourceIdentifier: channel.sourceIdentifier,
    app: appAnswer(channel.app),
    attribution: channel.attribution,
    channelInformation: () => channelInformation(history),
    merchantOfRecordApp: appAnswer(channel.merchantOfRecord),
    merchantBusinessEntity: {
      id: gid('BusinessEntity', 1),
      companyName: 'Sample & Sons LLC',
      displayName: 'Sample & Sons',
      primary: true,
    },
    productNetwork: false,
    discountCode: recipe.discountCodes[0] ?? null,
    discountCodes: recipe.discountCodes,
    tags: recipe.tags,
    customAttributes: [],
    note: null,
    email: canary.email,
    phone: canary.phone,
    currencyCode: recipe.currency,
    presentmentCurrencyCode: recipe.presentment?.currency ?? recipe.currency,
    taxesIncluded: recipe.taxesIncluded,
    taxExempt: recipe.isTaxSkipped && !recipe.isExemptSinceLater,
    estimatedTaxes: recipe.isTaxEstimated,
    dutiesIncluded: false,
    requiresShipping: recipe.lines.some(({ requiresShipping }) => requiresShipping),
    paymentGatewayNames: payment.status === null ? [] : [payment.gateway],
    disputes: recipe.isDisputed
      ? [{ id: gid('OrderDisputeSummary', recipe.id), initiatedAs: 'CHARGEBACK', status: 'LOST' }]
      : [],
  };
};

export const feeAnswers = ({ recipe }: History, purse: Purse): readonly Answer[] =>
  recipe.fees.map(({ name, amount }, position) => ({
    id: gid('AdditionalFee', `${recipe.id}${position}`),
    name,
    price: purse(amount),
    taxLines: [],
  }));

/** Lines, charges, taxes, places, people and payments. */
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

const returnStatus = ({ returns }: History): string => {
  if (returns.length === 0) return 'NO_RETURN';
  return returns.every(({ status }) => status === 'CLOSED') ? 'RETURNED' : 'IN_PROGRESS';
};

const appAnswer = (app: NamedApp | null): Answer | null => app && { id: gid('App', app.id), name: app.name };

const channelInformation = ({ recipe }: History): Answer | null => {
  const { attribution } = recipe.channel;
  if (attribution === null) return null;
  const id = gid('ChannelDefinition', attribution.handle);
  const definition = {
    id,
    handle: attribution.handle,
    channelName: attribution.displayName,
    subChannelName: attribution.displayName,
    isMarketplace: recipe.liable.goods === true,
  };
  return { id: gid('ChannelInformation', recipe.id), channelId: id, displayName: null, channelDefinition: definition };
};

/** The charges of an order; `includeRemovals` also shows removed charges. */
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

const currentTaxes = ({ lines, gone }: History): Parameters<typeof summedTaxLines>[1] =>
  lines.flatMap((line, position) => {
    const taken = gone[position] ?? 0;
    return unitsOf(line, taken, line.recipe.quantity - taken).taxes;
  });

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

const destination = ({ id, shipTo }: Recipe): Answer | null =>
  shipTo && {
    id: gid('FulfillmentOrderDestination', id),
    ...shipTo,
    ...canary,
    location: null,
  };

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

/** The buyer: the company if there is one, otherwise the customer. */
const purchasingEntity = (recipe: Recipe): Answer | null =>
  recipe.company === null ? customerAnswer(recipe) : companyAnswer(recipe, recipe.company);

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
