import type { File } from '../case.ts';
import type { Verdict } from '../verdict.ts';

/**
 * What may have arrived is pushed again with the same body only. Of a sync database that was lost, and of a body that was erased
 * while its push was in doubt, nothing says what was sent; and what the service refuses may be corrected.
 */
export const sentOtherwise = ({ evidence, cases }: File): readonly Verdict[] => {
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
