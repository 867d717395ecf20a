import type { File } from '../case.ts';
import type { Violation } from '../violation.ts';

/** What is known as sent is not sent again, and no erasure takes that knowledge away. */
export const sentAgain = ({ evidence: { erasures, sentAgain: ids } }: File): readonly Violation[] => [
  ...[...new Set(ids)].map((about): Violation => ({ name: 'sent again', about, why: 'it was known as sent' })),
  ...erasures.forgotten.map((about): Violation => ({
    name: 'sent again',
    about,
    why: 'after an erasure it is unknown that it was sent',
  })),
];
