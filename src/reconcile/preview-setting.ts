/** Shows what would become of waiting sales if a setting were changed, before a person changes it. Sends nothing. */
import { isRecord } from '../domain/fields.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Outcome, ReportLine } from '../domain/run.ts';
import type { Policy, PolicyChoices } from '../mapping/policy.ts';
import type { SourceResult } from '../mapping/source-connector.ts';
import { inParallel, monotonicTime } from '../domain/async.ts';
import { liveCalendar } from '../pipeline/calendar.ts';
import { callSource } from '../pipeline/call-source.ts';
import { type MappedTransaction, transactionIdOf } from '../pipeline/mapped-record.ts';
import { type MapContext, mapRecord, toMapContext } from '../pipeline/map-page.ts';
import type { SyncPorts } from '../pipeline/ports.ts';

/** The line of a sale, and the record to read for it. */
export interface PreviewedLine {
  readonly storefront: string;
  readonly sourceId: string;
  readonly lineId: string;
}

/** What would become of a sale. Minor units. */
export interface PreviewedSale {
  /** `succeeded`: it would be sent, unless a closed month, another storefront or the host's hook prevents it. */
  readonly outcome: Extract<Outcome, 'succeeded' | 'held' | 'skipped'>;
  readonly reason: ReportLine['reason'];
  readonly currency: string | null;
  readonly total: bigint | null;
  readonly tax: bigint;
  /** The tax as it is mapped today; 0 for a sale that is not sent today. */
  readonly taxToday: bigint;
}

type PreviewPorts = Pick<
  SyncPorts,
  'storefronts' | 'clock' | 'random' | 'log' | 'isInterrupted' | 'wire' | 'onQuestion'
>;

/** Milliseconds that a person waits. Records that could not be read by then are left out. */
const maxWait = 30_000;

/** Records that are read at the same time. */
const atATime = inParallel(4);

/**
 * Reads records and maps them as if a setting were changed. Stores nothing. A record that cannot be read now is left out of the
 * result.
 */
export const previewSetting =
  (ports: PreviewPorts) =>
  async (lines: readonly PreviewedLine[], choice: PolicyChoices): Promise<readonly PreviewedSale[]> => {
    const now = monotonicTime(ports.clock);
    const end = now() + maxWait;
    const isOver = (): boolean => ports.isInterrupted() || now() >= end;
    const ask = callSource(ports, isOver);
    const found: PreviewedSale[] = [];
    await atATime(lines, async ({ storefront, sourceId, lineId }) => {
      const configured = ports.storefronts[storefront];
      if (configured === undefined || isOver()) return;
      const account = await ask(configured.connector.account);
      if (E.isLeft(account)) return;
      const record = await ask(configured.connector.readRecord(sourceId));
      if (E.isLeft(record) || O.isNone(record.right)) return;
      const { id, timeZone } = account.right;
      const where = { storefront, account: id, calendar: liveCalendar(timeZone) };
      const context: MapContext = { ...toMapContext(ports, configured, where), beforePush: undefined };
      const policy = withChoice(configured.policy, choice);
      const mapped = mappedLine({ ...context, policy }, record.right.value, lineId);
      if (mapped !== undefined) found.push(previewedSale(mapped, mappedLine(context, record.right.value, lineId)));
    });
    return found;
  };

/** A choice replaces only the parts that it names; the other parts of a setting stay. */
const withChoice = (policy: Policy, choice: PolicyChoices): Policy => {
  const configured: Readonly<Partial<Record<string, unknown>>> = { ...policy };
  const chosen = Object.entries(choice).filter(([, value]) => value !== undefined);
  const merged = chosen.map(([key, value]): readonly [string, unknown] => {
    const before = configured[key];
    return [key, isRecord(before) && isRecord(value) ? { ...before, ...value } : value];
  });
  return { ...policy, ...Object.fromEntries(merged) };
};

const mappedLine = (context: MapContext, result: SourceResult, lineId: string): MappedTransaction | undefined => {
  const records = mapRecord(context, result, lineId);
  const all = records.flatMap(({ sale, refunds }) => [sale, ...refunds.map(({ refund }) => refund)]);
  // A setting may split a sale, or no longer split it: then no part has the id of the line.
  return all.find((one) => transactionIdOf(one) === lineId) ?? all[0];
};

const taxOf = (mapped: MappedTransaction | undefined): bigint =>
  mapped === undefined || E.isLeft(mapped) ? 0n : mapped.right.amounts.taxCollected;

const previewedSale = (mapped: MappedTransaction, today: MappedTransaction | undefined): PreviewedSale => {
  const taxToday = taxOf(today);
  if (E.isRight(mapped)) {
    const { currency, total, taxCollected: tax } = mapped.right.amounts;
    return { outcome: 'succeeded', reason: null, currency, total, tax, taxToday };
  }
  const { outcome, reason, stated } = mapped.left;
  const amounts = { currency: stated?.currency ?? null, total: stated?.total ?? null };
  return { outcome: outcome === 'skipped' ? 'skipped' : 'held', reason, ...amounts, tax: 0n, taxToday };
};
