/** Reads one record of a platform by whatever a person has at hand: its id, its number, or the name of its transaction. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { attempt } from '../domain/attempt.ts';
import type { SourceError } from '../domain/errors.ts';
import { moneyIn } from '../domain/money.ts';
import type { SyncStore } from '../domain/sync-store.ts';
import { recordNamed } from '../mapping/identity.ts';
import type { Account, SourceResult } from '../mapping/source-connector.ts';
import { callSource, type NotRead } from '../pipeline/call-source.ts';
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

/**
 * Reads one record by the platform's id, the id or name of its transaction, anything that the connector accepts, or its number,
 * in any run or at the platform. Left if no record or several records match.
 */
export const readNamedRecord =
  (ports: ReadRecordPorts) =>
  (storefront: string, id: string): TE.TaskEither<SyncFailure, ReadRecord> =>
  () =>
    attempt(async (take) => {
      const configured = ports.storefronts[storefront];
      if (configured === undefined) return take(E.left(unknownStorefront(storefront, Object.keys(ports.storefronts))));
      const { connector } = configured;
      const ask = askerOf(ports, storefront);
      const account = await take(ask(connector.account));
      const record = recordNamed({ platform: connector.platform, account: account.id }, id);
      const asGiven = await take(ask(connector.readRecord(record)));
      const named = O.isNone(asGiven) ? await take(recordWithNumber(ports.store, storefront, id.trim())) : undefined;
      const byNumber = connector.readByNumber?.(id.trim());
      const never = O.isNone(asGiven) && named === undefined && byNumber !== undefined;
      const found =
        named !== undefined
          ? await take(ask(connector.readRecord(named)))
          : never
            ? await take(ask(byNumber))
            : asGiven;
      if (O.isNone(found)) return take(E.left(unknownRecord(storefront, id)));
      const result = found.value;
      const idFound = E.isLeft(result) ? result.left.sourceId : result.right.identity.recordId;
      return { configured, account, sourceId: named ?? (never ? idFound : record), result };
    });

/**
 * A record that the platform no longer has, although something was sent for it: by the platform's id, the id or name of its
 * transaction, or its number. Left if nothing was sent.
 */
export const readGoneRecord =
  (ports: ReadRecordPorts) =>
  (storefront: string, id: string): Promise<E.Either<SyncFailure, Omit<ReadRecord, 'result'>>> =>
    attempt(async (take) => {
      const configured = ports.storefronts[storefront];
      if (configured === undefined) return take(E.left(unknownStorefront(storefront, Object.keys(ports.storefronts))));
      const { connector } = configured;
      const account = await take(askerOf(ports, storefront)(connector.account));
      const named = recordNamed({ platform: connector.platform, account: account.id }, id);
      const sourceId = (await take(recordWithNumber(ports.store, storefront, id.trim()))) ?? named;
      const sent = await take(ports.store.findSent(storefront, sourceId)());
      return sent.size === 0 ? take(E.left(unknownRecord(storefront, id))) : { configured, account, sourceId };
    });

const askerOf =
  (ports: ReadRecordPorts, storefront: string) =>
  async <A>(question: TE.TaskEither<SourceError, A>): Promise<E.Either<SyncFailure, A>> =>
    E.mapLeft((failure: SourceError | NotRead) => toSourceFailure(storefront, failure))(
      await callSource(ports, ports.isInterrupted)(question),
    );

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
