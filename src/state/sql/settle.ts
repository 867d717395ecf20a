import type { Instant } from '../../core/instant.ts';
import type { PageCommit } from '../../core/record-book.ts';
import { textKey } from '../../mapping/comparison.ts';
import type { SendingRow, ServiceTransactionRow } from '../schema.ts';
import type { SqlEngine } from '../sql-engine.ts';
import type { Transaction } from './in-transaction.ts';
import { insertRows } from './insert-rows.ts';
import { listStatement } from './list-statement.ts';

type Settled = PageCommit['settled'];
type Settle = (transaction: Transaction, settled: Settled, at: Instant) => Promise<void>;

/** Of several words about one id the last one counts; but confirmed is final. */
const lastWords = (settled: Settled): ReadonlyMap<string, Settled[number]['status']> => {
  const words = new Map<string, Settled[number]['status']>();
  for (const { id, status } of settled) if (words.get(id) !== 'confirmed') words.set(id, status);
  return words;
};

/**
 * Notes what became of intents. Each loses its body, and with it the address: what is closed is never pushed again, and
 * what takes its place is frozen anew. A confirmed one counts as present in the service; one that was refused loses its
 * references, because it tells no sale.
 */
export const settle = (engine: SqlEngine): Settle => {
  const namesOf = listStatement<Pick<SendingRow, 'id' | 'name' | 'remote_id'>>(
    engine,
    'select id, name, remote_id from sending where id in (',
  );
  // Of names, the service's own word counts.
  const insertPresent = insertRows<ServiceTransactionRow>(engine, {
    into: 'service_transaction',
    columns: ['id', 'name', 'walk', 'shown'],
    tail:
      'on conflict (id) do update set name = coalesce(service_transaction.name, excluded.name), ' +
      'shown = coalesce(excluded.shown, service_transaction.shown) ' +
      'where service_transaction.name is null or excluded.shown is not null',
  });
  const notePresent = async (transaction: Transaction, ids: readonly string[], settled: Settled): Promise<void> => {
    const shown = new Map(settled.map((one) => [one.id, one.shown]));
    const rows = new Map<string, ServiceTransactionRow>();
    for (const { id, name, remote_id } of await namesOf(transaction, ids)) {
      const of = shown.get(id);
      const presentId = remote_id ?? id;
      rows.set(presentId, {
        id: presentId,
        name: textKey(name),
        walk: 0,
        shown: of === undefined ? null : JSON.stringify(of),
      });
    }
    await insertPresent(transaction, [...rows.values()]);
  };
  const dropBodies = listStatement(engine, 'delete from sending_body where id in (');
  const setStatus = listStatement(
    engine,
    "update sending set status = ?, settled_at = ? where status <> 'confirmed' and id in (",
  );
  const setRemoteId = listStatement(engine, 'update sending set remote_id = ? where remote_id is null and id in (');
  const setDigest = listStatement(engine, "update sending set digest = ? where status <> 'confirmed' and id in (");
  // A refusal that came after a confirmation changed no status, and forgets nothing.
  const forgetReferences = listStatement(
    engine,
    "delete from sale_reference where run = 0 and id in (select id from sending where status = 'refused' and id in (",
    '))',
  );

  return async (transaction, settled, at) => {
    const words = lastWords(settled);
    for (const { id, digest } of settled) if (digest !== undefined) await setDigest(transaction, [id], digest);
    for (const { id, remoteId } of settled) if (remoteId !== undefined) await setRemoteId(transaction, [id], remoteId);
    for (const status of ['confirmed', 'refused'] as const) {
      const ids: string[] = [];
      for (const [id, word] of words) if (word === status) ids.push(id);
      await setStatus(transaction, ids, status, at);
      await dropBodies(transaction, ids);
      if (status === 'refused') await forgetReferences(transaction, ids);
      if (status === 'confirmed') await notePresent(transaction, ids, settled);
    }
  };
};
