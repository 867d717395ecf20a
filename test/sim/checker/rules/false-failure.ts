import { type Case, type File, ownInserts } from '../case.ts';
import type { Violation } from '../violation.ts';

/** What the service holds: from us, or from another source under the sale's id or name. */
const isThere = (one: Case): boolean =>
  ownInserts(one).length > 0 || (one.fact.expected === 'conflict' && one.inserts.length > 0);

/** The service does not hold what the sync database reports as failed, except "no definitive response", which is unknown. */
export const falseFailure = ({ cases, evidence }: File): readonly Violation[] => {
  const refused = new Set(evidence.tried.filter(({ status }) => status === 'refused').map(({ id }) => id));
  return cases.flatMap((one): readonly Violation[] => {
    const failed = one.entries.find(
      ({ outcome, reason }) => outcome === 'failed' && reason !== 'no definitive response',
    )?.reason;
    const word = failed ?? (ownInserts(one).some(({ id }) => refused.has(id)) ? 'refused' : undefined);
    return word !== undefined && isThere(one)
      ? [{ name: 'false failure', about: one.fact.keys[0], why: `${word}, and the service has it` }]
      : [];
  });
};
