import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { isInService, type ReportLine } from '../domain/run.ts';
import { correctionWithin } from '../mapping/identity.ts';
import { callWithTimeout } from '../pipeline/call-source.ts';
import { type SyncFailure, toSourceFailure } from '../pipeline/failures.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { makeServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { openLiveStorefront } from './live-storefront.ts';
import { settleRecords } from './resync-record.ts';

/** What became of an offset that a person asked for. */
export type OffsetResult =
  | { readonly _tag: 'Offset'; readonly id: string }
  | { readonly _tag: 'NotOffset'; readonly message: string };

const offsetIn = (lines: readonly ReportLine[], base: string): OffsetResult => {
  const offsets = lines.filter(({ id }) => {
    const correction = correctionWithin(id);
    return correction?.base === base && correction.kind === 'undone';
  });
  const sent = offsets.findLast(({ outcome }) => isInService(outcome));
  const isOpen = lines.some(({ id, findings }) => id === base && findings.includes('no longer true'));
  if (sent !== undefined && !isOpen) return { _tag: 'Offset', id: sent.id };
  const message = [...offsets, ...lines.filter(({ id }) => id === base)].flatMap((line) => line.message ?? [])[0];
  return { _tag: 'NotOffset', message: message ?? 'It is not offset yet. Look again, then correct it.' };
};

/**
 * Reads a record and offsets one transaction of it that is no longer true, whatever the policy says: a person agreed. Everything else
 * of the record is settled as a webhook would.
 */
export const offsetUndone =
  (ports: SyncPorts) =>
  (
    storefront: string,
    { recordId, base, by }: { readonly recordId: string; readonly base: string; readonly by: string },
  ): TE.TaskEither<SyncFailure, OffsetResult> =>
  async () => {
    const opened = await openLiveStorefront(ports)(storefront);
    if (E.isLeft(opened)) {
      return E.left(opened.left._tag === 'StoreError' ? opened.left : toSourceFailure(storefront, opened.left));
    }
    const at = { ...opened.right, cause: 'person' as const, offsets: new Map([[base, by]]) };
    const client = makeServiceClient(ports);
    const record = await callWithTimeout(ports, client.isOver)(at.connector.readRecord(recordId));
    if (E.isLeft(record)) return E.left(toSourceFailure(storefront, record.left));
    if (O.isNone(record.right)) {
      return E.right({ _tag: 'NotOffset', message: 'The record no longer exists at the platform.' });
    }
    const settled = await settleRecords(
      at,
      client,
      client.isOver,
    )([{ result: record.right.value, position: recordId }]);
    if (E.isLeft(settled)) return settled;
    return E.right(offsetIn(settled.right.lines, base));
  };
