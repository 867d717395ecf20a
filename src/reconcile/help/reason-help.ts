import type { HoldReason, SkipReason } from '../../domain/exclusion.ts';
import { type FailureReason, findingKind, type FindingKind } from '../../domain/run.ts';
import { findingHelp } from './findings.ts';
import { holdHelp } from './holds.ts';
import { skipHelp } from './skips.ts';

/** A reason or finding that has a help page. */
export type HelpedReason = SkipReason | HoldReason | FailureReason | FindingKind | 'drift';

/** One line of a picture: what it shows, its value, and whether it is the cause. */
export type PictureLine = readonly [what: string, value: string, cause?: 'cause'];

/** Help for one reason or finding, for a bookkeeper. Beside it, `remedyOf` says in a sentence what to do. */
export interface ReasonHelp {
  /** An invented sale of this kind. */
  readonly picture: readonly PictureLine[];
  /** Why it matters for sales tax. */
  readonly why: string;
  /** What to do in Shopify. Default: it does not occur there, or there is nothing to do. */
  readonly shopify?: string;
  /** The same in Stripe. */
  readonly stripe?: string;
}

const help: Readonly<Record<HelpedReason, ReasonHelp>> = { ...skipHelp, ...findingHelp, ...holdHelp };

/** The reasons that have a help page, in the order of the list of them. */
export const helpedReasons: readonly HelpedReason[] = Object.keys(help) as HelpedReason[];

/**
 * The help for a reason or finding; undefined for an unknown one.
 *
 * @example
 * reasonHelp('channel with open liability: Depop')?.why
 */
export const reasonHelp = (reason: string): ReasonHelp | undefined =>
  Object.entries(help).find(([known]) => known === findingKind(reason))?.[1];
