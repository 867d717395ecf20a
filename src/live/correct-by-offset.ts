/** Corrects one transaction by an offset after a person agreed to it. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { isInService, type ReportLine } from '../domain/run.ts';
import { correctionWithin } from '../mapping/identity.ts';
import { callWithTimeout } from '../pipeline/call-source.ts';
import { type SyncFailure, toSourceFailure } from '../pipeline/failures.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { makeServiceClient } from '../pipeline/rate-limit/service-client.ts';
import type { CorrectionResult } from '../reconcile/correct.ts';
import { openLiveStorefront } from './live-storefront.ts';
import { recordDeletion, settleRecords } from './resync-record.ts';
import { attempt } from '../domain/attempt.ts';

/**
 * Reads the record and corrects one of its transactions by its opposite and, if something still counts, by a transaction with the
 * right values, whatever the policy is. Everything else of the record is settled as after a webhook.
 */
export const correctByOffset =
  (ports: SyncPorts) =>
  (
    storefront: string,
    { recordId, id, by }: { readonly recordId: string; readonly id: string; readonly by: string },
  ): TE.TaskEither<SyncFailure, CorrectionResult> =>
  () =>
    attempt(async (take) => {
      const opened = await openLiveStorefront(ports)(storefront);
      if (E.isLeft(opened)) {
        return take(E.left(opened.left._tag === 'StoreError' ? opened.left : toSourceFailure(storefront, opened.left)));
      }
      const base = baseOf(id);
      const at = { ...opened.right, cause: 'person' as const, offsets: new Map([[base, by]]) };
      const client = makeServiceClient(ports);
      const record = await callWithTimeout(ports, client.isOver)(at.connector.readRecord(recordId));
      if (E.isLeft(record)) return take(E.left(toSourceFailure(storefront, record.left)));
      const before = await take(at.store.findSent(storefront, recordId)());
      const settled = await take(
        O.isNone(record.right)
          ? recordDeletion(at, client, client.isOver)(recordId)
          : settleRecords(at, client, client.isOver)([{ result: record.right.value, position: recordId }]),
      );
      return resultIn(settled.lines, base, new Set(before.keys()));
    });

const baseOf = (id: string): string => correctionWithin(id)?.base ?? id;

/** @param before the corrections that stood before */
const resultIn = (lines: readonly ReportLine[], base: string, before: ReadonlySet<string>): CorrectionResult => {
  const ofChain = lines.filter(({ id }) => baseOf(id) === base);
  const made = ofChain.filter(({ id }) => correctionWithin(id) !== undefined && !before.has(id));
  const failed = [...made.filter(({ outcome }) => !isInService(outcome)), ...ofChain.filter(isOpen)];
  const idOf = (kind: 'undone' | 'restored'): string | undefined =>
    made.find(({ id }) => correctionWithin(id)?.kind === kind)?.id;
  const [offset, replacement] = [idOf('undone'), idOf('restored')];
  if (failed.length > 0 || (offset === undefined && replacement === undefined)) {
    const message = failed.flatMap((line) => line.message ?? [])[0];
    return notCorrected(message ?? 'It is not corrected yet. Look again, then correct it.');
  }
  return {
    _tag: 'Corrected',
    ...(offset !== undefined && { offset }),
    ...(replacement !== undefined && { replacement }),
  };
};

const isOpen = ({ findings }: ReportLine): boolean =>
  findings.some((finding) => finding === 'no longer true' || finding === 'differs');

const notCorrected = (message: string): CorrectionResult => ({ _tag: 'NotCorrected', answer: 'not sent', message });
