import type { PageLookup, SaleReference } from '../../domain/sync-store.ts';
import type { Candidate } from '../entry/candidate.ts';
import type { Verdict } from '../entry/verdict.ts';

/** What the service holds under our id is told, also when it contradicts what we would tell. */
const isTold = (verdict: Verdict): boolean =>
  verdict._tag === 'Settled' && (verdict.outcome === 'succeeded' || verdict.outcome === 'alreadyPresent');

const wouldBeTold = (verdict: Verdict): boolean => verdict._tag === 'Settled' && verdict.reason === 'dry run';

/** What this page pushed for the first time had its references noted with its intent. */
const isClaimed = (id: string, verdict: Verdict, { submissions }: Pick<PageLookup, 'submissions'>): boolean =>
  verdict._tag === 'Settled' && verdict.outcome === 'succeeded' && !submissions.has(id);

/** By what other storefronts may know a sale that is settled, as far as the book has not noted it yet. */
export const referencesOf = (
  { id, references, likeness }: Candidate,
  verdict: Verdict | undefined,
  known: Pick<PageLookup, 'owners' | 'submissions'>,
): readonly SaleReference[] => {
  if (verdict === undefined || !(isTold(verdict) || wouldBeTold(verdict))) return [];
  const proofs = isClaimed(id, verdict, known) ? [] : references;
  const all = likeness === null ? proofs : [...proofs, likeness];
  const isNoted = (reference: string): boolean =>
    known.owners.get(reference)?.some((owner) => owner.id === id) ?? false;
  return all
    .filter((reference) => !isNoted(reference))
    .map((reference) => ({ reference, id, isPushed: isTold(verdict) }));
};
