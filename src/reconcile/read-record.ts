/** Reads one record of a platform by whatever a person has at hand: its id, its number, or the name of its transaction. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { moneyIn } from '../domain/money.ts';
import type { SyncStore } from '../domain/sync-store.ts';
import { recordNamed } from '../mapping/identity.ts';
import type { Account, SourceResult } from '../mapping/source-connector.ts';
import { callSource } from '../pipeline/call-source.ts';
import {
  severalRecords,
  type SyncFailure,
  toSourceFailure,
  unknownRecord,
  unknownStorefront,
} from '../pipeline/failures.ts';
import type { StorefrontPorts, SyncPorts } from '../pipeline/ports.ts';

/** One record of a storefront in its present state. */
export interface ReadRecord {
  readonly configured: StorefrontPorts;
  readonly account: Account;
  /** The platform's id of the record, or the text by which the connector found it. */
  readonly sourceId: string;
  readonly result: SourceResult;
}

type ReadRecordPorts = Pick<SyncPorts, 'storefronts' | 'store' | 'clock' | 'random' | 'log' | 'isInterrupted'>;

/** A connector need not know the merchant's numbers: the report lines of all runs have them in their names. */
const recordWithNumber = async (
  store: Pick<SyncStore, 'findByNumber'>,
  storefront: string,
  number: string,
): Promise<E.Either<SyncFailure, string | undefined>> => {
  if (number === '') return E.right(undefined);
  const found = await store.findByNumber(storefront, number)();
  if (E.isLeft(found)) return found;
  if (found.right.length <= 1) return E.right(found.right[0]?.sourceId);
  const choices = found.right.map(
    ({ sourceId, amounts }) =>
      `${sourceId}${amounts === null ? '' : ` (${amounts.month}, ${moneyIn(amounts.currency)(amounts.total)} ${amounts.currency})`}`,
  );
  return E.left(severalRecords(storefront, number, choices));
};

/**
 * Reads one record by the platform's id, the id or name of its transaction, anything that the connector accepts, or its number,
 * in any run or at the platform. Left if no record or several records match.
 */
export const readNamedRecord =
  (ports: ReadRecordPorts) =>
  (storefront: string, id: string): TE.TaskEither<SyncFailure, ReadRecord> =>
  async () => {
    const configured = ports.storefronts[storefront];
    if (configured === undefined) return E.left(unknownStorefront(storefront, Object.keys(ports.storefronts)));
    const { connector } = configured;
    const ask = callSource(ports, ports.isInterrupted);
    const account = await ask(connector.account);
    if (E.isLeft(account)) return E.left(toSourceFailure(storefront, account.left));
    const record = recordNamed({ platform: connector.platform, account: account.right.id }, id);
    const asGiven = await ask(connector.readRecord(record));
    if (E.isLeft(asGiven)) return E.left(toSourceFailure(storefront, asGiven.left));
    const named = O.isNone(asGiven.right)
      ? await recordWithNumber(ports.store, storefront, id.trim())
      : E.right(undefined);
    if (E.isLeft(named)) return named;
    const byNumber = connector.readByNumber?.(id.trim());
    const never = O.isNone(asGiven.right) && named.right === undefined && byNumber !== undefined;
    const line =
      named.right !== undefined
        ? await ask(connector.readRecord(named.right))
        : await (never ? ask(byNumber) : Promise.resolve(asGiven));
    if (E.isLeft(line)) return E.left(toSourceFailure(storefront, line.left));
    if (O.isNone(line.right)) return E.left(unknownRecord(storefront, id));
    const result = line.right.value;
    const found = E.isLeft(result) ? result.left.sourceId : result.right.identity.recordId;
    const sourceId = named.right ?? (never ? found : record);
    return E.right({ configured, account: account.right, sourceId, result });
  };

/**
 * A record that the platform no longer has, although something was sent for it: by the platform's id, the id or name of its
 * transaction, or its number. Left if nothing was sent.
 */
export const readGoneRecord =
  (ports: ReadRecordPorts) =>
  async (storefront: string, id: string): Promise<E.Either<SyncFailure, Omit<ReadRecord, 'result'>>> => {
    const configured = ports.storefronts[storefront];
    if (configured === undefined) return E.left(unknownStorefront(storefront, Object.keys(ports.storefronts)));
    const { connector } = configured;
    const account = await callSource(ports, ports.isInterrupted)(connector.account);
    if (E.isLeft(account)) return E.left(toSourceFailure(storefront, account.left));
    const named = recordNamed({ platform: connector.platform, account: account.right.id }, id);
    const byNumber = await recordWithNumber(ports.store, storefront, id.trim());
    if (E.isLeft(byNumber)) return byNumber;
    const sourceId = byNumber.right ?? named;
    const sent = await ports.store.findSent(storefront, sourceId)();
    if (E.isLeft(sent)) return sent;
    return sent.right.size === 0
      ? E.left(unknownRecord(storefront, id))
      : E.right({ configured, account: account.right, sourceId });
  };
