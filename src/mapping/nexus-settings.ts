/** Checks and applies `policy.nexusThresholds`, with which a merchant replaces the built-in threshold of a single state. */
import { mapWithIndex } from 'fp-ts/lib/Record.js';
import { dayProblem } from '../domain/date-range.ts';
import { isRecord } from '../domain/fields.ts';
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
  /**
   * Whole US dollars.
   *
   * @minimum 1
   * @maximum 100000000
   */
  readonly sales?: number;
  /**
   * Number of transactions; null where only sales count.
   *
   * @minimum 1
   * @maximum 1000000
   */
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

/** What is wrong with a setting, and what to write instead. `path`: below `nexusThresholds`. */
export interface ThresholdSettingProblem {
  readonly path: string;
  readonly problem: string;
  readonly remedy: string;
}

type Check = (value: unknown) => Omit<ThresholdSettingProblem, 'path'> | undefined;

const wholeNumber =
  (most: number, orNull = false): Check =>
  (value) =>
    (orNull && value === null) || (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most)
      ? undefined
      : {
          problem: 'it is not a number in the allowed range',
          remedy: `Write a whole number from 1 to ${most}, without quotes${orNull ? ', or null' : ''}`,
        };

const yesNo: Check = (value) =>
  typeof value === 'boolean'
    ? undefined
    : { problem: 'it is neither true nor false', remedy: 'Write true or false, without quotes' };

const oneOf =
  (values: readonly string[], orNull = false): Check =>
  (value) =>
    (orNull && value === null) || values.some((one) => one === value)
      ? undefined
      : {
          problem: 'it is not one of the allowed values',
          remedy: `Write ${values.map((one) => `"${one}"`).join(' or ')}${orNull ? ', or null' : ''}`,
        };

const day: Check = (value) => {
  const problem = typeof value === 'string' ? dayProblem(value) : 'it is not a string';
  return problem === undefined ? undefined : { problem, remedy: 'Write a day as YYYY-MM-DD, such as 2027-01-01' };
};

const checks: Readonly<Record<keyof ThresholdSetting, Check>> = {
  from: day,
  sales: wholeNumber(100_000_000),
  transactions: wholeNumber(1_000_000, true),
  needsBoth: yesNo,
  isReachedAtAmount: yesNo,
  period: oneOf(measuringPeriods),
  countsExemptSales: yesNo,
  countsResale: yesNo,
  collects: oneOf(collectRules, true),
  ends: oneOf(dutyEnds, true),
};

const isField = (key: string): key is keyof ThresholdSetting => Object.hasOwn(checks, key);

/** What is wrong with settings as they were written. */
export const thresholdSettingProblems = (written: unknown): readonly ThresholdSettingProblem[] => {
  const remedy = 'Write { "TX": { "sales": 500000 } }; docs/thresholds.md lists the fields';
  if (!isRecord(written)) return [{ path: '', problem: 'it is not an object', remedy }];
  return Object.entries(written).flatMap(([state, setting]): readonly ThresholdSettingProblem[] => {
    if (!Object.hasOwn(facilitatorLaws, state)) {
      const problem = 'it is not the code of a US state with a sales tax';
      return [{ path: state, problem, remedy: 'Write two capital letters, such as CA' }];
    }
    if (!isRecord(setting)) return [{ path: state, problem: 'it is not an object', remedy }];
    return Object.entries(setting).flatMap(([key, value]) => {
      const path = `${state}.${key}`;
      if (!isField(key)) {
        return [{ path, problem: 'there is no setting of this name', remedy: 'Check its spelling, or remove it' }];
      }
      const found = checks[key](value);
      return found === undefined ? [] : [{ path, ...found }];
    });
  });
};

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

/** The thresholds on a day: the built-in ones, replaced by the settings that are in force by then. */
export const thresholdsOn = (settings: ThresholdSettings, on: string): Readonly<Record<string, NexusThreshold>> =>
  mapWithIndex((state: string, threshold: NexusThreshold) => {
    const setting = settings[state];
    return setting === undefined || (setting.from ?? '') > on ? threshold : withSetting(threshold, setting);
  })(nexusThresholds);
