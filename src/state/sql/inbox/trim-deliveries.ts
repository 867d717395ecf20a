import type { DeliveryRow } from '../../inbox-schema.ts';
import type { Transaction } from '../in-transaction.ts';

/** Deliveries of a storefront that are kept, to know their duplicates by; one that comes back later is only read once more. */
export const maxDeliveries = 50_000;
/** New deliveries of a storefront between two looks at how many there are. */
const betweenTrims = 2_000;

const trim = async (transaction: Transaction, storefront: string): Promise<void> => {
  const oldest = await transaction
    .selectFrom('delivery')
    .select('received_at')
    .where('storefront', '=', storefront)
    .orderBy('received_at', 'desc')
    .limit(1)
    .offset(maxDeliveries)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await transaction
    .deleteFrom('delivery')
    .where('storefront', '=', storefront)
    .where('received_at', '<=', oldest.received_at)
    .execute();
};

/** Keeps the newest deliveries of each storefront, so that no one can fill the disk with them. Called with those that are new. */
export const trimDeliveries = (): ((
  transaction: Transaction,
  added: readonly Pick<DeliveryRow, 'storefront'>[],
) => Promise<void>) => {
  const sinceTrim = new Map<string, number>();
  return async (transaction, added) => {
    for (const { storefront } of added) sinceTrim.set(storefront, (sinceTrim.get(storefront) ?? 0) + 1);
    for (const [storefront, count] of sinceTrim) {
      if (count < betweenTrims) continue;
      sinceTrim.set(storefront, 0);
      await trim(transaction, storefront);
    }
  };
};
