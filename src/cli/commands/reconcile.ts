/** `tax-nexus reconcile`: proves that the service holds what the storefronts sold, and names every difference. */
import * as E from 'fp-ts/lib/Either.js';
import {
  type ReconciledChange,
  describeNotCompared,
  describeCompared,
  type Difference,
  type Reconciliation,
  type Resolved,
} from '../../reconcile/reconciliation.ts';
import { reasonTitle } from '../../reconcile/reasons/reasons.ts';
import type { CliIo } from '../cli-io.ts';
import { type DayOptions, rangeOf } from '../days.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { inPrecedence } from '../../app/configuration/configuration.ts';
import { type CommonOptions, withInterruptibleAccount } from '../open-command.ts';
import { json, table } from '../render/text.ts';
import { counted } from '../render/words.ts';

interface ReconcileOptions extends CommonOptions, DayOptions {
  /** Default: all configured storefronts. */
  readonly storefront?: readonly string[];
  readonly json?: boolean;
  /** All days of each storefront. */
  readonly full?: boolean;
  /** Transactions that the service does not fully show do not cause exit code 1. */
  readonly acceptNotCompared?: boolean;
}

/** Stores the counts of each day in the sync database, and changes nothing else. `settled` when nothing differs. */
export const reconcile = async (io: CliIo, options: ReconcileOptions): Promise<ExitCode> => {
  const range = options.full === true ? E.right(null) : rangeOf(options, io);
  if (E.isLeft(range)) {
    io.err(`The range cannot be read: ${range.left}.\n`);
    return exitCode.usage;
  }
  return withInterruptibleAccount(
    io,
    options,
    async (account) => {
      const storefronts = inPrecedence(account.storefronts, options.storefront);
      const proved = await account.reconcile({ storefronts, ...range.right });
      const isComplete = proved.every((one) => one.isComplete);
      io.out(
        options.json === true ? json({ isComplete, storefronts: proved }) : proved.map(reconciliationText).join('\n'),
      );
      const areSettled = proved.every((one) => isSettled(one, options.acceptNotCompared));
      return areSettled ? exitCode.settled : exitCode.needsAttention;
    },
    { storefronts: options.storefront },
  );
};

/** The reconciliation of one storefront, for a person at a terminal. */
const reconciliationText = (reconciliation: Reconciliation): string => {
  const { storefront, range, source, totals, differences, changes } = reconciliation;
  const aside = Object.entries(source.excluded).map(
    ([reason, count]) => `  excluded, ${reasonTitle(reason)}: ${count}`,
  );
  const sections: readonly (readonly string[])[] = [
    [
      `${storefront}, ${range.from} to ${range.to} (${range.timeZone})`,
      summaryOf(reconciliation),
      describeCompared(reconciliation.compared),
      ...aside,
    ],
    totals.length === 0 ? [] : [totalsOf(reconciliation)],
    differences.length === 0 ? [] : ['Differences:', ...differences.map(differenceSays)],
    changes.length === 0 ? [] : ['After the sale, listed and not sent:', ...changes.map(changeSays)],
  ];
  return `${sections
    .filter((section) => section.length > 0)
    .map((section) => section.join('\n'))
    .join('\n\n')}\n`;
};

const summaryOf = (one: Reconciliation): string => {
  const { isComplete, source, service, notCompared } = one;
  const open = openOf(one);
  const result = isComplete
    ? 'Complete: nothing is missing, nothing is extra, and every difference is resolved.'
    : `Not complete: ${open} ${open === 1 ? 'difference needs' : 'differences need'} a person.${describeNotCompared(notCompared)}`;
  return `${counted(source.transactions, 'transaction')} at the source, ${service.transactions} at the service. ${result}`;
};

const openOf = ({ differences }: Pick<Reconciliation, 'differences'>): number =>
  differences.filter(({ resolution }) => resolution === null).length;

/** If both sides differ, a row for each. */
const totalsOf = ({ totals }: Reconciliation): string =>
  table(
    [
      ['month', 'place', 'currency', 'held by', 'transactions', 'total', 'tax'],
      ...totals.flatMap(({ month, place, currency, source, service, isSame }) =>
        (isSame
          ? [['both', source] as const]
          : ([
              ['source', source],
              ['≠ service', service],
            ] as const)
        ).map(([side, { count, total, taxCollected }]) => [
          ...[month, place, currency, side],
          ...[String(count), total, taxCollected],
        ]),
      ),
    ],
    [4, 5, 6],
  );

const differenceSays = ({ kind, id, name, message, resolution }: Difference): string =>
  `  ${reasonTitle(kind)}: ${name}\n    ${message}\n    id ${id}${resolvedSays(resolution)}`;

const resolvedSays = (resolution: Resolved | null): string =>
  resolution === null ? '' : `\n    resolved by ${resolution.by} at ${resolution.at}: ${resolution.note}`;

const changeSays = ({ kind, id, name, occurredAt, currency, amount, resolution }: ReconciledChange): string =>
  `  ${occurredAt}  ${kind}  ${amount} ${currency}  ${name}\n    id ${id}${resolvedSays(resolution)}`;

/** Whether all that the service shows is correct, and every sale could be followed. */
const isSettled = (one: Reconciliation, acceptNotCompared = false): boolean =>
  one.isComplete ||
  (acceptNotCompared && one.notCompared > 0 && openOf(one) === 0 && one.compared.notFollowed.length === 0);
