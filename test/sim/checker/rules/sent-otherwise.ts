import type { File } from '../case.ts';
import type { Violation } from '../violation.ts';

/**
 * A push that may have arrived is repeated with the same body only. After a lost sync database, or an erased body of an
 * unconfirmed push, what was sent is unknown; and a refused body may be corrected.
 */
export const sentOtherwise = ({ evidence, cases }: File): readonly Violation[] => {
  const { sentOtherwise: ids, erasures, wasBookLost } = evidence;
  if (wasBookLost) return [];
  const refused = new Set(cases.filter(({ fact }) => fact.expected === 'refused').flatMap(({ fact }) => fact.keys));
  const mayDiffer = (id: string): boolean =>
    erasures.unconfirmed.includes(id) || id.split(':').some((part) => refused.has(part));
  return [...new Set(ids)]
    .filter((id) => !mayDiffer(id))
    .map((about) => ({
      name: 'sent otherwise',
      about,
      why: 'its first push was not refused, and its body is another',
    }));
};
