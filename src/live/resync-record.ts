/** Reads one record again after a change and settles it, or notes that the platform deleted it. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreResult, SyncStore } from '../domain/sync-store.ts';
import type { HoldReason } from '../domain/exclusion.ts';
import { type Adjustment, type FailureReason, isInService, type ReportLine } from '../domain/run.ts';
import type { SourceError } from '../domain/errors.ts';
import { mapGoneRecord, mapRecord } from '../pipeline/map-page.ts';
import { isUnreadablePosition } from '../pipeline/unreadable-position.ts';
import type { ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { callWithTimeout } from '../pipeline/call-source.ts';
import { livePushContext, type LiveStorefront } from './live-storefront.ts';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../domain/instant.ts';
import type { SourceResult } from '../mapping/source-connector.ts';
import type { MappedRecord } from '../pipeline/mapped-record.ts';
import { applyBeforePush } from '../pipeline/before-push.ts';
import { lookUpPage } from '../pipeline/look-up-page.ts';
import { isSaleId, laterIdsOf, saleIdOf } from '../mapping/identity.ts';
import { settlePage } from '../pipeline/settle-page.ts';
import { recordGone, correctAtService, pushStateOf } from '../pipeline/report-lines.ts';
import { asConfirmed, type DeletedSale, settleDeletedSale } from '../pipeline/settle-excluded.ts';
import { attempt } from '../domain/attempt.ts';

export type ResyncEnd =
  /**
   * `isUnclear`: the record is excluded, and whether the service holds an earlier push of it is unknown. `readAgainAt`: when the
   * record is to be read again, in milliseconds since 1970.
   */
  | {
      readonly _tag: 'Settled';
      readonly lines: readonly ReportLine[];
      readonly isUnclear?: boolean;
      readonly readAgainAt?: number;
    }
  /** The service client stopped, or it took too long: the result is unknown, and the stored intents resume it. */
  | { readonly _tag: 'NotClear' }
  /** The platform does not have the record yet, or no longer has it. */
  | { readonly _tag: 'NotThere' }
  /** The record counts as deleted, and that was saved. `isUnclear`: as above. */
  | { readonly _tag: 'Deleted'; readonly lines: readonly ReportLine[]; readonly isUnclear: boolean }
  | { readonly _tag: 'SourceFailed'; readonly error: SourceError };

/** Makes one request to the platform: the caller retries. */
export const resyncRecord =
  (at: LiveStorefront, client: ServiceClient, isOver: () => boolean) =>
  async (recordId: string): StoreResult<ResyncEnd> => {
    const { crashPoint } = at.ports;
    // Positions are not platform ids; a lookup by position would report the record as deleted.
    if (isUnreadablePosition(recordId)) return E.right({ _tag: 'Settled', lines: [] });
    const onAnswer = at.ports.onQuestion?.();
    const record = await callWithTimeout(at.ports, isOver)(at.connector.readRecord(recordId));
    onAnswer?.();
    if (E.isLeft(record)) return E.right({ _tag: 'SourceFailed', error: record.left });
    crashPoint('after_record_read');
    if (O.isNone(record.right)) return E.right({ _tag: 'NotThere' });
    const page = await settleRecords(at, client, isOver)([{ result: record.right.value, position: recordId }]);
    if (E.isLeft(page)) return page;
    crashPoint('after_record_commit');
    const { lines, isWhole, unclear } = page.right;
    const isUnclear = unclear.length > 0;
    return E.right(
      isWhole ? { _tag: 'Settled', lines, isUnclear, ...readAgainOf(record.right.value) } : { _tag: 'NotClear' },
    );
  };

/** The lines of records that were read again. */
export interface LiveResult {
  readonly lines: readonly ReportLine[];
  /** False when the service client stopped, or the work was interrupted, before everything was settled. */
  readonly isWhole: boolean;
  /** See `PageResult`. */
  readonly unclear: readonly string[];
}

/**
 * Settles records with the same steps as a historical sync, and keeps their lines in the storefront's live run. A record that is
 * the same as when it was sent needs no request.
 *
 * @param isOver asked often; once true, other storefronts are asked nothing more
 */
