import { type Case, type File, hasFinding, ownInserts } from '../case.ts';
import { contentIn, isSameContent } from '../pushed.ts';
import type { Violation } from '../violation.ts';
import { wasErasedUnconfirmed } from '../was-erased-unconfirmed.ts';

const isDrifted = ({ fact, ...one }: Case): boolean => {
  const latest = fact.versions.at(-1) ?? fact.versions[0];
  return ownInserts({ fact, ...one }).some((line) => {
    const pushed = contentIn(line);
    return (
      pushed !== undefined &&
      fact.versions.some((version) => isSameContent(pushed, version)) &&
      !isSameContent(pushed, latest)
    );
  });
};

/** A change after the push is a drift in the sync database; after its loss the reconciliation reports it. */
export const silentDrift = ({ cases, evidence }: File): readonly Violation[] =>
  cases
    .filter((one) => one.fact.kind === 'sale' && one.fact.expected === 'pushed' && isDrifted(one))
    // A lost book knows nothing of what was sent before; the proof covers the days of the history only.
    .filter(({ fact }) => !evidence.wasBookLost || fact.inHistoryOf.length > 0)
    // A list that shows ids and names alone is no witness of what was sent before the book was lost.
    .filter(({ fact }) => !evidence.wasBookLost || evidence.isListFull || fact.inHistoryOf.length === 0)
    // Of a body that was erased in doubt nothing says what was sent, unless the service shows it.
    .filter((one) => !(wasErasedUnconfirmed(evidence, one) && hasFinding(one, 'not compared')))
    .filter(
      (one) =>
        !one.entries.some(({ adjustments }) => adjustments.some(({ kind }) => kind === 'drift')) &&
        !hasFinding(one, 'differs') &&
        !one.differences.includes('differs'),
    )
    .map(({ fact }) => ({
      name: 'silent drift',
      about: fact.keys[0],
      why: 'the source changed and no report says so',
    }));
