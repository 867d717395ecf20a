import type { History } from '../orders/history.ts';
import type { NamedApp } from '../orders/recipe.ts';
import type { Answer } from './answer.ts';
import { gid } from './gid.ts';
import { instantText } from './instant-text.ts';
import { canary } from './address-answers.ts';

const appAnswer = (app: NamedApp | null): Answer | null => app && { id: gid('App', app.id), name: app.name };

const returnStatus = ({ returns }: History): string => {
  if (returns.length === 0) return 'NO_RETURN';
  return returns.every(({ status }) => status === 'CLOSED') ? 'RETURNED' : 'IN_PROGRESS';
};

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

/** Who, when, where it was sold, and in which state it is. */
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