export const settleRecords =
  (at: LiveStorefront, client: ServiceClient, isOver: () => boolean) =>
  (records: readonly { readonly result: SourceResult; readonly position: string }[]): StoreResult<LiveResult> =>
    attempt(async (take) => {
      const { ports, store, run, mapContext } = at;
      const prepared: MappedRecord[] = [];
      const mapped = records.flatMap(({ result, position }) => mapRecord(mapContext, result, position));
      for (const record of mapped) prepared.push(await applyBeforePush(mapContext, record));
      const page = await take(settlePage(livePushContext(at, client, isOver), prepared));
      const { lines, references, isWhole, unclear } = page;
      await take(
        store.commitPage(
          {
            runId: run.id,
            storefront: mapContext.storefront,
            checkpoint: null,
            lines,
            references,
            settledIntents: page.settledIntents,
            audit: page.audit,
          },
          instantOfMilliseconds(ports.clock.now()),
        )(),
      );
      return { lines, isWhole, unclear };
    });

/** The lines of settled records that can succeed on a retry without a change by a person. Pure. */
export const passingOf = (lines: readonly ReportLine[]): readonly ReportLine[] =>
  lines.filter((line) => isPassing(line) || waitsForIdOfSale(line, lines));

/** What was known of a deleted record before its deletion. */
interface BeforeDeletion extends Pick<DeletedSale, 'pushed' | 'line'> {
  readonly live: ReportLine | undefined;
  /** The line of a historical run: the live run only has records that were resynced since. */
  readonly history: ReportLine | undefined;
}

/** The report line of a deleted record: a transaction that was sent keeps its line, with the deletion as an adjustment. Pure. */
export const deletionLine = (before: BeforeDeletion, at: Instant): ReportLine => {
  const line = lineOfSent(before);
  return line === undefined ? before.line : withDeletion({ ...line, storefront: before.line.storefront }, at);
};

/**
 * Notes that the platform no longer has the record: its transactions at the service are no longer true, and are offset if the
 * policy or a person asks for it. Looks up unconfirmed pushes.
 */
export const recordDeletion =
  (at: LiveStorefront, client: ServiceClient, isOver: () => boolean) =>
  (sourceId: string): StoreResult<LiveResult> =>
    attempt(async (take) => {
      const { ports, store, run, mapContext } = at;
      const { storefront } = mapContext;
      const parts = await take(partsOf(at, sourceId));
      const wanted = parts.map(({ id }) => ({ id, name: '' }));
      const known = await take(lookUpPage(store)(run.id, wanted));
      const pushContext = livePushContext(at, client, isOver);
      const now = instantOfMilliseconds(ports.clock.now());
      const lines: ReportLine[] = [];
      const settledIntents: DeletedSale['settledIntents'][number][] = [];
      for (const [index, { id, live, history }] of parts.entries()) {
        const isSale = index === 0;
        if (!isSale && (live ?? history) === undefined && pushStateOf(known, id) === 'never pushed') continue;
        const kind = isSaleId(id) ? 'sale' : 'refund';
        const deleted = await take(
          settleDeletedSale(pushContext, { id, kind, sourceId, name: live?.name ?? sourceId }, known),
        );
        const { pushed, line, unclear, isWhole } = deleted;
        // The last lines stay until the outcome of each push is known.
        if (!isWhole || unclear.length > 0) return { lines: [], unclear, isWhole };
        settledIntents.push(...deleted.settledIntents);
        lines.push(deletionLine({ pushed, line, live, history }, now));
      }
      const isSent = lines.some(({ outcome }) => isInService(outcome));
      const compared = isSent ? await settlePage(pushContext, [mapGoneRecord(at.mapContext, sourceId)]) : undefined;
      if (compared !== undefined && E.isLeft(compared)) return take(compared);
      const page = compared?.right;
      if (page?.isWhole === false) return { lines: [], unclear: page.unclear, isWhole: false };
      const untrue = (page?.lines ?? []).filter(({ outcome }) => outcome !== 'skipped');
      const outcomeOf = new Map(lines.map(({ id, outcome }) => [id, outcome]));
      const found = untrue.map((line) => ({ ...line, outcome: outcomeOf.get(line.id) ?? line.outcome }));
      const all = [...new Map([...lines, ...found].map((line) => [line.id, line])).values()];
      const settled = new Map([...settledIntents, ...(page?.settledIntents ?? [])].map((one) => [one.id, one]));
      await take(
        store.commitPage(
          {
            runId: run.id,
            storefront,
            checkpoint: null,
            lines: all,
            references: [],
            settledIntents: [...settled.values()],
            audit: page?.audit ?? { ...pushContext.audit, unanswered: [] },
          },
          now,
        )(),
      );
      return { lines: all, unclear: [], isWhole: true };
    });

const readAgainOf = (result: SourceResult): { readonly readAgainAt?: number } => {
  const at = E.isLeft(result) ? result.left.readAgainAt : undefined;
  return at === undefined ? {} : { readAgainAt: millisecondsOf(at) };
};

