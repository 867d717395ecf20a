import type { File } from '../case.ts';
import { keysIn } from '../pushed.ts';
import type { Violation } from '../violation.ts';

/** What the sync database calls stored, the service holds under that id or name, at that moment and at the end. */
export const falseSuccess = ({ evidence }: File): readonly Violation[] => {
  const { journal, runs, tried, falseClaims } = evidence;
  const ids = new Set(journal.map(({ id }) => id));
  const names = new Set(journal.map(({ name }) => name));
  const entries = runs.flatMap((run) => run.entries);
  // A line of a report may have lost its name to an erasure: then it shows the id of its record.
  const foreignKeys = new Set(journal.filter(({ isForeign }) => isForeign).flatMap((line) => [...keysIn(line)]));
  const isThere = ({ name, sourceId }: (typeof entries)[number]): boolean =>
    names.has(name) || (name === sourceId && foreignKeys.has(sourceId));
  const isNamed = new Set(entries.filter(isThere).map(({ id }) => id));
  const claimed = [
    ...tried.filter(({ status }) => status === 'confirmed').map(({ id }) => id),
    ...entries.filter(({ outcome }) => outcome === 'succeeded' || outcome === 'alreadyPresent').map(({ id }) => id),
  ];
  const absent = [...new Set(claimed)].filter((id) => !ids.has(id) && !isNamed.has(id));
  return [
    ...absent.map((id): Violation => ({
      name: 'false success',
      about: id,
      why: 'the service has no such transaction',
    })),
    ...falseClaims.map((id): Violation => ({
      name: 'false success',
      about: id,
      why: 'the service did not have it when it was written down',
    })),
  ];
};
