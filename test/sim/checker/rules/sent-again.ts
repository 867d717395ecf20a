import type { File } from '../case.ts';
import type { Verdict } from '../verdict.ts';

/** What is known as sent is not sent again, and no erasure takes that knowledge away. */
export const sentAgain = ({ evidence: { erasures, sentAgain: ids } }: File): readonly Verdict[] => [
  ...[...new Set(ids)].map((about): Verdict => ({ name: 'sent again', about, why: 'it was known as sent' })),
  ...erasures.forgotten.map((about): Verdict => ({
    name: 'sent again',
    about,
    why: 'after an erasure nobody knows that it was sent',
  })),
];