/**
 * Reasons that a retry may resolve: another storefront that could not be asked, a hook that failed, a record that the platform
 * could not serve, a service without an answer. A refund that waits for its sale is not among them: both belong to one record, so
 * the change that settles the sale settles the refund, too. But see `waitsForIdOfSale`.
 */
const passing: Readonly<Partial<Record<string, boolean>>> = {
  'possible duplicate': true,
  'app rule failed': true,
  'record not served': true,
  'no definitive response': true,
  refused: false,
  'unreadable record': false,
  'incomplete record': false,
  'totals do not add up': false,
  'refund exceeds its sale': false,
  'missing address': false,
  'unknown currency': false,
  'amount not exact': false,
  'no exchange rate': false,
  'tax still estimated': false,
  'partially paid': false,
  'waiting for its sale': false,
  'partly sent already': false,
  'code not accepted': false,
  'zero total held': false,
  'marketplace sale held': false,
  'closed period': false,
  'gone from the service': false,
} satisfies Record<HoldReason | FailureReason, boolean>;

/** Whether a line can succeed on a retry without a change by a person. Pure. */
const isPassing = ({ outcome, reason }: ReportLine): boolean =>
  reason === 'awaiting metadata' ||
  ((outcome === 'held' || outcome === 'failed') && reason !== null && passing[reason] === true);

/** Whether the service has the sale, but does not show the id that it assigned yet: nothing else would send the refund. Pure. */
const waitsForIdOfSale = ({ reason, detail }: ReportLine, lines: readonly ReportLine[]): boolean =>
  reason === 'waiting for its sale' && lines.some(({ id, outcome }) => id === detail?.parentId && isInService(outcome));

const lineOfSent = ({ pushed, live, history }: BeforeDeletion): ReportLine | undefined => {
  if (isInService(live?.outcome)) return live;
  if (pushed !== 'pushed') return undefined;
  const gaveUp = [live, history].find((line) => line?.reason === 'no definitive response');
  if (gaveUp !== undefined) return asConfirmed(gaveUp);
  return isInService(history?.outcome) && history !== undefined ? { ...history, outcome: 'alreadyPresent' } : undefined;
};

/** Adds the deletion only once, however often the record is read. */
const withDeletion = (line: ReportLine, at: Instant): ReportLine =>
  line.amounts === null || line.adjustments.some(({ kind }) => kind === 'deletion')
    ? line
    : { ...line, adjustments: [...line.adjustments, deletion(line.amounts, at)] };

const deletion = ({ currency, total, taxCollected }: NonNullable<ReportLine['amounts']>, at: Instant): Adjustment => ({
  kind: 'deletion',
  id: 'deletion',
  occurredAt: at,
  currency,
  amount: -total,
  tax: -taxCollected,
  sent: false,
  message: `${recordGone}. ${correctAtService}`,
});

/** A transaction that may have been sent for a record, and its lines. */
interface SentPart extends Pick<BeforeDeletion, 'live' | 'history'> {
  readonly id: string;
}

/** The sale of a record, its marketplace part, and the later changes that were sent or that their lines name. */
const partsOf = (
  { store, run, mapContext: { platform, account, storefront } }: LiveStorefront,
  recordId: string,
): StoreResult<readonly SentPart[]> =>
  attempt(async (take) => {
    const newest = await take(store.findRun(O.none)());
    const sent = await take(store.findSent(storefront, recordId)());
    const sales = [
      saleIdOf({ platform, account, recordId }),
      saleIdOf({ platform, account, recordId, part: 'marketplace' }),
    ];
    const ids = new Set([...sales, ...sent.keys()]);
    const parts: SentPart[] = [];
    // Ids that are added during the loop are visited as well.
    for (const id of ids) {
      const live = await take(lineOf(store, run.id, id));
      const runId = sent.get(id) ?? O.toUndefined(newest)?.id;
      const history = await take(runId === undefined ? E.right(undefined) : lineOf(store, runId, id));
      parts.push({ id, live, history });
      const later = [live, history].flatMap((line) => line?.adjustments ?? []);
      if (sales.includes(id)) for (const laterId of laterIdsOf(id, later)) ids.add(laterId);
    }
    return parts;
  });

const lineOf = async (store: SyncStore, runId: string, id: string): StoreResult<ReportLine | undefined> => {
  const page = await store.findLines(runId, { id }, { after: O.none, limit: 1 })();
  return E.isLeft(page) ? page : E.right(page.right.lines[0]);
};
