import type { File } from '../case.ts';
import type { Verdict } from '../verdict.ts';

/** What the record book calls stored, the service holds under that id or name, at that moment and at the end. */
export const falseSuccess = ({ evidence }: File): readonly Verdict[] => {
  const { journal, runs, tried, falseClaims } = evidence;
  const ids = new Set(journal.map(({ id }) => id));
  const names = new Set(journal.map(({ name }) => name));
  const entries = runs.flatMap((run) => run.entries);
  const nameOf = new Map(entries.map(({ id, name }) => [id, name]));
  const claimed = [
    ...tried.filter(({ status }) => status === 'confirmed').map(({ id }) => id),
    ...entries.filter(({ outcome }) => outcome === 'succeeded' || outcome === 'alreadyPresent').map(({ id }) => id),
  ];
  const absent = [...new Set(claimed)].filter((id) => !ids.has(id) && !names.has(nameOf.get(id) ?? ''));
  return [
    ...absent.map((id): Verdict => ({ name: 'false success', about: id, why: 'the service has no such transaction' })),
    ...falseClaims.map((id): Verdict => ({
      name: 'false success',
      about: id,
      why: 'the service did not have it when it was written down',
    })),
  ];
};
