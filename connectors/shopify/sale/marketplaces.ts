import type { MarketplaceEvidence } from '../../../src/mapping/sale.ts';
import { idOfGid } from '../records/gid.ts';
import type { Order } from '../records/order.ts';

const channel = (value: string | null | undefined, field: string): readonly MarketplaceEvidence[] =>
  value === null || value === undefined || value.trim() === '' ? [] : [{ kind: 'channel', value, field }];

/**
 * Where an order was sold: the app that is its merchant of record, then the channel by its handle, its app, and the name
 * of its source. Who is liable for each tax stands on the tax itself (`channelLiable`).
 */
export const marketplacesOf = ({
  merchantOfRecordApp,
  attribution,
  app,
  sourceName,
}: Order): readonly MarketplaceEvidence[] => {
  const ofRecord = merchantOfRecordApp?.name ?? merchantOfRecordApp?.id;
  const appId = app?.id;
  return [
    ...(ofRecord === null || ofRecord === undefined
      ? []
      : [{ kind: 'merchant of record' as const, value: idOfGid(ofRecord), field: 'merchantOfRecordApp' }]),
    ...channel(attribution?.handle, 'attribution.handle'),
    ...channel(app?.name, 'app.name'),
    ...channel(appId === null || appId === undefined ? null : idOfGid(appId), 'app.id'),
    ...channel(sourceName, 'sourceName'),
  ];
};
