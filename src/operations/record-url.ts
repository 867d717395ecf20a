import type { OperationPorts } from './ports.ts';
import { webAddress } from '../domain/fields.ts';
import { accountWithin } from '../mapping/identity.ts';

/** What names a record at its platform. `lineId` begins with platform and account. */
export interface NamedLine {
  readonly storefront: string;
  readonly sourceId: string;
  readonly lineId: string;
}

/** The page of a record at its platform; null where there is none, or the connector knows none. Asks nothing. */
export const recordUrl = (
  { connectorOf }: Pick<OperationPorts, 'connectorOf'>,
  { storefront, sourceId, lineId }: NamedLine,
): string | null => {
  const connector = connectorOf(storefront);
  if (connector?.recordUrl === undefined || !lineId.startsWith(`${connector.platform}:`)) return null;
  const account = accountWithin(lineId).slice(connector.platform.length + 1);
  return webAddress(connector.recordUrl({ id: sourceId, account }));
};
