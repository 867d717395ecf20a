import type { WireSettings } from '../../domain/wire-settings.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { WireTransaction } from '../../domain/wire-transaction.ts';

const chosen = (keys: readonly string[], metadata: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).filter(([key]) => keys.includes(key)));

/**
 * A body with the optional fields that the settings name and the source has. They are no part of what is compared, and of no
 * digest: a setting that is added later changes nothing of what was sent. Pure.
 */
export const withOptionalFields = (
  { optional = [], metadata: keys = [] }: WireSettings,
  { tags, metadata = {}, shipFromAddress, lines }: Transaction,
  body: WireTransaction,
): WireTransaction => {
  if (optional.length === 0 && keys.length === 0) return body;
  const sent = chosen(keys, metadata);
  return {
    ...body,
    lineItems: body.lineItems.map((item, index) => ({
      ...item,
      ...(optional.includes('lineItems.taxCode') &&
        lines[index]?.taxCode !== undefined && { taxCode: lines[index].taxCode }),
      ...(optional.includes('lineItems.tags') && lines[index]?.tags !== undefined && { tags: lines[index].tags }),
    })),
    ...(optional.includes('tags') && tags !== undefined && { tags }),
    ...(optional.includes('shipFromAddress') && shipFromAddress !== undefined && { shipFromAddress }),
    ...(Object.keys(sent).length > 0 && { metadata: sent }),
  };
};
