import type { File } from '../case.ts';
import type { KeptRun } from '../evidence.ts';
import { contentIn } from '../pushed.ts';
import type { Violation } from '../violation.ts';

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const wrong = (about: string, why: string): Violation => ({ name: 'report does not add up', about, why });

const identities = ({ id, report, entries }: KeptRun): readonly Violation[] => {
  const { considered, attempted, succeeded, alreadyPresent, failed, skipped, held } = report;
  const isWhole = considered === attempted + sumOf(skipped) + sumOf(held);
  const isSum = attempted === succeeded + alreadyPresent + failed;
  return isWhole && isSum && considered === entries.length ? [] : [wrong(id, 'its counts contradict each other')];
};

const unitsOf = (text: string): bigint => BigInt(text.replace('.', ''));

/** What a report calls sent, by currency, is what the journal holds of it. */
const money = ({ evidence, cases }: File, { id, entries, report }: KeptRun): readonly Violation[] => {
  const drifted = new Set(cases.filter(({ fact }) => fact.versions.length > 1).flatMap(({ fact }) => fact.keys));
  const pushed = entries.filter(({ outcome }) => outcome === 'succeeded' || outcome === 'alreadyPresent');
  // What changed since counts as it is now in the report, and as it was sent at the service.
  if (pushed.some(({ sourceId }) => drifted.has(sourceId))) return [];
  const lines = pushed.map(({ id, name }) => evidence.journal.find((one) => one.id === id || one.name === name));
  // An erased line does not show under which name another source sent it.
  if (lines.some((line) => line === undefined) && pushed.some(({ name, sourceId }) => name === sourceId)) return [];
  // A difference has its own line; the sum is that of the sales.
  if (lines.some((line) => line?.differsIn === 'money')) return [];
  const sums = new Map<string, bigint>();
  for (const line of lines) {
    const content = line === undefined ? undefined : contentIn(line);
    if (content !== undefined) sums.set(content.currency, (sums.get(content.currency) ?? 0n) + content.total);
  }
  return [...sums].flatMap(([currency, sum]) => {
    const shown = Object.values(report.totals[currency] ?? {}).reduce((all, { total }) => all + unitsOf(total), 0n);
    return shown === sum ? [] : [wrong(id, `it shows ${shown} ${currency} and the service has ${sum}`)];
  });
};

/** Every history that was finished speaks of each sale of its days, and once. */
const completeness = ({ evidence, cases }: File): readonly Violation[] =>
  evidence.runs
    .filter(({ kind, status }) => kind === 'historical' && status === 'finished')
    .flatMap(({ id, entries }) =>
      cases.flatMap(({ fact }) =>
        fact.inHistoryOf.flatMap((storefront) => {
          const about = entries.filter(
            (entry) => entry.storefront === storefront && entry.kind === 'sale' && fact.keys.includes(entry.sourceId),
          );
          return about.length === 1
            ? []
            : [wrong(fact.keys[0], `${id} speaks of it ${about.length} times at ${storefront}`)];
        }),
      ),
    );

/** Every report adds up: with itself, with the sources and with the service. */
export const reportAddsUp = (file: File): readonly Violation[] => [
  ...file.evidence.runs.flatMap(identities),
  ...file.evidence.runs.flatMap((run) => money(file, run)),
  ...completeness(file),
];
