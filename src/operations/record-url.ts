/** Finds the page of a sale at its platform, from its ids alone, without a request. */
import type { OperationPorts } from './ports.ts';
import { webAddress } from '../domain/fields.ts';
import { accountWithin } from '../mapping/identity.ts';

/** The ids of a record. `lineId` begins with platform and account. */
export interface NamedLine {
  readonly storefront: string;
  readonly sourceId: string;
  readonly lineId: string;
}

/** Null if the platform has no page for the record, or the connector does not know it. */
export const recordUrl = (
  { connectorOf }: Pick<OperationPorts, 'connectorOf'>,
  { storefront, sourceId, lineId }: NamedLine,
): string | null => {
  const connector = connectorOf(storefront);
  if (connector?.recordUrl === undefined || !lineId.startsWith(`${connector.platform}:`)) return null;
  const account = accountWithin(lineId).slice(connector.platform.length + 1);
  return webAddress(connector.recordUrl({ id: sourceId, account }));
};
