import type { HoldReason, SkipReason } from '../../domain/exclusion.ts';
import { type FailureReason, findingKind, type FindingKind } from '../../domain/run.ts';
import { findingHelp } from './findings.ts';
import type { ReasonHelp } from './help-text.ts';
import { holdHelp } from './holds.ts';
import { skipHelp } from './skips.ts';

/** A reason or finding that has a help page. */
export type HelpedReason = SkipReason | HoldReason | FailureReason | FindingKind | 'drift' | 'adjustment';

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
