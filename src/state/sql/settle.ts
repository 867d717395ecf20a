import type { Instant } from '../../core/instant.ts';
import type { PageCommit } from '../../core/record-book.ts';
import type { SqlEngine } from '../sql-engine.ts';
import type { Transaction } from './in-transaction.ts';
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
  const notePresent = listStatement(
    engine,
    'insert into service_transaction (id, name, walk) select coalesce(remote_id, id), name, 0 from sending where id in (',
    ') on conflict (id) do update set name = excluded.name where service_transaction.name is null',
  );
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
      if (status === 'confirmed') await notePresent(transaction, ids);
    }
  };
};
