import * as E from 'fp-ts/lib/Either.js';
import type { Bell, Inbox } from '../../../core/inbox.ts';
import type { BellRow } from '../../inbox-schema.ts';
import { type Transaction, writing } from '../in-transaction.ts';
import type { SqlBook } from '../sql-book.ts';

type Change = Partial<Pick<BellRow, 'attempts' | 'parked' | 'due_at' | 'reason'>>;

const free = { claim_owner: '', claim_until: 0 } as const;

/** Changes a bell that is still its owner's, and gives the claim back. */
const change = async (
  transaction: Transaction,
  { storefront, recordId }: Bell,
  owner: string,
  by: Change,
): Promise<void> => {
  await transaction
    .updateTable('bell')
    .set({ ...by, ...free })
    .where('storefront', '=', storefront)
    .where('record_id', '=', recordId)
    .where('claim_owner', '=', owner)
    .execute();
};

const settled = async (transaction: Transaction, bell: Bell, owner: string): Promise<void> => {
  await transaction
    .deleteFrom('bell')
    .where('storefront', '=', bell.storefront)
    .where('record_id', '=', bell.recordId)
    .where('claim_owner', '=', owner)
    .where('rings', '=', bell.rings)
    .execute();
  // It rang again meanwhile: then it is still there.
  await change(transaction, bell, owner, { attempts: 0, reason: null });
};

const parked = async (transaction: Transaction, bell: Bell, owner: string, reason: string): Promise<void> => {
  const row = await transaction
    .updateTable('bell')
    .set({ parked: 1, reason, ...free })
    .where('storefront', '=', bell.storefront)
    .where('record_id', '=', bell.recordId)
    .where('claim_owner', '=', owner)
    .where('rings', '=', bell.rings)
    .returning('record_id')
    .executeTakeFirst();
  if (row === undefined) await change(transaction, bell, owner, { attempts: 0, reason: null });
};

export const answer =
  (book: SqlBook): Inbox['answer'] =>
  (bell, owner, word) =>
    writing(book, async (transaction) => {
      switch (word._tag) {
        case 'Settled':
          await settled(transaction, bell, owner);
          break;
        case 'Later':
          await change(transaction, bell, owner, {
            attempts: bell.attempts + 1,
            due_at: Math.trunc(word.at),
            reason: word.reason,
          });
          break;
        case 'Released':
          await change(transaction, bell, owner, {});
          break;
        case 'Parked':
          await parked(transaction, bell, owner, word.reason);
      }
      return E.right(undefined);
    });
