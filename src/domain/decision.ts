/**
 * The matters of a report that wait for a person (held or failed sales, findings, unsent changes), and what a person can
 * decide about each.
 */
import type { DateRange } from './date-range.ts';
import type { SettingHold } from './exclusion.ts';
import type { Instant } from './instant.ts';
import { isInformational, type ReportLine } from './run.ts';

/**
 * What a person decides about a matter.
 *
 * - `send`: send it although a setting or a closed period holds it, and also before the first day; the next reading of its record does
 * - `leave out`: never send it; its reports say so, with note and name
 * - `accept`: it is in the service, and may stay as it is
 * - `later`: hide it until a moment
 */
export type DecisionAction = 'send' | 'leave out' | 'accept' | 'later';

/** Something about one transaction that a person has to decide. */
export interface Matter {
  readonly storefront: string;
  readonly sourceId: string;
  /** The id of the report line. */
  readonly lineId: string;
  /** The id of the line, or of one of its adjustments: `<line>/<adjustment>`. */
  readonly id: string;
  /** The reason of a line that is held or failed; a finding; `adjustment: refund`. */
  readonly what: string;
  /** Whether it is about what the service holds; otherwise the transaction is held or failed. */
  readonly isSent: boolean;
  readonly currency: string | null;
  /** Minor units; null where it is not known. */
  readonly total: bigint | null;
}

/** What a person decided about a matter. */
export interface Decision extends Pick<Matter, 'storefront' | 'lineId' | 'id' | 'what'> {
  readonly action: DecisionAction;
  readonly note: string;
  /** In the host's words. */
  readonly by: string;
  readonly at: Instant;
  /** With `later`: when the matter is shown again; null otherwise. */
  readonly until: Instant | null;
  /** The decisions that were made together, and can be undone together. */
  readonly batch: string;
}

/** A matter with the line that it is about. */
export interface ListedMatter extends Matter {
  /** The newest run that has it; null where the user does not see that run. */
  readonly runId: string | null;
  readonly name: string;
  readonly kind: ReportLine['kind'];
  readonly message: string | null;
  readonly occurredAt: Instant | null;
  readonly jurisdiction: string | null;
  /** Tax of its line, in minor units; null where it is not known. */
  readonly taxCollected: bigint | null;
  /** IANA, of its storefront; null while unknown. */
  readonly timeZone: string | null;
  /** The newest decision; null while it is open. */
  readonly decision: Decision | null;
}

/** The sum of matters that have these in common. */
export interface MatterGroup extends Pick<Matter, 'storefront' | 'what' | 'isSent' | 'currency'> {
  readonly count: number;
  /** Minor units; matters without a known total are left out. */
  readonly total: bigint;
}

/**
 * How matters are listed: by total, the largest first, or by date of sale, the newest first. `id`: in an order of the
 * database, to read all matters, starting behind `after` (null: from the first).
 */
export type MatterOrder =
  | { readonly sort: 'money' | 'newest'; readonly offset: number; readonly limit: number }
  | { readonly sort: 'id'; readonly after: Pick<Matter, 'lineId' | 'id' | 'what'> | null; readonly limit: number };

/** Which matters. Storefronts that are not named do not exist. */
export interface MatterFilter {
  readonly storefronts: readonly string[];
  readonly what?: string;
  readonly isSent?: boolean;
  readonly lineId?: string;
  /** Only matters of these lines. */
  readonly lineIds?: readonly string[];
  readonly runId?: string;
  readonly currency?: string;
  /**
   * A part of the name or an id (where the other conditions select more than `maxSearchedForParts`: the whole), a place by code or
   * name, or an amount; in any case.
   */
  readonly text?: string;
  /** When they were sold, in UTC; sales without a known day count on all days. */
  readonly days?: DateRange;
  /** `open`: without a decision, or with one for `later` that is over. `decided`: all others. */
  readonly state: 'open' | 'decided';
  readonly batch?: string;
  /** Only matters with one of these decisions; `send` selects matters that wait to be sent. Default: any decision. */
  readonly actions?: readonly DecisionAction[];
  /** The moment by which `later` is over. */
  readonly now: Instant;
}

/** Decisions that were made together. */
export interface DecidedTogether extends Pick<Decision, 'what' | 'action' | 'note' | 'by' | 'at' | 'batch'> {
  readonly count: number;
}

/** A sale that a person left out, as it was then. */
export interface LeftOut extends Pick<Decision, 'storefront' | 'what' | 'note' | 'by' | 'at'> {
  readonly name: string;
  /** `YYYY-MM-DD` on its storefront's calendar; null where it is not known. */
  readonly day: string | null;
  readonly jurisdiction: string | null;
  readonly currency: string | null;
  /** Minor units; null where it is not known. */
  readonly total: bigint | null;
}

