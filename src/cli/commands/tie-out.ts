/** `tax-nexus tie-out`: the platform's own totals of a month against the service's, with every difference explained or named. */
import * as E from 'fp-ts/lib/Either.js';
import { inPrecedence } from '../../app/configuration/configuration.ts';
import { reasonTitle } from '../../reconcile/reasons/reasons.ts';
import {
  describeNotInService,
  type TiedAmount,
  type TiedCurrency,
  type TieOut,
  tieOutMonth,
} from '../../reconcile/tie-out.ts';
import { describeCompared, whyNotCompared } from '../../reconcile/reconciliation.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, withInterruptibleAccount } from '../open-command.ts';
import { json, table } from '../render/text.ts';

interface TieOutOptions extends CommonOptions {
  readonly month: string;
  /** Default: all configured storefronts. */
  readonly storefront?: readonly string[];
  readonly json?: boolean;
}

/** `settled` when no difference is left without a reason. */
export const tieOut = async (io: CliIo, options: TieOutOptions): Promise<ExitCode> => {
  const month = tieOutMonth(options.month);
  if (E.isLeft(month)) {
    io.err(`--month: ${month.left}.\n`);
    return exitCode.usage;
  }
  return withInterruptibleAccount(
    io,
    options,
    async (account) => {
      const storefronts = inPrecedence(account.storefronts, options.storefront);
      const tied = await account.tieOut({ storefronts, month: options.month });
      io.out(options.json === true ? json({ storefronts: tied }) : tied.map(tieOutText).join('\n'));
      return tied.every(({ isTied }) => isTied) ? exitCode.settled : exitCode.needsAttention;
    },
    { storefronts: options.storefront },
  );
};

const isNothing = ({ total, tax }: TiedAmount): boolean => [total, tax ?? '0'].every((text) => /^-?[0.]+$/.test(text));

const currencyText = (
  source: string,
  { currency, platform, reasons, expected, service, rest }: TiedCurrency,
): string => {
  const row = (label: string, count: string, { total, tax }: TiedAmount): readonly string[] => [
    label,
    count,
    total,
    tax ?? '',
  ];
  return table(
    [
      [currency, 'records', 'total', 'of it tax'],
      row(source, '', platform),
      ...reasons.map((one) => row(`  ${reasonTitle(one.reason)}`, one.count === 0 ? '' : String(one.count), one)),
      row('To be sent', '', expected),
      row('Held by the service', '', service),
      row(isNothing(rest) ? 'Rest' : 'Rest, not explained', '', rest),
    ],
    [1, 2, 3],
  );
};

const tieOutText = ({
  storefront,
  month,
  isTied,
  compared,
  source,
  unavailable,
  currencies,
  unexplained,
  atService,
  notCompared,
}: TieOut): string => {
  const held = describeNotInService({ currencies });
  const result =
    unavailable ??
    (isTied
      ? held === ''
        ? 'Tied out: every difference is explained, and the service holds what it should.'
        : `Tied out, but not complete. Not in the service: ${held}.`
      : 'Not tied out: see what is named below.');
  const sections = [
    `${storefront}, ${month}\n${result}${unavailable === null ? `\n${describeCompared(compared)}` : ''}`,
    ...currencies.map((one) => currencyText(source ?? '', one)),
    ...(notCompared === 0 ? [] : [whyNotCompared(notCompared)]),
    ...(unexplained.length === 0
      ? []
      : [
          [
            'Not explained:',
            ...unexplained.map((one) => `  ${one.about}: ${one.total} ${one.currency}\n    ${one.message}`),
          ].join('\n'),
        ]),
    ...(atService.length === 0
      ? []
      : [
          [
            'At the service:',
            ...atService.map((one) => `  ${reasonTitle(one.kind)}: ${one.name}\n    ${one.message}\n    id ${one.id}`),
          ].join('\n'),
        ]),
  ];
  return `${sections.join('\n\n')}\n`;
};
