import type { Entry } from '../../mapping/source-connector.ts';
import type { Prepared } from '../entry/candidate.ts';
import { heedHost } from '../entry/heed-host.ts';
import { prepareEntry } from '../entry/prepare-entry.ts';
import type { Comparison } from './comparison.ts';

/**
 * The refund of an id, as the record of its sale would tell it today; undefined when the record has none. A refund has a day
 * of its own: its sale may lie before the days that are compared.
 */
export const refundTold = async (
  { prepare }: Comparison,
  record: Entry,
  { id, sourceId }: { readonly id: string; readonly sourceId: string },
): Promise<Prepared | undefined> => {
  const anyDay = { ...prepare, calendar: { ...prepare.calendar, isInRange: () => true } };
  const { refunds } = await heedHost(anyDay, prepareEntry(anyDay, record, sourceId));
  return refunds
    .map(({ prepared }) => prepared)
    .find((prepared) => (prepared._tag === 'Left' ? prepared.left.id : prepared.right.id) === id);
};
