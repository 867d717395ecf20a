import type { MarketplaceEvidence } from '../../../src/mapping/sale.ts';
import { idOfGid } from '../records/gid.ts';
import type { Order } from '../records/order.ts';

const channel = (value: string | null | undefined, field: string): readonly MarketplaceEvidence[] =>
  value === null || value === undefined || value.trim() === '' ? [] : [{ kind: 'channel', value, field }];

/**
 * Where an order was sold: the app that is its merchant of record, then the channel by its handle, its app, and the name
 * of its source. Recordings of versions before 2026-07 name the channel in `channelInformation`. Who is liable for each tax
 * stands on the tax itself (`channelLiable`).
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
    ...(ofRecord === null || ofRecord === undefined
      ? []
      : [{ kind: 'merchant of record' as const, value: idOfGid(ofRecord), field: 'merchantOfRecordApp' }]),
    ...channel(attribution?.handle, 'attribution.handle'),
    ...channel(channelDefinition?.handle, 'channelInformation.channelDefinition.handle'),
    ...channel(channelDefinition?.channelName, 'channelInformation.channelDefinition.channelName'),
    ...channel(app?.name, 'app.name'),
    ...channel(channelApp?.title, 'channelInformation.app.title'),
    ...channel(appId === null || appId === undefined ? null : idOfGid(appId), 'app.id'),
    ...channel(sourceName, 'sourceName'),
  ];
};
