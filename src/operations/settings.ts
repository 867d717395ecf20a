/** Previews a setting for held sales: reads the largest of them again and maps them as if the storefronts had the setting. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { moneyIn } from '../domain/money.ts';
import type { PreviewedSale } from '../reconcile/preview-setting.ts';
import { settingChoices, snippetOf } from '../reconcile/setting-choices.ts';
import { readMatters } from './decisions/list-matters.ts';
import type { Selection } from './decisions/matters.ts';
import { fail } from './failure.ts';
import type { OperationPorts } from './ports.ts';
import { type Operation, withAccount } from './state.ts';

/** Sales with the same outcome and reason, in one currency. Money as decimals in major units; null if no currency is known. */
export interface PreviewedSum extends Pick<PreviewedSale, 'outcome' | 'reason' | 'currency'> {
  readonly count: number;
  readonly total: string | null;
  readonly tax: string | null;
  readonly taxToday: string | null;
}

/** The result of a preview. */
export interface SettingPreview {
  /** The setting as it is written in a configuration. */
  readonly setting: string;
  readonly meaning: string;
  /** How many sales were requested from the platform: the largest ones of the group. */
  readonly asked: number;
  /** How many of them the platform returned. */
  readonly read: number;
  readonly sums: readonly PreviewedSum[];
}

/** Limited, because records are read from the platform while a person waits. */
const maxPreviewed = 60;

/**
 * Sends and stores nothing. Left with `INVALID` for an unknown setting.
 *
 * @param index of `settingChoices`
 */
export const previewSetting = (
  ports: OperationPorts,
  selection: Selection,
  index: number,
): Operation<SettingPreview> => {
  const choice = settingChoices(selection.what, selection.isSent)[index];
  if (choice === undefined) return TE.fromEither(fail('INVALID', 'No such setting settles these sales.'));
  return pipe(
    readMatters(ports, { ...selection, sort: 'money', cursor: '0', limit: maxPreviewed }),
    TE.flatMap(({ items }) =>
      withAccount(ports, ({ previewSetting: preview }) =>
        pipe(
          TE.fromTask(preview(items, choice.policy)),
          TE.map((mapped) => ({
            ...{ setting: snippetOf(choice), meaning: choice.meaning },
            ...{ asked: items.length, read: mapped.length, sums: sumsOf(mapped) },
          })),
        ),
      ),
    ),
  );
};

const sumsOf = (mapped: readonly PreviewedSale[]): readonly PreviewedSum[] => {
  const groups = new Map<string, PreviewedSale[]>();
  for (const one of mapped) {
    const key = `${one.outcome} ${one.reason ?? ''} ${one.currency ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .flatMap(([, all]) => {
      const [first] = all;
      if (first === undefined) return [];
      const { outcome, reason, currency } = first;
      const sum = (amount: (one: PreviewedSale) => bigint): string | null =>
        currency === null ? null : moneyIn(currency)(all.reduce((sofar, one) => sofar + amount(one), 0n));
      return {
        ...{ outcome, reason, currency, count: all.length, total: sum(({ total }) => total ?? 0n) },
        ...{ tax: sum(({ tax }) => tax), taxToday: sum(({ taxToday }) => taxToday) },
      };
    });
};
