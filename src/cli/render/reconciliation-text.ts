import type { Change, Difference, Reconciliation, Resolved } from '../../reconcile/reconciliation.ts';
import { table } from './table.ts';

const resolvedSays = (resolution: Resolved | null): string =>
  resolution === null ? '' : `\n    resolved by ${resolution.by} at ${resolution.at}: ${resolution.note}`;

const differenceSays = ({ kind, id, name, message, resolution }: Difference): string =>
  `  ${kind}: ${name}\n    ${message}\n    id ${id}${resolvedSays(resolution)}`;

const changeSays = ({ kind, id, name, occurredAt, currency, amount, resolution }: Change): string =>
  `  ${occurredAt}  ${kind}  ${amount} ${currency}  ${name}\n    id ${id}${resolvedSays(resolution)}`;

const totalsOf = ({ totals }: Reconciliation): string =>
  table(
    [
      ['month', 'place', 'currency', 'at source', 'at service', 'total', 'at service', 'tax', 'at service', ''],
      ...totals.map(({ month, place, currency, source, service, isSame }) => [
        month,
        place,
        currency,
        String(source.count),
        String(service.count),
        source.total,
        service.total,
        source.taxCollected,
        service.taxCollected,
        isSame ? '' : '≠',
      ]),
    ],
    [3, 4, 5, 6, 7, 8],
  );

const summaryOf = ({ isComplete, source, service, differences, notCompared }: Reconciliation): string => {
  const open = differences.filter(({ resolution }) => resolution === null).length;
  const unseen = notCompared === 0 ? '' : ` ${notCompared} not compared: the service does not show their amounts.`;
  const result = isComplete
    ? 'Complete: nothing is missing, nothing is extra, and every difference is resolved.'
    : `Not complete: ${open} ${open === 1 ? 'difference needs' : 'differences need'} a person.${unseen}`;
  return `${source.transactions} transactions at the source, ${service.transactions} at the service. ${result}`;
};

/** The reconciliation of one storefront, for a person at a terminal. */
export const reconciliationText = (reconciliation: Reconciliation): string => {
  const { storefront, range, source, totals, differences, changes } = reconciliation;
  const aside = Object.entries(source.setAside).map(([reason, count]) => `  excluded, ${reason}: ${count}`);
  const sections: readonly (readonly string[])[] = [
    [`${storefront}, ${range.from} to ${range.to} (${range.timeZone})`, summaryOf(reconciliation), ...aside],
    totals.length === 0 ? [] : [totalsOf(reconciliation)],
    differences.length === 0 ? [] : ['Differences:', ...differences.map(differenceSays)],
    changes.length === 0 ? [] : ['After the sale, listed and not sent:', ...changes.map(changeSays)],
  ];
  return `${sections
    .filter((section) => section.length > 0)
    .map((section) => section.join('\n'))
    .join('\n\n')}\n`;
};