/** The sales of some days that were left out: the largest ones, and the sums of all by currency. */
export interface LeftOutSales {
  readonly largest: readonly LeftOut[];
  readonly sums: readonly Pick<MatterGroup, 'currency' | 'count' | 'total'>[];
}

/** A sum of sales of a day that the service does not hold. */
export interface HeldDay extends Pick<MatterGroup, 'currency' | 'count' | 'total'> {
  /** `YYYY-MM-DD` on the storefront's calendar. */
  readonly day: string;
  readonly isLeftOut: boolean;
}

/** How many decisions of a batch have taken effect. */
export interface BatchProgress {
  readonly decided: number;
  /** Decisions whose sale was not read again since. */
  readonly waiting: number;
  /** How many sales of the other decisions the service holds. */
  readonly inService: number;
}

/** The result of an undo. */
export interface Undone {
  /** How many decisions were taken back. */
  readonly count: number;
  /**
   * Records that were left out, and are not any more. Where reports called them left out, they are on hold again, as before; they should be read
   * again, because their platform may say something else by now.
   */
  readonly records: readonly Pick<Matter, 'storefront' | 'sourceId'>[];
  /** Decisions that stay, because the sale is sent or on its way. */
  readonly kept: number;
}

/**
 * The holds that a person can overrule: settings and closed periods. A sale on any other hold lacks something that a
 * transaction needs.
 */
const overruled: Readonly<Record<SettingHold | 'closed period', true>> = {
  'partially paid': true,
  'tax still estimated': true,
  'zero total held': true,
  'marketplace sale held': true,
  'closed period': true,
};

/**
 * The problems that are corrected for a whole storefront at once: the service no longer holds a sent sale, or the platform
 * took it back.
 */
export type CorrectedTogether = 'gone from the service' | 'no longer true';

/** The reason of sales that the service no longer holds. */
export const goneFromService: CorrectedTogether = 'gone from the service';

/** Findings that are corrected by new transactions: the decision `send` sends them. */
export const correctedFindings: readonly string[] = ['no longer true', 'differs'];

export const canCorrect = (what: string): boolean => correctedFindings.includes(what);

/**
 * Whether a decision to send this matter can still take effect. A sale that is sent may have a finding of the same name.
 * Pure.
 */
export const canStillSend = ({ isSent, what }: Pick<Matter, 'isSent' | 'what'>): boolean => !isSent || canCorrect(what);

/** Whether a held sale can be sent by a decision alone. Pure. */
export const canSendAnyway = (what: string): boolean => Object.hasOwn(overruled, what);

const adjustmentMatter = 'adjustment: ';

/** The matters of a report line. Pure. */
export const mattersOf = (line: ReportLine): readonly Matter[] => {
  const { storefront, sourceId, id: lineId, outcome, reason, amounts, stated, findings, adjustments } = line;
  const { currency = null, total = null } = amounts ?? stated ?? {};
  const common = { storefront, sourceId, lineId, id: lineId, isSent: true, currency, total };
  if (outcome === 'held' || outcome === 'failed')
    return reason === null ? [] : [{ ...common, isSent: false, what: reason }];
  // A credit document is no sale: the money that it gives back is the matter.
  if (outcome === 'skipped' && reason !== 'credit document') return [];
  const all = [
    ...(outcome === 'skipped' ? [] : findings)
      .filter((finding) => !isInformational(finding))
      .map((what) => ({ ...common, what })),
    ...adjustments
      .filter(({ sent }) => !sent)
      .map(({ kind, id, amount, currency: ofAdjustment }) => ({
        ...common,
        id: `${lineId}/${id}`,
        what: `${adjustmentMatter}${kind}`,
        currency: ofAdjustment,
        total: amount,
      })),
  ];
  return [...new Map(all.map((one) => [`${one.id} ${one.what}`, one])).values()];
};

/** The kind of a later change that a matter is about; undefined for a matter about the sale itself. Pure. */
export const adjustmentIn = (what: string): string | undefined =>
  what.startsWith(adjustmentMatter) ? what.slice(adjustmentMatter.length) : undefined;

/** When the later change or the sale that a matter is about happened. Pure. */
export const momentOf = (
  { id: lineId, occurredAt, adjustments }: ReportLine,
  { id, what }: Pick<Matter, 'id' | 'what'>,
): Instant | undefined =>
  adjustments.find((one) => one.kind === adjustmentIn(what) && `${lineId}/${one.id}` === id)?.occurredAt ?? occurredAt;

/** A person's decision to send or leave out the transaction of a line. Pure. */
export const decisionFor = (
  decisions: readonly Decision[] | undefined,
  action: 'send' | 'leave out',
  what?: string,
): Decision | undefined => decisions?.find((one) => one.action === action && (what === undefined || one.what === what));
