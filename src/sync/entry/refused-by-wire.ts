import { held, type RecordReference, type Exclusion, skipped } from '../../domain/exclusion.ts';
import type { WireSettings } from '../../domain/wire-settings.ts';
import type { Transaction } from '../../domain/transaction.ts';

/** Why a transaction is not sent to a service of these settings; undefined when it is. Pure. */
export const refusedByWire = (
  { marketplaces, entities, zeroTotals }: WireSettings,
  record: RecordReference,
  { marketplace, entity, total }: Pick<Transaction, 'marketplace' | 'entity' | 'total'>,
): Exclusion | undefined => {
  if (marketplaces?.others === 'hold' && marketplace !== null && !marketplaces.codes.includes(marketplace)) {
    return held(
      record,
      'code not accepted',
      `the service takes no marketplace "${marketplace}"; map it to one that it knows`,
    );
  }
  if (entities !== undefined && entity !== null && !entities.includes(entity)) {
    return held(record, 'code not accepted', `the service takes no entity "${entity}"; map it to one that it knows`);
  }
  if (total !== 0n) return undefined;
  if (zeroTotals === 'skip') return skipped(record, 'zero total', 'nothing was paid for it');
  return zeroTotals === 'hold'
    ? held(record, 'zero total held', 'nothing was paid for it; decide whether the service counts it')
    : undefined;
};
