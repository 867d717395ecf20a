/** Collects where an order was sold, from which the policy decides whether a marketplace remits its tax. */
import type { MarketplaceEvidence } from '../../../src/mapping/sale.ts';
import { idOfGid } from '../records/values.ts';
import { isGiven } from '../../../src/domain/fields.ts';
import type { Order } from '../records/order.ts';

/**
 * First the merchant-of-record app, then the channel's handle, its app, and the source name. `attribution` is the app alone for
 * orders whose app has not named a channel, so `channelInformation`, deprecated since 2026-07, is read as well. Each tax states
 * its own liability (`channelLiable`).
 */
export const marketplacesOf = ({
  merchantOfRecordApp,
  attribution,
  channelInformation,
  app,
  sourceName,
}: Order): readonly MarketplaceEvidence[] => {
  const ofRecord = merchantOfRecordApp?.name ?? merchantOfRecordApp?.id;
  const { channelDefinition, app: channelApp } = channelInformation ?? {};
  const appId = app?.id ?? channelApp?.id;
  return [
    ...(isGiven(ofRecord)
      ? [{ kind: 'merchant of record' as const, value: idOfGid(ofRecord), field: 'merchantOfRecordApp' }]
      : []),
    ...channel(attribution?.handle, 'attribution.handle'),
    ...channel(attribution?.displayName, 'attribution.displayName'),
    ...channel(channelDefinition?.handle, 'channelInformation.channelDefinition.handle'),
    ...channel(channelDefinition?.channelName, 'channelInformation.channelDefinition.channelName'),
    ...channel(channelDefinition?.subChannelName, 'channelInformation.channelDefinition.subChannelName'),
    ...channel(app?.name, 'app.name'),
    ...channel(channelApp?.title, 'channelInformation.app.title'),
    ...channel(isGiven(appId) ? idOfGid(appId) : null, 'app.id'),
    ...channel(sourceName, 'sourceName'),
  ];
};

const channel = (value: string | null | undefined, field: string): readonly MarketplaceEvidence[] =>
  !isGiven(value) || value.trim() === '' ? [] : [{ kind: 'channel', value, field }];
