import type { Hold } from '../../core/record-book.ts';
import type { SqlEngine } from '../sql-engine.ts';
import type { Transaction } from './in-transaction.ts';

/** Whether a hold is still its owner's; it stays so until the transaction ends. */
export const isHeld = async (
  { takesRows }: Pick<SqlEngine, 'takesRows'>,
  transaction: Transaction,
  { storefront, recordId, owner }: Hold,
): Promise<boolean> => {
  const found =
    recordId === undefined
      ? await transaction
          .selectFrom('lease')
          .select('owner')
          .where('storefront', '=', storefront)
          .$if(takesRows, (query) => query.forShare())
          .executeTakeFirst()
      : await transaction
          .selectFrom('bell')
          .select('claim_owner as owner')
          .where('storefront', '=', storefront)
          .where('record_id', '=', recordId)
          .$if(takesRows, (query) => query.forShare())
          .executeTakeFirst();
  return found?.owner === owner;
};
