import * as E from 'fp-ts/lib/Either.js';
import { inPrecedence } from '../../app/configuration/configuration.ts';
import { reasonLabel } from '../../reconcile/reason-labels.ts';
import { type TiedAmount, type TiedCurrency, type TieOut, tieOutMonth } from '../../reconcile/tie-out.ts';
import { tieOut as tie } from '../../operations/tie-out.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode, fail } from '../exit-code.ts';
import { type CommonOptions, withInterruptibleEngine } from '../open-engine.ts';
import { json, table } from '../render/text.ts';

interface TieOutOptions extends CommonOptions {
  readonly month: string;
  /** None means all that are configured. */
  readonly storefront?: readonly string[];
  readonly json?: boolean;
}

/** The platform's own totals of a month beside those of the service. `settled` when nothing is left. */
export const tieOut = async (io: CliIo, options: TieOutOptions): Promise<ExitCode> => {
  const month = tieOutMonth(options.month);
  if (E.isLeft(month)) {
    io.err(`--month: ${month.left}.\n`);
    return exitCode.usage;
  }
  return withInterruptibleEngine(
    io,
    options,
    async ({ operations }, isInterrupted) => {
      const storefronts = inPrecedence(operations.storefronts(), options.storefront);
      const tied = await tie(operations, storefronts, options.month)();
      if (E.isLeft(tied)) {
        const code = fail(io, tied.left);
        return isInterrupted() ? exitCode.interrupted : code;
      }
      io.out(options.json === true ? json({ storefronts: tied.right }) : tied.right.map(tieOutText).join('\n'));
      return tied.right.every(({ isTied }) => isTied) ? exitCode.settled : exitCode.needsAttention;
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
      ...reasons.map((one) => row(`  ${reasonLabel(one.reason)}`, one.count === 0 ? '' : String(one.count), one)),
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
  source,
  unavailable,
  currencies,
  unexplained,
  atService,
}: TieOut): string => {
  const result =
    unavailable ??
    (isTied
      ? 'Tied out: every difference is explained, and the service holds what it should.'
      : 'Not tied out: see what is named below.');
  const sections = [
    `${storefront}, ${month}\n${result}`,
    ...currencies.map((one) => currencyText(source ?? '', one)),
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
            ...atService.map((one) => `  ${reasonLabel(one.kind)}: ${one.name}\n    ${one.message}\n    id ${one.id}`),
          ].join('\n'),
        ]),
  ];
  return `${sections.join('\n\n')}\n`;
};
