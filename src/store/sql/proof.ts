/** Stores what the nightly proof has read of the service's list, and which days it has proved. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { sql } from 'kysely';
import type { ListedTransaction, ProofStore } from '../../domain/proof-store.ts';
import type { FencingToken, StoreError, StoreResult } from '../../domain/sync-store.ts';
import type { ListedRow } from '../review-schema.ts';
import {
  type AccountDatabase,
  insertRows,
  inWriteTransaction,
  listStatement,
  lockAndCheckFence,
  readFrom,
  type SqlTransaction,
  toChunks,
  writeTo,
} from './database.ts';
import { parseShown, toNumber } from './rows.ts';

const onKnownId =
  'on conflict (account, id) do update set position = excluded.position, owner = excluded.owner, day = excluded.day, ' +
  'hash = excluded.hash, night = excluded.night';

export const sqlProof = (database: AccountDatabase): ProofStore => {
  const { account, engine } = database;
  const insertListed = insertRows<ListedRow>(engine, 'listed', onKnownId);
  const listedOf = listStatement<ListedRow>(engine, 'select * from listed where account = ? and id in (');
  return {
    proofState: (name) =>
      readFrom(database, async (transaction) => {
        const row = await transaction
          .selectFrom('proof_state')
          .select('state')
          .where('account', '=', account)
          .where('name', '=', name)
          .executeTakeFirst();
        return O.fromNullable(row?.state);
      }),
    findListed: (ids) =>
      readFrom(database, async (transaction) =>
        (await listedOf(transaction, [...new Set(ids)], account)).map(toListed),
      ),
    saveListed: (transactions, state, fence) =>
      writeFenced(database, fence, async (transaction) => {
        const rows = new Map(transactions.map((one) => [one.id, { account, ...one }]));
        await insertListed(transaction, [...rows.values()]);
        if (state === null) return;
        await transaction
          .insertInto('proof_state')
          .values({ account, name: state.name, state: state.json })
          .onConflict((key) => key.columns(['account', 'name']).doUpdateSet({ state: state.json }))
          .execute();
      }),
    forgetListed: (ids, fence) =>
      writeFenced(database, fence, async (transaction) => {
        for (const chunk of toChunks(ids))
          await transaction.deleteFrom('listed').where('account', '=', account).where('id', 'in', chunk).execute();
      }),
    notReadSince: (night, position, limit) =>
      readFrom(database, async (transaction) => {
        const rows = await transaction
          .selectFrom('listed')
          .selectAll()
          .where('account', '=', account)
          .where('position', '>=', position)
          .where('night', '<', night)
          .orderBy('position', 'desc')
          .limit(limit)
          .execute();
        return rows.map(toListed);
      }),
    listedOn: (owners, { from, to }) =>
      readFrom(database, async (transaction) => {
        const rows = await transaction
          .selectFrom('listed')
          .innerJoin('service_transaction', (join) =>
            join
              .onRef('service_transaction.id', '=', 'listed.id')
              .onRef('service_transaction.account', '=', 'listed.account'),
          )
          .select([
            'listed.id',
            'listed.night',
            'listed.position',
            'service_transaction.name',
            'service_transaction.shown',
          ])
          .where('listed.account', '=', account)
          .where('owner', 'in', owners)
          .where((eb) => eb.or([eb('day', '=', ''), eb.and([eb('day', '>=', from), eb('day', '<=', to)])]))
          .execute();
        return rows.map(({ id, night, position, name, shown }) => ({
          id,
          name,
          night: toNumber(night),
          position: toNumber(position),
          shown: parseShown(shown),
        }));
      }),
    listedDays: (owners) =>
      readFrom(database, async (transaction) => {
        const rows = await transaction
          .selectFrom('listed')
          .select([
            'owner',
            'day',
            sql<number | string>`count(*)`.as('count'),
            sql<number | string>`sum(hash)`.as('sum'),
          ])
          .where('account', '=', account)
          .where('owner', 'in', owners)
          .groupBy(['owner', 'day'])
          .orderBy('owner')
          .orderBy('day')
          .execute();
        return rows.map(({ owner, day, count, sum }) => ({ owner, day, count: toNumber(count), sum: toNumber(sum) }));
      }),
    countListed: readFrom(database, async (transaction) => {
      const row = await transaction
        .selectFrom('listed')
        .select(sql<number | string>`count(*)`.as('count'))
        .where('account', '=', account)
        .executeTakeFirst();
      return toNumber(row?.count ?? 0);
    }),
    provedDays: (storefront) =>
      readFrom(database, async (transaction) => {
        const rows = await transaction
          .selectFrom('proved_day')
          .selectAll()
          .where('account', '=', account)
          .where('storefront', '=', storefront)
          .orderBy('day')
          .execute();
        return rows.map(({ day, digest, seen_at }) => ({ day, digest, provedAt: toNumber(seen_at) }));
      }),
    saveProvedDays: (storefront, days) =>
      writeTo(database, async (transaction) => {
        for (const { day, digest, provedAt } of days) {
          const value = { digest, seen_at: Math.trunc(provedAt) };
          await transaction
            .insertInto('proved_day')
            .values({ account, storefront, day, ...value })
            .onConflict((key) => key.columns(['account', 'storefront', 'day']).doUpdateSet(value))
            .execute();
        }
      }),
  };
};

const toListed = ({ id, position, owner, day, hash, night }: ListedRow): ListedTransaction => ({
  id,
  position: toNumber(position),
  owner,
  day,
  hash: toNumber(hash),
  night: toNumber(night),
});

const writeFenced = (
  database: AccountDatabase,
  fence: FencingToken | undefined,
  write: (transaction: SqlTransaction) => Promise<void>,
): TE.TaskEither<StoreError, void> =>
  inWriteTransaction(database, async (transaction): StoreResult<void> => {
    const allowed = await lockAndCheckFence(database, transaction, fence);
    if (E.isRight(allowed)) await write(transaction);
    return allowed;
  });
