import * as E from 'fp-ts/lib/Either.js';
import type { Intent, RecordBook } from '../../core/record-book.ts';
import type { SaleReferenceRow, SendingBodyRow, SendingRow } from '../schema.ts';
import { takenOver } from '../run-errors.ts';
import { writing } from './in-transaction.ts';
import { isHeld } from './is-held.ts';
import { lostClaims } from '../lost-claims.ts';
import { insertReferences, ownersOf } from './references.ts';
import { insertRows } from './insert-rows.ts';
import { listStatement } from './list-statement.ts';
import { selectSendings, type SendingFound, toSending } from './sendings.ts';
import type { SqlBook } from './sql-book.ts';

/** A body that may have arrived is frozen; one that the service refused, or that found its id taken, makes room for another. */
const unlessFrozen =
  'on conflict (id) do update set name = excluded.name, storefront = excluded.storefront, ' +
  'source_id = excluded.source_id, status = excluded.status, digest = excluded.digest, saved_at = excluded.saved_at, ' +
  'attempted_at = excluded.attempted_at, settled_at = excluded.settled_at ' +
  "where sending.status in ('refused', 'conflict') returning id";

const rowsOf = (intents: readonly Intent[], at: string): readonly SendingRow[] => {
  const rows: SendingRow[] = [];
  for (const { id, name, storefront, sourceId, digest } of intents) {
    rows.push({
      id,
      name,
      storefront,
      source_id: sourceId,
      status: 'intent',
      digest,
      saved_at: at,
      attempted_at: null,
      settled_at: null,
      remote_id: null,
    });
  }
  return rows;
};

const claimsOf = (intents: readonly Intent[], at: string): readonly SaleReferenceRow[] => {
  const claims: SaleReferenceRow[] = [];
  for (const { id, storefront, references } of intents) {
    for (const reference of references) claims.push({ run: 0, reference, id, storefront, noted_at: at });
  }
  return claims;
};

/** The id of no run: what a dry run would tell claims nothing. */
const toldOnly = '';

export const saveIntents = (book: SqlBook): RecordBook['saveIntents'] => {
  const insertSendings = insertRows<SendingRow, { readonly id: string }>(book.engine, {
    into: 'sending',
    columns: [
      'id',
      'name',
      'storefront',
      'source_id',
      'status',
      'digest',
      'saved_at',
      'attempted_at',
      'settled_at',
      'remote_id',
    ],
    tail: unlessFrozen,
  });
  const insertBodies = insertRows<SendingBodyRow>(book.engine, {
    into: 'sending_body',
    columns: ['id', 'body'],
    tail: 'on conflict (id) do update set body = excluded.body',
  });
  const sendingsOf = listStatement<SendingFound>(book.engine, `${selectSendings} where sending.id in (`);
  const owners = ownersOf(book.engine);
  const claim = insertReferences(book.engine);

  return (intents, at, hold) => {
    // Reversed, so that the first of equal ids stays: it is the one that counts as tried.
    const byId = new Map([...intents].reverse().map((intent) => [intent.id, intent]));
    const all = [...byId.values()];
    const claimable = all.flatMap(({ references }) => references);
    return writing(book, async (transaction) => {
      if (hold !== undefined && !(await isHeld(book.engine, transaction, hold)))
        return E.left(takenOver(hold.storefront));
      if (claimable.length > 0) await book.engine.lock(transaction, claimable);
      const claimed = await owners(transaction, claimable, toldOnly);
      const lost = lostClaims(all, (reference) => claimed.get(reference) ?? []);
      const won = all.filter(({ id }) => !lost.has(id));
      await claim(transaction, claimsOf(won, at));
      const saved = await insertSendings(transaction, rowsOf(won, at));
      const savedIds = new Set(saved.map(({ id }) => id));
      await insertBodies(
        transaction,
        won.filter(({ id }) => savedIds.has(id)).map(({ id, body }) => ({ id, body })),
      );
      const kept = won.filter(({ id }) => !savedIds.has(id)).map(({ id }) => id);
      const earlier = await sendingsOf(transaction, kept);
      return E.right({ claimed: lost, earlier: new Map(earlier.map((row) => [row.id, toSending(row)])) });
    });
  };
};
