/** Checks and applies `policy.nexusThresholds`, with which a merchant replaces the built-in threshold of a single state. */
import { mapWithIndex } from 'fp-ts/lib/Record.js';
import { dayProblem } from '../domain/date-range.ts';
import {
  mapOf,
  oneOf,
  optional,
  orNull,
  type Refusal,
  type Setting,
  settingsOf,
  textSetting,
  wholeNumber,
  yesNo,
} from '../domain/setting.ts';
import { facilitatorLaws } from './facilitator-laws.ts';
import {
  type CollectRule,
  collectRules,
  type Disagreement,
  type DutyEnd,
  dutyEnds,
  type MeasuringPeriod,
  measuringPeriods,
  type NexusRule,
  type NexusThreshold,
} from './nexus-rule.ts';
import { nexusThresholds } from './nexus-thresholds.ts';

/**
 * What you or your adviser know of a state's threshold. It replaces what is built in; what you leave out stays. Whether
 * marketplace sales count is a setting of `facilitatorLaws`.
 */
export interface ThresholdSetting {
  /** The first day of the rule, `YYYY-MM-DD`; rules of earlier days stay. Default: that of the built-in present rule. */
  readonly from?: string;
  /** Whole US dollars. */
  readonly sales?: number;
  /** Number of transactions; null where only sales count. */
  readonly transactions?: number | null;
  /** Sales and transactions must be reached. Otherwise either is enough. */
  readonly needsBoth?: boolean;
  /** The amount itself is enough. Otherwise it must be exceeded. */
  readonly isReachedAtAmount?: boolean;
  /** Over which time sales are added up. */
  readonly period?: MeasuringPeriod;
  /** Sales to exempt buyers count, and sales that are not taxable. */
  readonly countsExemptSales?: boolean;
  /** Sales for resale count. */
  readonly countsResale?: boolean;
  /** From which day to collect; null: not known. */
  readonly collects?: CollectRule | null;
  /** How long the duty lasts; null: not known. */
  readonly ends?: DutyEnd | null;
}

/** By the two letters of a state, DC or PR. */
export type ThresholdSettings = Readonly<Record<string, ThresholdSetting>>;

/** What is wrong with the code of a state that has a sales tax. */
export const taxingStateProblem = (state: string): Refusal | undefined =>
  Object.hasOwn(facilitatorLaws, state)
    ? undefined
    : {
        problem: 'it is not the code of a US state with a sales tax',
        remedy: 'Write two capital letters, such as CA',
      };

const remedy = 'Write { "TX": { "sales": 500000 } }; docs/thresholds.md lists the fields';

/** `{ "WV": { "from": "2027-07-01", "sales": 250000, "transactions": null } }` */
export const thresholdSettings: Setting<ThresholdSettings> = mapOf(
  settingsOf<ThresholdSetting>(
    {
      from: optional(textSetting('Write a day as YYYY-MM-DD, such as 2027-01-01', dayProblem)),
      sales: optional(wholeNumber({ least: 1, most: 100_000_000 })),
      transactions: optional(orNull(wholeNumber({ least: 1, most: 1_000_000 }))),
      needsBoth: optional(yesNo),
      isReachedAtAmount: optional(yesNo),
      period: optional(oneOf(...measuringPeriods)),
      countsExemptSales: optional(yesNo),
      countsResale: optional(yesNo),
      collects: optional(orNull(oneOf(...collectRules))),
      ends: optional(orNull(oneOf(...dutyEnds))),
    },
    remedy,
  ),
  taxingStateProblem,
  remedy,
);

/** The thresholds on a day: the built-in ones, replaced by the settings that are in force by then. */
export const thresholdsOn = (settings: ThresholdSettings, on: string): Readonly<Record<string, NexusThreshold>> =>
  mapWithIndex((state: string, threshold: NexusThreshold) => {
    const setting = settings[state];
    return setting === undefined || (setting.from ?? '') > on ? threshold : withSetting(threshold, setting);
  })(nexusThresholds);

/** For each disagreement of the sources, the fields that settle it; one is enough. */
const settledBy: Readonly<Record<Disagreement, readonly (keyof ThresholdSetting)[]>> = {
  'marketplace sales': [],
  'measuring period': ['period'],
  'which sales count': ['countsExemptSales', 'countsResale'],
  'whether the amount itself is enough': ['isReachedAtAmount'],
  'collect-from day': ['collects'],
};

const withSetting = (threshold: NexusThreshold, setting: ThresholdSetting): NexusThreshold => {
  const present = threshold.rules.at(-1) ?? threshold.rules[0];
  const rule: NexusRule = { ...present, ...setting };
  const [first, ...later] = [...threshold.rules.filter(({ from }) => from < rule.from), rule];
  return {
    ...threshold,
    rules: [first, ...later],
    disagreements: threshold.disagreements.filter((about) => settledBy[about].every((key) => !(key in setting))),
    source: { name: 'your setting', link: null, on: null },
  };
};
